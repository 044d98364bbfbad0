// SPDX-License-Identifier: MIT
#include "family/capture/buffer_hash.h"

#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>

#include "family/capture/capture_records.h"

namespace cyclorama::family::capture {
namespace {

/// XXH3 of 64 bits over bytes that come in pieces.
class ContentHasher {
  public:
    ContentHasher() : state_(XXH3_createState()) {
        if (!state_) throw std::bad_alloc();
        XXH3_64bits_reset(state_.get());
    }

    void add(std::span<const std::byte> bytes) { XXH3_64bits_update(state_.get(), bytes.data(), bytes.size()); }
    void addZeros(size_t count) {
        static constexpr std::array<std::byte, 16384> kZeros{};
        for (size_t left = count; left > 0;) {
            const size_t now = std::min(left, kZeros.size());
            add(std::span(kZeros).first(now));
            left -= now;
        }
    }
    uint64_t digest() const { return XXH3_64bits_digest(state_.get()); }

  private:
    struct Release {
        void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
    };
    std::unique_ptr<XXH3_state_t, Release> state_;
};

/// First byte at or after `from` that is in a page with content (SEEK_DATA), or in one without (SEEK_HOLE); `end` where
/// there is none.
size_t seek(int memory, size_t from, int whence, size_t end) {
    const off_t found = lseek(memory, static_cast<off_t>(from), whence);
    return found < 0 ? end : std::min(static_cast<size_t>(found), end);
}

}  // namespace

uint64_t bufferHash(int memory, std::span<const std::byte> view) {
    // Descriptors without places, as sockets, have no such pages.
    if (lseek(memory, 0, SEEK_HOLE) < 0) return contentHash(view);
    // Most buffers are written throughout: in one piece, XXH3 takes two thirds of the time.
    if (seek(memory, 0, SEEK_DATA, view.size()) == 0 && seek(memory, 0, SEEK_HOLE, view.size()) == view.size())
        return contentHash(view);
    ContentHasher hasher;
    for (size_t at = 0; at < view.size();) {
        const size_t data = seek(memory, at, SEEK_DATA, view.size());
        hasher.addZeros(data - at);
        const size_t hole = data < view.size() ? seek(memory, data, SEEK_HOLE, view.size()) : data;
        hasher.add(view.subspan(data, hole - data));
        at = hole;
    }
    return hasher.digest();
}

}  // namespace cyclorama::family::capture
