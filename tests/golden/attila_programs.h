// SPDX-License-Identifier: MIT
#pragma once
// Shader programs of the scenes, in the assembly language of ATTILA's shaders.

#include <string_view>

namespace cyclorama::golden {

// Vertex attributes: i0 position, i1 normal, i2 texture coordinates. Between the stages: 1 colour, 6 texture
// coordinates, 7 normal.

/// c0-c3 model to clip space, c4 direction of the light, c5 its colour, c6 the colour without it.
inline constexpr std::string_view kLitVertices = R"(
    dp4 o0.x, c0, i0
    dp4 o0.y, c1, i0
    dp4 o0.z, c2, i0
    dp4 o0.w, c3, i0
    dp3_sat r0.x, c4, i1
    mad r1, c5, r0.x, c6
    mov o1, r1
    mov o7, i1
    mov o6, i2 <- end
)";

/// The same for vertices of which the streamer passes the index alone, as i0.x.
inline constexpr std::string_view kLitLoadedVertices = R"(
    lda r2, i0.x, t0
    lda r3, i0.x, t1
    lda r4, i0.x, t2
    dp4 o0.x, c0, r2
    dp4 o0.y, c1, r2
    dp4 o0.z, c2, r2
    dp4 o0.w, c3, r2
    dp3_sat r0.x, c4, r3
    mad r1, c5, r0.x, c6
    mov o1, r1
    mov o7, r3
    mov o6, r4 <- end
)";

inline constexpr std::string_view kColorFragments = R"(
    mov o1, i1 <- end
)";

inline constexpr std::string_view kTexturedFragments = R"(
    tex r0, i6, t0
    mul r1, i1, r0
    mov o1, r1 <- end
)";

/// Nothing where the texture's alpha is below c0.x.
inline constexpr std::string_view kHoledFragments = R"(
    tex r0, i6, t0
    add r1, r0.w, -c0.x
    kil r1
    mul r2, i1, r0
    mov o1, r2 <- end
)";

/// The cube map in the direction of the normal.
inline constexpr std::string_view kCubeFragments = R"(
    tex r0, i7, t1
    mul r1, i1, r0
    mov o1, r1 <- end
)";

/// c0 (0, 0.5, 1, 4). The jump passes over what does nothing where it is taken: how many fragments jump together does
/// not show.
inline constexpr std::string_view kLongFragments = R"(
    tex r0, i6, t0
    mul r1, i6, c0.w
    tex r2, r1, t1
    mad r3, r0, r2, c0.y
    dp3 r4.x, r3, r3
    rsq r4.y, r4.x
    mul r3, r3, r4.y
    rcp r4.z, r4.x
    lg2 r4.w, r4.z
    mul r4.w, r4.w, c0.y
    ex2 r4.w, r4.w
    mad r5, r3, r4.w, c0.x
    mul r10, i6, c0.w
    ddx r6, r10
    ddy r7, r10
    mad r5, r6, c0.w, r5
    mad r5, r7, c0.w, r5
    setpgt p0, r1.x, 2.0
    jmp p0, 9
    (!p0) sin r8.x, r1.y
    (!p0) frc r8.y, r1.x
    (!p0) mad r5, r8.x, c0.y, r5
    (!p0) min r5, r5, c0.z
    (!p0) max r5, r5, c0.x
    (!p0) slt r9, r5, r0
    (!p0) mad r5, r9, c0.y, r5
    (!p0) cmp r5, r8.y, r5, r3
    mul_sat r5, r5, i1
    mov o1, r5 <- end
)";

}  // namespace cyclorama::golden
