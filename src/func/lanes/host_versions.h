// SPDX-License-Identifier: MIT
#pragma once
// Functions in two versions: plain, for every host, and wide, for hosts with vectors of 256 bits (AVX2). Both give the
// same bits: no operation of one is contracted or reordered in the other.
//
//     namespace { [[gnu::always_inline]] inline void scaleLanes(unsigned width, std::span<float> lanes) { ... } }
//     void scale(unsigned width, std::span<float> lanes) { func::runOnHost<scaleLanes>(width, lanes); }
//
// A process runs one of them throughout: the wide one where the processor has AVX2, unless the environment variable
// CYCLORAMA_HOST_VECTORS names another: `plain` or `wide`. Any other value, or `wide` on a processor without AVX2, ends
// the process with a message and exit status 2 before main().

#include <utility>

namespace cyclorama::func {

/// Chosen when the process starts; false until then.
extern const bool kRunsWideVersions;
inline bool isWideHost() { return kRunsWideVersions; }

#if defined(__x86_64__)
/// Before a function of the wide version alone. F16C, which converts half floats, is in every processor with AVX2.
#define CYCLORAMA_WIDE_HOST [[gnu::target("avx2,f16c")]]
#else
#define CYCLORAMA_WIDE_HOST
#endif

/// The two versions of a function, which are functions of their own. It has to be inlined into both
/// ([[gnu::always_inline]]), and with it all that is to run in wide vectors.
/// Functions of the same source that it calls are to be inlined as well: GCC 12 leaves out the instruction that clears
/// the upper halves of registers (vzeroupper) before calls of which it knows that they keep these registers, and each
/// change between both kinds of code then takes the host some 70 cycles.
template <auto kFunction>
struct HostVersions;

template <typename Result, typename... Arguments, Result (*kFunction)(Arguments...)>
struct HostVersions<kFunction> {
    [[gnu::noinline]] static Result plain(Arguments... arguments) {
        return kFunction(std::forward<Arguments>(arguments)...);
    }
    CYCLORAMA_WIDE_HOST [[gnu::noinline, gnu::flatten]] static Result wide(Arguments... arguments) {
        return kFunction(std::forward<Arguments>(arguments)...);
    }
};

template <typename Class, typename Result, typename... Arguments, Result (Class::*kFunction)(Arguments...)>
struct HostVersions<kFunction> {
    [[gnu::noinline]] static Result plain(Class& object, Arguments... arguments) {
        return (object.*kFunction)(std::forward<Arguments>(arguments)...);
    }
    CYCLORAMA_WIDE_HOST [[gnu::noinline, gnu::flatten]] static Result wide(Class& object, Arguments... arguments) {
        return (object.*kFunction)(std::forward<Arguments>(arguments)...);
    }
};

template <typename Class, typename Result, typename... Arguments, Result (Class::*kFunction)(Arguments...) const>
struct HostVersions<kFunction> {
    [[gnu::noinline]] static Result plain(const Class& object, Arguments... arguments) {
        return (object.*kFunction)(std::forward<Arguments>(arguments)...);
    }
    CYCLORAMA_WIDE_HOST [[gnu::noinline, gnu::flatten]] static Result wide(const Class& object,
                                                                           Arguments... arguments) {
        return (object.*kFunction)(std::forward<Arguments>(arguments)...);
    }
};

/// Calls the host's version of a function, or of a member function of the first argument.
template <auto kFunction, typename... Arguments>
[[gnu::always_inline]] inline decltype(auto) runOnHost(Arguments&&... arguments) {
    using Versions = HostVersions<kFunction>;
    return isWideHost() ? Versions::wide(std::forward<Arguments>(arguments)...)
                        : Versions::plain(std::forward<Arguments>(arguments)...);
}

}  // namespace cyclorama::func
