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

constexpr ConfigurationRule kRules[] = {
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
    {"tile-status-cache-powers-of-two",
     kError,
     "lines of the tile status caches in a way must be a power of two",
     {"VIVANTE.TileStatusCacheLines"},
     "VIVANTE/TileStatusCacheLines",
     [](C c) { return arePowersOfTwo({c.vivante.tileStatusCacheLines}); }},
    {"vivante-rop-cache-line",
     kError,
     "lines of a Vivante chip's depth and colour cache must hold a tile of 4 stamps (64 bytes)",
     {"VIVANTE.Model", "ZSTENCILTEST.ZCacheStampsPerLine", "COLORWRITE.ColorCacheStampsPerLine"},
     "VIVANTE/Model",
     [](C c) { return c.vivante.model == 0 || bothUnits(c, [](const auto& p) { return p.cacheStampsPerLine >= 4; }); }},
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
    {"gen-tile-cache-line",
     kWarning,
     "a line of the depth and of the colour cache should be a generation tile, where that is how surfaces are laid out",
     {"RASTERIZER.GenWidth", "RASTERIZER.GenHeight", "ZSTENCILTEST.ZCacheStampsPerLine",
      "COLORWRITE.ColorCacheStampsPerLine", "VIVANTE.Model"},
     "RASTERIZER/GenWidth",
     [](C c) {
         return c.vivante.model != 0U ||
                bothUnits(c, [&](const auto& p) { return p.cacheStampsPerLine == genTileStamps(c); });
     }},
    {"rop-input-queues",
     kError,
     "InputQueueSize of the depth and of the colour units must be more than two cycles' stamps, or they take none",
     {"ZSTENCILTEST.InputQueueSize", "ZSTENCILTEST.StampsPerCycle", "COLORWRITE.InputQueueSize",
      "COLORWRITE.StampsPerCycle"},
     kUnitBehaviour,
     [](C c) { return bothUnits(c, [](const auto& p) { return p.inputQueueSize > 2 * p.stampsPerCycle; }); }},
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

std::span<const ConfigurationRule> output() { return kRules; }

}  // namespace cyclorama::machine::rules
