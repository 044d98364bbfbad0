// SPDX-License-Identifier: MIT
#include "glplayer/player.h"

#include <GL/gl.h>
#include <GL/glext.h>

#include <algorithm>
#include <array>

#include "glplayer/gl_function.h"
#include "glplayer/memory_checks.h"
#include "sim/error.h"

namespace cyclorama::glplayer {
namespace {

/// Calls of the window system that change no picture.
constexpr std::array<std::string_view, 21> kWithoutEffect = {"wglChoosePixelFormat",
                                                             "wglChoosePixelFormatARB",
                                                             "wglDescribePixelFormat",
                                                             "wglGetPixelFormat",
                                                             "wglGetPixelFormatAttribivARB",
                                                             "wglGetPixelFormatAttribfvARB",
                                                             "wglSetPixelFormat",
                                                             "wglCreateContext",
                                                             "wglGetCurrentContext",
                                                             "wglGetCurrentDC",
                                                             "wglGetCurrentReadDCARB",
                                                             "wglGetProcAddress",
                                                             "wglGetDefaultProcAddress",
                                                             "wglGetExtensionsStringARB",
                                                             "wglGetExtensionsStringEXT",
                                                             "wglSwapIntervalEXT",
                                                             "wglGetSwapIntervalEXT",
                                                             "ChoosePixelFormat",
                                                             "DescribePixelFormat",
                                                             "GetPixelFormat",
                                                             "SetPixelFormat"};

constexpr std::array<std::string_view, 3> kEndsOfFrames = {"wglSwapBuffers", "wglSwapLayerBuffers", "SwapBuffers"};

/// Names of objects are those of the trace: OpenGL makes objects of any name at their first use.
constexpr std::array<std::string_view, 8> kNamings = {"glGenTextures",   "glGenTexturesEXT", "glGenBuffers",
                                                      "glGenBuffersARB", "glGenProgramsARB", "glGenLists",
                                                      "glGenQueries",    "glGenQueriesARB"};

/// Reading back, which changes no picture.
constexpr std::array<std::string_view, 7> kReadings = {"glReadPixels",
                                                       "glGetTexImage",
                                                       "glGetError",
                                                       "glGetCompressedTexImage",
                                                       "glGetCompressedTexImageARB",
                                                       "glGetQueryObjectuivARB",
                                                       "glGetQueryObjectivARB"};

template <size_t Count>
bool isOneOf(const std::array<std::string_view, Count>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

const char* textOfError(GLenum error) {
    switch (error) {
        case GL_INVALID_ENUM:
            return "GL_INVALID_ENUM";
        case GL_INVALID_VALUE:
            return "GL_INVALID_VALUE";
        case GL_INVALID_OPERATION:
            return "GL_INVALID_OPERATION";
        case GL_STACK_OVERFLOW:
            return "GL_STACK_OVERFLOW";
        case GL_STACK_UNDERFLOW:
            return "GL_STACK_UNDERFLOW";
        case GL_OUT_OF_MEMORY:
            return "GL_OUT_OF_MEMORY";
        case GL_INVALID_FRAMEBUFFER_OPERATION:
            return "GL_INVALID_FRAMEBUFFER_OPERATION";
        default:
            return "an unknown error";
    }
}

}  // namespace

Player::Player(gltrace::TraceReader reader, const gltrace::Buffers& buffers, Window& window, FrameLimits limits)
    : reader_(std::move(reader)),
      window_(window),
      limits_(limits),
      contexts_(window),
      sources_{.encoding = reader_.encoding(), .enumerants = enumerants_, .buffers = buffers},
      vertexArrays_(buffers),
      place_{.file = reader_.name()} {}

void Player::play() {
    while (!done_) {
        const auto entry = reader_.next();
        if (!entry) return;
        std::visit([this](const auto& found) { perform(found); }, *entry);
    }
}

void Player::perform(const gltrace::Directive& directive) {
    place_.line = directive.line;
    if (directive.name == "END") {
        done_ = true;
    } else if (directive.name == "SWAPBUFFERS") {
        endFrame();
    } else if (directive.name == "PRINT") {
        note(place_, directive.text);
    } else if (directive.name != "RES") {
        note(place_, "the directive " + directive.name + " is not done");
    }
}

void Player::perform(const gltrace::Call& call) {
    place_.line = call.line;
    CallArguments arguments(call, sources_, place_);
    if (call.name.starts_with("gl"))
        performGl(arguments);
    else if (!performWindowSystem(arguments))
        arguments.refuse("is not played");
}

void Player::performGl(CallArguments& arguments) {
    if (performSpecial(arguments)) return;
    const std::string& name = arguments.call().name;
    const CallRow* const row = findCall(name);
    if (row == nullptr) arguments.refuse("is not played");
    if (name == "glCallList" || name == "glCallLists") refuseFontLists(arguments);
    checkMemory(arguments);
    vertexArrays_.check(arguments);
    row->perform(procedure(arguments), arguments);
    if (name == "glBegin") drawing_ = true;
    if (name == "glEnd") drawing_ = false;
    if (name == "glListBase") listBase_ = arguments.integer(0);
    // Between glBegin and glEnd that is an error itself.
    if (!drawing_) checkGl(arguments);
}

bool Player::performSpecial(CallArguments& arguments) {
    const std::string& name = arguments.call().name;
    if (isOneOf(kNamings, name) || isOneOf(kReadings, name)) return true;
    if (name == "glProgramStringARB") {
        programString(arguments);
        return true;
    }
    if (name == "glCallLists") {
        refuseFontLists(arguments);
        arguments.expectCount(3);
        functionOf<void(GLsizei, GLenum, const void*)>("glCallLists")(
            arguments.get<GLsizei>(0), arguments.get<GLenum>(1), arguments.memory(2).pointer);
        checkGl(arguments);
        return true;
    }
    return false;
}

bool Player::performWindowSystem(CallArguments& arguments) {
    const std::string& name = arguments.call().name;
    if (isOneOf(kWithoutEffect, name)) return true;
    if (isOneOf(kEndsOfFrames, name)) {
        endFrame();
        return true;
    }
    if (name == "wglMakeCurrent") {
        arguments.expectCount(2);
        makeCurrent(arguments, 1);
    } else if (name == "wglMakeContextCurrentARB") {
        arguments.expectCount(3);
        makeCurrent(arguments, 2);
    } else if (name == "wglShareLists") {
        arguments.expectCount(2);
        contexts_.share(arguments.call().arguments[0].text, arguments.call().arguments[1].text);
    } else if (name == "wglDeleteContext") {
        arguments.expectCount(1);
        contexts_.remove(arguments.call().arguments[0].text);
    } else if (name == "wglUseFontBitmapsA" || name == "wglUseFontBitmapsW") {
        arguments.expectCount(4);
        const int64_t first = arguments.integer(3);
        fontLists_.emplace_back(first, first + arguments.integer(2) - 1);
    } else {
        return false;
    }
    return true;
}

void Player::makeCurrent(const CallArguments& arguments, size_t context) {
    const std::string& name = arguments.call().arguments[context].text;
    // Without a context programs draw nothing; whatever is current may stay so.
    if (const auto value = gltrace::Number(name).integer(); value && *value == 0) return;
    contexts_.makeCurrent(name);
    // Functions may be those of a context.
    procedures_.clear();
}

void Player::programString(CallArguments& arguments) {
    arguments.expectCount(4);
    const gltrace::Argument& text = arguments.call().arguments[3];
    const bool isString = text.kind == gltrace::Argument::Kind::String;
    const Memory memory = arguments.memory(3);
    const size_t length = isString ? text.text.size() : static_cast<size_t>(arguments.integer(2));
    if (memory.bytes.size() < length)
        arguments.refuse(fmt::format("the program has {} bytes, not {}", memory.bytes.size(), length));
    using Function = void(GLenum, GLenum, GLsizei, const void*);
    reinterpret_cast<Function*>(procedure(arguments))(arguments.get<GLenum>(0), arguments.get<GLenum>(1),
                                                      static_cast<GLsizei>(length), memory.pointer);
    checkGl(arguments);
}

void Player::refuseFontLists(const CallArguments& arguments) {
    if (fontLists_.empty()) return;
    const auto refuse = [&arguments] {
        arguments.refuse("draws letters of a font of wglUseFontBitmaps, which is not played");
    };
    if (arguments.call().name == "glCallLists") refuse();
    const int64_t list = arguments.integer(0);
    for (const auto& [first, last] : fontLists_)
        if (list >= first && list <= last) refuse();
}

void Player::endFrame() {
    const uint64_t end = uint64_t{limits_.first} + limits_.count;
    if (frame_ >= limits_.first) window_.present(frame_);
    ++frame_;
    if (limits_.count != 0 && frame_ >= end) done_ = true;
}

void Player::checkGl(const CallArguments& arguments) {
    auto* const getError = functionOf<GLenum()>("glGetError");
    // A context that is lost may have no end of errors.
    for (int i = 0; i < 8; ++i) {
        const GLenum error = getError();
        if (error == GL_NO_ERROR) return;
        const std::string& name = arguments.call().name;
        if (told_.insert(fmt::format("{} {}", name, error)).second)
            note(place_, fmt::format("{} gives {}, and is without effect", name, textOfError(error)));
    }
}

Procedure Player::procedure(const CallArguments& arguments) {
    const std::string& name = arguments.call().name;
    const auto found = procedures_.find(name);
    if (found != procedures_.end()) return found->second;
    const auto loaded = reinterpret_cast<Procedure>(eglGetProcAddress(name.c_str()));
    if (loaded == nullptr) arguments.refuse("the driver does not have it");
    procedures_.emplace(name, loaded);
    return loaded;
}

}  // namespace cyclorama::glplayer
