// SPDX-License-Identifier: MIT
#pragma once
// A unified shader processor seen from outside, whichever model is inside: it takes vertices and fragments from the
// work distributor, runs their programs, and gives them back. The ports face the main clock.
//
// Values are computed when a thread has all its inputs (Shading); the models replay the instructions in time.

#include <memory>
#include <string>
#include <vector>

#include "machine/timing/draw/draw_protocol.h"
#include "machine/timing/shader/shader_ports.h"
#include "machine/timing/shader/shader_settings.h"
#include "machine/timing/texture/texture_request.h"
#include "machine/values/run_observer.h"
#include "sim/box.h"
#include "sim/level.h"
#include "sim/signal.h"
#include "sim/trace.h"

namespace cyclorama::machine::timing {

class Shading;

class ShaderProcessor : public sim::Box {
  public:
    ShaderProcessor(sim::Simulation& simulation, sim::DomainId domain, std::string name,
                    const ShaderSettings& settings);

    /// From the command processor: Draw sets what threads of the target take, before the first of them; Reset starts
    /// anew. Everything else is ignored.
    sim::Signal<UnitCommand> vertexCommands;
    sim::Signal<UnitCommand> fragmentCommands;
    /// InputsPerCycle wide, latency 1.
    sim::Signal<ShaderElements> inputs;
    sim::LevelOutput<ShaderStatus> status;
    /// To a signal of the reader, OutputsPerCycle wide, latency OutputLatency; sent with 3 cycles and what the
    /// transmission of the outputs takes. The quad or vertex holds the results.
    sim::Output<ShaderElements> outputs;
    /// True if the reader of the outputs takes any. The initial value is true.
    sim::Level<bool> consumerReady;

    /// Elements in the ALUs.
    sim::TracePoint execution;

    struct TexturePort {
        TexturePort(ShaderProcessor& processor, uint32_t unit);

        sim::Output<TextureRequest> requests;
        sim::Signal<TextureResult> results;
        sim::Signal<TextureTicket> tickets;
    };
    /// One for each texture unit.
    std::vector<std::unique_ptr<TexturePort>> textures;

    /// Programs are executed; else elements at most come in or go out.
    virtual bool executes() const = 0;
};

/// Processor number `index`, whose statistics end in -FS<index>. `shaderDomain` is `domain` where the shaders have no
/// clock of their own. Throws sim::Error where the settings contradict each other.
std::unique_ptr<ShaderProcessor> makeShaderProcessor(sim::Simulation& simulation, sim::DomainId domain,
                                                     sim::DomainId shaderDomain, uint32_t index,
                                                     const ShaderSettings& settings, Shading& shading);

}  // namespace cyclorama::machine::timing
