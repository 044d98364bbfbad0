// SPDX-License-Identifier: MIT
#pragma once
// A command stream from end to end: packets in the order in which the command processor comes to them, into indirect
// buffers and, at draws, into groups of draw state. Nothing is executed, and no condition decides: both ways are
// walked.

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "families/adreno/packets/packets.h"
#include "families/adreno/registers/register_values.h"
#include "families/adreno/stream/draw_state_groups.h"

namespace cyclorama::adreno {

/// Memory of the GPU that a stream is in, by 64-bit address.
class StreamMemory {
  public:
    virtual ~StreamMemory() = default;
    /// Copies bytes from `address` on. False where any of them is not there; `out` is then untouched.
    virtual bool read(uint64_t address, std::span<std::byte> out) const = 0;
};

/// A packet where it stands.
struct Packet {
    /// Address of its header.
    uint64_t address = 0;
    /// 0 in the stream itself, one more in each indirect buffer and group.
    uint32_t depth = 0;
    PacketHeader header;
    /// Words after the header.
    std::span<const uint32_t> words;
};

/// Receiver of all that a walk comes to, in its order. State is that before the packet.
class StreamVisitor {
  public:
    virtual ~StreamVisitor() = default;
    virtual void packet(const Packet& packet) = 0;
    /// The packet started work: a draw, a dispatch, a blit or a clear. All registers that it depends on are written.
    virtual void work(const Packet& packet) = 0;
    /// A group that a draw comes to. Where it runs, its packets follow.
    virtual void group(const DrawStateGroup& group, uint32_t depth, bool runs) = 0;
    /// `skipped` words from `address` on, of which the first is `word`, are no packet.
    virtual void malformed(uint64_t address, uint32_t depth, uint32_t word, size_t skipped, std::string_view fault) = 0;
    /// An indirect buffer that was walked before, in the same pass: it is not walked again.
    virtual void repeated(uint64_t address, uint32_t depth, uint32_t words) = 0;
    /// A buffer of `words` words that cannot be walked.
    virtual void missing(uint64_t address, uint32_t depth, uint32_t words, std::string_view reason) = 0;
};

class StreamWalk {
  public:
    struct Settings {
        /// Words that the walk comes to at most: a buffer that is called again and again counts each time.
        uint64_t mostWords = 1ull << 28;
        /// Walks an indirect buffer again each time that the stream calls it.
        bool repeat = false;
    };
    /// Buffers within buffers: the kernel's ring, two levels of indirect buffers, groups, and one to spare.
    static constexpr uint32_t kMostDepth = 5;

    /// Both outlive the walk.
    StreamWalk(const StreamMemory& memory, StreamVisitor& visitor, const Settings& settings)
        : memory_(memory), visitor_(visitor), repeat_(settings.repeat), wordsLeft_(settings.mostWords) {}

    /// Walks a buffer that is in memory.
    void walk(uint64_t address, uint32_t words) { walkBuffer(address, words, 0); }
    /// Walks words that are at hand; `address` is that of the first.
    void walk(uint64_t address, std::span<const uint32_t> words) { walkWords(address, words, 0); }

    /// Counts words that a visitor shows of memory as words that the walk came to.
    void spend(uint64_t words) { wordsLeft_ -= std::min(wordsLeft_, words); }
    /// Other content is in memory: what was walked before is walked again.
    void forgetVisited() { visited_.clear(); }

    const RegisterValues& registers() const { return registers_; }
    /// Offsets of the registers that were written since the last call, in order.
    std::vector<uint32_t> takeWritten();
    PassMask pass() const { return pass_; }

  private:
    void walkBuffer(uint64_t address, uint32_t words, uint32_t depth);
    void walkIndirect(const Packet& packet);
    void walkWords(uint64_t address, std::span<const uint32_t> words, uint32_t depth);
    /// Returns the words to continue by.
    size_t step(uint64_t address, std::span<const uint32_t> words, uint32_t depth);
    void command(const Packet& packet);
    void writeRegisters(const Packet& packet);
    void writeRegister(uint32_t offset, uint32_t value);
    void setDrawState(const Packet& packet);
    void runGroups(uint32_t depth);
    void runGroup(const DrawStateGroup& group, uint32_t depth);
    void setMarker(const Packet& packet);

    const StreamMemory& memory_;
    StreamVisitor& visitor_;
    bool repeat_;
    uint64_t wordsLeft_;
    RegisterValues registers_;
    std::set<uint32_t> written_;
    DrawStateGroups groups_;
    PassMask pass_ = passes::kAll;
    /// The passes in which an indirect buffer was walked, by its address.
    std::unordered_map<uint64_t, PassMask> visited_;
    bool runningGroups_ = false;
};

}  // namespace cyclorama::adreno
