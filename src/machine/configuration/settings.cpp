// SPDX-License-Identifier: MIT
#include "machine/configuration/settings.h"

namespace cyclorama::machine {

func::TileSizes tileSizes(const RasterizationParameters& raster) {
    return {.generationWidth = raster.genWidth,
            .generationHeight = raster.genHeight,
            .scanWidth = raster.scanWidth,
            .scanHeight = raster.scanHeight,
            .overScanWidth = raster.overScanWidth,
            .overScanHeight = raster.overScanHeight};
}

func::TextureUnitSettings textureUnitSettings(const Configuration& configuration) {
    const TextureUnitParameters& unit = configuration.textureUnit;
    func::TextureUnitSettings settings;
    settings.blockDimension = unit.blockDimension;
    settings.superBlockDimension = unit.superBlockDimension;
    settings.anisotropyAlgorithm = unit.anisotropyAlgorithm;
    settings.forceMaxAnisotropy = unit.forceMaxAnisotropy;
    settings.maxAnisotropy = unit.maxAnisotropy;
    settings.anisotropyRoundPrecision = unit.anisoRoundPrecision;
    settings.anisotropyRoundThreshold = unit.anisoRoundThreshold;
    settings.anisotropyRatioMultipleOfTwo = unit.anisoRatioMultOfTwo;
    settings.trilinearPrecision = unit.trilinearPrecision;
    settings.brilinearThreshold = unit.brilinearThreshold;
    settings.framebufferTiles = tileSizes(configuration.rasterization);
    return settings;
}

mem::AddressSpaceSettings addressSpaceSettings(const Configuration& configuration) {
    return {.gpuMemoryBytes = configuration.memoryController.memorySize * mem::kMebibyte,
            .systemMemoryBytes = configuration.memoryController.mappedMemorySize * mem::kMebibyte};
}

}  // namespace cyclorama::machine
