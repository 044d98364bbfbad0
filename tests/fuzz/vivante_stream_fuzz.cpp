// SPDX-License-Identifier: MIT
// The Vivante front end with a command stream of any bytes: it must neither read outside of its memory nor go on
// forever. The first byte chooses the chip; the rest is what the FE finds in memory, from address 0 on.

#include <array>
#include <cstring>

#include "families/vivante/frontend/packets.h"
#include "vivante/vivante_stream.h"

namespace {

using namespace cyclorama;
using namespace cyclorama::vivante;

class FuzzedMemory final : public gpu::MemoryReader {
  public:
    explicit FuzzedMemory(std::span<const std::byte> bytes) : bytes_(bytes) {}
    bool read(func::Address from, std::span<std::byte> out) const override {
        const uint64_t address = from.offset();
        if (address > bytes_.size() || out.size() > bytes_.size() - address) return false;
        if (!out.empty()) std::memcpy(out.data(), bytes_.data() + address, out.size());
        return true;
    }

  private:
    std::span<const std::byte> bytes_;
};

/// A state that draws, so that fuzzed words change something that counts.
void prepare(VivanteFrontEnd& frontEnd) {
    const Stream state = drawableState();
    PieceMemory memory;
    memory.put(kStreamAddress, state.words);
    frontEnd.submit(kStreamAddress, static_cast<uint32_t>(state.words.size() * sizeof(uint32_t)));
    while (frontEnd.next(memory)) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 1) return 0;
    const auto bytes = std::as_bytes(std::span(data, size)).subspan(1);
    sim::Findings findings;
    VivanteFrontEnd frontEnd((data[0] & 1) != 0 ? gc7000l() : gc2000(), findings);
    if ((data[0] & 2) != 0) prepare(frontEnd);
    const FuzzedMemory memory(bytes);
    frontEnd.submit(0, static_cast<uint32_t>(bytes.size()));
    while (frontEnd.next(memory)) {
    }
    std::array<uint32_t, 64> words{};
    std::memcpy(words.data(), bytes.data(), std::min(bytes.size(), sizeof(words)));
    describePacket(words);
    return 0;
}
