// SPDX-License-Identifier: MIT
#pragma once
// Output of a machine while it runs.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "func/output/resolve.h"
#include "sim/count_sums.h"

namespace cyclorama::machine {

/// Work done so far, counted where it is done. The units are those of the pipeline: a shader instruction is one
/// instruction of one thread.
struct WorkCounters {
    uint64_t draws = 0;
    uint64_t vertices = 0;             // shaded
    uint64_t triangles = 0;            // assembled
    uint64_t trianglesRasterized = 0;  // not rejected or culled
    uint64_t fragments = 0;            // covered, before any test
    uint64_t fragmentsShaded = 0;      // not removed by an early test
    uint64_t shaderInstructions = 0;
    uint64_t textureSamples = 0;  // texture instructions of one thread
    uint64_t samplesPassed = 0;   // passed all tests

    WorkCounters& operator+=(const WorkCounters& other) { return sim::addCounts(*this, other); }
    WorkCounters& operator-=(const WorkCounters& other) { return sim::subtractCounts(*this, other); }
    friend WorkCounters operator-(WorkCounters now, const WorkCounters& before) { return now -= before; }

    /// All counters: does not compile when one is missing.
    template <typename Counters>
    static auto all(Counters& counters) {
        auto& [d, v, t, rasterized, f, shaded, instructions, s, passed] = counters;
        return std::array{&d, &v, &t, &rasterized, &f, &shaded, &instructions, &s, &passed};
    }
};

/// Units that a frame's cycles were spent on, and users of memory; nothing in a machine without time. Names live as
/// long as the program.
struct FrameUse {
    struct Activity {
        std::string_view name;
        uint64_t cycles = 0;
    };
    struct Traffic {
        std::string_view client;
        uint64_t readBytes = 0;
        uint64_t writtenBytes = 0;
    };
    /// Activities of the command processor; together they are all cycles but few.
    std::vector<Activity> activities;
    std::vector<Traffic> traffic;
};

/// Time of a frame that the host shows.
struct FrameTime {
    uint64_t cycles = 0;
    FrameUse use;
};

struct PresentedFrame {
    /// The frame's own number in the workload.
    uint32_t index = 0;
    func::Picture picture;
    /// Cycles of the GPU clock that the frame took; none in a machine without time.
    std::optional<uint64_t> cycles;
    FrameUse use{};
};

class FrameSink {
  public:
    virtual ~FrameSink() = default;
    virtual void present(const PresentedFrame& frame) = 0;
    /// Now and then within a frame: the cycles of the run so far. Never called by a machine without time.
    virtual void advance(uint64_t) {}
    /// A buffer that the driver asked to see; `name` is that of a file without its ending.
    virtual void dump(const std::string& name, const func::Picture& picture) = 0;
    /// True if anyone looks at the pictures of presented frames; else they may be empty.
    virtual bool wantsPictures() const { return true; }
    /// The code of a shader program that was loaded (DumpShaderPrograms); `name` is that of a file.
    virtual void program(const std::string& /*name*/, std::span<const std::byte> /*code*/) {}
};

/// Which frames to execute. A front end that skips frames at the start gives nothing of them to the machine.
struct RunLimits {
    /// The number of the first frame that the source presents.
    uint32_t firstFrame = 0;
    /// Frames to draw; 0 for all.
    uint32_t frames = 0;
};

}  // namespace cyclorama::machine
