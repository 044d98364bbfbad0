// SPDX-License-Identifier: MIT
// Workloads of every kind that `cyclorama reduce` takes apart, with bytes changed: they are refused, or their parts
// make a workload that is taken apart again, into as many or fewer units. The first byte chooses the workload, or any
// bytes.

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "families/registry.h"
#include "family/family.h"
#include "fuzz/input.h"
#include "reduce/capture.h"
#include "sim/error.h"
#include "workload/byte_input.h"

namespace {

using namespace cyclorama;
using fuzz::Input;

constexpr std::array kFiles = {"tests/golden/captures/medley-gc2000.cyc",
                               "tests/golden/captures/medley-sysmem-a630.cyc",
                               "tests/golden/captures/tessellation-a630.cyc", "tests/data/triangle.agp.gz"};

std::vector<std::byte> contentOf(const std::string& path) {
    workload::ByteInput input(path);
    std::vector<std::byte> content;
    std::array<std::byte, 4096> piece{};
    while (const size_t count = input.read(piece)) content.insert(content.end(), piece.begin(), piece.begin() + count);
    return content;
}

/// A file of the host's memory, which workloads are opened from.
class MemoryFile {
  public:
    explicit MemoryFile(std::span<const std::byte> content) : file_(memfd_create("fuzz", 0)) {
        if (write(file_, content.data(), content.size()) != static_cast<ssize_t>(content.size())) __builtin_trap();
    }
    ~MemoryFile() { close(file_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

  private:
    int file_;
};

std::unique_ptr<reduce::Capture> takeApart(std::span<const std::byte> bytes) {
    const MemoryFile file(bytes);
    return family::openWorkload(families::all(), file.path())->takeApart(bytes);
}

std::vector<std::byte> workloadOf(Input& input) {
    static const std::vector<std::vector<std::byte>> kContents = [] {
        std::vector<std::vector<std::byte>> contents;
        for (const char* file : kFiles) contents.push_back(contentOf(std::string(CYCLORAMA_SOURCE_DIR "/") + file));
        return contents;
    }();
    const size_t choice = input.byte() % (kFiles.size() + 1);
    std::vector<std::byte> bytes;
    if (choice == kFiles.size()) {
        while (!input.empty()) bytes.push_back(static_cast<std::byte>(input.byte()));
        return bytes;
    }
    bytes = kContents[choice];
    for (uint32_t changes = input.byte() % 16; changes > 0; --changes) {
        const uint32_t place = input.word();
        bytes[place % bytes.size()] = static_cast<std::byte>(input.byte());
    }
    if (const uint32_t cut = input.word(); cut % 4 == 1) bytes.resize(cut % bytes.size());
    return bytes;
}

std::vector<bool> someOf(size_t units, uint32_t seed) {
    std::vector<bool> kept(units, true);
    std::minstd_rand random(seed);
    if (seed != 0)
        for (size_t unit = 0; unit < units; ++unit) kept[unit] = random() % 4 != 0;
    return kept;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Input input(std::span(data, size));
    const reduce::Level level = reduce::kLevels[input.byte() % reduce::kLevels.size()];
    const uint32_t seed = input.word();
    const std::vector<std::byte> bytes = workloadOf(input);
    try {
        const std::unique_ptr<reduce::Capture> whole = takeApart(bytes);
        const std::vector<bool> kept = someOf(whole->units(level), seed);
        const std::vector<std::byte> reduced = whole->with(level, kept);
        if (whole->with(level, kept) != reduced) __builtin_trap();
        if (takeApart(reduced)->units(level) > whole->units(level)) __builtin_trap();
    } catch (const sim::Error&) {
    }
    return 0;
}
