# SPDX-License-Identifier: MIT
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# A static library does not wait for the ones below it: only programs need them all.
set(CMAKE_OPTIMIZE_DEPENDENCIES ON)

option(CYCLORAMA_TESTS "Build the tests" ON)
option(CYCLORAMA_BENCHMARKS "Build the benchmarks" OFF)
option(CYCLORAMA_FUZZERS "Build the libFuzzer targets (clang)" OFF)
option(CYCLORAMA_PYTHON "Build the Python module" OFF)
set(CYCLORAMA_SANITIZERS "" CACHE STRING "Sanitizers, comma separated: address,undefined or thread")

# Checkouts share what ccache holds: paths below the source tree are relative to it, and precompiled headers are recognized by
# their content.
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
# Vectors of 256 bits are handed to inlined functions alone (src/func/lanes/vectors.h).
add_compile_options(-Wno-psabi)
# GCC 12 sees overlapping copies in "literal" + std::string (GCC bug 105651).
add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
add_compile_options($<$<CXX_COMPILER_ID:Clang>:-Wreserved-identifier>)
# GCC looks for memory to free each time it has allocated another 512 MiB, not 128: compiling takes 4 to 10 % less time.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=524288>)
# Images and cycle counts are equal to the bit on every x86-64 host: no contraction of a*b+c into one rounding. Hosts
# without SSE keep denormals where a chip has none (isa/denormals.h), and may differ.
add_compile_options(-ffp-contract=off)
# Level 2 of the architecture has SSE4.2, as processors have since about 2009: roundings, selections and products of
# integers in vectors. sim/host_requirement.h reports a host without it.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  add_compile_options(-march=x86-64-v2)
endif()
# Square roots and the like need not set errno; their values stay the same.
add_compile_options(-fno-math-errno)
# -O3: the shader lanes and pixel rows rely on the loop vectoriser.
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
# Code in a library that Python loads: calls within it stay direct, as its symbols are its own. Programs are made of the
# same, so that ccache has the parts of one for the other.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
# Checked: what the sanitizers and fuzzers run; assertions are on, and reports name lines.
set(CMAKE_CXX_FLAGS_CHECKED "-O1 -g1")
# For the programs of examples and parts in which a run spends no time: compiled in three quarters of the time.
set(CYCLORAMA_QUICK_OPTIONS $<$<CONFIG:Release>:-O1>)
# For tests' own sources: GCC compiles them in three quarters of the time of -O1.
set(CYCLORAMA_TEST_OPTIONS $<$<CONFIG:Release>:-Og>)

if(CYCLORAMA_SANITIZERS)
  add_compile_options(-fsanitize=${CYCLORAMA_SANITIZERS} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${CYCLORAMA_SANITIZERS})
endif()
if(CYCLORAMA_FUZZERS)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
