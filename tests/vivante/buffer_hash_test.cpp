// SPDX-License-Identifier: MIT
#include "family/capture/buffer_hash.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <vector>

#include "device/objects/buffer_object.h"
#include "family/capture/capture_records.h"

namespace cyclorama::family::capture {
namespace {

constexpr size_t kPage = 4096;
constexpr uint64_t kBlock = 512;

/// Pages of zeros, of which some are written.
class SparseMemory {
  public:
    SparseMemory(size_t pages, const std::vector<size_t>& written) : bytes_(pages * kPage) {
        EXPECT_EQ(ftruncate(file_.get(), static_cast<off_t>(bytes_.size())), 0);
        for (const size_t page : written) {
            const std::vector<std::byte> content(kPage, static_cast<std::byte>(page + 1));
            EXPECT_EQ(pwrite(file_.get(), content.data(), kPage, static_cast<off_t>(page * kPage)), kPage);
            std::ranges::copy(content, bytes_.begin() + static_cast<ptrdiff_t>(page * kPage));
        }
    }

    int file() const { return file_.get(); }
    /// All bytes, in memory of their own.
    const std::vector<std::byte>& bytes() const { return bytes_; }
    /// Pages that the host keeps.
    uint64_t pagesKept() const {
        struct stat status {};
        EXPECT_EQ(fstat(file_.get(), &status), 0);
        return static_cast<uint64_t>(status.st_blocks) * kBlock / kPage;
    }

  private:
    device::UniqueFd file_{memfd_create("sparse", MFD_CLOEXEC)};
    std::vector<std::byte> bytes_;
};

TEST(BufferHash, IsTheContentsAndTakesNoPageThatWasNeverWritten) {
    const std::vector<std::vector<size_t>> kWritten{{}, {0}, {8}, {4}, {0, 1, 5, 8}, {0, 1, 2, 3, 4, 5, 6, 7, 8}};
    for (const std::vector<size_t>& written : kWritten) {
        const SparseMemory memory(9, written);
        const device::MappedView view(memory.file(), memory.bytes().size());
        EXPECT_EQ(bufferHash(memory.file(), view.bytes()), contentHash(memory.bytes()));
        EXPECT_EQ(memory.pagesKept(), written.size());
    }
}

TEST(BufferHash, ReadsAllWhereTheDescriptorHasNoPlaces) {
    const SparseMemory memory(3, {1});
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    const device::UniqueFd read(ends[0]);
    const device::UniqueFd written(ends[1]);
    EXPECT_EQ(bufferHash(read.get(), memory.bytes()), contentHash(memory.bytes()));
}

}  // namespace
}  // namespace cyclorama::family::capture
