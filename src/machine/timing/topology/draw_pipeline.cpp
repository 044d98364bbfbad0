// SPDX-License-Identifier: MIT
#include "machine/timing/topology/draw_pipeline.h"

#include <utility>

#include "machine/configuration/settings.h"

namespace cyclorama::machine::timing {

DrawPipeline::DrawPipeline(const SpanContext& context, const std::optional<TileStatusUnit::Settings>& tileStatus)
    : geometry(context),
      raster(context),
      distributor(context.simulation, context.domains.gpu, context.pools,
                  workDistributorSettings(context.configuration)),
      shading(context.pools, context.space, textureUnitSettings(context.configuration)),
      dac(context.simulation, context.domains.gpu, context.configuration.dac, dacLinks(context.configuration),
          context.space),
      pixels(context, tileStatus),
      shaders(context, shading) {
    geometry.bind(distributor.vertices);
    geometry.bind(raster.setup);
    raster.bind(distributor.fragments);
    pixels.bind(distributor.fragments, raster.hierarchicalZ);
    pixels.bind(dac);
    shaders.bind(distributor.shaders);
}

void DrawPipeline::bindCommands(UnitPorts& units) {
    geometry.bindCommands(units);
    raster.bindCommands(units, distributor);
    bindUnit(units.dac, dac);
    pixels.bindCommands(units);
    shaders.bindCommands(units);
}

void DrawPipeline::connect(mem::MemoryController& memory) {
    geometry.connect(memory);
    pixels.connect(memory);
    memory.connect(mem::Client::Dac, 0, dac.memory);
    shaders.connect(memory);
}

std::vector<DrawFaults> DrawPipeline::takeFaults() {
    std::vector<DrawFaults> faults = geometry.streamer.takeFaults();
    for (DrawFaults& each : shading.takeFaults()) faults.push_back(std::move(each));
    return faults;
}

}  // namespace cyclorama::machine::timing
