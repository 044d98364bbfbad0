// SPDX-License-Identifier: MIT
#include "machine/timing/shader/decode_commands.h"

#include "sim/fault.h"

namespace cyclorama::machine::timing {

void DecodeCommands::block(DecodedThread& thread, uint32_t id, uint32_t pc) {
    if (!thread.ready) return;
    thread.ready = false;
    send(DecodeCommandKind::Block, id, pc);
    ++statistics_->blocks;
}

void DecodeCommands::unblock(DecodedThread& thread, uint32_t id, uint32_t pc) {
    if (thread.ready) throw sim::Fault("a shader thread that runs is unblocked");
    thread.ready = true;
    send(DecodeCommandKind::Unblock, id, pc);
    ++statistics_->unblocks;
}

void DecodeCommands::end(DecodedThread& thread, uint32_t id, uint32_t pc) {
    thread.ending = false;
    thread.ready = true;
    send(DecodeCommandKind::End, id, pc);
    ++statistics_->ends;
}

void DecodeCommands::exportDepth(DecodedThread& thread, uint32_t id, uint32_t pc) {
    if (!thread.exportsDepth) return;
    thread.exportsDepth = false;
    send(DecodeCommandKind::ExportedDepth, id, pc);
    ++statistics_->depthExports;
}

void DecodeCommands::repeat(uint32_t id, uint32_t pc) {
    send(DecodeCommandKind::Repeat, id, pc);
    ++statistics_->replays;
}

void DecodeCommands::jump(uint32_t id, uint32_t pc) {
    send(DecodeCommandKind::NewPc, id, pc);
    ++statistics_->replays;
}

}  // namespace cyclorama::machine::timing
