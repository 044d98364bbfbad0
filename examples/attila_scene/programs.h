// SPDX-License-Identifier: MIT
#pragma once
// The scene's shader programs, in the assembly language of ATTILA's shaders.

#include <string_view>

namespace attila_scene {

// Vertex attributes: i0 position, i1 normal, i2 texture coordinates.
// Vertex constants: c0-c3 world to clip space, c4-c6 model to world space, c7 the eye, c8-c10 the camera's right, up
// and forward directions, as long as half the view at distance 1. Between the stages: 6 texture coordinates or the
// sky's direction, 7 normal, 8 towards the eye, 9 position; all in world space.

/// Bodies and the floor.
inline constexpr std::string_view kBodyVertexProgram = R"(
    mov r0.w, i0
    dp4 r0.x, c4, i0
    dp4 r0.y, c5, i0
    dp4 r0.z, c6, i0
    dp4 o0.x, c0, r0
    dp4 o0.y, c1, r0
    dp4 o0.z, c2, r0
    dp4 o0.w, c3, r0
    dp3 o7.x, c4, i1
    dp3 o7.y, c5, i1
    dp3 o7.z, c6, i1
    add o8, c7, -r0
    mov o9, r0
    mov o6, i2 <- end
)";

/// The screen: positions are in clip space, the direction is through them.
inline constexpr std::string_view kSkyVertexProgram = R"(
    mov o0, i0
    mul r0, c8, i0.x
    mad r0, c9, i0.y, r0
    add o6, r0, c10 <- end
)";

// Fragment constants of all programs: c0 direction of the sun, c1 its light, c2 light from the sky, c3 light from the
// ground, c4 colour of the haze and its density, c5 the zenith, c6 (0, 0.5, 1, 2).

/// c7 clouds (scale, lift, fade slope, fade offset), c8 sun (disc slope, disc offset, glow, halo), c9 clouds' colour.
/// t0 clouds. Below the horizon the sky is mirrored: the floor shows it.
inline constexpr std::string_view kSkyFragmentProgram = R"(
    dp3 r0.w, i6, i6
    rsq r0.w, r0.w
    mul r0.xyz, i6, r0.w
    mov r0.y, |r0|
    add r1.x, c6.z, -r0.y            # haze: (1 - y)^16
    mul r1.x, r1.x, r1.x
    mul r1.x, r1.x, r1.x
    mul r1.x, r1.x, r1.x
    mul r1.x, r1.x, r1.x
    add r2, c4, -c5
    mad r2, r2, r1.x, c5
    add r3.x, r0.y, c7.y             # clouds on a plane above
    rcp r3.x, r3.x
    mul r3.x, r3.x, c7.x
    mul r3.xy, r0.xzzz, r3.x
    tex r4, r3, t0
    mad_sat r3.z, r0.y, c7.z, c7.w
    mul r3.z, r3.z, r4.w
    add r4, c9, -r2
    mad r2, r4, r3.z, r2
    dp3_sat r5.x, r0, c0             # the sun: powers 8 and 128, and the disc
    mul r5.y, r5.x, r5.x
    mul r5.y, r5.y, r5.y
    mul r5.y, r5.y, r5.y
    mul r5.z, r5.y, r5.y
    mul r5.z, r5.z, r5.z
    mul r5.z, r5.z, r5.z
    mul r5.z, r5.z, r5.z
    mad_sat r5.w, r5.x, c8.x, c8.y
    mad r5.w, r5.y, c8.z, r5.w
    mad r5.w, r5.z, c8.w, r5.w
    mad r2, c1, r5.w, r2
    mov r2.w, c6.z
    mov o1, r2 <- end
)";

/// c8 reflection at right angles (colour) and of the environment (weight), c9 (sharpness and strength of highlights,
/// slope and offset of the darkness near the floor), c10 tint. t0 surface, t1 environment.
inline constexpr std::string_view kBodyFragmentProgram = R"(
    dp3 r0.w, i7, i7
    rsq r0.w, r0.w
    mul r0.xyz, i7, r0.w             # normal
    dp3 r1.w, i8, i8
    rsq r1.w, r1.w
    mul r1.xyz, i8, r1.w             # towards the eye
    dp3 r2.x, r0, r1
    add r2.y, r2.x, r2.x
    mad r3.xyz, r0, r2.y, -r1        # where the eye looks after reflection
    tex r4, r3, t1
    tex r5, i6, t0
    mul r5.xyz, r5, c10
    dp3_sat r2.z, r0, c0
    dp3_sat r2.w, r3, c0
    mad r6.x, r0.y, c6.y, c6.y       # light from above and below
    add r7, c2, -c3
    mad r7, r7, r6.x, c3
    mad_sat r6.y, i9.y, c9.z, c9.w
    mul r7.xyz, r7, r6.y
    mad r7.xyz, c1, r2.z, r7
    mul r7.xyz, r7, r5
    add_sat r8.x, c6.z, -|r2.x|      # reflection by Schlick's formula
    mul r8.y, r8.x, r8.x
    mul r8.y, r8.y, r8.y
    mul r8.x, r8.y, r8.x
    add r9, c6.z, -c8
    mad r9, r9, r8.x, c8
    mul r4.xyz, r4, r9
    mul r4.xyz, r4, r6.y
    mad r7.xyz, r4, c8.w, r7
    lg2 r2.w, r2.w                   # highlight of the sun
    mul r2.w, r2.w, c9.x
    ex2 r2.w, r2.w
    mul r2.w, r2.w, c9.y
    mul r9.xyz, r9, r2.w
    mad r7.xyz, c1, r9, r7
    mov r7.w, c6.z
    mov o1, r7 <- end
)";

/// c8 (reflection at right angles, its complement, strength, texture scale), c9 light on the floor. t0 surface.
/// Alpha is what the floor does not reflect: the mirrored scene is in the buffer already.
inline constexpr std::string_view kFloorFragmentProgram = R"(
    mul r0.xy, i9.xzzz, c8.w
    tex r1, r0, t0
    dp3 r2.x, i8, i8
    rsq r2.y, r2.x
    mul r2.x, r2.x, r2.y             # distance
    mul r3.y, i8.y, r2.y
    mul r1.xyz, r1, c9
    mul r2.z, r2.x, c4.w             # haze
    ex2 r2.z, r2.z
    add r4, r1, -c4
    mad r4.xyz, r4, r2.z, c4
    add_sat r3.x, c6.z, -r3.y
    mul r3.z, r3.x, r3.x
    mul r3.z, r3.z, r3.z
    mul r3.x, r3.z, r3.x
    mul r3.x, r3.x, c8.y
    add r3.x, r3.x, c8.x
    mul r3.x, r3.x, c8.z
    mul r3.x, r3.x, r2.z
    add r4.w, c6.z, -r3.x
    mov o1, r4 <- end
)";

/// c8 (ratio of refraction, its square, reflection at right angles, its complement), c9 (sharpness and strength of
/// highlights, opacity), c10 tint. t1 environment. Colour is multiplied by alpha.
inline constexpr std::string_view kGlassFragmentProgram = R"(
    dp3 r0.w, i7, i7
    rsq r0.w, r0.w
    mul r0.xyz, i7, r0.w             # normal
    dp3 r1.w, i8, i8
    rsq r1.w, r1.w
    mul r1.xyz, i8, r1.w             # towards the eye
    dp3 r2.x, r0, r1
    add r2.y, r2.x, r2.x
    mad r3.xyz, r0, r2.y, -r1        # reflected
    tex r4, r3, t1
    mul r2.z, r2.x, r2.x             # refracted
    add r2.z, c6.z, -r2.z
    mul r2.z, r2.z, c8.y
    add_sat r2.z, c6.z, -r2.z
    rsq r2.w, r2.z
    mul r2.z, r2.z, r2.w
    mad r2.z, r2.x, c8.x, -r2.z
    mul r5.xyz, r1, c8.x
    mad r5.xyz, r0, r2.z, -r5
    tex r6, r5, t1
    mul r6.xyz, r6, c10
    add_sat r7.x, c6.z, -|r2.x|
    mul r7.y, r7.x, r7.x
    mul r7.y, r7.y, r7.y
    mul r7.x, r7.y, r7.x
    mul r7.x, r7.x, c8.w
    add r7.x, r7.x, c8.z             # reflection
    add r7.y, c6.z, -r7.x
    mul r7.y, r7.y, c9.z
    mul r6.xyz, r6, r7.y
    mad r6.xyz, r4, r7.x, r6
    dp3_sat r8.x, r3, c0
    lg2 r8.x, r8.x
    mul r8.x, r8.x, c9.x
    ex2 r8.x, r8.x
    mul r8.x, r8.x, c9.y
    mad r6.xyz, c1, r8.x, r6
    add r6.w, r7.x, r7.y
    mov o1, r6 <- end
)";

/// For what marks the stencil buffer alone. It reads an attribute, since ATTILA's interpolator hangs where there is
/// none.
inline constexpr std::string_view kMarkFragmentProgram = R"(
    mov o1, i9 <- end
)";

}  // namespace attila_scene
