#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// How evicted colour lines are compressed.
enum class ColorCompression : std::uint32_t { HiLo = 0, EnhancedHiLo = 1, Msaa = 2 };

/// [COLORWRITE]: the colour unit of a render output pipe and its cache.
struct ColorWriteParameters : ParameterSection {
    ColorWriteParameters() : ParameterSection("COLORWRITE", "Color write") {}

    // clang-format off
    Parameter<std::uint32_t> stampsPerCycle{*this, {.name = "StampsPerCycle", .unit = "stamps/cycle", .defaultValue = 1,
        .minimum = 1, .maximum = 64,
        .sentence = "Stamps received from the work distributor each cycle."}};
    Parameter<std::uint32_t> bytesPerPixel{*this, {.name = "BytesPerPixel", .unit = "bytes", .defaultValue = 4,
        .sentence = "Was the size of a pixel, which the frame buffer's format now gives.",
        .status = ParameterStatus::Unused, .statusReason = "the reference calls it deprecated"}};

    // Cache size: ways * lines * stamps a line * 16 bytes, for four bytes a fragment.
    Parameter<std::uint32_t> cacheWays{*this, {.name = "ColorCacheWays", .unit = "ways", .defaultValue = 4,
        .minimum = 1, .maximum = 1024,
        .sentence = "Ways of the cache."}};
    Parameter<std::uint32_t> cacheLines{*this, {.name = "ColorCacheLines", .unit = "lines/way", .defaultValue = 16,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Lines of each way."}};
    Parameter<std::uint32_t> cacheStampsPerLine{*this, {.name = "ColorCacheStampsPerLine", .unit = "stamps",
        .defaultValue = 16, .minimum = 1, .maximum = 4096,
        .sentence = "Size of a line, in stamps of 16 bytes."}};
    Parameter<std::uint32_t> cachePortWidth{*this, {.name = "ColorCachePortWidth", .unit = "bytes/cycle",
        .defaultValue = 32, .minimum = 1, .maximum = 1024,
        .sentence = "Bytes through a port of the cache."}};
    Parameter<bool> cacheExtraReadPort{*this, {.name = "ColorCacheExtraReadPort", .defaultValue = true,
        .sentence = "Adds a read port, so that evictions and the unit read at the same time."}};
    Parameter<bool> cacheExtraWritePort{*this, {.name = "ColorCacheExtraWritePort", .defaultValue = true,
        .sentence = "Adds a write port, so that line fills and the unit write at the same time."}};
    Parameter<std::uint32_t> cacheRequestQueueSize{*this, {.name = "ColorCacheRequestQueueSize", .unit = "misses",
        .defaultValue = 128, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Misses that the cache keeps track of."}};
    Parameter<std::uint32_t> cacheInputQueueSize{*this, {.name = "ColorCacheInputQueueSize", .unit = "lines",
        .defaultValue = 128, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Line fills that can be on their way from memory."}};
    Parameter<std::uint32_t> cacheOutputQueueSize{*this, {.name = "ColorCacheOutputQueueSize", .unit = "lines",
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
    Parameter<ColorCompression> compressionAlgorithm{*this, {.name = "CompressionAlgorithm",
        .defaultValue = ColorCompression::HiLo,
        .choices = {{ColorCompression::HiLo, "0", "high bits from four reference values, to a half or a quarter"},
                    {ColorCompression::EnhancedHiLo, "1", "the same with three ratios and rearranged fields"},
                    {ColorCompression::Msaa, "2", "equal samples of a pixel stored once"}},
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
        .sentence = "Stamps with their data that wait to be blended."}};
    Parameter<std::uint32_t> opQueueSize{*this, {.name = "OpQueueSize", .unit = "stamps", .defaultValue = 4,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Stamps that wait to write their result to the cache."}};
    Parameter<std::uint32_t> writeQueueSize{*this, {.name = "WriteQueueSize", .unit = "stamps", .defaultValue = 8,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Finished stamps that wait to leave.", .status = ParameterStatus::Unused,
        .statusReason = "nothing comes after a colour write: a finished stamp leaves in the next cycle, and one place is enough"}};
    // The reference calls it BlendALUTestRate; ATTILA's files and its reader call it BlendALURate.
    Parameter<std::uint32_t> blendRate{*this, {.name = "BlendALURate", .unit = "cycles/stamp", .defaultValue = 1,
        .minimum = 1, .maximum = 4096,
        .sentence = "Cycles between two stamps that start blending.", .aliases = {"BlendALUTestRate"}}};
    Parameter<std::uint32_t> blendLatency{*this, {.name = "BlendALULatency", .unit = "cycles", .defaultValue = 2,
        .minimum = 1, .maximum = 4096,
        .sentence = "Cycles that blending a stamp takes."}};
    // clang-format on
};

}  // namespace cyclorama::machine
