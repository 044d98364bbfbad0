// SPDX-License-Identifier: MIT
#pragma once
// Crash dumps of the kernel's driver: what it found in a chip that hung or touched memory that is not there (Linux:
// msm_gpu.c, adreno_gpu.c, a6xx_gpu_state.c). A text of lines: sections begin in the first column, their members are
// indented, and binary words are written in base 85, five characters from '!' on for a word, 'z' for zero.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "workload/byte_input.h"

namespace cyclorama::adreno {

struct CrashedRegister {
    /// In words.
    uint32_t offset = 0;
    uint32_t value = 0;
};

/// A ring of the kernel. Positions are in words.
struct CrashedRing {
    uint32_t id = 0;
    uint64_t address = 0;
    uint32_t readPosition = 0;
    uint32_t writePosition = 0;
    uint32_t bytes = 0;
    std::vector<uint32_t> words;
};

struct CrashedBuffer {
    uint64_t address = 0;
    uint64_t bytes = 0;
    std::string name;
    /// Zeros at its end may be left out.
    std::vector<uint32_t> words;
};

/// Registers of one of the pipeline's contexts.
struct CrashedCluster {
    std::string name;
    std::string context;
    std::vector<CrashedRegister> registers;
};

/// Words that come one by one out of one register: memories of the command processor.
struct CrashedBlock {
    std::string name;
    std::vector<uint32_t> words;
};

struct CrashDump {
    /// Lines of one value, in their order: "kernel: 5.19".
    std::vector<std::string> notes;
    /// Core, major, minor and patch number, a byte each.
    std::optional<uint32_t> chipId;
    std::vector<CrashedRing> rings;
    std::vector<CrashedBuffer> buffers;
    std::vector<CrashedRegister> registers;
    std::vector<CrashedRegister> gmuRegisters;
    std::vector<CrashedCluster> clusters;
    std::vector<CrashedBlock> blocks;
    /// Sections that are not decoded: their names, and the lines of each.
    std::vector<std::pair<std::string, uint64_t>> others;

    /// The last value of a register; empty if the dump has none.
    std::optional<uint32_t> value(uint32_t offset) const;
    std::optional<uint64_t> value64(uint32_t offset) const;
};

/// The first bytes of a file are those of a crash dump. Throws sim::Error where it cannot be read.
bool isCrashDump(const std::string& path);

/// Throws sim::Error where the file cannot be opened, or a line is not as the kernel writes it.
CrashDump readCrashDump(const std::string& path);
CrashDump readCrashDump(std::span<const std::byte> bytes, const std::string& name);

/// The words of a text in base 85. Empty if a character is none of it, or a word is cut off or too large.
std::optional<std::vector<uint32_t>> wordsOfBase85(std::string_view text);

}  // namespace cyclorama::adreno
