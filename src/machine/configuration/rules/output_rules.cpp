// SPDX-License-Identifier: MIT
#include "machine/configuration/rules/rule_terms.h"
#include "machine/configuration/rules/rules.h"

namespace cyclorama::machine::rules {
namespace {

using C = const Configuration&;

/// The depth and the colour unit of a render output pipe both fulfil a condition on their parameters.
template <typename Condition>
constexpr bool bothUnits(C c, Condition condition) {
    return condition(c.zStencilTest) && condition(c.colorWrite);
}

/// A line is large enough to be compressed, where it is.
constexpr auto compressedLinesFit = [](const auto& p) { return p.disableCompression || p.cacheStampsPerLine >= 16; };

constexpr ConfigurationRule kOutputRules[] = {
    // Depth, colour, display
    {"rop-cache-powers-of-two",
     kError,
     "lines of the depth and the colour cache, and their number in a way, must be powers of two",
     {"ZSTENCILTEST.ZCacheLines", "ZSTENCILTEST.ZCacheStampsPerLine", "COLORWRITE.ColorCacheLines",
      "COLORWRITE.ColorCacheStampsPerLine"},
     kUnitBehaviour,
     [](C c) {
         return bothUnits(c, [](const auto& p) { return arePowersOfTwo({p.cacheLines, p.cacheStampsPerLine}); });
     }},
    {"depth-compression-line",
     kError,
     "depth compression needs lines of at least 16 stamps (256 bytes)",
     {"ZSTENCILTEST.DisableCompression", "ZSTENCILTEST.ZCacheStampsPerLine"},
     kUnitBehaviour,
     [](C c) { return compressedLinesFit(c.zStencilTest); }},
    {"color-compression-line",
     kError,
     "colour compression needs lines of at least 16 stamps (256 bytes)",
     {"COLORWRITE.DisableCompression", "COLORWRITE.ColorCacheStampsPerLine"},
     kUnitBehaviour,
     [](C c) { return compressedLinesFit(c.colorWrite); }},
    {"rop-input-queues",
     kError,
     "InputQueueSize of the depth and of the colour units must be more than two cycles' stamps, or they take none",
     {"ZSTENCILTEST.InputQueueSize", "ZSTENCILTEST.StampsPerCycle", "COLORWRITE.InputQueueSize",
      "COLORWRITE.StampsPerCycle"},
     kUnitBehaviour,
     [](C c) { return bothUnits(c, [](const auto& p) { return p.inputQueueSize > 2 * p.stampsPerCycle; }); }},
    {"depth-operation-queue",
     kError,
     "OpQueueSize of the depth units must be at least ZALULatency: the stamps in the ALU have places in the queue",
     {"ZSTENCILTEST.OpQueueSize", "ZSTENCILTEST.ZALULatency"},
     kUnitBehaviour,
     [](C c) { return c.zStencilTest.opQueueSize >= c.zStencilTest.aluLatency.get(); }},
    {"color-operation-queue",
     kError,
     "OpQueueSize of the colour units must be at least BlendALULatency: the stamps in the ALU have places in the queue",
     {"COLORWRITE.OpQueueSize", "COLORWRITE.BlendALULatency"},
     kUnitBehaviour,
     [](C c) { return c.colorWrite.opQueueSize >= c.colorWrite.blendLatency.get(); }},
    {"rop-port-width",
     kWarning,
     "the ports of the depth and the colour cache should carry a stamp (16 bytes) in a cycle",
     {"ZSTENCILTEST.ZCachePortWidth", "COLORWRITE.ColorCachePortWidth"},
     "ZSTENCILTEST/ZCachePortWidth",
     [](C c) { return bothUnits(c, [](const auto& p) { return p.cachePortWidth >= kStampBytes; }); }},
    {"display-block",
     kError,
     "BlockSize must be a line of the colour cache (16 * ColorCacheStampsPerLine bytes)",
     {"DAC.BlockSize", "COLORWRITE.ColorCacheStampsPerLine"},
     "DAC/BlockSize",
     [](C c) { return c.dac.blockSize == c.colorWrite.cacheStampsPerLine * kStampBytes; }},
};

}  // namespace

std::span<const ConfigurationRule> output() { return kOutputRules; }

}  // namespace cyclorama::machine::rules
