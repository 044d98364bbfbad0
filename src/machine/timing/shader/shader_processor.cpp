// SPDX-License-Identifier: MIT
#include "machine/timing/shader/shader_processor.h"

#include <fmt/format.h>

#include <utility>

#include "machine/timing/shader/scalar_shader.h"
#include "machine/timing/shader/vector_shader.h"
#include "sim/error.h"

namespace cyclorama::machine::timing {

namespace {

void refuseUnsupported(const ScalarShaderSettings& settings, bool ownClock) {
    const auto refuse = [](const char* reason) {
        throw sim::Error("configuration", "FRAGMENTSHADER/VectorShader", reason);
    };
    if (ownClock) refuse("the scalar shader model has no clock of its own: ShaderClock must equal GPUClock");
    if (!settings.lockedExecution) refuse("the scalar shader model needs LockedExecutionMode");
}

}  // namespace

ShaderProcessor::ShaderProcessor(sim::Simulation& simulation, sim::DomainId domain, std::string name,
                                 const ShaderSettings& settings)
    : Box(simulation, domain, std::move(name)),
      vertexCommands(*this, {.name = "vertexCommands"}),
      fragmentCommands(*this, {.name = "fragmentCommands"}),
      inputs(*this, {.name = "inputs", .width = settings.inputsPerCycle}),
      status(*this, "status"),
      outputs(*this, "outputs"),
      consumerReady(*this, "consumerReady", true),
      execution(*this, "execution") {
    for (uint32_t u = 0; u < settings.textureUnits; ++u) textures.push_back(std::make_unique<TexturePort>(*this, u));
}

ShaderProcessor::TexturePort::TexturePort(ShaderProcessor& processor, uint32_t unit)
    : requests(processor, fmt::format("texture{}.requests", unit)),
      results(processor, {.name = fmt::format("texture{}.results", unit)}),
      tickets(processor, {.name = fmt::format("texture{}.tickets", unit)}) {}

std::unique_ptr<ShaderProcessor> makeShaderProcessor(sim::Simulation& simulation, sim::DomainId domain,
                                                     sim::DomainId shaderDomain, uint32_t index,
                                                     const ShaderSettings& settings, Shading& shading) {
    if (settings.vector)
        return std::make_unique<VectorShader>(simulation, domain, shaderDomain, index, settings, shading);
    refuseUnsupported(settings.scalarModel, shaderDomain != domain);
    return std::make_unique<ScalarShader>(simulation, domain, index, settings, shading);
}

}  // namespace cyclorama::machine::timing
