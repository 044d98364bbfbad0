// SPDX-License-Identifier: MIT
#include "machine/timing/pipeline/spans.h"

#include <fmt/format.h>

#include <string_view>

#include "machine/configuration/settings.h"

namespace cyclorama::machine::timing {

namespace {

StreamerLinks streamerLinks(const Configuration& configuration) {
    return {.channels = configuration.gpu.numVertexShaders,
            .shaderOutputLatency = configuration.vertexShader.outputLatency,
            .assemblyBusLatency = configuration.primitiveAssembly.inputBusLatency,
            .attributesByShader = configuration.shader.vertexAttributeLoadFromShader};
}

}  // namespace

Dac::Links dacLinks(const Configuration& configuration) {
    const uint32_t pipes = configuration.gpu.numStampPipes;
    const func::TileSizes tiles = machine::tileSizes(configuration.rasterization);
    return {
        .ropUnits = pipes,
        .tiles = tiles,
        .colorCompression = colorWriteSettings(configuration.colorWrite, tiles, pipes, 0).cache.algorithm,
        .depthCompression = zStencilTestSettings(configuration.zStencilTest, tiles, pipes, 0, true).rop.cache.algorithm,
        .textures = textureUnitSettings(configuration)};
}

GeometrySpan::GeometrySpan(const SpanContext& context, VertexPool& vertices, TrianglePool& triangles)
    : streamer(context.simulation, context.domains.gpu, vertices, context.space, context.earlier,
               context.configuration.streamer, streamerLinks(context.configuration)),
      assembly(context.simulation, context.domains.gpu, vertices, triangles, context.configuration.primitiveAssembly,
               {.attributesPerCycle = context.configuration.streamer.attributesSentPerCycle,
                .clipperStartLatency = context.configuration.clipper.startLatency}),
      clipper(context.simulation, context.domains.gpu, triangles, context.configuration.clipper,
              {.setupStartLatency = context.configuration.triangleSetup.setupStartLatency,
               .setupInputLatency = context.configuration.triangleSetup.triangleInputLatency}) {
    streamer.commit().vertices.bind(assembly.vertices);
    assembly.vertexRequests.bind(streamer.commit().requests);
    assembly.triangles.bind(clipper.input);
    clipper.inputRequests.bind(assembly.triangleRequests);
}

void GeometrySpan::bindCommands(UnitPorts& units) {
    bindUnit(units.streamer, streamer);
    bindUnit(units.assembly, assembly);
    bindUnit(units.clipper, clipper);
}

void GeometrySpan::bind(VertexPath& vertices) {
    for (uint32_t c = 0; c < streamer.channels(); ++c) {
        streamer.unshaded(c).bind(vertices.channels[c]->input);
        vertices.channels[c]->output.bind(streamer.shaded(c));
    }
    for (uint32_t i = 0; i < streamer.loaders(); ++i)
        vertices.loadersReady[i]->bind(streamer.loader(i).distributorReady);
    streamer.commit().lastVertexCommitted.bind(vertices.lastVertexCommitted);
}

void GeometrySpan::bind(TriangleSetup& setup) {
    clipper.output.bind(setup.input);
    setup.inputRequest.bind(clipper.outputRequests);
}

void GeometrySpan::addClients(const Configuration& configuration, mem::Clients& clients) {
    const MemoryControllerParameters& controller = configuration.memoryController;
    clients.add({.name = StreamerFetch::kMemoryClient, .busWidth = controller.streamerFetchBusWidth, .turn = 2});
    // One of the loaders counts.
    clients.add({.name = StreamerLoader::kMemoryClient,
                 .units = configuration.streamer.loaderUnits,
                 .busWidth = controller.streamerLoaderBusWidth,
                 .turn = 1});
}

void GeometrySpan::connect(mem::MemoryController& memory) {
    memory.connect(StreamerFetch::kMemoryClient, 0, streamer.fetch().memory);
    for (uint32_t i = 0; i < streamer.loaders(); ++i)
        memory.connect(StreamerLoader::kMemoryClient, i, streamer.loader(i).memory);
}

RasterSpan::RasterSpan(const SpanContext& context, TrianglePool& triangles, QuadPool& quads)
    : rasterizer(context.simulation, context.domains.gpu),
      setup(context.simulation, context.domains.gpu, triangles, context.configuration.triangleSetup),
      traversal(context.simulation, context.domains.gpu, triangles, quads, context.configuration.rasterization,
                context.configuration.triangleSetup),
      hierarchicalZ(context.simulation, context.domains.gpu, quads, context.configuration.rasterization,
                    context.configuration.hierarchicalZ, context.configuration.gpu.numStampPipes),
      interpolator(context.simulation, context.domains.gpu, quads, context.configuration.rasterization,
                   context.configuration.interpolator, context.configuration.gpu.numStampPipes) {
    setup.output.bind(traversal.input);
    traversal.inputRequest.bind(setup.outputRequest);
    traversal.output.bind(hierarchicalZ.input);
    hierarchicalZ.ready.bind(traversal.outputReady);
}

void RasterSpan::bindCommands(UnitPorts& units, WorkDistributor& distributor) {
    bindUnit(units.rasterizer, rasterizer);
    const auto bind = [](Rasterizer::Unit& unit, auto& box) {
        unit.command.bind(box.command);
        box.status.bind(unit.status);
    };
    bind(rasterizer.setup, setup);
    bind(rasterizer.traversal, traversal);
    bind(rasterizer.hierarchicalZ, hierarchicalZ);
    bind(rasterizer.interpolator, interpolator);
    bind(rasterizer.distributor, distributor);
}

void RasterSpan::bind(FragmentPath& fragments) {
    hierarchicalZ.output.bind(fragments.generated);
    fragments.generatedReady.bind(hierarchicalZ.outputReady);
    fragments.toInterpolator.bind(interpolator.input);
    interpolator.output.bind(fragments.fromInterpolator);
}

PixelSpan::PixelSpan(const SpanContext& context, QuadPool& quads, FastClearTracker& fastClears,
                     const std::optional<TileStatusUnit::Settings>& tileStatus) {
    const Configuration& configuration = context.configuration;
    const func::TileSizes tiles = machine::tileSizes(configuration.rasterization);
    const uint32_t pipes = configuration.gpu.numStampPipes;
    const RopMemory memory{.space = context.space, .earlier = context.earlier, .fastClears = fastClears};
    for (uint32_t i = 0; i < pipes; ++i) {
        ZStencilTestSettings depth =
            zStencilTestSettings(configuration.zStencilTest, tiles, pipes, i, !configuration.hierarchicalZ.disable);
        depth.rop.cache.tileStatus = tileStatus.has_value();
        depthTests.push_back(
            std::make_unique<ZStencilTest>(context.simulation, context.domains.gpu, quads, memory, depth));
        RopSettings color = colorWriteSettings(configuration.colorWrite, tiles, pipes, i);
        color.cache.tileStatus = tileStatus.has_value();
        colorWrites.push_back(
            std::make_unique<ColorWrite>(context.simulation, context.domains.gpu, quads, memory, color));
        if (!tileStatus) continue;
        tileStatusUnits.push_back(std::make_unique<TileStatusUnit>(context.simulation, context.domains.gpu,
                                                                   fmt::format("TileStatusUnit{}", i),
                                                                   fmt::format("TSt-SU{}", i), *tileStatus));
        tileStatusUnits.back()->connect(TileStatusUnit::User::DepthTest, *depthTests.back()->statusCache);
        tileStatusUnits.back()->connect(TileStatusUnit::User::ColorWrite, *colorWrites.back()->statusCache);
    }
    if (!configuration.simulator.generateFragmentMap) return;
    fragmentMap = std::make_unique<FragmentMap>(configuration.simulator.fragmentMapMode);
    for (const auto& colorWrite : colorWrites) colorWrite->setFragmentMap(fragmentMap.get());
}

uint64_t PixelSpan::samplesPassed() const {
    uint64_t samples = 0;
    for (const auto& colorWrite : colorWrites) samples += colorWrite->samplesPassed();
    return samples;
}

void PixelSpan::bindCommands(UnitPorts& units) {
    for (size_t i = 0; i < depthTests.size(); ++i) {
        bindUnit(*units.depthTests[i], *depthTests[i]);
        bindUnit(*units.colorWrites[i], *colorWrites[i]);
    }
}

void PixelSpan::bind(FragmentPath& fragments, HierarchicalZ& hierarchicalZ) {
    for (size_t i = 0; i < depthTests.size(); ++i) {
        FragmentPath::Pipe& pipe = *fragments.pipes[i];
        ZStencilTest& depthTest = *depthTests[i];
        pipe.toDepthTest.bind(depthTest.input);
        depthTest.output.bind(pipe.fromDepthTest);
        depthTest.ready.bind(pipe.depthTestReady);
        pipe.testedReady.bind(depthTest.outputReady);
        depthTest.hierarchicalZ.bind(*hierarchicalZ.updates[i]);
        pipe.toColorWrite.bind(colorWrites[i]->input);
        colorWrites[i]->ready.bind(pipe.colorWriteReady);
    }
}

void PixelSpan::bind(Dac& dac) {
    for (size_t i = 0; i < depthTests.size(); ++i) {
        depthTests[i]->blockStates.bind(*dac.depthStates[i]);
        colorWrites[i]->blockStates.bind(*dac.colorStates[i]);
    }
}

void PixelSpan::addCaches(CacheKinds& caches) {
    caches.add("depth and stencil", [this](mem::CacheBlocks* uses) {
        for (const auto& unit : depthTests) unit->cache().countUses(uses);
    });
    caches.add("colour", [this](mem::CacheBlocks* uses) {
        for (const auto& unit : colorWrites) unit->cache().countUses(uses);
    });
}

void PixelSpan::addClients(const Configuration& configuration, mem::Clients& clients) {
    const MemoryControllerParameters& controller = configuration.memoryController;
    const auto add = [&](std::string_view name, uint32_t busWidth) {
        const uint32_t pipes = configuration.gpu.numStampPipes;
        clients.add({.name = name,
                     .units = pipes,
                     .busWidth = busWidth,
                     .unitsWithEntries = pipes,
                     .writes = true,
                     .ofRenderOutput = true,
                     .turn = 3});
    };
    add(ZStencilTest::kMemoryClient, controller.zStencilBusWidth);
    add(ColorWrite::kMemoryClient, controller.colorWriteBusWidth);
}

void PixelSpan::connect(mem::MemoryController& memory) {
    for (uint32_t i = 0; i < depthTests.size(); ++i) {
        memory.connect(ZStencilTest::kMemoryClient, i, depthTests[i]->memory);
        memory.connect(ColorWrite::kMemoryClient, i, colorWrites[i]->memory);
    }
}

ShaderSpan::ShaderSpan(const SpanContext& context, Shading& shading) {
    const Configuration& configuration = context.configuration;
    const ShaderSettings shaderParts =
        shaderSettings(configuration.shader, configuration.vectorShader, configuration.scalarShader);
    const TextureTimingSettings textureParts =
        textureTimingSettings(configuration.textureUnit, configuration.shader, textureUnitSettings(configuration));
    for (uint32_t i = 0; i < configuration.gpu.numFragmentShaders; ++i) {
        shaders.push_back(makeShaderProcessor(context.simulation, context.domains.gpu, context.domains.shader, i,
                                              shaderParts, shading));
        for (uint32_t unit = 0; unit < shaderParts.textureUnits; ++unit)
            textureUnits.push_back(std::make_unique<TextureUnit>(
                context.simulation, context.domains.gpu, TextureUnitPlace{.shader = i, .unit = unit}, textureParts));
    }
    const size_t units = textureUnits.size() / shaders.size();
    for (size_t i = 0; i < textureUnits.size(); ++i) {
        ShaderProcessor::TexturePort& port = *shaders[i / units]->textures[i % units];
        TextureUnit& unit = *textureUnits[i];
        port.requests.bind(unit.requests);
        unit.results.bind(port.results);
        unit.tickets.bind(port.tickets);
    }
}

void ShaderSpan::bindCommands(UnitPorts& units) {
    for (size_t i = 0; i < shaders.size(); ++i) {
        units.vertexShaders[i]->bind(shaders[i]->vertexCommands);
        units.fragmentShaders[i]->bind(shaders[i]->fragmentCommands);
    }
    for (size_t i = 0; i < textureUnits.size(); ++i) units.textureUnits[i]->bind(textureUnits[i]->command);
}

void ShaderSpan::bind(ShaderQueues& queues) {
    for (size_t i = 0; i < shaders.size(); ++i) {
        ShaderProcessor& shader = *shaders[i];
        ShaderQueues::Processor& processor = *queues.processors[i];
        processor.inputs.bind(shader.inputs);
        shader.outputs.bind(processor.outputs);
        shader.status.bind(processor.status);
        processor.consumerReady.bind(shader.consumerReady);
    }
}

void ShaderSpan::compareCaches(bool compare) {
    for (const auto& unit : textureUnits) unit->cache().compareWithLarger(compare);
}

void ShaderSpan::addCaches(CacheKinds& caches) {
    caches.add("texture", [this](mem::CacheBlocks* uses) {
        for (const auto& unit : textureUnits) unit->cache().countUses(uses);
    });
    caches.add("texture, second level", [this](mem::CacheBlocks* uses) {
        for (const auto& unit : textureUnits) unit->cache().countSecondLevelUses(uses);
    });
}

void ShaderSpan::addClients(const Configuration& configuration, mem::Clients& clients) {
    const uint32_t units = configuration.gpu.numFragmentShaders * configuration.shader.textureUnits;
    clients.add({.name = TextureUnit::kMemoryClient,
                 .units = units,
                 .busWidth = configuration.memoryController.textureUnitBusWidth,
                 .unitsWithEntries = units,
                 .turn = 5});
}

void ShaderSpan::connect(mem::MemoryController& memory) {
    for (uint32_t i = 0; i < textureUnits.size(); ++i)
        memory.connect(TextureUnit::kMemoryClient, i, textureUnits[i]->memory);
}

}  // namespace cyclorama::machine::timing
