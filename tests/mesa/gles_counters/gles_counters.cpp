// SPDX-License-Identifier: MIT
// Prints each counter of GL_AMD_performance_monitor with its value over one frame of a fixed draw: gles_counters
// A line each, "GROUP NAME VALUE". A monitor has as many counters of a group as may be active at a time.
// The draw: a clear of 64x64 pixels, and two triangles of four vertices that cover them all.

#include <EGL/egl.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gles_scene/display.h"
#include "gles_scene/program.h"

namespace {

constexpr GLsizei kSide = 64;  // pixels
constexpr GLsizei kLongestName = 128;

/// A function of an extension; the context has it.
template <typename Function>
Function function(const char* name) {
    auto* const found = reinterpret_cast<Function>(eglGetProcAddress(name));
    if (found == nullptr) throw std::runtime_error(fmt::format("there is no {}", name));
    return found;
}

struct Monitors {
    PFNGLGETPERFMONITORGROUPSAMDPROC groups = function<PFNGLGETPERFMONITORGROUPSAMDPROC>("glGetPerfMonitorGroupsAMD");
    PFNGLGETPERFMONITORCOUNTERSAMDPROC counters =
        function<PFNGLGETPERFMONITORCOUNTERSAMDPROC>("glGetPerfMonitorCountersAMD");
    PFNGLGETPERFMONITORGROUPSTRINGAMDPROC groupName =
        function<PFNGLGETPERFMONITORGROUPSTRINGAMDPROC>("glGetPerfMonitorGroupStringAMD");
    PFNGLGETPERFMONITORCOUNTERSTRINGAMDPROC counterName =
        function<PFNGLGETPERFMONITORCOUNTERSTRINGAMDPROC>("glGetPerfMonitorCounterStringAMD");
    PFNGLGETPERFMONITORCOUNTERINFOAMDPROC counterInfo =
        function<PFNGLGETPERFMONITORCOUNTERINFOAMDPROC>("glGetPerfMonitorCounterInfoAMD");
    PFNGLGENPERFMONITORSAMDPROC create = function<PFNGLGENPERFMONITORSAMDPROC>("glGenPerfMonitorsAMD");
    PFNGLDELETEPERFMONITORSAMDPROC destroy = function<PFNGLDELETEPERFMONITORSAMDPROC>("glDeletePerfMonitorsAMD");
    PFNGLSELECTPERFMONITORCOUNTERSAMDPROC select =
        function<PFNGLSELECTPERFMONITORCOUNTERSAMDPROC>("glSelectPerfMonitorCountersAMD");
    PFNGLBEGINPERFMONITORAMDPROC begin = function<PFNGLBEGINPERFMONITORAMDPROC>("glBeginPerfMonitorAMD");
    PFNGLENDPERFMONITORAMDPROC end = function<PFNGLENDPERFMONITORAMDPROC>("glEndPerfMonitorAMD");
    PFNGLGETPERFMONITORCOUNTERDATAAMDPROC data =
        function<PFNGLGETPERFMONITORCOUNTERDATAAMDPROC>("glGetPerfMonitorCounterDataAMD");
};

struct Group {
    GLuint number = 0;
    std::string name;
    size_t active = 0;  ///< counters that may be active at a time
    std::vector<GLuint> counters;
};

std::vector<Group> groupsOf(const Monitors& monitors) {
    GLint count = 0;
    monitors.groups(&count, 0, nullptr);
    std::vector<GLuint> numbers(static_cast<size_t>(count));
    monitors.groups(&count, count, numbers.data());
    std::vector<Group> groups;
    for (const GLuint number : numbers) {
        std::array<char, kLongestName> name{};
        monitors.groupName(number, kLongestName, nullptr, name.data());
        GLint size = 0;
        GLint active = 0;
        monitors.counters(number, &size, &active, 0, nullptr);
        std::vector<GLuint> counters(static_cast<size_t>(size));
        monitors.counters(number, &size, &active, size, counters.data());
        groups.push_back({number, name.data(), static_cast<size_t>(active), std::move(counters)});
    }
    return groups;
}

void drawOnce() {
    static constexpr std::array<GLfloat, 8> kCorners = {-1, -1, 1, -1, -1, 1, 1, 1};
    glClear(GL_COLOR_BUFFER_BIT);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, kCorners.data());
    glEnableVertexAttribArray(0);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

/// Bytes of a value of the counter.
size_t sizeOf(const Monitors& monitors, GLuint group, GLuint counter) {
    GLenum type = 0;
    monitors.counterInfo(group, counter, GL_COUNTER_TYPE_AMD, &type);
    return type == GL_UNSIGNED_INT64_AMD ? sizeof(uint64_t) : sizeof(uint32_t);
}

/// A frame under a monitor of these counters of the group.
void measure(const Monitors& monitors, const Group& group, std::span<const GLuint> counters) {
    GLuint monitor = 0;
    monitors.create(1, &monitor);
    std::vector<GLuint> selected(counters.begin(), counters.end());
    monitors.select(monitor, GL_TRUE, group.number, static_cast<GLint>(selected.size()), selected.data());
    monitors.begin(monitor);
    drawOnce();
    monitors.end(monitor);
    glFinish();
    GLuint bytes = 0;
    monitors.data(monitor, GL_PERFMON_RESULT_SIZE_AMD, sizeof bytes, &bytes, nullptr);
    std::vector<GLuint> words(bytes / sizeof(GLuint));
    monitors.data(monitor, GL_PERFMON_RESULT_AMD, static_cast<GLsizei>(bytes), words.data(), nullptr);
    // Each result: the numbers of group and counter, and the value.
    for (size_t at = 0; at + 2 < words.size();) {
        const GLuint counter = words[at + 1];
        const size_t size = sizeOf(monitors, group.number, counter);
        uint64_t value = 0;
        std::memcpy(&value, &words.at(at + 2), size);
        std::array<char, kLongestName> name{};
        monitors.counterName(group.number, counter, kLongestName, nullptr, name.data());
        fmt::print("{} {} {}\n", group.name, name.data(), value);
        at += 2 + size / sizeof(GLuint);
    }
    monitors.destroy(1, &monitor);
}

void measureAll() {
    const auto display = gles_scene::openSurfaceless(kSide, kSide);
    const auto* const extensions = reinterpret_cast<const char*>(glGetString(GL_EXTENSIONS));
    if (std::string(extensions).find("GL_AMD_performance_monitor") == std::string::npos)
        throw std::runtime_error("the driver has no GL_AMD_performance_monitor");
    const Monitors monitors;
    const gles_scene::Program program("attribute vec4 position; void main() { gl_Position = position; }",
                                      "void main() { gl_FragColor = vec4(1.0); }");
    program.use();
    display->bind();
    for (const Group& group : groupsOf(monitors)) {
        const std::span all = group.counters;
        for (size_t first = 0; first < all.size(); first += group.active)
            measure(monitors, group, all.subspan(first, std::min(group.active, all.size() - first)));
    }
    if (const GLenum error = glGetError(); error != GL_NO_ERROR)
        throw std::runtime_error(fmt::format("OpenGL error {:#x}", error));
}

}  // namespace

int main() {
    try {
        measureAll();
    } catch (const std::exception& error) {
        fmt::print(stderr, "gles_counters: {}\n", error.what());
        return 1;
    }
    return 0;
}
