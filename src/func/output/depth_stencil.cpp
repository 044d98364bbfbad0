// SPDX-License-Identifier: MIT
#include "func/output/depth_stencil.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <utility>

#include "func/lanes/vectors.h"
#include "func/memory/load_value.h"

namespace cyclorama::func {
namespace {

constexpr size_t kCompareFunctions = static_cast<size_t>(CompareFunction::NotEqual) + 1;
constexpr uint32_t kStencilValues = 256;

uint8_t maskUpdate(uint32_t updated, uint32_t stored, uint8_t mask, MaskedStencilBits maskedBits) {
    if (mask == 0) return static_cast<uint8_t>(stored);
    const uint32_t kept = maskedBits == MaskedStencilBits::Keep ? stored & ~uint32_t{mask} : 0;
    return static_cast<uint8_t>((updated & mask) | kept);
}

}  // namespace

uint32_t updatedStencil(StencilOperation operation, uint32_t stored, uint8_t reference) {
    switch (operation) {
        case StencilOperation::Keep:
            return stored;
        case StencilOperation::Zero:
            return 0;
        case StencilOperation::Replace:
            return reference;
        case StencilOperation::IncrementSaturate:
            return std::min(stored + 1, kStencilValues - 1);
        case StencilOperation::DecrementSaturate:
            return stored == 0 ? 0 : stored - 1;
        case StencilOperation::Invert:
            return ~stored;
        case StencilOperation::IncrementWrap:
            return stored + 1;
        case StencilOperation::DecrementWrap:
            return stored - 1;
    }
    return stored;
}

struct DepthStencilTester::Kernels {
    /// Tests the samples of one quad and returns its coverage. Without a depth test the function is Always.
    template <CompareFunction Depth, bool Stencil>
    static uint32_t testQuad(const StencilTable& table, uint32_t depthWriteMask, uint32_t coverage, uint32_t samples,
                             const uint32_t* depths, std::byte* stored) {
        if constexpr (!Stencil) return testDepths<Depth>(depthWriteMask, coverage, samples, depths, stored);
        uint32_t passed = 0;
        for (uint32_t i = 0; i < samples; ++i) {
            const auto value = loadValue<uint32_t>(stored + i * sizeof(uint32_t));
            const uint32_t stencil = value >> kDepthBits;
            const bool stencilPass = !Stencil || table.passes[stencil] != 0;
            const bool depthPass = compare(Depth, depths[i], value & kDepthMask);
            const bool pass = stencilPass && depthPass;
            const bool covered = (coverage >> i & 1u) != 0;
            uint32_t next = value;
            if (Stencil) {
                next = packDepthStencil(next, table.next[outcomeOf(stencilPass, depthPass)][stencil]);
            }
            const uint32_t depthBits = pass ? depthWriteMask : 0;
            next = (next & ~depthBits) | (depths[i] & depthBits);
            next = covered ? next : value;
            std::memcpy(stored + i * sizeof next, &next, sizeof next);
            passed |= uint32_t{pass && covered} << i;
        }
        return passed;
    }

    /// The same without a stencil test, four samples at once.
    template <CompareFunction Depth>
    static uint32_t testDepths(uint32_t depthWriteMask, uint32_t coverage, uint32_t samples, const uint32_t* depths,
                               std::byte* stored) {
        constexpr Int4 kBits = {1, 2, 4, 8};
        const Int4 writes = Int4{} + static_cast<int32_t>(depthWriteMask);
        uint32_t passed = 0;
        for (uint32_t first = 0; first < samples; first += kQuadFragments) {
            Int4 values;
            Int4 tested;
            std::memcpy(&values, stored + first * sizeof(uint32_t), sizeof values);
            std::memcpy(&tested, depths + first, sizeof tested);
            const Int4 covered = Int4{} + static_cast<int32_t>(coverage >> first & 0xf);
            const Int4 storedDepths = values & static_cast<int32_t>(kDepthMask);
            const Int4 passes = compare(Depth, reinterpret_cast<Uint4>(tested), reinterpret_cast<Uint4>(storedDepths)) &
                                ((covered & kBits) == kBits);
            const Int4 depthBits = passes & writes;
            values = (values & ~depthBits) | (tested & depthBits);
            std::memcpy(stored + first * sizeof(uint32_t), &values, sizeof values);
            const Int4 bits = passes & kBits;
            passed |= static_cast<uint32_t>(bits[0] | bits[1] | bits[2] | bits[3]) << first;
        }
        return passed;
    }

    template <bool Stencil, size_t... Index>
    static constexpr std::array<Kernel, kCompareFunctions> makeTable(std::index_sequence<Index...>) {
        return {testQuad<static_cast<CompareFunction>(Index), Stencil>...};
    }

    static Kernel select(CompareFunction depth, bool stencil) {
        using Functions = std::make_index_sequence<kCompareFunctions>;
        static constexpr std::array<std::array<Kernel, kCompareFunctions>, 2> kKernels = {makeTable<false>(Functions()),
                                                                                          makeTable<true>(Functions())};
        return kKernels[stencil ? 1 : 0][static_cast<size_t>(depth)];
    }
};

DepthStencilTester::DepthStencilTester(const DepthStencilState& state, const QuadShape& shape)
    : samples_(state.samples),
      twoSided_(state.stencilTest && state.twoSided),
      format_(state.format),
      shape_(shape),
      testsStencil_(state.stencilTest),
      depthFunction_(state.depthTest ? state.depthFunction : CompareFunction::Always),
      maskedBits_(state.maskedBits),
      faces_{state.front, state.back} {
    if (!state.depthTest && !state.stencilTest) return;
    kernel_ = Kernels::select(depthFunction_, state.stencilTest);
    depthWriteMask_ = state.depthTest && state.depthWrite ? kDepthMask : 0;
    if (state.stencilTest) {
        front_ = tabulate(state.front, state.maskedBits);
        if (twoSided_) back_ = tabulate(state.back, state.maskedBits);
    }
    writes_ = depthWriteMask_ != 0 ||
              (state.stencilTest && (state.front.writeMask != 0 || (twoSided_ && state.back.writeMask != 0)));
}

struct DepthStencilTester::SampleKernels {
    /// Without a stencil test; a loop that the compiler takes in vectors.
    template <CompareFunction Depth>
    static void testDepths(const DepthStencilSamples& samples, bool writesDepth) {
        const uint32_t writes = writesDepth ? ~0u : 0;
        for (size_t i = 0; i < samples.covered.size(); ++i) {
            const uint32_t tested = samples.tested[i];
            const uint32_t stored = samples.depths[i];
            const uint32_t passes = samples.covered[i] & (compare(Depth, tested, stored) ? ~0u : 0);
            samples.covered[i] = passes;
            samples.depths[i] = (stored & ~(passes & writes)) | (tested & passes & writes);
        }
    }

    template <size_t... Index>
    static SampleKernel select(CompareFunction depth, std::index_sequence<Index...>) {
        static constexpr std::array<SampleKernel, sizeof...(Index)> kKernels = {
            testDepths<static_cast<CompareFunction>(Index)>...};
        return kKernels[static_cast<size_t>(depth)];
    }
};

void DepthStencilTester::test(const DepthStencilSamples& samples) const {
    if (kernel_ == nullptr) return;
    if (testsStencil_) return testStencil(samples);
    SampleKernels::select(depthFunction_, std::make_index_sequence<kCompareFunctions>())(samples, depthWriteMask_ != 0);
}

void DepthStencilTester::testStencil(const DepthStencilSamples& samples) const {
    for (size_t i = 0; i < samples.covered.size(); ++i) {
        if (samples.covered[i] == 0) continue;
        const bool back = twoSided_ && samples.backFacing[i] != 0;
        const uint8_t stored = samples.stencils[i];
        const bool depthPasses = compare(depthFunction_, samples.tested[i], samples.depths[i]);
        bool stencilPasses;
        if (samples.references.empty()) {
            const StencilTable& table = back ? back_ : front_;
            stencilPasses = table.passes[stored] != 0;
            samples.stencils[i] = table.next[outcomeOf(stencilPasses, depthPasses)][stored];
        } else {
            StencilFace face = faces_[back ? 1 : 0];
            face.reference = samples.references[i];
            stencilPasses = passesStencil(face, stored);
            samples.stencils[i] = nextStencil(face, outcomeOf(stencilPasses, depthPasses), stored, maskedBits_);
        }
        const bool passes = stencilPasses && depthPasses;
        if (!passes) samples.covered[i] = 0;
        if (passes && depthWriteMask_ != 0) samples.depths[i] = samples.tested[i];
    }
}

bool DepthStencilTester::passesStencil(const StencilFace& face, uint32_t stored) {
    return compare(face.function, uint32_t{face.reference} & face.compareMask, stored & face.compareMask);
}

uint8_t DepthStencilTester::nextStencil(const StencilFace& face, Outcome outcome, uint32_t stored,
                                        MaskedStencilBits maskedBits) {
    const std::array<StencilOperation, 3> operations = {face.stencilFail, face.depthFail, face.depthPass};
    return maskUpdate(updatedStencil(operations[outcome], stored, face.reference), stored, face.writeMask, maskedBits);
}

DepthStencilTester::StencilTable DepthStencilTester::tabulate(const StencilFace& face, MaskedStencilBits maskedBits) {
    StencilTable table;
    for (uint32_t stored = 0; stored < kStencilValues; ++stored) {
        table.passes[stored] = passesStencil(face, stored) ? 1 : 0;
        for (const Outcome outcome : {StencilFailed, DepthFailed, Passed})
            table.next[outcome][stored] = nextStencil(face, outcome, stored, maskedBits);
    }
    return table;
}

void DepthStencilTester::test(std::span<std::byte> buffer, const DepthStencilRun& run) const {
    const uint32_t samples = kQuadFragments * samples_;
    assert(run.coverage.size() == run.offsets.size());
    assert(run.depths.size() == run.offsets.size() * samples);
    assert(!twoSided_ || run.backFacing.size() == run.offsets.size());
    if (kernel_ == nullptr) return;
    for (size_t q = 0; q < run.offsets.size(); ++q) {
        const StencilTable& table = twoSided_ && run.backFacing[q] != 0 ? back_ : front_;
        std::byte* quad = buffer.data() + run.offsets[q];
        const uint32_t* depths = &run.depths[q * samples];
        if (shape_.contiguous && format_ == DepthStencilFormat::Depth24Stencil8) {
            assert(run.offsets[q] + quadBytes() <= buffer.size());
            run.coverage[q] = kernel_(table, depthWriteMask_, run.coverage[q], samples, depths, quad);
        } else {
            assert(run.offsets[q] + shape_.extent <= buffer.size());
            run.coverage[q] = testScattered(table, run.coverage[q], depths, quad);
        }
    }
}

uint32_t DepthStencilTester::testScattered(const StencilTable& table, uint32_t coverage, const uint32_t* depths,
                                           std::byte* quad) const {
    // The kernels work on depth below stencil, one sample after the other.
    const uint32_t samples = kQuadFragments * samples_;
    std::array<uint32_t, kMaxQuadSamples> values;
    if (format_ == DepthStencilFormat::Depth16) {
        for (uint32_t i = 0; i < samples; ++i) {
            uint16_t depth;
            std::memcpy(&depth, quad + shape_.offset[i], sizeof depth);
            values[i] = depth;
        }
    } else {
        for (uint32_t i = 0; i < samples; ++i) {
            uint32_t stored;
            std::memcpy(&stored, quad + shape_.offset[i], sizeof stored);
            values[i] = std::rotr(stored, 32 - static_cast<int>(kDepthBits));
        }
    }
    auto* bytes = reinterpret_cast<std::byte*>(values.data());
    const uint32_t passed = kernel_(table, depthWriteMask_, coverage, samples, depths, bytes);
    if (!writes_) return passed;
    for (uint32_t rest = coverage; rest != 0; rest &= rest - 1) {
        const auto i = static_cast<uint32_t>(std::countr_zero(rest));
        if (format_ == DepthStencilFormat::Depth16) {
            const auto depth = static_cast<uint16_t>(values[i]);
            std::memcpy(quad + shape_.offset[i], &depth, sizeof depth);
        } else {
            const uint32_t stored = std::rotl(values[i], 32 - static_cast<int>(kDepthBits));
            std::memcpy(quad + shape_.offset[i], &stored, sizeof stored);
        }
    }
    return passed;
}

void fillDepthStencil(std::span<std::byte> buffer, uint32_t depth, uint8_t stencil) {
    const uint32_t value = packDepthStencil(depth, stencil);
    assert(buffer.size() % sizeof value == 0);
    for (size_t i = 0; i < buffer.size(); i += sizeof value) std::memcpy(buffer.data() + i, &value, sizeof value);
}

uint32_t largestDepth(std::span<const std::byte> samples) {
    assert(samples.size() % sizeof(uint32_t) == 0);
    uint32_t largest = 0;
    for (size_t i = 0; i < samples.size(); i += sizeof(uint32_t)) {
        largest = std::max(largest, loadValue<uint32_t>(samples.data() + i) & kDepthMask);
    }
    return largest;
}

}  // namespace cyclorama::func
