// SPDX-License-Identifier: MIT
#pragma once
// Programs as they are executed, decoded once and found again by their words.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "families/adreno/isa/program.h"
#include "families/adreno/memory/gpu_memory.h"

namespace cyclorama::adreno {

/// Text of each instruction of a CachedProgram; empty after the program's end, where words only fill up a line of the
/// instruction cache.
std::vector<std::string> textsOf(const void* program);

/// A decoded program, and facts about it that are asked for at each use.
struct CachedProgram {
    std::vector<uint64_t> words;
    ir3::Ir3Program program;
    /// Ends before it does anything.
    bool isEmpty = false;
    bool hasPreamble = false;
    bool hasPrivateMemory = false;
    /// Atomic operations on memory that all waves see.
    bool hasAtomics = false;
    /// Those, or stores to such memory.
    bool writesMemory = false;
    /// Instructions that filter by a sampler.
    bool usesSamplers = false;
};

class ProgramCache {
  public:
    /// The program of `instructions` words of 64 bits at an address. Null, with a finding, where it is not wholly in
    /// memory.
    std::shared_ptr<const CachedProgram> find(const GpuMemory& memory, uint64_t address, size_t instructions);

  private:
    /// The most programs that are kept; beyond, all are forgotten.
    static constexpr size_t kMostPrograms = 4096;

    std::unordered_map<uint64_t, std::vector<std::shared_ptr<const CachedProgram>>> byHash_;
    size_t count_ = 0;
};

}  // namespace cyclorama::adreno
