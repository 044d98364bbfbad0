// SPDX-License-Identifier: MIT
#include "virgl/context.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "virgl/tgsi/parser.h"

namespace cyclorama::virgl {
namespace {

constexpr uint32_t kMostSubContexts = 64;

std::string placeOf(uint32_t header, size_t word) {
    const uint32_t number = header & 0xff;
    const std::string_view name = nameOfCommand(number);
    return fmt::format("{} at word {}", name.empty() ? fmt::format("command {}", number) : std::string(name), word);
}

}  // namespace

Context::Context(Renderer& renderer, ResourceFinder resources, const Report& report, const HostClock& clock,
                 uint64_t& nextShader)
    : renderer_(renderer),
      resources_(std::move(resources)),
      report_(report),
      clock_(clock),
      nextShader_(nextShader),
      current_(&subContexts_[0]) {}

void Context::execute(std::span<const uint32_t> stream) {
    size_t at = 0;
    while (at < stream.size()) {
        const uint32_t header = stream[at];
        const size_t length = header >> 16;
        try {
            if (length > stream.size() - at - 1) throw Malformed("the command leaves the stream");
            Words words(stream.subspan(at + 1, length));
            runCommand(header, words);
        } catch (const Malformed& refusal) {
            report_(findings::kRefused, placeOf(header, at), refusal.what());
            return;
        } catch (const Unsupported& refusal) {
            report_(findingOf(refusal), placeOf(header, at), refusal.what());
        }
        at += 1 + length;
    }
}

void Context::runCommand(uint32_t header, Words& words) {
    const uint32_t number = bits(header, 0, 8);
    const auto found =
        std::ranges::find(rows(), number, [](const Row& row) { return static_cast<uint32_t>(row.command); });
    if (found != rows().end()) {
        (this->*found->handler)(bits(header, 8, 8), words);
        return;
    }
    if (nameOfCommand(number).empty()) throw Malformed("the protocol has no such command");
    throw Unsupported("this host does not offer the command");
}

std::span<const Context::Row> Context::rows() {
    static constexpr auto kRows = std::to_array<Row>({{Command::Nop, &Context::ignore},
                                                      {Command::CreateObject, &Context::createObject},
                                                      {Command::BindObject, &Context::bindObject},
                                                      {Command::DestroyObject, &Context::destroyObject},
                                                      {Command::SetViewport, &Context::setViewport},
                                                      {Command::SetFramebuffer, &Context::setFramebuffer},
                                                      {Command::SetVertexBuffers, &Context::setVertexBuffers},
                                                      {Command::Clear, &Context::clear},
                                                      {Command::Draw, &Context::draw},
                                                      {Command::InlineWrite, &Context::inlineWrite},
                                                      {Command::ClearTexture, &Context::clearTexture},
                                                      {Command::SetSamplerViews, &Context::setSamplerViews},
                                                      {Command::SetIndexBuffer, &Context::setIndexBuffer},
                                                      {Command::SetConstants, &Context::setConstants},
                                                      {Command::SetStencilReference, &Context::setStencilReference},
                                                      {Command::SetBlendColor, &Context::setBlendColor},
                                                      {Command::SetScissor, &Context::setScissor},
                                                      {Command::Blit, &Context::blit},
                                                      {Command::CopyRegion, &Context::copyRegion},
                                                      {Command::BindSamplers, &Context::bindSamplers},
                                                      {Command::BeginQuery, &Context::beginQuery},
                                                      {Command::EndQuery, &Context::endQuery},
                                                      {Command::GetQueryResult, &Context::getQueryResult},
                                                      {Command::SetPolygonStipple, &Context::setPolygonStipple},
                                                      {Command::SetClipPlanes, &Context::setClipPlanes},
                                                      {Command::SetSampleMask, &Context::setSampleMask},
                                                      {Command::SetStreamoutTargets, &Context::requireNothing},
                                                      {Command::SetRenderCondition, &Context::setRenderCondition},
                                                      {Command::SetSubContext, &Context::setSubContext},
                                                      {Command::CreateSubContext, &Context::createSubContext},
                                                      {Command::DestroySubContext, &Context::destroySubContext},
                                                      {Command::BindShader, &Context::bindShader},
                                                      {Command::SetMinSamples, &Context::ignore},
                                                      {Command::LinkShader, &Context::ignore}});
    return kRows;
}

template <typename T>
std::shared_ptr<const T> Context::object(uint32_t handle) const {
    const auto found = sub().objects.find(handle);
    if (found != sub().objects.end())
        if (const auto* held = std::get_if<std::shared_ptr<const T>>(&found->second)) return *held;
    throw Malformed(fmt::format("{} is no object of the kind", handle));
}

// Kinds that context_commands.cpp looks up.
template std::shared_ptr<const AttachmentView> Context::object(uint32_t handle) const;
template std::shared_ptr<const SamplerView> Context::object(uint32_t handle) const;
template std::shared_ptr<const Sampler> Context::object(uint32_t handle) const;

std::shared_ptr<Resource> Context::optionalResource(uint32_t number) const {
    return number == 0 ? nullptr : resources_(number);
}

StageState* Context::stageOf(uint32_t number) {
    constexpr uint32_t kProtocolStages = 6;
    if (number >= kProtocolStages) throw Malformed(fmt::format("shader stage {}", number));
    return number < kStages ? &sub().state.stages[number] : nullptr;
}

void Context::ignore(uint32_t, Words&) {}

void Context::createObject(uint32_t kind, Words& words) {
    const uint32_t handle = words.next();
    if (handle == 0) throw Malformed("an object without a handle");
    const auto keep = [&](auto value) {
        sub().objects[handle] = std::make_shared<const decltype(value)>(std::move(value));
    };
    // An object that could not be made stays as none: a command that binds it reports that.
    if (static_cast<ObjectKind>(kind) != ObjectKind::Shader) sub().objects[handle] = std::monostate{};
    switch (static_cast<ObjectKind>(kind)) {
        case ObjectKind::Blend:
            return keep(readBlend(words));
        case ObjectKind::Rasterizer:
            return keep(readRasterizerState(words));
        case ObjectKind::DepthStencilAlpha:
            return keep(readDepthStencilAlpha(words));
        case ObjectKind::Shader:
            return createShader(handle, words);
        case ObjectKind::VertexElements:
            return keep(readVertexElements(words));
        case ObjectKind::SamplerView:
            return keep(readSamplerView(words, resources_));
        case ObjectKind::Sampler:
            return keep(readSampler(words));
        case ObjectKind::Surface:
            return keep(readAttachmentView(words, resources_));
        case ObjectKind::Query: {
            Query query{.type = bits(words.next(), 0, 16), .offset = words.next()};
            query.resource = resources_(words.next());
            sub().objects[handle] = std::move(query);
            return;
        }
        default:
            throw Unsupported(fmt::format("objects of the kind {}", kind));
    }
}

void Context::createShader(uint32_t handle, Words& words) {
    constexpr uint32_t kContinued = 1u << 31;
    constexpr uint32_t kMostText = 1 << 20;
    const uint32_t stage = words.next();
    const uint32_t offset = words.next();
    words.next();  // tokens of the binary form
    const uint32_t streams = words.next();
    const auto text = [&] {
        const auto bytes = std::as_bytes(words.rest());
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    };
    if ((offset & kContinued) == 0) {
        if (stage >= kStages) throw Unsupported(fmt::format("programs of stage {}", stage));
        if (streams != 0) throw Unsupported("streams of vertices out of a program");
        if (offset == 0 || offset > kMostText) throw Malformed("a program of an impossible length");
        sub().objects[handle] = PartialShader{.stage = static_cast<Stage>(stage), .bytes = offset, .text = text()};
    } else {
        auto* const partial = std::get_if<PartialShader>(&sub().objects[handle]);
        if (partial == nullptr || partial->text.size() != (offset & ~kContinued))
            throw Malformed("a part of a program that does not follow another");
        partial->text += text();
    }
    const PartialShader& partial = std::get<PartialShader>(sub().objects[handle]);
    if (partial.text.size() >= partial.bytes) finishShader(handle, PartialShader(partial));
}

void Context::finishShader(uint32_t handle, const PartialShader& partial) {
    std::string_view text = std::string_view(partial.text).substr(0, partial.bytes);
    text = text.substr(0, text.find('\0'));
    try {
        Shader shader{.stage = partial.stage, .program = tgsi::parse(text), .number = nextShader_++};
        if (shader.program.fragment != (shader.stage == Stage::Fragment))
            throw Malformed("a program that is of another stage than it says");
        sub().objects[handle] = std::make_shared<const Shader>(std::move(shader));
    } catch (const Unsupported& refusal) {
        sub().objects[handle] = RefusedShader{refusal.what()};
        throw;
    }
}

void Context::bindObject(uint32_t kind, Words& words) {
    const uint32_t handle = words.next();
    State& state = sub().state;
    const auto bind = [&]<typename T>(std::shared_ptr<const T>& bound) {
        bound = handle == 0 ? nullptr : object<T>(handle);
    };
    switch (static_cast<ObjectKind>(kind)) {
        case ObjectKind::Blend:
            return bind(state.blend);
        case ObjectKind::Rasterizer:
            return bind(state.rasterizer);
        case ObjectKind::DepthStencilAlpha:
            return bind(state.depthStencilAlpha);
        case ObjectKind::VertexElements:
            return bind(state.vertexElements);
        default:
            throw Malformed(fmt::format("objects of the kind {} are not bound so", kind));
    }
}

void Context::destroyObject(uint32_t, Words& words) { sub().objects.erase(words.next()); }

void Context::bindShader(uint32_t, Words& words) {
    const uint32_t handle = words.next();
    const uint32_t number = words.next();
    StageState* const stage = stageOf(number);
    if (stage == nullptr) {
        if (handle != 0) throw Unsupported(fmt::format("programs of stage {}", number));
        return;
    }
    stage->shader = nullptr;
    sub().refusedShaders[number].clear();
    if (handle == 0) return;
    const auto found = sub().objects.find(handle);
    if (found != sub().objects.end())
        if (const auto* refused = std::get_if<RefusedShader>(&found->second)) {
            sub().refusedShaders[number] = refused->reason;
            return;
        }
    stage->shader = object<Shader>(handle);
    if (static_cast<uint32_t>(stage->shader->stage) != number) throw Malformed("a program of another stage");
}

void Context::setSubContext(uint32_t, Words& words) {
    const uint32_t number = words.next();
    const auto found = subContexts_.find(number);
    if (found == subContexts_.end()) throw Malformed(fmt::format("there is no sub-context {}", number));
    current_ = &found->second;
}

void Context::createSubContext(uint32_t, Words& words) {
    const uint32_t number = words.next();
    if (!subContexts_.contains(number) && subContexts_.size() >= kMostSubContexts)
        throw Malformed("too many sub-contexts");
    subContexts_.try_emplace(number);
}

void Context::destroySubContext(uint32_t, Words& words) {
    const uint32_t number = words.next();
    if (number == 0) throw Malformed("the first sub-context stays");
    const auto found = subContexts_.find(number);
    if (found == subContexts_.end()) return;
    if (current_ == &found->second) current_ = &subContexts_[0];
    subContexts_.erase(found);
}

void Context::requireNothing(uint32_t, Words& words) {
    // A first word of flags, or a handle of none, says that nothing is asked for.
    const uint32_t first = words.left() == 0 ? 0 : words.next();
    if (first != 0 || std::ranges::any_of(words.rest(), [](uint32_t word) { return word != 0; }))
        throw Unsupported("streams of vertices out");
}

}  // namespace cyclorama::virgl
