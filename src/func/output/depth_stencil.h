// SPDX-License-Identifier: MIT
#pragma once
// The depth and stencil tests of a ROP unit and the update of its buffer.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "func/compare.h"
#include "func/layout/pixel_layout.h"
#include "func/types.h"

namespace cyclorama::func {

inline constexpr uint32_t kDepthBits = 24;
inline constexpr uint32_t kDepthMask = (1u << kDepthBits) - 1;
inline constexpr uint32_t kDepthStencilBytes = 4;

/// How a sample of depth and stencil is stored.
enum class DepthStencilFormat : uint8_t {
    Depth24Stencil8,  // depth in the lower 24 of 32 bits
    Stencil8Depth24,  // depth in the upper 24 of 32 bits
    Depth16           // 16 bits, without stencil: its value is 0 and stays it
};

constexpr uint32_t bytesPerSample(DepthStencilFormat format) {
    return format == DepthStencilFormat::Depth16 ? 2 : kDepthStencilBytes;
}

/// The stencil test for triangles that face one way.
struct StencilFace {
    /// The test is: reference, function, stored value; both under compareMask.
    CompareFunction function = CompareFunction::Always;
    uint8_t reference = 0;
    uint8_t compareMask = 0xff;
    uint8_t writeMask = 0xff;
    StencilOperation stencilFail = StencilOperation::Keep;
    StencilOperation depthFail = StencilOperation::Keep;
    StencilOperation depthPass = StencilOperation::Keep;

    bool operator==(const StencilFace&) const = default;
};

/// New stencil value after an operation on a stored one, in the lower eight bits; the upper bits mean nothing.
uint32_t updatedStencil(StencilOperation operation, uint32_t stored, uint8_t reference);

/// Stored stencil bits that the write mask excludes, when a stencil value is updated.
enum class MaskedStencilBits : uint8_t {
    Keep,  // as the programming interfaces define it
    Clear  // a mask of 0 writes nothing, any other writes 0 to the excluded bits
};

/// State of the tests.
struct DepthStencilState {
    bool depthTest = false;
    CompareFunction depthFunction = CompareFunction::Less;
    /// Depth is written where the test is on and passed.
    bool depthWrite = true;
    bool stencilTest = false;
    /// With two sides, `back` holds for quads marked as back facing; else `front` for all.
    bool twoSided = false;
    StencilFace front{};
    StencilFace back{};
    MaskedStencilBits maskedBits = MaskedStencilBits::Clear;
    /// Samples per pixel: 1, 2, 4 or 8.
    uint32_t samples = 1;
    DepthStencilFormat format = DepthStencilFormat::Depth24Stencil8;
};

/// Quads to be tested. Results are as if they were tested one after the other, also where two cover the same pixels.
struct DepthStencilRun {
    /// Byte offset of each quad in the buffer (PixelLayout::offset of its first pixel).
    std::span<const uint32_t> offsets;
    /// Depth of each sample, in as many bits as the format has: quad by quad, fragment by fragment, sample by sample.
    std::span<const uint32_t> depths;
    /// For each quad, bit fragment * samples + sample set where the sample is covered. Samples that fail are removed.
    std::span<uint32_t> coverage;
    /// True for each quad of a back-facing triangle. Only read with a two-sided state; may else be empty.
    std::span<const uint8_t> backFacing = {};
};

/// Samples brought out of their buffers, of which no two are the same sample.
struct DepthStencilSamples {
    /// The depths to be tested and those stored, in bits that compare as integers do: floats from 0 on do so, too.
    std::span<const uint32_t> tested;
    std::span<uint32_t> depths;
    std::span<uint8_t> stencils;
    /// All bits set where a sample is covered, else 0. Samples that fail become 0.
    std::span<uint32_t> covered;
    /// True for each sample of a back-facing primitive. Only read with a two-sided state.
    std::span<const uint8_t> backFacing = {};
    /// References of the stencil test that the fragment program wrote, in the place of the state's; may be empty.
    std::span<const uint8_t> references = {};
};

/// The tests for one DepthStencilState. Stencil has 8 bits: what a face does to each value is worked out once, when the
/// state changes.
class DepthStencilTester {
  public:
    /// `shape` is PixelLayout::quad() of the buffer.
    explicit DepthStencilTester(const DepthStencilState& state, const QuadShape& shape = {});

    /// Tests and updates a run of quads. `buffer` starts at the buffer's base address; every quad must be within it,
    /// which holds where it has PixelLayout::bufferSize() bytes.
    void test(std::span<std::byte> buffer, const DepthStencilRun& run) const;

    /// Tests and updates samples in the place of a buffer's; the format and the number of samples play no part.
    void test(const DepthStencilSamples& samples) const;

    /// True if the tests can reject a sample or change the buffer.
    bool enabled() const { return kernel_ != nullptr; }

    /// True if the buffer can change.
    bool writes() const { return writes_; }

    uint32_t quadBytes() const { return kQuadFragments * samples_ * bytesPerSample(format_); }

  private:
    enum Outcome : uint8_t { StencilFailed, DepthFailed, Passed };
    static Outcome outcomeOf(bool stencilPasses, bool depthPasses) {
        return !stencilPasses ? StencilFailed : depthPasses ? Passed : DepthFailed;
    }
    static bool passesStencil(const StencilFace& face, uint32_t stored);
    static uint8_t nextStencil(const StencilFace& face, Outcome outcome, uint32_t stored, MaskedStencilBits maskedBits);
    /// For each stored value: whether it passes, and the value for each outcome.
    struct StencilTable {
        std::array<uint8_t, 256> passes;
        std::array<std::array<uint8_t, 256>, 3> next;
    };
    struct Kernels;
    using Kernel = uint32_t (*)(const StencilTable& table, uint32_t depthWriteMask, uint32_t coverage, uint32_t samples,
                                const uint32_t* depths, std::byte* stored);

    uint32_t testScattered(const StencilTable& table, uint32_t coverage, const uint32_t* depths, std::byte* quad) const;
    static StencilTable tabulate(const StencilFace& face, MaskedStencilBits maskedBits);

    using SampleKernel = void (*)(const DepthStencilSamples& samples, bool writesDepth);
    struct SampleKernels;
    void testStencil(const DepthStencilSamples& samples) const;

    Kernel kernel_ = nullptr;
    uint32_t depthWriteMask_ = 0;
    uint32_t samples_ = 1;
    bool twoSided_ = false;
    bool writes_ = false;
    DepthStencilFormat format_ = DepthStencilFormat::Depth24Stencil8;
    QuadShape shape_;
    bool testsStencil_ = false;
    CompareFunction depthFunction_ = CompareFunction::Always;
    MaskedStencilBits maskedBits_ = MaskedStencilBits::Clear;
    std::array<StencilFace, 2> faces_{};
    StencilTable front_{};
    StencilTable back_{};
};

/// One sample of a buffer.
constexpr uint32_t packDepthStencil(uint32_t depth, uint8_t stencil) {
    return (depth & kDepthMask) | uint32_t{stencil} << kDepthBits;
}

/// Fills a buffer, or a block of it, with one clear value. Requires a size that is a multiple of 4.
void fillDepthStencil(std::span<std::byte> buffer, uint32_t depth, uint8_t stencil);

/// The largest depth of a block of samples, which Hierarchical Z keeps.
uint32_t largestDepth(std::span<const std::byte> samples);

}  // namespace cyclorama::func
