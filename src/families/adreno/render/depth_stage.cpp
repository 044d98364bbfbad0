// SPDX-License-Identifier: MIT
#include "families/adreno/render/depth_stage.h"

#include <array>
#include <bit>
#include <cstring>

#include "families/adreno/render/batch_runs.h"

namespace cyclorama::adreno {
namespace {

/// Quads that are tested together.
constexpr uint32_t kRunQuads = 16;
constexpr uint32_t kQuadSamples = func::kQuadFragments * kMostSamples;
constexpr uint32_t kRunSamples = kRunQuads * kQuadSamples;

constexpr uint32_t kPackedDepthBits = 24;
constexpr uint32_t kPackedDepthMask = (1u << kPackedDepthBits) - 1;

/// The samples of a run of quads: quad by quad, fragment by fragment.
struct RunSamples {
    uint32_t count = 0;
    std::array<uint32_t, kRunSamples> tested;
    std::array<uint32_t, kRunSamples> depths;
    std::array<uint8_t, kRunSamples> stencils;
    std::array<uint32_t, kRunSamples> covered;
    std::array<uint8_t, kRunSamples> backFacing;
    std::array<uint8_t, kRunSamples> references;
    std::array<uint64_t, kRunSamples> depthOffsets;
    std::array<uint64_t, kRunSamples> stencilOffsets;
};

template <typename Word>
uint32_t loadWord(std::span<const std::byte> bytes, uint64_t offset) {
    Word word{};
    if (offset <= bytes.size() && bytes.size() - offset >= sizeof word)
        std::memcpy(&word, bytes.data() + offset, sizeof word);
    return word;
}

template <typename Word>
void storeWord(std::span<std::byte> bytes, uint64_t offset, uint32_t value) {
    const auto word = static_cast<Word>(value);
    if (offset <= bytes.size() && bytes.size() - offset >= sizeof word)
        std::memcpy(bytes.data() + offset, &word, sizeof word);
}

class RunTest {
  public:
    explicit RunTest(const RenderContext& context) : context_(context), target_(context.targets.depth) {}

    void run(FragmentBatch& batch, uint32_t first, uint32_t end, const ShadedDepth& shaded) {
        locate(batch, first, end);
        depthsOf(batch, first, end, shaded);
        load();
        testBounds();
        const std::span all(run_.covered);
        target_.tester.test(
            {.tested = std::span(run_.tested).first(run_.count),
             .depths = std::span(run_.depths).first(run_.count),
             .stencils = std::span(run_.stencils).first(run_.count),
             .covered = all.first(run_.count),
             .backFacing = std::span(run_.backFacing).first(run_.count),
             .references = std::span(run_.references).first(shaded.stencil == nullptr ? 0 : run_.count)});
        if (target_.writes) store();
        keep(batch, first, end);
    }

  private:
    uint32_t quadSamples() const { return func::kQuadFragments * context_.samples(); }

    void locate(const FragmentBatch& batch, uint32_t first, uint32_t end) {
        const uint32_t samples = context_.samples();
        uint32_t i = 0;
        for (uint32_t q = first; q < end; ++q) {
            const RasterTriangle& triangle = context_.list.triangles[batch.triangle[q]];
            for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
                const auto x =
                    static_cast<uint32_t>(batch.x[q] + static_cast<int32_t>(f & 1) - context_.targets.offsetX);
                const auto y =
                    static_cast<uint32_t>(batch.y[q] + static_cast<int32_t>(f >> 1) - context_.targets.offsetY);
                for (uint32_t s = 0; s < samples; ++s, ++i) {
                    const bool live = (batch.live[q] >> (f * samples + s) & 1) != 0;
                    run_.covered[i] = live ? ~0u : 0;
                    run_.backFacing[i] = triangle.backFacing ? 1 : 0;
                    if (!live) continue;
                    if (target_.depth.isThere())
                        run_.depthOffsets[i] = target_.depth.view.offset(x, y, triangle.layer, s);
                    if (target_.separateStencil.isThere())
                        run_.stencilOffsets[i] = target_.separateStencil.view.offset(x, y, triangle.layer, s);
                }
            }
        }
        run_.count = i;
    }

    void depthsOf(const FragmentBatch& batch, uint32_t first, uint32_t end, const ShadedDepth& shaded) {
        const uint32_t samples = context_.samples();
        std::array<double, kQuadSamples> depths;
        for (uint32_t q = first; q < end; ++q) {
            const uint32_t base = (q - first) * quadSamples();
            if (shaded.depth == nullptr) context_.geometry->sampleDepths(batch, q, depths.data());
            for (uint32_t i = 0; i < quadSamples(); ++i) {
                const uint32_t lane = q * func::kQuadFragments + i / samples;
                if (shaded.depth != nullptr) {
                    const auto written = std::bit_cast<float>(shaded.depth->lane[lane]);
                    depths[i] = static_cast<double>(context_.geometry->depthOf(batch.triangle[q]).limited(written));
                }
                run_.tested[base + i] = depthWord(target_.format, depths[i]);
                if (shaded.stencil != nullptr)
                    run_.references[base + i] = static_cast<uint8_t>(shaded.stencil->lane[lane]);
            }
        }
    }

    void load() {
        const std::span<const std::byte> depth = target_.depth.bytes;
        const std::span<const std::byte> stencil = target_.separateStencil.bytes;
        for (uint32_t i = 0; i < run_.count; ++i) {
            run_.depths[i] = 0;
            run_.stencils[i] = 0;
            if (run_.covered[i] == 0) continue;
            if (!depth.empty())
                run_.depths[i] = target_.format == DepthFormat::Unorm16
                                     ? loadWord<uint16_t>(depth, run_.depthOffsets[i])
                                     : loadWord<uint32_t>(depth, run_.depthOffsets[i]);
            if (!stencil.empty())
                run_.stencils[i] = static_cast<uint8_t>(loadWord<uint8_t>(stencil, run_.stencilOffsets[i]));
            if (target_.format == DepthFormat::Unorm24Stencil8) {
                if (stencil.empty()) run_.stencils[i] = static_cast<uint8_t>(run_.depths[i] >> kPackedDepthBits);
                upper_[i] = run_.depths[i] & ~kPackedDepthMask;
                run_.depths[i] &= kPackedDepthMask;
            }
        }
        before_ = run_.covered;
    }

    void testBounds() {
        if (!target_.testsBounds) return;
        for (uint32_t i = 0; i < run_.count; ++i)
            if (run_.depths[i] < target_.leastStored || run_.depths[i] > target_.mostStored) run_.covered[i] = 0;
        before_ = run_.covered;
    }

    void store() {
        const std::span<std::byte> depth = target_.depth.bytes;
        const std::span<std::byte> stencil = target_.separateStencil.bytes;
        for (uint32_t i = 0; i < run_.count; ++i) {
            if (before_[i] == 0) continue;
            if (!stencil.empty()) storeWord<uint8_t>(stencil, run_.stencilOffsets[i], run_.stencils[i]);
            if (depth.empty()) continue;
            uint32_t word = run_.depths[i];
            if (target_.format == DepthFormat::Unorm24Stencil8)
                word |=
                    target_.hasStencil && stencil.empty() ? uint32_t{run_.stencils[i]} << kPackedDepthBits : upper_[i];
            if (target_.format == DepthFormat::Unorm16)
                storeWord<uint16_t>(depth, run_.depthOffsets[i], word);
            else
                storeWord<uint32_t>(depth, run_.depthOffsets[i], word);
        }
    }

    void keep(FragmentBatch& batch, uint32_t first, uint32_t end) const {
        uint32_t i = 0;
        for (uint32_t q = first; q < end; ++q) {
            uint32_t live = 0;
            for (uint32_t bit = 0; bit < quadSamples(); ++bit, ++i) live |= (run_.covered[i] & 1) << bit;
            batch.live[q] = live;
        }
    }

    const RenderContext& context_;
    const DepthTarget& target_;
    RunSamples run_;
    std::array<uint32_t, kRunSamples> before_;
    std::array<uint32_t, kRunSamples> upper_;
};

}  // namespace

void testDepthStencil(const RenderContext& context, FragmentBatch& batch, const ShadedDepth& shaded) {
    if (!context.targets.depth.tests()) return;
    RunTest test(context);
    for (uint32_t first = 0; first < batch.quads;) {
        const uint32_t end = endOfRun(batch, first, kRunQuads, context.list);
        test.run(batch, first, end, shaded);
        first = end;
    }
}

}  // namespace cyclorama::adreno
