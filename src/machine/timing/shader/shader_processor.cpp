#include "machine/timing/shader/shader_processor.h"

#include <fmt/format.h>

#include <utility>

#include "machine/timing/shader/vector_shader.h"

namespace cyclorama::machine::timing {

ShaderProcessor::ShaderProcessor(sim::Simulation& simulation, sim::DomainId domain, std::string name,
                                 const ShaderSettings& settings)
    : Box(simulation, domain, std::move(name)),
      vertexCommands(*this, {.name = "vertexCommands"}),
      fragmentCommands(*this, {.name = "fragmentCommands"}),
      inputs(*this, {.name = "inputs", .width = settings.inputsPerCycle}),
      status(*this, "status"),
      outputs(*this, "outputs"),
      consumerReady(*this, "consumerReady", true) {
    for (uint32_t u = 0; u < settings.textureUnits; ++u) textures.push_back(std::make_unique<TexturePort>(*this, u));
}

ShaderProcessor::TexturePort::TexturePort(ShaderProcessor& processor, uint32_t unit)
    : requests(processor, fmt::format("textureRequests{}", unit)),
      results(processor, {.name = fmt::format("textureResults{}", unit)}),
      tickets(processor, {.name = fmt::format("textureTickets{}", unit)}) {}

std::unique_ptr<ShaderProcessor> makeShaderProcessor(sim::Simulation& simulation, sim::DomainId domain,
                                                     sim::DomainId shaderDomain, uint32_t index,
                                                     const ShaderSettings& settings, Shading& shading) {
    return std::make_unique<VectorShader>(simulation, domain, shaderDomain, index, settings, shading);
}

}  // namespace cyclorama::machine::timing
