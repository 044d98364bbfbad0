// SPDX-License-Identifier: MIT
#include "families/adreno/rb/depth_stage.h"

#include <array>
#include <bit>
#include <cstring>

#include "families/adreno/gras/batch_runs.h"
#include "families/adreno/rb/plain_depths.h"
#include "func/lanes/host_versions.h"

namespace cyclorama::adreno {
namespace {

/// Quads that are tested together.
constexpr uint32_t kRunQuads = 16;

constexpr uint32_t kPackedDepthBits = 24;
constexpr uint32_t kPackedDepthMask = (1u << kPackedDepthBits) - 1;

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

/// Tests runs of quads of which no two overlap. Samples are in the order of quads, fragments, samples.
template <uint32_t kSamples>
class RunTest {
  public:
    explicit RunTest(const DepthTest& draw) : draw_(draw), target_(draw.target), words_(wordsOf(draw.target.format)) {}

    void run(FragmentBatch& batch, uint32_t first, uint32_t end, const ShadedDepth& shaded) {
        count_ = (end - first) * kQuadSamples;
        for (uint32_t q = first; q < end; ++q) takeQuad(batch, q, (q - first) * kQuadSamples, shaded);
        load();
        if (target_.testsBounds) testBounds();
        before_ = covered_;
        target_.tester.test(
            {.tested = part(tested_),
             .depths = part(depths_),
             .stencils = part(stencils_),
             .covered = part(covered_),
             .backFacing = part(backFacing_),
             .references = std::span<const uint8_t>(references_).first(shaded.stencil == nullptr ? 0 : count_)});
        if (target_.writes) store();
        keep(batch, first, end);
    }

  private:
    static constexpr uint32_t kQuadSamples = func::kQuadFragments * kSamples;
    static constexpr uint32_t kMost = kRunQuads * kQuadSamples;
    template <typename Value>
    using Values = std::array<Value, kMost>;

    template <typename Value>
    std::span<Value> part(Values<Value>& values) const {
        return std::span(values).first(count_);
    }

    /// The samples of a quad: their places, coverage and depths.
    void takeQuad(const FragmentBatch& batch, uint32_t quad, uint32_t at, const ShadedDepth& shaded) {
        const RasterTriangle& triangle = draw_.places.list.triangles[batch.triangle[quad]];
        if (target_.depth.isThere()) placeQuad(target_.depth.view, batch, quad, &depthOffsets_[at]);
        if (target_.separateStencil.isThere())
            placeQuad(target_.separateStencil.view, batch, quad, &stencilOffsets_[at]);
        std::array<double, kQuadSamples> depths;
        if (shaded.depth == nullptr)
            draw_.geometry.sampleDepths(batch, quad, depths.data());
        else
            takeShaded(batch, quad, *shaded.depth, depths);
        for (uint32_t i = 0; i < kQuadSamples; ++i) {
            covered_[at + i] = (batch.live[quad] >> i & 1) != 0 ? ~0u : 0;
            backFacing_[at + i] = triangle.backFacing ? 1 : 0;
        }
        for (uint32_t i = 0; i < kQuadSamples; ++i) tested_[at + i] = func::depthWord(words_, depths[i]);
        if (shaded.stencil == nullptr) return;
        for (uint32_t i = 0; i < kQuadSamples; ++i)
            references_[at + i] =
                static_cast<uint8_t>(shaded.stencil->lane[quad * func::kQuadFragments + i / kSamples]);
    }

    void placeQuad(const SurfaceView& view, const FragmentBatch& batch, uint32_t quad, uint64_t* offsets) const {
        const std::array<uint64_t, func::kQuadFragments> pixels = draw_.places.offsets(view, batch, quad);
        for (uint32_t i = 0; i < kQuadSamples; ++i)
            offsets[i] = pixels[i / kSamples] + i % kSamples * uint64_t{view.texelBytes()};
    }

    void takeShaded(const FragmentBatch& batch, uint32_t quad, const ir3::LaneWords& words,
                    std::array<double, kQuadSamples>& depths) const {
        const DepthTransform& transform = draw_.geometry.depthOf(batch.triangle[quad]);
        for (uint32_t i = 0; i < kQuadSamples; ++i) {
            const uint32_t word = words.lane[quad * func::kQuadFragments + i / kSamples];
            depths[i] = static_cast<double>(transform.limited(std::bit_cast<float>(word)));
        }
    }

    void load() {
        const std::span<const std::byte> depth = target_.depth.bytes;
        if (target_.format == DepthFormat::Unorm16)
            loadAs<uint16_t>(depth, depthOffsets_, depths_);
        else
            loadAs<uint32_t>(depth, depthOffsets_, depths_);
        if (target_.format == DepthFormat::Unorm24Stencil8)
            for (uint32_t i = 0; i < count_; ++i) {
                upper_[i] = depths_[i] & ~kPackedDepthMask;
                stencils_[i] = static_cast<uint8_t>(depths_[i] >> kPackedDepthBits);
                depths_[i] &= kPackedDepthMask;
            }
        if (target_.separateStencil.isThere())
            loadAs<uint8_t>(target_.separateStencil.bytes, stencilOffsets_, stencils_);
    }
    template <typename Word, typename Value>
    void loadAs(std::span<const std::byte> bytes, const Values<uint64_t>& offsets, Values<Value>& values) const {
        for (uint32_t i = 0; i < count_; ++i)
            values[i] =
                bytes.empty() || covered_[i] == 0 ? Value{} : static_cast<Value>(loadWord<Word>(bytes, offsets[i]));
    }

    void testBounds() {
        for (uint32_t i = 0; i < count_; ++i)
            if (depths_[i] < target_.leastStored || depths_[i] > target_.mostStored) covered_[i] = 0;
    }

    void store() {
        const std::span<std::byte> depth = target_.depth.bytes;
        const bool separate = target_.separateStencil.isThere();
        if (separate) storeAs<uint8_t>(target_.separateStencil.bytes, stencilOffsets_, stencils_);
        if (depth.empty()) return;
        if (target_.format == DepthFormat::Unorm16) return storeAs<uint16_t>(depth, depthOffsets_, depths_);
        if (target_.format == DepthFormat::Unorm24Stencil8) {
            const bool packed = target_.hasStencil && !separate;
            for (uint32_t i = 0; i < count_; ++i)
                depths_[i] |= packed ? uint32_t{stencils_[i]} << kPackedDepthBits : upper_[i];
        }
        storeAs<uint32_t>(depth, depthOffsets_, depths_);
    }
    /// All samples that came, as a test that fails may change the stencil.
    template <typename Word, typename Value>
    void storeAs(std::span<std::byte> bytes, const Values<uint64_t>& offsets, const Values<Value>& values) const {
        for (uint32_t i = 0; i < count_; ++i)
            if (before_[i] != 0) storeWord<Word>(bytes, offsets[i], values[i]);
    }

    void keep(FragmentBatch& batch, uint32_t first, uint32_t end) const {
        const uint32_t* covered = covered_.data();
        for (uint32_t q = first; q < end; ++q, covered += kQuadSamples) {
            uint32_t live = 0;
            for (uint32_t i = 0; i < kQuadSamples; ++i) live |= (covered[i] & 1) << i;
            batch.live[q] = live;
        }
    }

    const DepthTest& draw_;
    const DepthTarget& target_;
    func::DepthWords words_;
    uint32_t count_ = 0;
    Values<uint32_t> tested_;
    Values<uint32_t> depths_;
    Values<uint8_t> stencils_{};
    Values<uint32_t> covered_;
    Values<uint8_t> backFacing_;
    Values<uint8_t> references_;
    Values<uint64_t> depthOffsets_;
    Values<uint64_t> stencilOffsets_;
    Values<uint32_t> before_;
    Values<uint32_t> upper_;
};

template <uint32_t kSamples>
void testRuns(const DepthTest& draw, FragmentBatch& batch, const ShadedDepth& shaded) {
    RunTest<kSamples> test(draw);
    for (uint32_t first = 0; first < batch.quads;) {
        const uint32_t end = endOfRun(batch, first, kRunQuads, draw.places.list);
        test.run(batch, first, end, shaded);
        first = end;
    }
}

[[gnu::always_inline]] inline void testBatch(const DepthTest& draw, FragmentBatch& batch, const ShadedDepth& shaded) {
    if (draw.places.samplesPerPixel == 1) return testRuns<1>(draw, batch, shaded);
    if (draw.places.samplesPerPixel == 2) return testRuns<2>(draw, batch, shaded);
    testRuns<4>(draw, batch, shaded);
}

}  // namespace

void testDepthStencil(const DepthTest& draw, FragmentBatch& batch, const ShadedDepth& shaded) {
    if (!draw.target.tests()) return;
    if (draw.target.plainTest && shaded.depth == nullptr) return testPlainDepths(draw, batch);
    func::runOnHost<testBatch>(draw, batch, shaded);
}

}  // namespace cyclorama::adreno
