// SPDX-License-Identifier: MIT
#pragma once
// A guest's context: its objects, its state, and the execution of its streams.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "virgl/findings.h"
#include "virgl/host_clock.h"
#include "virgl/objects.h"
#include "virgl/protocol/words.h"
#include "virgl/renderer.h"

namespace cyclorama::virgl {

class Context {
  public:
    /// `renderer` and what the functions refer to outlive the context.
    Context(Renderer& renderer, ResourceFinder resources, const Report& report, const HostClock& clock,
            uint64_t& nextShader);

    /// Executes a submission, command by command. What is malformed or cannot be done is reported.
    void execute(std::span<const uint32_t> stream);

  private:
    struct Query {
        uint32_t type = 0;
        uint32_t offset = 0;
        std::shared_ptr<Resource> resource{};
        /// Samples that had passed as it began, or the time; none where it does not count.
        std::optional<uint64_t> begin{};
        uint64_t result = 0;

        bool countsSamples() const;
        bool isTime() const;
    };
    /// A program whose text has not arrived whole.
    struct PartialShader {
        Stage stage = Stage::Vertex;
        uint32_t bytes = 0;
        std::string text;
    };
    /// A program that the machine cannot run, and why.
    struct RefusedShader {
        std::string reason;
    };
    using Object = std::variant<std::monostate, std::shared_ptr<const Blend>, std::shared_ptr<const DepthStencilAlpha>,
                                std::shared_ptr<const RasterizerState>, std::shared_ptr<const VertexElements>,
                                std::shared_ptr<const SamplerView>, std::shared_ptr<const Sampler>,
                                std::shared_ptr<const AttachmentView>, std::shared_ptr<const Shader>, Query,
                                PartialShader, RefusedShader>;
    /// Contexts within a context: each has objects and state of its own.
    struct SubContext {
        std::map<uint32_t, Object> objects;
        State state;
        /// What is drawn depends on the result of a query; it is left out.
        bool drawsNothing = false;
        std::array<std::string, kStages> refusedShaders;
    };
    using Handler = void (Context::*)(uint32_t kind, Words& words);
    struct Row {
        Command command;
        Handler handler;
    };
    static std::span<const Row> rows();

    void runCommand(uint32_t header, Words& words);
    template <typename T>
    std::shared_ptr<const T> object(uint32_t handle) const;
    std::shared_ptr<Resource> optionalResource(uint32_t number) const;
    /// Null for the stages that this host's machine lacks.
    StageState* stageOf(uint32_t number);

    void ignore(uint32_t kind, Words& words);
    void createObject(uint32_t kind, Words& words);
    void createShader(uint32_t handle, Words& words);
    void finishShader(uint32_t handle, const PartialShader& partial);
    void bindObject(uint32_t kind, Words& words);
    void destroyObject(uint32_t kind, Words& words);
    void setViewport(uint32_t kind, Words& words);
    void setFramebuffer(uint32_t kind, Words& words);
    void setVertexBuffers(uint32_t kind, Words& words);
    void clear(uint32_t kind, Words& words);
    void draw(uint32_t kind, Words& words);
    void inlineWrite(uint32_t kind, Words& words);
    void clearTexture(uint32_t kind, Words& words);
    void setSamplerViews(uint32_t kind, Words& words);
    void setIndexBuffer(uint32_t kind, Words& words);
    void setConstants(uint32_t kind, Words& words);
    void setStencilReference(uint32_t kind, Words& words);
    void setBlendColor(uint32_t kind, Words& words);
    void setScissor(uint32_t kind, Words& words);
    void copyRegion(uint32_t kind, Words& words);
    void blit(uint32_t kind, Words& words);
    BlitSide readBlitSide(Words& words);
    void bindSamplers(uint32_t kind, Words& words);
    Query& query(uint32_t handle);
    void beginQuery(uint32_t kind, Words& words);
    void endQuery(uint32_t kind, Words& words);
    void getQueryResult(uint32_t kind, Words& words);
    /// Time of the host's clock in nanoseconds, after all work that was asked for is done.
    uint64_t timeOfWorkDone();
    /// Puts the result into the program's memory.
    void answer(const Query& query) const;
    void setRenderCondition(uint32_t kind, Words& words);
    void setClipPlanes(uint32_t kind, Words& words);
    void setSampleMask(uint32_t kind, Words& words);
    void setPolygonStipple(uint32_t kind, Words& words);
    void requireNothing(uint32_t kind, Words& words);
    void setSubContext(uint32_t kind, Words& words);
    void createSubContext(uint32_t kind, Words& words);
    void destroySubContext(uint32_t kind, Words& words);
    void bindShader(uint32_t kind, Words& words);

    SubContext& sub() { return *current_; }
    const SubContext& sub() const { return *current_; }

    Renderer& renderer_;
    ResourceFinder resources_;
    const Report& report_;
    const HostClock& clock_;
    uint64_t& nextShader_;
    std::map<uint32_t, SubContext> subContexts_;
    SubContext* current_;
};

}  // namespace cyclorama::virgl
