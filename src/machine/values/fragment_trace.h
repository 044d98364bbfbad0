// SPDX-License-Identifier: MIT
#pragma once
// The sentences that both machines report of a traced fragment or vertex (gpu/work_trace.h): what is the same in both
// is said in the same words.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "func/layout/pixel_layout.h"
#include "func/raster/triangle_setup.h"
#include "gpu/work_trace.h"
#include "isa/instruction_tracer.h"
#include "isa/program.h"

namespace cyclorama::machine {

/// Reports a fragment that a triangle covers. `samples`: bit i for sample i; `depth`: as the depth buffer holds it.
void reportCovered(gpu::WorkTrace& trace, uint64_t triangle, const func::SetupTriangle& setup, uint32_t samples,
                   uint32_t depth);

/// The samples of one fragment in a buffer, before something changes them and after it.
class TracedSamples {
  public:
    struct Place {
        /// Byte offset of the fragment's quad.
        uint32_t quad = 0;
        uint32_t fragment = 0;
        uint32_t samplesPerPixel = 1;
    };
    /// Looks at the samples as they are. `bytes` of the buffer must outlive it.
    TracedSamples(std::span<const std::byte> bytes, const func::QuadShape& shape, const Place& place);

    /// "0x00ffffff becomes 0x00123456", of each sample; or "stays 0x00ffffff".
    std::string change() const;

  private:
    std::vector<uint64_t> look() const;

    std::span<const std::byte> bytes_;
    func::QuadShape shape_;
    Place place_;
    std::vector<uint64_t> before_;
};

/// Sentences of what the program, the alpha test and alpha-to-coverage remove, of a depth and stencil test, and of a
/// write to a colour buffer. `left`, `coverage`: samples that are left, bit i for sample i.
std::string killedText(uint32_t left);
std::string depthTestText(uint32_t before, uint32_t coverage, const TracedSamples& samples);
std::string colorWriteText(uint32_t target, const func::Vec4& color, uint32_t coverage, const TracedSamples& samples);

/// Follows some lanes of a group through their program.
class LaneTrace final : public isa::InstructionTracer {
  public:
    explicit LaneTrace(gpu::WorkTrace* trace) : trace_(trace) {}

    void followFragment(int lane, uint64_t triangle) { followed_.push_back({lane, true, triangle}); }
    void followVertex(int lane, uint32_t instance) { followed_.push_back({lane, false, instance}); }
    /// Some lane is followed.
    explicit operator bool() const { return !followed_.empty(); }

    /// Reports the inputs of a program that is about to run.
    void begin(const isa::Program& program, isa::ThreadGroup& group);
    void executed(size_t index, const isa::Instruction& instruction, const isa::ThreadGroup& group,
                  isa::LaneMask lanes) override;

  private:
    struct Followed {
        int lane;
        bool fragment;
        uint64_t key;
    };
    void report(const Followed& followed, std::string what);

    gpu::WorkTrace* trace_;
    std::vector<Followed> followed_;
    std::vector<std::string> listing_;
};

}  // namespace cyclorama::machine
