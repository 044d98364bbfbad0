#include "machine/timing/timing_boxes.h"

#include "machine/configuration/settings.h"
#include "machine/timing/timing_settings.h"
#include "machine/timing/vivante/tile_status_settings.h"
#include "mem/gddr/gddr_controller.h"
#include "mem/legacy/legacy_controller.h"

namespace cyclorama::machine::timing {

namespace {

std::unique_ptr<mem::MemoryController> makeMemoryController(sim::Simulation& simulation, const ClockDomains& domains,
                                                            const Configuration& configuration) {
    if (configuration.memoryController.memoryControllerV2)
        return std::make_unique<mem::gddr::GddrController>(simulation, domains.gpu, domains.memory,
                                                           gddrSettings(configuration));
    return std::make_unique<mem::legacy::LegacyController>(simulation, domains.gpu,
                                                           legacyMemorySettings(configuration));
}

StreamerLinks streamerLinks(const Configuration& configuration) {
    return {.channels = configuration.gpu.numVertexShaders,
            .shaderOutputLatency = configuration.vertexShader.outputLatency,
            .assemblyBusLatency = configuration.primitiveAssembly.inputBusLatency,
            .attributesByShader = configuration.shader.vertexAttributeLoadFromShader};
}

Dac::Links dacLinks(const Configuration& configuration, const func::TileSizes& tiles) {
    const uint32_t pipes = configuration.gpu.numStampPipes;
    return {
        .ropUnits = pipes,
        .tiles = tiles,
        .colorCompression = colorWriteSettings(configuration.colorWrite, tiles, pipes, 0).cache.algorithm,
        .depthCompression = zStencilTestSettings(configuration.zStencilTest, tiles, pipes, 0, true).rop.cache.algorithm,
        .textures = textureUnitSettings(configuration)};
}

std::optional<VivanteCommands::Settings> vivanteCommands(const Configuration& configuration) {
    if (!isVivante(configuration)) return std::nullopt;
    return VivanteCommands::Settings{.stream = {.queueBytes = configuration.vivante.streamQueueBytes,
                                                .bytesPerCycle = configuration.vivante.streamBytesPerCycle}};
}

ResolveUnit::Settings resolveSettings(const VivanteParameters& parameters) {
    return {.samplesPerCycle = parameters.resolveSamplesPerCycle,
            .blocks = parameters.resolveBlocks,
            .startLatency = parameters.resolveStartLatency};
}

}  // namespace

ClockDomains addClockDomains(sim::Simulation& simulation, const GpuParameters& parameters) {
    ClockDomains domains;
    const auto add = [&](const char* name, uint32_t megahertz) {
        return simulation.addDomain({.name = name, .periodPicoseconds = sim::periodOfMegahertz(megahertz)});
    };
    domains.gpu = domains.shader = domains.memory = add("GPU", parameters.gpuClock);
    if (parameters.shaderClock != parameters.gpuClock) domains.shader = add("shader", parameters.shaderClock);
    if (parameters.memoryClock != parameters.gpuClock) domains.memory = add("memory", parameters.memoryClock);
    return domains;
}

CycleCounter::CycleCounter(sim::Simulation& simulation, sim::DomainId domain)
    : Box(simulation, domain, "CycleCounter"),
      cycles_(simulation.statistics(), {"CycleCounter", "cycles", "Cycles of the main clock."}) {}

void CycleCounter::clock(sim::Cycle) {
    ++cycles_;
    sleep();
}

void CycleCounter::accountSleep(sim::Cycle, uint64_t count) { cycles_.add(count); }

TimingBoxes::TimingBoxes(sim::Simulation& simulation, const Configuration& configuration, mem::AddressSpace& space,
                         sim::Findings& findings, const Limits& limits)
    : domains_(addClockDomains(simulation, configuration.gpu)),
      drawInFlight_(configuration, space),
      drawChecks_(configuration, space, findings, limits.drawWork),
      cycles(simulation, domains_.gpu),
      memory(makeMemoryController(simulation, domains_, configuration)),
      commandProcessor(simulation, domains_.gpu,
                       {.pipelinedBatches = configuration.commandProcessor.pipelinedBatchRendering,
                        .ropUnits = configuration.gpu.numStampPipes,
                        .shaders = configuration.gpu.numFragmentShaders,
                        .textureUnits = configuration.gpu.numFragmentShaders * configuration.shader.textureUnits,
                        .firstFrame = limits.firstFrame,
                        .vivante = vivanteCommands(configuration)},
                       {.source = nullptr,
                        .space = &space,
                        .earlier = &pools_.earlier,
                        .drawInFlight = &drawInFlight_,
                        .checks = &drawChecks_,
                        .findings = &findings,
                        .onEvent = limits.onEvent,
                        .takeSamples = [this] { return takeSamples(); }}),
      streamer(simulation, domains_.gpu, pools_, space, configuration.streamer, streamerLinks(configuration)),
      assembly(simulation, domains_.gpu, pools_, configuration.primitiveAssembly,
               {.attributesPerCycle = configuration.streamer.attributesSentPerCycle,
                .clipperStartLatency = configuration.clipper.startLatency}),
      clipper(simulation, domains_.gpu, pools_, configuration.clipper,
              {.setupStartLatency = configuration.triangleSetup.setupStartLatency,
               .setupInputLatency = configuration.triangleSetup.triangleInputLatency}),
      rasterizer(simulation, domains_.gpu),
      setup(simulation, domains_.gpu, pools_, configuration.triangleSetup),
      traversal(simulation, domains_.gpu, pools_, configuration.rasterization, configuration.triangleSetup),
      hierarchicalZ(simulation, domains_.gpu, pools_, configuration.rasterization, configuration.hierarchicalZ,
                    configuration.gpu.numStampPipes),
      interpolator(simulation, domains_.gpu, pools_, configuration.rasterization, configuration.interpolator,
                   configuration.gpu.numStampPipes),
      distributor(simulation, domains_.gpu, pools_, workDistributorSettings(configuration)),
      shading(pools_, space, textureUnitSettings(configuration)),
      dac(simulation, domains_.gpu, configuration.dac, dacLinks(configuration, machine::tileSizes(configuration)),
          space) {
    const func::TileSizes tiles = machine::tileSizes(configuration);
    const uint32_t pipes = configuration.gpu.numStampPipes;
    for (uint32_t i = 0; i < pipes; ++i) {
        ZStencilTestSettings depth =
            zStencilTestSettings(configuration.zStencilTest, tiles, pipes, i, !configuration.hierarchicalZ.disable);
        depth.rop.cache.tileStatus = tileStatusCacheSettings(configuration.vivante);
        depthTests.push_back(std::make_unique<ZStencilTest>(simulation, domains_.gpu, pools_, space, depth));
        RopSettings color = colorWriteSettings(configuration.colorWrite, tiles, pipes, i);
        color.cache.tileStatus = depth.rop.cache.tileStatus;
        colorWrites.push_back(std::make_unique<ColorWrite>(simulation, domains_.gpu, pools_, space, color));
    }
    if (configuration.simulator.generateFragmentMap) {
        fragmentMap.emplace(configuration.simulator.fragmentMapMode);
        for (const auto& colorWrite : colorWrites) colorWrite->setFragmentMap(&*fragmentMap);
    }
    const ShaderSettings shaderParts =
        shaderSettings(configuration.shader, configuration.vectorShader, configuration.legacyShader);
    const TextureTimingSettings textureParts =
        textureTimingSettings(configuration.textureUnit, configuration.shader, textureUnitSettings(configuration));
    for (uint32_t i = 0; i < configuration.gpu.numFragmentShaders; ++i) {
        shaders.push_back(makeShaderProcessor(simulation, domains_.gpu, domains_.shader, i, shaderParts, shading));
        for (uint32_t unit = 0; unit < shaderParts.textureUnits; ++unit)
            textureUnits.push_back(std::make_unique<TextureUnit>(
                simulation, domains_.gpu,
                TextureUnitPlace{.shader = i, .unit = unit, .unitsPerShader = shaderParts.textureUnits}, textureParts));
    }
    if (isVivante(configuration)) resolve.emplace(simulation, domains_.gpu, resolveSettings(configuration.vivante));
    bindCommands();
    bindGeometry();
    bindRasterizer();
    bindPipes();
    bindShaders();
    connectMemory();
}

uint64_t TimingBoxes::takeSamples() {
    uint64_t samples = 0;
    for (const auto& colorWrite : colorWrites) samples += colorWrite->takeSamplesPassed();
    return samples;
}

void TimingBoxes::bindCommands() {
    const auto bind = [](CommandProcessor::Unit& unit, auto& box) {
        unit.command.bind(box.command);
        box.status.bind(unit.status);
    };
    bind(commandProcessor.streamer, streamer);
    bind(commandProcessor.assembly, assembly);
    bind(commandProcessor.clipper, clipper);
    bind(commandProcessor.rasterizer, rasterizer);
    bind(commandProcessor.dac, dac);
    for (size_t i = 0; i < depthTests.size(); ++i) {
        bind(*commandProcessor.depthTests[i], *depthTests[i]);
        bind(*commandProcessor.colorWrites[i], *colorWrites[i]);
    }
    for (size_t i = 0; i < shaders.size(); ++i) {
        commandProcessor.vertexShaders[i]->bind(shaders[i]->vertexCommands);
        commandProcessor.fragmentShaders[i]->bind(shaders[i]->fragmentCommands);
    }
    for (size_t i = 0; i < textureUnits.size(); ++i) commandProcessor.textureUnits[i]->bind(textureUnits[i]->command);
    if (resolve) {
        commandProcessor.vivante()->resolveCommand.bind(resolve->command);
        resolve->status.bind(commandProcessor.vivante()->resolveStatus);
    }
    commandProcessor.memoryController.bind(memory->commands);
}

void TimingBoxes::bindGeometry() {
    VertexPath& vertices = distributor.vertices;
    for (uint32_t c = 0; c < streamer.channels(); ++c) {
        streamer.unshaded(c).bind(vertices.channels[c]->input);
        vertices.channels[c]->output.bind(streamer.shaded(c));
    }
    for (uint32_t i = 0; i < streamer.loaders(); ++i)
        vertices.loadersReady[i]->bind(streamer.loader(i).distributorReady);
    streamer.commit().lastVertexCommitted.bind(vertices.lastVertexCommitted);

    streamer.commit().vertices.bind(assembly.vertices);
    assembly.vertexRequests.bind(streamer.commit().requests);
    assembly.triangles.bind(clipper.input);
    clipper.inputRequests.bind(assembly.triangleRequests);
    clipper.output.bind(setup.input);
    setup.inputRequest.bind(clipper.outputRequests);
}

void TimingBoxes::bindRasterizer() {
    const auto bind = [](Rasterizer::Unit& unit, auto& box) {
        unit.command.bind(box.command);
        box.status.bind(unit.status);
    };
    bind(rasterizer.setup, setup);
    bind(rasterizer.traversal, traversal);
    bind(rasterizer.hierarchicalZ, hierarchicalZ);
    bind(rasterizer.interpolator, interpolator);
    bind(rasterizer.distributor, distributor);

    setup.output.bind(traversal.input);
    traversal.inputRequest.bind(setup.outputRequest);
    traversal.output.bind(hierarchicalZ.input);
    hierarchicalZ.ready.bind(traversal.outputReady);
    FragmentPath& fragments = distributor.fragments;
    hierarchicalZ.output.bind(fragments.generated);
    fragments.generatedReady.bind(hierarchicalZ.outputReady);
    fragments.toInterpolator.bind(interpolator.input);
    interpolator.output.bind(fragments.fromInterpolator);
}

void TimingBoxes::bindPipes() {
    for (size_t i = 0; i < depthTests.size(); ++i) {
        FragmentPath::Pipe& pipe = *distributor.fragments.pipes[i];
        ZStencilTest& depthTest = *depthTests[i];
        pipe.toDepthTest.bind(depthTest.input);
        depthTest.output.bind(pipe.fromDepthTest);
        depthTest.ready.bind(pipe.depthTestReady);
        pipe.testedReady.bind(depthTest.outputReady);
        depthTest.hierarchicalZ.bind(*hierarchicalZ.updates[i]);
        depthTest.blockStates.bind(*dac.depthStates[i]);

        ColorWrite& colorWrite = *colorWrites[i];
        pipe.toColorWrite.bind(colorWrite.input);
        colorWrite.ready.bind(pipe.colorWriteReady);
        colorWrite.blockStates.bind(*dac.colorStates[i]);
    }
}

void TimingBoxes::bindShaders() {
    const size_t units = textureUnits.size() / shaders.size();
    for (size_t i = 0; i < shaders.size(); ++i) {
        ShaderProcessor& shader = *shaders[i];
        ShaderQueues::Processor& processor = *distributor.shaders.processors[i];
        processor.inputs.bind(shader.inputs);
        shader.outputs.bind(processor.outputs);
        shader.status.bind(processor.status);
        processor.consumerReady.bind(shader.consumerReady);
        for (size_t u = 0; u < units; ++u) {
            ShaderProcessor::TexturePort& port = *shader.textures[u];
            TextureUnit& unit = *textureUnits[i * units + u];
            port.requests.bind(unit.requests);
            unit.results.bind(port.results);
            unit.tickets.bind(port.tickets);
        }
    }
}

void TimingBoxes::connectMemory() {
    using mem::Client;
    memory->connect(Client::CommandProcessor, 0, commandProcessor.memory);
    memory->connect(Client::StreamerFetch, 0, streamer.fetch().memory);
    for (uint32_t i = 0; i < streamer.loaders(); ++i)
        memory->connect(Client::StreamerLoader, i, streamer.loader(i).memory);
    for (uint32_t i = 0; i < depthTests.size(); ++i) {
        memory->connect(Client::ZStencilTest, i, depthTests[i]->memory);
        memory->connect(Client::ColorWrite, i, colorWrites[i]->memory);
    }
    memory->connect(Client::Dac, 0, dac.memory);
    for (uint32_t i = 0; i < textureUnits.size(); ++i) memory->connect(Client::TextureUnit, i, textureUnits[i]->memory);
    if (resolve) memory->connect(Client::ResolveEngine, 0, resolve->memory);
}

}  // namespace cyclorama::machine::timing
