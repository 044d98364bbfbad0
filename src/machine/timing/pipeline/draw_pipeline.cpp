// SPDX-License-Identifier: MIT
#include "machine/timing/pipeline/draw_pipeline.h"

#include <utility>

#include "machine/configuration/settings.h"

namespace cyclorama::machine::timing {

DrawPipeline::DrawPipeline(const SpanContext& context, FastClearTracker& fastClears,
                           const std::optional<TileStatusUnit::Settings>& tileStatus)
    : quads(triangles),
      geometry(context, vertices, triangles),
      raster(context, triangles, quads),
      distributor(context.simulation, context.domains.gpu, vertices, quads,
                  workDistributorSettings(context.configuration)),
      shading(vertices, quads, context.space, context.earlier, textureUnitSettings(context.configuration)),
      dac(context.simulation, context.domains.gpu, context.configuration.dac, dacLinks(context.configuration),
          context.space),
      pixels(context, quads, fastClears, tileStatus),
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
    memory.connect(Dac::kMemoryClient, 0, dac.memory);
    shaders.connect(memory);
}

void DrawPipeline::addClients(const Configuration& configuration, mem::Clients& clients) {
    GeometrySpan::addClients(configuration, clients);
    PixelSpan::addClients(configuration, clients);
    clients.add({.name = Dac::kMemoryClient, .busWidth = configuration.memoryController.dacBusWidth, .turn = 4});
    ShaderSpan::addClients(configuration, clients);
}

void DrawPipeline::addCaches(CacheKinds& caches) {
    shaders.addCaches(caches);
    pixels.addCaches(caches);
}

std::vector<DrawFaults> DrawPipeline::takeFaults() {
    std::vector<DrawFaults> faults = geometry.streamer.takeFaults();
    for (DrawFaults& each : shading.takeFaults()) faults.push_back(std::move(each));
    return faults;
}

}  // namespace cyclorama::machine::timing
