// SPDX-License-Identifier: MIT
#pragma once
// The settings of a draw for the fragment program: the registers that it finds its inputs in and leaves its
// results in, and the varyings (SP, HLSQ, VPC).

#include <array>
#include <cstdint>

#include "families/adreno/isa/program.h"
#include "families/adreno/registers/register_values.h"

namespace cyclorama::adreno {

inline constexpr uint32_t kColorTargets = 8;

/// Places in a pixel, and ways of interpolation, of barycentric coordinates.
enum class Barycentric : uint8_t {
    PerspectivePixel,
    PerspectiveCentroid,
    PerspectiveSample,
    LinearPixel,
    LinearCentroid,
    LinearSample
};
inline constexpr uint32_t kBarycentrics = 6;

/// Numbers of registers by component; face and sample are half ones.
struct FragmentInputs {
    uint32_t face = ir3::kNoRegister;
    uint32_t sample = ir3::kNoRegister;
    uint32_t sampleMask = ir3::kNoRegister;
    uint32_t centreInverseW = ir3::kNoRegister;
    std::array<uint32_t, kBarycentrics> barycentric{};
    /// Two registers, in sixteenths of a pixel, as integers.
    uint32_t xy = ir3::kNoRegister;
    uint32_t z = ir3::kNoRegister;
    /// Also 1/w.
    uint32_t inverseW = ir3::kNoRegister;
    /// x, y, z and 1/w are those of the sample.
    bool coordinatesOfSample = false;
    /// The mask has the samples that passed the early tests.
    bool maskAfterTests = false;
};

enum class VaryingMode : uint8_t { Smooth, Flat, Zero, One };
/// Coordinates in a point that take the place of a varying.
enum class PointReplacement : uint8_t { None, S, T, OneMinusT };

struct Varyings {
    static constexpr uint32_t kComponents = 128;
    static constexpr uint32_t kComponentsPerRegister = 16;

    std::array<VaryingMode, kComponents> modes{};
    std::array<PointReplacement, kComponents> replacements{};
    bool invertsT = false;
};

/// A texture read ahead of the program, at coordinates from two varyings.
struct PrefetchedTexture {
    uint32_t location = 0;
    uint32_t sampler = 0;
    uint32_t texture = 0;
    bool bindless = false;
    uint8_t samplerBase = 0;  ///< of the bindless descriptors
    uint8_t textureBase = 0;
    uint32_t destination = 0;  ///< register
    uint32_t writeMask = 0;
    bool half = false;
    /// 1: sampled; 2 to 5: red, green, blue or alpha of four texels gathered.
    uint32_t command = 0;
};

struct ColorResult {
    uint32_t reg = ir3::kNoRegister;
    bool half = false;
    /// For half registers: the reading of their bits.
    bool isSigned = false;
};

struct FragmentResults {
    std::array<ColorResult, kColorTargets> colors{};
    bool dualSource = false;
    uint32_t depth = ir3::kNoRegister;
    uint32_t sampleMask = ir3::kNoRegister;
    uint32_t stencil = ir3::kNoRegister;
};

struct FragmentControl {
    /// There is a program.
    bool enabled = false;
    /// A fragment is shaded once for each of its samples, as asked for, or as the program is given a sample's number.
    /// (Turnip copies samples by a program that asks for their number alone: vulkan/tu_clear_blit.cc,
    /// build_ms_copy_fs_shader.)
    bool perSample = false;
    FragmentInputs inputs;
    Varyings varyings;
    std::array<PrefetchedTexture, 4> prefetches{};
    uint32_t prefetchCount = 0;
    FragmentResults results;
};

FragmentControl decodeFragmentControl(const RegisterValues& registers);

/// Leaves out coordinates of the window that nothing reads: no instruction of the program, and no result.
void leaveOutUnread(FragmentControl& control, const ir3::Ir3Program& program);

/// Full registers, by component, that inputs and results take, whether the program names them or not.
unsigned registersOf(const FragmentControl& control, bool mergedRegisters);

}  // namespace cyclorama::adreno
