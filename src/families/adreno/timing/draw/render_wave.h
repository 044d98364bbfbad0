// SPDX-License-Identifier: MIT
#pragma once
// The fragments of a wave, from the packer through a shader unit, if they have a program, to the render backend.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "families/adreno/fragment/fragment_units.h"
#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/timing/programs/wave_group.h"

namespace cyclorama::adreno {

class FragmentGroup;

struct RenderWave {
    explicit RenderWave(const FragmentBatch& its) : batch(its) {}

    /// Its samples that are left.
    FragmentBatch batch;
    /// The number of the last early test of depth, which its program waits for.
    uint64_t ticket = 0;
    /// The same of the last triangle that low resolution depth was tested for.
    uint64_t lrz = 0;
    /// Null without a program.
    std::unique_ptr<FragmentGroup> group{};
    /// The render backend's: the program has ended.
    bool ended = false;
};

/// A wave of fragments on a unit. Refers to parts of itself.
class FragmentGroup final : public WaveGroup {
  public:
    /// Gives the wave its inputs. All outlive it but `grouping`, for textures that are read ahead of the program.
    FragmentGroup(ShaderProgram& program, const FragmentShading& shading, RenderWave& its, TexelGrouping& grouping);

    std::string describe() const override;
    ir3::Wave takeWave(unsigned) override { return std::move(registers_); }
    std::unique_ptr<StageUnits> takeUnits(const WaveSlot& place) override;
    void keepResults(ir3::Wave& ended) override;

    RenderWave& wave() const { return wave_; }
    /// Fragments, or samples where each is shaded, that the program runs for.
    uint64_t shaded() const { return shaded_; }
    /// With the program's results, once it has ended.
    const ir3::Wave& registers() const { return registers_; }
    /// The program read a varying that the stages before do not write.
    bool readUndefined() const { return readUndefined_; }

  private:
    RenderWave& wave_;
    ir3::Wave registers_;
    std::unique_ptr<FragmentUnits> prepared_;
    /// Owned by the wave that runs.
    const FragmentUnits* units_;
    TexelGroups prefetched_;
    uint64_t shaded_ = 0;
    bool readUndefined_ = false;
};

}  // namespace cyclorama::adreno
