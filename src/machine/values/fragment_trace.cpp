// SPDX-License-Identifier: MIT
#include "machine/values/fragment_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace cyclorama::machine {

namespace {

std::string wordsText(std::span<const uint64_t> words, uint32_t bytes) {
    std::string text;
    for (const uint64_t word : words) text += fmt::format("{}0x{:0{}x}", text.empty() ? "" : " ", word, 2 * bytes);
    return text;
}

uint32_t bytesOfSample(const func::QuadShape& shape, uint32_t samplesPerPixel) {
    const uint32_t samples = func::kQuadFragments * samplesPerPixel;
    if (shape.contiguous) return shape.extent / samples;
    uint32_t least = shape.extent;
    for (uint32_t i = 0; i < samples; ++i)
        for (uint32_t j = 0; j < samples; ++j)
            if (shape.offset[j] > shape.offset[i]) least = std::min(least, shape.offset[j] - shape.offset[i]);
    return least;
}

}  // namespace

void reportCovered(gpu::WorkTrace& trace, uint64_t triangle, const func::SetupTriangle& setup, uint32_t samples,
                   uint32_t depth) {
    trace.report(triangle,
                 fmt::format("covered by a {} triangle, within columns {} to {} and rows {} to {}: samples {:#x}, "
                             "depth {:#08x}",
                             setup.area < 0.0 ? "back-facing" : "front-facing", setup.bounds.minX, setup.bounds.maxX,
                             setup.bounds.minY, setup.bounds.maxY, samples, depth));
}

TracedSamples::TracedSamples(std::span<const std::byte> bytes, const func::QuadShape& shape, const Place& place)
    : bytes_(bytes), shape_(shape), place_(place), before_(look()) {}

std::vector<uint64_t> TracedSamples::look() const {
    const uint32_t size = std::min<uint32_t>(bytesOfSample(shape_, place_.samplesPerPixel), sizeof(uint64_t));
    std::vector<uint64_t> words;
    for (uint32_t s = 0; s < place_.samplesPerPixel; ++s) {
        const uint32_t sample = place_.fragment * place_.samplesPerPixel + s;
        const size_t at = size_t{place_.quad} + (shape_.contiguous ? sample * size : shape_.offset[sample]);
        uint64_t word = 0;
        if (at + size <= bytes_.size()) std::memcpy(&word, &bytes_[at], size);
        words.push_back(word);
    }
    return words;
}

std::string TracedSamples::change() const {
    const uint32_t size = std::min<uint32_t>(bytesOfSample(shape_, place_.samplesPerPixel), sizeof(uint64_t));
    const std::vector<uint64_t> after = look();
    if (after == before_) return "stays " + wordsText(before_, size);
    return wordsText(before_, size) + " becomes " + wordsText(after, size);
}

std::string killedText(uint32_t left) {
    return fmt::format("removed by its program or by its alpha: samples {:#x} are left", left);
}

std::string depthTestText(uint32_t before, uint32_t coverage, const TracedSamples& samples) {
    return fmt::format("depth and stencil test: {} of samples {:#x}; the buffer {}",
                       coverage == 0 ? "none passes" : fmt::format("{:#x} pass", coverage), before, samples.change());
}

std::string colorWriteText(uint32_t target, const func::Vec4& color, uint32_t coverage, const TracedSamples& samples) {
    return fmt::format("colour buffer {}: ({:.9g}, {:.9g}, {:.9g}, {:.9g}) to samples {:#x}; the buffer {}", target,
                       color[0], color[1], color[2], color[3], coverage, samples.change());
}

void LaneTrace::report(const Followed& followed, std::string what) {
    if (followed.fragment)
        trace_->report(followed.key, std::move(what));
    else
        trace_->reportVertex(static_cast<uint32_t>(followed.key), std::move(what));
}

void LaneTrace::begin(const isa::Program& program, isa::ThreadGroup& group) {
    if (program.list != nullptr) listing_ = program.list(program);
    listing_.resize(program.instructions.size());
    for (const Followed& followed : followed_)
        for (uint32_t rest = program.resources.inputsRead; rest != 0; rest &= rest - 1) {
            const auto input = static_cast<unsigned>(std::countr_zero(rest));
            report(followed,
                   fmt::format("input {}: {}", input, isa::registerText(group.inputOf(program, input), followed.lane)));
        }
}

void LaneTrace::executed(size_t index, const isa::Instruction& instruction, const isa::ThreadGroup& group,
                         isa::LaneMask lanes) {
    for (const Followed& followed : followed_) {
        if ((lanes >> followed.lane & 1) == 0) continue;
        const std::string result = isa::resultText(instruction, group, followed.lane);
        report(followed, fmt::format("{:4}: {}{}{}", index, listing_[index], result.empty() ? "" : "  # ", result));
    }
}

}  // namespace cyclorama::machine
