// SPDX-License-Identifier: MIT
// Memory as work under way goes on to see it while the host writes.

#include "mem/stale_contents.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>

namespace cyclorama::mem {
namespace {

class TwoViews : public testing::Test {
  protected:
    TwoViews() { put(0, "abcdefgh"); }

    void put(uint32_t address, const std::string& text) {
        ASSERT_TRUE(memory.write(address, std::as_bytes(std::span(text))));
    }
    /// A host's write that work up to 5 does not see.
    void overwrite(uint32_t address, const std::string& text) {
        earlier.keep(memory, address, text.size(), 5);
        put(address, text);
    }
    std::string text() {
        std::array<char, 8> bytes{};
        EXPECT_TRUE(memory.read(0, std::as_writable_bytes(std::span(bytes))));
        return {bytes.begin(), bytes.end()};
    }

    AddressSpace memory{{.gpuMemoryBytes = 64, .systemMemoryBytes = 64}};
    StaleContents earlier;
};

TEST_F(TwoViews, DifferOnlyForWorkThatCameBefore) {
    overwrite(2, "XY");
    EXPECT_EQ(text(), "abXYefgh");
    earlier.showTo(5);
    EXPECT_EQ(text(), "abcdefgh");
    earlier.showTo(6);
    EXPECT_EQ(text(), "abXYefgh");
    earlier.showTo(4);
    EXPECT_EQ(text(), "abcdefgh");
    earlier.showNewest();
    EXPECT_EQ(text(), "abXYefgh");
}

TEST_F(TwoViews, KeepTheOrderOfWritesOverEachOther) {
    overwrite(0, "1234");
    earlier.showTo(5);
    overwrite(2, "5678");
    EXPECT_EQ(text(), "125678gh");
    earlier.showTo(5);
    EXPECT_EQ(text(), "abcdefgh");
    earlier.showTo(6);
    EXPECT_EQ(text(), "125678gh");
}

/// The host's later write is on top of what the work wrote.
TEST_F(TwoViews, PutTheHostsWriteOnTopOfTheWorks) {
    overwrite(2, "XY");
    earlier.showTo(5);
    put(1, "---");
    earlier.forget();
    EXPECT_EQ(text(), "a-XYefgh");
    earlier.showTo(5);
    EXPECT_EQ(text(), "a-XYefgh");
}

TEST_F(TwoViews, IgnoreWhatIsNotInMemory) {
    earlier.keep(memory, 60, 8, 5);
    put(2, "XY");
    earlier.showTo(5);
    EXPECT_EQ(text(), "abXYefgh");
}

}  // namespace
}  // namespace cyclorama::mem
