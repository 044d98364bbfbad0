#include "func/texture/texture_state.h"

namespace cyclorama::func {

std::string_view textureSettingsProblem(const TextureUnitSettings& settings) {
    constexpr uint32_t kMaxBlockDimension = 8;
    constexpr uint32_t kMaxPrecision = 32;
    if (settings.blockDimension > kMaxBlockDimension || settings.superBlockDimension > kMaxBlockDimension) {
        return "TextureBlockDimension and TextureSuperBlockDimension are 0 to 8.";
    }
    if (settings.maxAnisotropy == 0 || settings.maxAnisotropy > kMaxAnisotropy) {
        return "MaxAnisotropy is 1 to 16.";
    }
    if (settings.anisotropyAlgorithm > AnisotropyAlgorithm::Experimental) {
        return "AnisotropyAlgorithm is 0 to 4.";
    }
    if (settings.anisotropyRoundPrecision == 0 || settings.anisotropyRoundPrecision > kMaxPrecision) {
        return "AnisoRoundPrecision is 1 to 32.";
    }
    if (settings.anisotropyRoundThreshold > uint64_t{1} << settings.anisotropyRoundPrecision) {
        return "AnisoRoundThreshold is at most 2^AnisoRoundPrecision.";
    }
    if (settings.trilinearPrecision == 0 || settings.trilinearPrecision > kMaxPrecision) {
        return "TrilinearPrecision is 1 to 32.";
    }
    if (settings.brilinearThreshold > uint64_t{1} << (settings.trilinearPrecision - 1)) {
        return "BrilinearThreshold is at most 2^(TrilinearPrecision - 1).";
    }
    return layoutProblem({.width = 1, .height = 1, .tiles = settings.framebufferTiles});
}

}  // namespace cyclorama::func
