// SPDX-License-Identifier: MIT
#include "families/vivante/frontend/front_end.h"

#include <array>
#include <utility>

#include "families/vivante/frontend/drawing_translation.h"
#include "families/vivante/frontend/findings.h"
#include "families/vivante/frontend/front_end_implementation.h"
#include "families/vivante/frontend/packets.h"
#include "families/vivante/frontend/resolve_translation.h"
#include "families/vivante/operations/operations.h"

namespace cyclorama::vivante {
namespace {

/// Numbers of SYNC_RECIPIENT (etna_viv: common.xml).
enum SyncRecipient : uint32_t { FrontEnd = 1, Rasterizer = 5, PixelEngine = 7, Engine2d = 11, Blit = 16 };

gpu::Unit unitOf(uint32_t recipient) {
    switch (recipient) {
        case FrontEnd:
            return gpu::Unit::FrontEnd;
        case Rasterizer:
            return gpu::Unit::Rasterizer;
        case PixelEngine:
            return gpu::Unit::PixelEngine;
        case Blit:
            return gpu::Unit::Blit;
        default:
            return gpu::Unit::Other;
    }
}

}  // namespace

VivanteFrontEnd::VivanteFrontEnd(const Chip& chip, sim::Findings& findings)
    : implementation_(std::make_unique<Implementation>(chip, findings)) {}
VivanteFrontEnd::~VivanteFrontEnd() = default;

void VivanteFrontEnd::submit(uint32_t address, uint32_t bytes) { implementation_->submit(address, bytes); }
void VivanteFrontEnd::selectPipe(Pipe pipe) { implementation_->selectPipe(pipe); }
void VivanteFrontEnd::reset() { implementation_->reset(); }
std::optional<gpu::Command> VivanteFrontEnd::next(const gpu::MemoryReader& memory) {
    return implementation_->next(memory);
}
const gpu::DrawState& VivanteFrontEnd::state() const { return implementation_->drawState(); }
const Chip& VivanteFrontEnd::chip() const { return implementation_->chip(); }
const StateFile& VivanteFrontEnd::stateFile() const { return implementation_->stateFile(); }
uint64_t VivanteFrontEnd::hangs() const { return implementation_->hangs(); }

VivanteFrontEnd::Implementation::Implementation(const Chip& chip, sim::Findings& findings)
    : chip_(chip), report_(findings), programs_(chip), pipes_(chip) {}

void VivanteFrontEnd::Implementation::reset() {
    fetcher_.clear();
    pending_.clear();
    state_ = StateFile{};
    hazards_ = Hazards{};
    draw_ = initialDrawState();
    translated_ = {};
    constantsFrom_ = {};
    inputFrom_.reset();
    outputFrom_.reset();
    linkagesFrom_.reset();
    attributesFrom_.reset();
    selected_ = {};
    pipes_ = PipeSwitch(chip_);
    chipSelected_ = true;
    vertexElements_ = {};
}

std::optional<gpu::Command> VivanteFrontEnd::Implementation::next(const gpu::MemoryReader& memory) {
    while (pending_.empty()) {
        const auto packet = fetcher_.next(memory, report_);
        if (!packet) {
            if (!fetcher_.failed()) break;
            ++hangs_;
            continue;
        }
        position_ = report_.position();
        if (cost_.packets++ == 0) cost_.address = fetcher_.packetAddress();
        cost_.bytes += static_cast<uint32_t>(packet->size_bytes());
        cost_.following = fetcher_.following();
        execute(*packet, memory);
    }
    if (pending_.empty()) {
        if (cost_.packets == 0) return std::nullopt;
        // State that no work follows: fetching it took time all the same.
        emit(operation(TrailingState{}));
    }
    gpu::Command command{.operation = std::move(pending_.front()), .position = position_, .cost = cost_};
    pending_.pop_front();
    cost_ = {.packets = 0};
    return command;
}

void VivanteFrontEnd::Implementation::hang() {
    ++hangs_;
    fetcher_.finish();
}

void VivanteFrontEnd::Implementation::execute(std::span<const uint32_t> packet, const gpu::MemoryReader& memory) {
    const auto opcode = static_cast<Opcode>(opcodeNumber(packet[0]));
    const bool skipped = !chipSelected_;
    switch (opcode) {
        case Opcode::LoadState:
            if (!skipped) loadState(packet);
            break;
        case Opcode::Draw2d:
            if (!skipped) draw2d(packet);
            break;
        case Opcode::DrawPrimitives:
        case Opcode::DrawIndexedPrimitives:
        case Opcode::DrawInstanced:
            if (!skipped) executeDraw(packet, memory);
            break;
        case Opcode::DrawIndirect:
            if (!skipped) drawIndirect(packet[0], packet[1], memory);
            break;
        case Opcode::Stall:
            synchronize(packet[1], true);
            break;
        case Opcode::ChipSelect:
            chipSelected_ = (packet[0] & 1) != 0;
            break;
        case Opcode::WaitFence:
            emit(gpu::Synchronize{.from = gpu::Unit::FrontEnd, .to = gpu::Unit::PixelEngine});
            break;
        case Opcode::Nop:
        case Opcode::SnapPages:
            break;
        case Opcode::End:
        case Opcode::Wait:
        case Opcode::Link:
        case Opcode::Call:
        case Opcode::Return:
            executeControlFlow(packet);
            break;
    }
}

void VivanteFrontEnd::Implementation::executeControlFlow(std::span<const uint32_t> packet) {
    constexpr uint32_t kEventEnable = 1u << 8;
    bool alive = true;
    switch (static_cast<Opcode>(opcodeNumber(packet[0]))) {
        case Opcode::End:
            if ((packet[0] & kEventEnable) != 0) emit(gpu::FenceSignal{.event = packet[0] & 0x1f, .address = {}});
            fetcher_.finish();
            break;
        case Opcode::Wait:
            fetcher_.wait();
            break;
        case Opcode::Link:
            alive = fetcher_.link(packet[1], packet[0] & 0xffff, report_);
            break;
        case Opcode::Call:
            alive = fetcher_.call(packet[1], packet[0] & 0xffff, packet[3], packet[2], report_);
            break;
        default:
            alive = fetcher_.returnFromCall(report_);
            break;
    }
    if (!alive) ++hangs_;
}

void VivanteFrontEnd::Implementation::loadState(std::span<const uint32_t> packet) {
    const LoadStateHeader header = LoadStateHeader::decode(packet[0]);
    for (uint32_t i = 0; i < header.count; ++i) {
        const uint32_t value = packet[1 + i];
        writeState((header.firstWord + i) % kStateWords, header.fixedPoint ? fixedPointToFloat(value) : value);
    }
}

void VivanteFrontEnd::Implementation::writeState(uint32_t word, uint32_t value) {
    const std::optional<RegisterPlace> place = findRegister(word);
    if (!place) {
        report_(findings::kStateUnknown, fmt::format("{:#07x}", word * 4));
    } else {
        if (!exists(place->info->presence, chip_))
            report_(findings::kStateMissing, fmt::format("{} at {:#07x}", registerName(*place), word * 4));
        hazards_.beforeChange(word, state_.at(word), state_.afterWrite(word, value), report_);
    }
    state_.write(word, value);
    noteVertexElement(word);
    copyRange(word, value);
    trigger(word, value);
}

void VivanteFrontEnd::Implementation::noteVertexElement(uint32_t word) {
    const bool halti5 = chip_.haltiLevel() >= 5;
    const uint32_t first = halti5 ? "NFE.GENERIC_ATTRIB_CONFIG0"_reg.word() : "FE.VERTEX_ELEMENT_CONFIG"_reg.word();
    const uint32_t element = word - first;
    if (element < (halti5 ? VertexElements::kMost : VertexElements::kMost / 2)) vertexElements_.write(element);
}

void VivanteFrontEnd::Implementation::trigger(uint32_t word, uint32_t value) {
    switch (word) {
        case "GL.PIPE_SELECT"_reg.word():
            pipes_.select("GL.PIPE_SELECT.PIPE"_field.of(value) != 0 ? Pipe::Pipe2d : Pipe::Pipe3d, report_);
            break;
        case "GL.EVENT"_reg.word():
            emit(gpu::FenceSignal{.event = value & 0x1f, .address = {}});
            break;
        case "GL.SEMAPHORE_TOKEN"_reg.word():
            synchronize(value, false);
            break;
        case "GL.STALL_TOKEN"_reg.word():
            synchronize(value, true);
            break;
        case "GL.FLUSH_CACHE"_reg.word():
            flushCaches(value);
            break;
        case "TS.FLUSH_CACHE"_reg.word():
            emit(gpu::FlushCache{gpu::Buffer::TileStatus});
            break;
        case "TS.COLOR_AUTO_DISABLE_COUNT"_reg.word():
            ++colorTilesCounted_;
            break;
        case "TS.DEPTH_AUTO_DISABLE_COUNT"_reg.word():
            ++depthTilesCounted_;
            break;
        case "VS.ICACHE_INVALIDATE"_reg.word():
            emit(gpu::FlushCache{gpu::Buffer::ShaderCode});
            break;
        case "GL.OCCLUSION_QUERY_ADDR"_reg.word():
            emit(gpu::OcclusionQuery{.start = true, .address = value});
            break;
        case "GL.OCCLUSION_QUERY_CONTROL"_reg.word():
            emit(gpu::OcclusionQuery{.start = false, .address = state_.get("GL.OCCLUSION_QUERY_ADDR"_reg)});
            break;
        case "GL.FENCE_OUT_DATA_HIGH"_reg.word():
            emit(gpu::FenceSignal{.event = {},
                                  .address = state_.get("GL.FENCE_OUT_ADDRESS"_reg),
                                  .value = state_.get("GL.FENCE_OUT_DATA_LOW"_reg)});
            break;
        case "BLT.FENCE_OUT_DATA_HIGH"_reg.word():
            emit(gpu::FenceSignal{.event = {},
                                  .address = state_.get("BLT.FENCE_OUT_ADDRESS"_reg),
                                  .value = state_.get("BLT.FENCE_OUT_DATA_LOW"_reg)});
            break;
        case "RS.KICKER"_reg.word():
            if (inPipe(Pipe::Pipe3d, "resolve")) emitWork(translateResolve(chip_, state_, hazards_, report_));
            break;
        case "RS.KICKER_INPLACE"_reg.word():
            if (value != 0 && inPipe(Pipe::Pipe3d, "resolve in place"))
                emitWork(translateResolveInPlace(chip_, state_, hazards_, report_));
            break;
        case "BLT.COMMAND"_reg.word():
            if (!inPipe(Pipe::Pipe3d, "blit")) break;
            hazards_.blit();
            emitWork(translateBlit(chip_, state_, hazards_, report_));
            break;
        case "DE.VR_CONFIG"_reg.word():
            if (!inPipe(Pipe::Pipe2d, "filter blit")) break;
            if (auto blit = translateFilterBlit(chip_, state_, report_)) emit(std::move(*blit));
            break;
        case "CL.KICKER"_reg.word():
        case "CO.KICKER"_reg.word():
            report_(findings::kNotSimulated, std::string(findRegister(word)->info->name));
            break;
        default:
            break;
    }
}

void VivanteFrontEnd::Implementation::copyRange(uint32_t word, uint32_t value) {
    if (!hasNewRange(chip_) || chip_.haltiLevel() >= 5) return;
    const auto copy = [&](Register range, Register low, Register high) {
        if (word != range.word()) return;
        state_.write(low.word(), "VS.RANGE.LOW"_field.of(value));
        state_.write(high.word(), "VS.RANGE.HIGH"_field.of(value));
    };
    copy("VS.RANGE"_reg, "VS.NEWRANGE_LOW"_reg, "VS.NEWRANGE_HIGH"_reg);
    copy("PS.RANGE"_reg, "PS.NEWRANGE_LOW"_reg, "PS.NEWRANGE_HIGH"_reg);
}

void VivanteFrontEnd::Implementation::flushCaches(uint32_t value) {
    struct Bit {
        Field field;
        gpu::Buffer buffer;
    };
    static constexpr std::array kBits{Bit{"GL.FLUSH_CACHE.COLOR"_field, gpu::Buffer::Color},
                                      Bit{"GL.FLUSH_CACHE.DEPTH"_field, gpu::Buffer::DepthStencil},
                                      Bit{"GL.FLUSH_CACHE.TEXTURE"_field, gpu::Buffer::Texture},
                                      Bit{"GL.FLUSH_CACHE.TEXTUREVS"_field, gpu::Buffer::VertexTexture},
                                      Bit{"GL.FLUSH_CACHE.SHADER_L1"_field, gpu::Buffer::ShaderCode}};
    if ("GL.FLUSH_CACHE.TEXTUREVS"_field.of(value) != 0) hazards_.flushVertexTextures();
    for (const Bit& bit : kBits)
        if (bit.field.of(value) != 0) emit(gpu::FlushCache{bit.buffer});
    hazards_.flush("GL.FLUSH_CACHE.COLOR"_field.of(value) != 0, "GL.FLUSH_CACHE.DEPTH"_field.of(value) != 0);
}

void VivanteFrontEnd::Implementation::synchronize(uint32_t token, bool stall) {
    const uint32_t from = "GL.STALL_TOKEN.FROM"_field.of(token);
    const uint32_t to = "GL.STALL_TOKEN.TO"_field.of(token);
    if (to == PixelEngine && (from == Rasterizer || from == FrontEnd)) hazards_.stallForPixelEngine();
    if (to == Blit && (from == Rasterizer || from == FrontEnd)) hazards_.stallForBlit();
    if (from == FrontEnd && (to == PixelEngine || to == Engine2d)) {
        if (stall)
            pipes_.stall();
        else
            pipes_.semaphore();
    }
    if (stall) emit(gpu::Synchronize{.from = unitOf(from), .to = unitOf(to)});
}

void VivanteFrontEnd::Implementation::emitWork(std::vector<gpu::Operation> operations) {
    for (gpu::Operation& operation : operations) emit(std::move(operation));
}

void VivanteFrontEnd::Implementation::draw2d(std::span<const uint32_t> packet) {
    if (!inPipe(Pipe::Pipe2d, "2D drawing")) return;
    if (auto drawing = translateDrawing(chip_, state_, Draw2dPacket(packet), report_)) emit(std::move(*drawing));
}

bool VivanteFrontEnd::Implementation::inPipe(Pipe pipe, const char* what) {
    if (pipes_.accepts(pipe, what, report_)) return true;
    hang();
    return false;
}

}  // namespace cyclorama::vivante
