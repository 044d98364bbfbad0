// SPDX-License-Identifier: MIT
#pragma once
// Functions in two versions, for every host and for hosts with vectors of 256 bits (AVX2), of which the host takes its
// own. Both give the same bits: no operation of one is contracted or reordered in the other.

#if defined(__x86_64__)

/// Before a function, no template: compiles it for both, and links the host's. What it calls has to be inlined.
/// clang 14 gives the choice a name of its own (".ifunc"), which other sources do not find: there is one version.
#if defined(__clang__)
#define CYCLORAMA_HOST_VERSIONS
#else
#define CYCLORAMA_HOST_VERSIONS [[gnu::target_clones("avx2", "default")]]
#endif
/// Before a function for hosts of the wide kind alone.
#define CYCLORAMA_WIDE_HOST [[gnu::target("avx2,f16c")]]

namespace cyclorama::func {

/// AVX2, and F16C for half floats, which every processor with AVX2 has.
inline bool isWideHost() { return __builtin_cpu_supports("avx2") != 0; }

}  // namespace cyclorama::func

#else

#define CYCLORAMA_HOST_VERSIONS
#define CYCLORAMA_WIDE_HOST

namespace cyclorama::func {

inline bool isWideHost() { return false; }

}  // namespace cyclorama::func

#endif
