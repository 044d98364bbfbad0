// SPDX-License-Identifier: MIT
#pragma once
// A command stream as text: packets with their fields, registers, what is loaded for shaders, and at each draw,
// dispatch and blit the registers that were written since the one before.

#include <cstdint>
#include <ostream>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "families/adreno/capture/buffers.h"
#include "families/adreno/stream/load_state.h"
#include "families/adreno/stream/stream_walk.h"

namespace cyclorama::adreno {

/// Prints streams one after the other; registers and groups continue from one to the next, as on the chip.
class StreamDump final : private StreamVisitor {
  public:
    /// The place in an indirect buffer where a chip stood, as the chip itself counts.
    struct Stop {
        uint64_t buffer = 0;
        /// Words up to the end of the buffer that were not taken.
        uint32_t wordsLeft = 0;
    };

    /// The buffers and the stream outlive the dump.
    StreamDump(const Buffers& buffers, std::ostream& out, const StreamWalk::Settings& settings)
        : buffers_(buffers), out_(out), walk_(buffers, *this, settings) {}

    /// A stream that is in one of the buffers.
    void stream(uint64_t address, uint32_t words) { walk_.walk(address, words); }
    /// A stream that is at hand; `address` is that of the first word.
    void stream(uint64_t address, std::span<const uint32_t> words) { walk_.walk(address, words); }
    /// The packet there is marked where the walk comes to it.
    void mark(const Stop& stop);
    /// The buffers hold other content.
    void forgetVisited() { walk_.forgetVisited(); }

  private:
    void packet(const Packet& packet) override;
    void work(const Packet& packet) override;
    void group(const DrawStateGroup& group, uint32_t depth, bool runs) override;
    void malformed(uint64_t address, uint32_t depth, uint32_t word, size_t skipped, std::string_view fault) override;
    void repeated(uint64_t address, uint32_t depth, uint32_t words) override;
    void missing(uint64_t address, uint32_t depth, uint32_t words, std::string_view reason) override;

    void showStop(const Packet& packet);
    void noteStop(const Packet& packet);
    void showRegisterWrite(const Packet& packet);
    void showRegister(uint32_t offset, uint64_t value, uint32_t depth);
    void showCommand(const Packet& packet);
    void showLoad(const LoadState& load, std::span<const uint32_t> direct, uint32_t depth);
    void showUnits(const LoadState& load, std::span<const uint32_t> words, uint32_t depth);
    void showProgram(std::span<const uint32_t> words, uint32_t depth);
    void showIndirectDraws(const Packet& packet);
    void showParameters(uint64_t address, std::span<const std::string_view> names, uint32_t depth);
    void showWords(std::span<const uint32_t> words, size_t first, uint32_t depth);
    /// Starts a line: the address, and the depth in blanks.
    void begin(uint64_t address, uint32_t depth);
    /// Starts a line that belongs to the one above.
    void beginDetail(uint32_t depth);

    const Buffers& buffers_;
    std::ostream& out_;
    StreamWalk walk_;
    std::vector<Stop> stops_;
    /// Addresses of the stops whose buffer the walk came to.
    std::set<uint64_t> stopAddresses_;
    uint64_t works_ = 0;
    /// As the last work found them.
    std::unordered_map<uint32_t, uint64_t> reported_;
};

}  // namespace cyclorama::adreno
