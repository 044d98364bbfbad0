// SPDX-License-Identifier: MIT
#pragma once
// The colour write of a render output pipe: blending, logic operation, write masks, up to eight render targets. The
// last stage: quads end here.
//
// Parameters: ColorWriteParameters. Compression: CompressionAlgorithm.

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "func/output/color_write.h"
#include "gpu/pixel_counts.h"
#include "machine/configuration/parameters/color_write_parameters.h"
#include "machine/timing/rop/fragment_map.h"
#include "machine/timing/rop/rop_unit.h"

namespace cyclorama::machine::timing {

/// `units` render output pipes.
RopSettings colorWriteSettings(const ColorWriteParameters& parameters, const func::TileSizes& tiles, uint32_t units,
                               uint32_t unit);

class ColorWrite final : public RopUnit {
  public:
    static constexpr std::string_view kMemoryClient = "ColorWrite";

    ColorWrite(sim::Simulation& simulation, sim::DomainId domain, QuadPool& quads, const RopMemory& contents,
               const RopSettings& settings);

    /// To note the quads that leave in; null for none.
    void setFragmentMap(FragmentMap* map) { map_ = map; }

    /// Samples that passed all tests and left.
    uint64_t samplesPassed() const { return samplesPassed_; }

  private:
    void configure(const gpu::DrawState& state) override;
    void configureTarget(const gpu::DrawState& state, uint32_t number);
    BlockStateBackend::Buffer buffer(const gpu::DrawState& state) const override;
    uint32_t bytesPerSample(const gpu::DrawState& state) const override;
    void fillCleared(std::span<std::byte> bytes) override;
    void operate(RopQuad& quad, QuadInFlight& inFlight) override;
    void leave(sim::Cycle cycle, const RopQuad& quad) override;
    void leaveLast(sim::Cycle cycle, QuadId quad) override;
    bool flushSendsBlockStates() const override { return true; }

    /// Notes the colour of the quad's first fragment in render target 0, were all its fragments covered.
    void recordColor(const RopQuad& quad, const QuadInFlight& inFlight, const std::array<const float*, 4>& color);
    bool mapShowsColor() const { return map_ != nullptr && map_->mode() == FragmentMapMode::Color; }

    /// A sample of the first target as a picture shows it: red, green and blue from the lowest byte on.
    uint32_t shownColor(std::span<const std::byte> stored) const;

    QuadPool* quads_;
    gpu::PixelCounts* pixels_ = nullptr;
    gpu::WorkTrace* trace_ = nullptr;
    FragmentMap* map_ = nullptr;
    std::optional<func::ColorWriter> mapWriter_;
    bool writesFirstTarget_ = false;
    uint64_t samplesPassed_ = 0;
    std::vector<func::ColorWriter> writers_;
    std::array<uint32_t, gpu::kRenderTargets> writerOf_{};
    uint32_t blendedTargets_ = 0;
    bool logicOperation_ = false;
    const func::ColorFormat* firstFormat_ = nullptr;
    func::Format clearFormat_ = func::Format::Rgba8888;
    func::Vec4 clearColor_{};
    sim::Counter blended_, logicOperated_;
};

}  // namespace cyclorama::machine::timing
