// SPDX-License-Identifier: MIT
// The dumps of Adreno workloads with any bytes: they refuse them or come to an end, and read nothing beside them. The
// first byte chooses among an .rd file, a crash dump, and a command stream that lies in one buffer
// with all that it names.

#include <ostream>
#include <streambuf>

#include "families/adreno/capture/devcore_dump.h"
#include "families/adreno/capture/devcore_reader.h"
#include "families/adreno/capture/rd_dump.h"
#include "families/adreno/capture/stream_dump.h"
#include "sim/error.h"

namespace {

using namespace cyclorama;
using namespace cyclorama::adreno;

constexpr StreamWalk::Settings kShort{.mostWords = 1 << 12, .repeat = true};

/// Takes characters and keeps none.
class Nothing final : public std::streambuf {
  protected:
    int_type overflow(int_type c) override { return traits_type::not_eof(c); }
    std::streamsize xsputn(const char* /*text*/, std::streamsize count) override { return count; }
};

void dumpStream(std::span<const std::byte> bytes, std::ostream& out) {
    constexpr uint64_t kAddress = 0x1000;
    Buffers buffers;
    buffers.add(kAddress, {bytes.begin(), bytes.end()});
    StreamDump dump(buffers, out, kShort);
    dump.mark({.buffer = kAddress, .wordsLeft = 2});
    dump.stream(kAddress, static_cast<uint32_t>(bytes.size() / sizeof(uint32_t)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 1) return 0;
    const auto bytes = std::as_bytes(std::span(data, size)).subspan(1);
    Nothing nothing;
    std::ostream out(&nothing);
    try {
        if (data[0] % 3 == 0) {
            RdReader reader(bytes, "fuzz");
            dumpRd(reader, out, kShort);
        } else if (data[0] % 3 == 1) {
            dumpCrash(readCrashDump(bytes, "fuzz"), "fuzz", out, kShort);
        } else {
            dumpStream(bytes, out);
        }
    } catch (const sim::Error&) {
    }
    return 0;
}
