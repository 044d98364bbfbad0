// SPDX-License-Identifier: MIT
#pragma once
// Access of a draw's shader programs to constants, textures and vertex attributes.

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "func/texture/texture_attribute.h"
#include "func/texture/texture_sampler.h"
#include "gpu/dialect.h"
#include "gpu/draw_state.h"
#include "isa/executor.h"
#include "machine/values/frame_sink.h"
#include "mem/address_space.h"

namespace cyclorama::machine {

/// The texture units of a draw. Textures are prepared once, and the latest are kept for the draws that come back to
/// them.
class TextureUnits {
  public:
    explicit TextureUnits(const func::TextureUnitSettings& settings) : settings_(settings) {}

    /// Takes over the state of the units in `samplers` (bit i is unit i).
    void update(const gpu::Textures& textures, uint32_t samplers);

    /// Requires that the last update() included the unit.
    const func::PreparedTexture& operator[](uint32_t unit) const { return *units_[unit].texture; }
    const func::TextureUnitSettings& settings() const { return settings_; }
    /// Units of the last update().
    uint32_t samplers() const { return samplers_; }
    bool anyCompressed() const;
    /// True if a level of an image that may be sampled overlaps these bytes.
    bool reach(func::Address address, uint64_t bytes) const;
    /// Images that may be sampled and are not wholly mapped, which reads as zeros, one texel like the other. None in a
    /// memory without mappings: there each texel is looked at.
    uint64_t imagesOutOfMemory(const mem::AddressSpace& memory) const;

  private:
    /// A texture with what it was prepared from.
    struct Unit {
        gpu::TextureDescriptor descriptor;
        std::shared_ptr<const func::PreparedTexture> texture;
    };
    Unit prepared(const gpu::TextureDescriptor& descriptor);

    func::TextureUnitSettings settings_;
    std::array<Unit, gpu::kTextureUnits> units_;
    /// The textures that were prepared last, in a ring.
    std::array<Unit, gpu::kTextureUnits> kept_;
    size_t nextKept_ = 0;
    uint32_t samplers_ = 0;
};

/// The stream that an attribute load of a program reads; one without a stream, or an unknown one, gives its default.
func::AttributeStream attributeStream(const gpu::VertexInput& input, uint32_t attribute);

/// One worker's access to textures and attributes: results do not depend on which worker asks.
class ShaderUnits final : public isa::TextureSampler, public isa::AttributeLoader {
  public:
    ShaderUnits(const mem::AddressSpace& memory, const TextureUnits& textures)
        : memory_(&memory), textures_(&textures) {}

    /// Before the first program of a draw. `memoryChanged`: decompressed texels kept from earlier draws are no longer
    /// valid.
    void startDraw(const gpu::DrawState& state, bool memoryChanged);

    void sample(const isa::SampleRequest& request) override;
    void load(const isa::AttributeRequest& request) override;

    const func::TextureFaults& faults() const { return faults_; }
    uint64_t samples() const { return samples_; }
    void resetCounts();

  private:
    const mem::AddressSpace* memory_;
    const TextureUnits* textures_;
    const gpu::DrawState* state_ = nullptr;
    func::TextureBlockCache blocks_;
    func::TextureFaults faults_;
    uint64_t samples_ = 0;
};

/// The constants of both stages as one bank, vertex constants first, which relative constants of either stage index.
class ConstantBank {
  public:
    /// Takes over the constants where a program of the draw indexes them.
    void update(const gpu::DrawState& state);
    std::span<const isa::Vec4> all() const {
        return indexed_ ? std::span<const isa::Vec4>(bank_) : std::span<const isa::Vec4>();
    }

  private:
    /// The groups that the bank was made of.
    gpu::Shared<gpu::Constants> vertex_;
    gpu::Shared<gpu::Constants> fragment_;
    std::vector<isa::Vec4> bank_;
    bool indexed_ = false;
};

/// A context for the programs of one stage of a draw.
isa::ExecutionContext makeContext(const gpu::ShaderStage& stage, gpu::Denormals denormals, const ConstantBank& bank,
                                  ShaderUnits& units);

}  // namespace cyclorama::machine
