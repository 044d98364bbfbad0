// SPDX-License-Identifier: MIT
#pragma once
// The memory, buffers, images and textures of a stage, as its waves ask for them.

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "families/adreno/isa/units.h"
#include "families/adreno/memory/address_listener.h"
#include "families/adreno/sp/buffer_view.h"
#include "families/adreno/sp/texture_views.h"
#include "families/adreno/tp/texel_listener.h"

namespace cyclorama::adreno {

/// The place that a wave runs at, which its private memory depends on.
struct WaveSlot {
    unsigned processor = 0;
    unsigned wave = 0;        ///< of 128 fibers, below PrivateMemory::waves; a wave of 64 is one half of it
    unsigned firstFiber = 0;  ///< 0 or 64
};

class StageUnits : public ir3::WaveUnits {
  public:
    /// `resources` outlives it.
    explicit StageUnits(const StageResources& resources, const WaveSlot& slot = {})
        : StageUnits(resources, slot, std::make_shared<TextureViews>(resources)) {}
    /// For waves of one thread, which share what they have seen of textures.
    StageUnits(const StageResources& resources, const WaveSlot& slot, std::shared_ptr<TextureViews> views)
        : resources_(resources), slot_(slot), views_(std::move(views)) {}

    /// Has every access of programs to memory reported from now on; null: none. The listener outlives this.
    void report(AddressListener* addresses) { addresses_ = addresses; }
    /// The same of the texels that texture instructions read, plain buffers' words among them.
    void reportTextures(TexelListener* texels) { texels_ = texels; }
    /// Chooses the wave's place, before anything else.
    void setSlot(const WaveSlot& slot) { slot_ = slot; }

    void load(const ir3::GlobalRequest& request, std::span<ir3::LaneWords> data) override;
    void store(const ir3::GlobalRequest& request, std::span<const ir3::LaneWords> data) override;
    void atomic(const ir3::GlobalRequest& request, const ir3::AtomicRequest& atomic, ir3::LaneWords& data) override;
    void loadUniform(const ir3::BufferRequest& request, std::span<ir3::LaneWords> data) override;
    void loadBuffer(const ir3::BufferRequest& request, std::span<ir3::LaneWords> data) override;
    void storeBuffer(const ir3::BufferRequest& request, std::span<const ir3::LaneWords> data) override;
    void atomicBuffer(const ir3::BufferRequest& request, const ir3::AtomicRequest& atomic,
                      ir3::LaneWords& data) override;
    void describeBuffer(const ir3::BufferRequest& request, std::span<ir3::LaneWords> data) override;
    void locateDescriptor(const ir3::BufferRequest& request, std::span<ir3::LaneWords> data) override;
    void sample(const ir3::TextureInstructionRequest& request, std::span<ir3::LaneWords> data) override;

  protected:
    const StageResources& resources() const { return resources_; }

  private:
    static BindlessBase baseOf(const ir3::BufferRequest& request) {
        return request.bindless ? BindlessBase(request.base) : std::nullopt;
    }
    /// The places of one component of private memory.
    ir3::GlobalRequest privatePlaces(const ir3::GlobalRequest& request, unsigned component) const;
    void loadFrom(const ir3::GlobalRequest& request, MemoryClient client, std::span<ir3::LaneWords> data);
    void storeTo(const ir3::GlobalRequest& request, MemoryClient client, std::span<const ir3::LaneWords> data);
    // Report addresses, if anyone hears of them.
    void reportLanes(const ir3::GlobalRequest& request) const;
    void reportUniforms(const ir3::BufferRequest& request, isa::WaveMask lanes, const UniformBuffer& buffer,
                        unsigned components) const;
    void reportElements(const ir3::BufferRequest& request, isa::WaveMask lanes, const TextureWords& words) const;
    void reportTexels(const ir3::BufferRequest& request, isa::WaveMask lanes, const Texture& image) const;
    void reportPlain(const ir3::TextureInstructionRequest& request, isa::WaveMask lanes,
                     const PlainElements& elements) const;

    const StageResources& resources_;
    WaveSlot slot_;
    std::shared_ptr<TextureViews> views_;
    AddressListener* addresses_ = nullptr;
    TexelListener* texels_ = nullptr;
};

}  // namespace cyclorama::adreno
