// SPDX-License-Identifier: MIT
#pragma once
// The parameters that both units of a render output pipe have, once for each unit.

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string_view>

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// A string as an argument of a template.
template <std::size_t kSize>
struct Literal {
    std::array<char, kSize> text{};
    constexpr Literal(const char (&literal)[kSize]) {  // NOLINT: takes a literal as it stands
        std::copy(std::begin(literal), std::end(literal), text.begin());
    }
    static constexpr std::size_t size() { return kSize - 1; }
};

/// Two strings as one.
template <Literal kFirst, Literal kSecond>
struct Joined {
    static constexpr std::array kText = [] {
        std::array<char, kFirst.size() + kSecond.size()> text{};
        std::copy_n(kSecond.text.begin(), kSecond.size(),
                    std::copy_n(kFirst.text.begin(), kFirst.size(), text.begin()));
        return text;
    }();
};
template <Literal kFirst, Literal kSecond>
inline constexpr std::string_view kJoined{Joined<kFirst, kSecond>::kText.data(), kFirst.size() + kSecond.size()};

/// `Texts` is a struct of constants in which the sections differ: name and title of the section, the beginning of the
/// names of the cache's parameters, some sentences, a status, and the compression algorithms, of which the default is
/// HiLo.
template <typename Texts>
struct RopParameters : ParameterSection {
    using Compression = typename Texts::Compression;

    RopParameters() : ParameterSection(Texts::kSection, Texts::kTitle) {}

    // clang-format off
    Parameter<std::uint32_t> stampsPerCycle{*this, {.name = "StampsPerCycle", .unit = "stamps/cycle", .defaultValue = 1,
        .minimum = 1, .maximum = 64,
        .sentence = Texts::kStamps}};
    Parameter<std::uint32_t> bytesPerPixel{*this, {.name = "BytesPerPixel", .unit = "bytes", .defaultValue = 4,
        .sentence = "Was the size of a pixel, which the frame buffer's format now gives.",
        .status = ParameterStatus::Unused, .statusReason = "the reference calls it deprecated"}};

    // Cache size: ways * lines * stamps a line * 16 bytes, for four bytes a fragment.
    Parameter<std::uint32_t> cacheWays{*this, {.name = kJoined<Texts::kCache, "Ways">,
        .unit = "ways", .defaultValue = 4,
        .minimum = 1, .maximum = 1024,
        .sentence = "Ways of the cache."}};
    Parameter<std::uint32_t> cacheLines{*this, {.name = kJoined<Texts::kCache, "Lines">,
        .unit = "lines/way", .defaultValue = 16,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Lines of each way."}};
    Parameter<std::uint32_t> cacheStampsPerLine{*this, {.name = kJoined<Texts::kCache, "StampsPerLine">,
        .unit = "stamps",
        .defaultValue = 16, .minimum = 1, .maximum = 4096,
        .sentence = "Size of a line, in stamps of 16 bytes."}};
    Parameter<std::uint32_t> cachePortWidth{*this, {.name = kJoined<Texts::kCache, "PortWidth">, .unit = "bytes/cycle",
        .defaultValue = 32, .minimum = 1, .maximum = 1024,
        .sentence = "Bytes through a port of the cache."}};
    Parameter<bool> cacheExtraReadPort{*this, {.name = kJoined<Texts::kCache, "ExtraReadPort">, .defaultValue = true,
        .sentence = "Adds a read port, so that evictions and the unit read at the same time."}};
    Parameter<bool> cacheExtraWritePort{*this, {.name = kJoined<Texts::kCache, "ExtraWritePort">, .defaultValue = true,
        .sentence = "Adds a write port, so that line fills and the unit write at the same time."}};
    Parameter<std::uint32_t> cacheRequestQueueSize{*this, {.name = kJoined<Texts::kCache, "RequestQueueSize">,
        .unit = "misses",
        .defaultValue = 128, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Misses that the cache keeps track of."}};
    Parameter<std::uint32_t> cacheInputQueueSize{*this, {.name = kJoined<Texts::kCache, "InputQueueSize">,
        .unit = "lines",
        .defaultValue = 128, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Line fills that can be on their way from memory."}};
    Parameter<std::uint32_t> cacheOutputQueueSize{*this, {.name = kJoined<Texts::kCache, "OutputQueueSize">,
        .unit = "lines",
        .defaultValue = 128, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Evicted lines that can be on their way to memory."}};
    Parameter<std::uint32_t> blockStateMemorySize{*this, {.name = "BlockStateMemorySize", .unit = "blocks",
        .defaultValue = 262144, .minimum = 1, .maximum = 1 << 24,
        .sentence = "Blocks of one line each whose clear and compression state is kept on chip."}};
    Parameter<std::uint32_t> blocksClearedPerCycle{*this, {.name = "BlocksClearedPerCycle", .unit = "blocks/cycle",
        .defaultValue = 1024, .minimum = 1, .maximum = 1 << 24,
        .sentence = "Block states that a fast clear resets each cycle."}};
    Parameter<bool> disableCompression{*this, {.name = "DisableCompression", .defaultValue = false,
        .sentence = "Writes evicted lines as they are."}};
    Parameter<Compression> compressionAlgorithm{*this, {.name = "CompressionAlgorithm",
        .defaultValue = Compression::HiLo, .choices = Texts::kCompressions,
        .sentence = "How evicted lines are compressed."}};
    Parameter<std::uint32_t> compressionUnitLatency{*this, {.name = "CompressionUnitLatency", .unit = "cycles",
        .defaultValue = 8, .minimum = 1, .maximum = 4096,
        .sentence = "Cycles that compressing an evicted line takes, one line at a time."}};
    Parameter<std::uint32_t> decompressionUnitLatency{*this, {.name = "DecompressionUnitLatency", .unit = "cycles",
        .defaultValue = 8, .minimum = 1, .maximum = 4096,
        .sentence = "Cycles that decompressing a line from memory takes, one line at a time."}};

    Parameter<std::uint32_t> inputQueueSize{*this, {.name = "InputQueueSize", .unit = "stamps", .defaultValue = 8,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Stamps that wait for their cache line."}};
    Parameter<std::uint32_t> fetchQueueSize{*this, {.name = "FetchQueueSize", .unit = "stamps", .defaultValue = 256,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Stamps with a line allocated that wait to read it: what hides the memory's latency."}};
    Parameter<std::uint32_t> readQueueSize{*this, {.name = "ReadQueueSize", .unit = "stamps", .defaultValue = 16,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = Texts::kReadQueue}};
    Parameter<std::uint32_t> opQueueSize{*this, {.name = "OpQueueSize", .unit = "stamps", .defaultValue = 4,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Stamps that wait to write their result to the cache."}};
    Parameter<std::uint32_t> writeQueueSize{*this, {.name = "WriteQueueSize", .unit = "stamps", .defaultValue = 8,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Finished stamps that wait to leave.",
        .status = Texts::kWriteQueueStatus, .statusReason = Texts::kWriteQueueStatusReason}};
    // clang-format on
};

}  // namespace cyclorama::machine
