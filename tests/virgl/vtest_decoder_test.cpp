// SPDX-License-Identifier: MIT
// Requests of the vtest protocol, byte by byte.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "virgl/memory_stream.h"
#include "virgl/protocol/refusal.h"
#include "virgl/vtest/decoder.h"

namespace cyclorama::virgl::vtest {
namespace {

using test::MemoryStream;
using testing::HasSubstr;

class VtestDecoder : public testing::Test {
  protected:
    template <typename T>
    T next() {
        const std::optional<Request> request = decoder_.next();
        if (!request || !std::holds_alternative<T>(*request)) {
            ADD_FAILURE() << "another request, or none: " << decoder_.place();
            return {};
        }
        return std::get<T>(*request);
    }

    MemoryStream stream_;
    Decoder decoder_{stream_};
};

/// The refusal of a request behind one that is fine, by a program that chose a version.
std::string refusal(uint32_t version, const std::vector<uint32_t>& words, size_t length, uint32_t number) {
    MemoryStream stream;
    stream.ask(10, {});
    stream.ask(number, words, length);
    Decoder decoder(stream);
    decoder.setVersion(version);
    try {
        decoder.next();
        decoder.next();
    } catch (const Malformed& refused) {
        return decoder.place() + ": " + refused.what();
    }
    return "none";
}

std::string refusal(uint32_t version, uint32_t number, const std::vector<uint32_t>& words) {
    return refusal(version, words, words.size(), number);
}

TEST_F(VtestDecoder, ReadsWhatAProgramBeginsWith) {
    stream_.introduce(std::string_view("gears\0", 6));
    stream_.ask(10, {});
    stream_.ask(7, {0, 0});
    stream_.ask(11, {3});
    stream_.ask(9, {});
    stream_.ask(1, {});
    EXPECT_EQ(next<CreateRenderer>().name, "gears");
    next<PingVersion>();
    EXPECT_FALSE(next<BusyWait>().wait);
    EXPECT_EQ(next<ChooseVersion>().wished, 3u);
    EXPECT_EQ(next<GetCapabilities>().set, 2u);
    EXPECT_EQ(next<GetCapabilities>().set, 1u);
    EXPECT_FALSE(decoder_.next());
}

TEST_F(VtestDecoder, ReadsResources) {
    decoder_.setVersion(2);
    stream_.ask(12, {5, 2, 1, 1 << 7, 30, 20, 1, 0, 3, 4, 2400});
    stream_.ask(2, {6, 0, 64, 16, 99, 1, 1, 1, 0, 0});
    stream_.ask(3, {5});
    const auto shared = next<CreateResource>();
    EXPECT_EQ(shared.handle, 5u);
    EXPECT_TRUE(shared.shared);
    EXPECT_EQ(shared.bytes, 2400u);
    EXPECT_EQ(shared.description.target, Target::Texture2D);
    EXPECT_EQ(shared.description.format, Format::Bgra8);
    EXPECT_EQ(shared.description.bind, 1u << 7);
    EXPECT_EQ(shared.description.width, 30u);
    EXPECT_EQ(shared.description.height, 20u);
    EXPECT_EQ(shared.description.layers, 1u);
    EXPECT_EQ(shared.description.lastLevel, 3u);
    EXPECT_EQ(shared.description.samples, 4u);
    const auto own = next<CreateResource>();
    EXPECT_FALSE(own.shared);
    EXPECT_EQ(own.description.width, 99u);
    EXPECT_EQ(next<DestroyResource>().handle, 5u);
}

TEST_F(VtestDecoder, ReadsTexelsThatFollow) {
    stream_.ask(5, {7, 1, 8, 16, 0, 1, 2, 3, 4, 5, 6}, 11 + 2);
    stream_.put(std::vector<std::byte>(6, std::byte{9}));
    stream_.ask(4, {7, 0, 0, 0, 0, 0, 0, 2, 2, 1, 16});
    const auto put = next<Transfer>();
    EXPECT_TRUE(put.toHost);
    EXPECT_FALSE(put.shared);
    EXPECT_EQ(put.handle, 7u);
    EXPECT_EQ(put.region.level, 1u);
    EXPECT_EQ(put.stride, 8u);
    EXPECT_EQ(put.sliceStride, 16u);
    EXPECT_EQ(put.region.box.y, 1u);
    EXPECT_EQ(put.region.box.depth, 5u);
    EXPECT_EQ(put.data, std::vector<std::byte>(6, std::byte{9}));
    const auto get = next<Transfer>();
    EXPECT_FALSE(get.toHost);
    EXPECT_EQ(get.bytes, 16u);
    EXPECT_TRUE(get.data.empty());
}

TEST_F(VtestDecoder, ReadsTransfersOfSharedMemory) {
    decoder_.setVersion(2);
    // Mesa counts the texels that it does not send.
    stream_.ask(14, {7, 1, 0, 1, 2, 3, 4, 5, 240, 64}, 10 + 60);
    stream_.ask(13, {7, 0, 0, 0, 0, 3, 4, 1, 48, 0});
    const auto put = next<Transfer>();
    EXPECT_TRUE(put.shared);
    EXPECT_TRUE(put.toHost);
    EXPECT_EQ(put.region.level, 1u);
    EXPECT_EQ(put.region.box.z, 2u);
    EXPECT_EQ(put.region.box.width, 3u);
    EXPECT_EQ(put.offset, 64u);
    const auto get = next<Transfer>();
    EXPECT_FALSE(get.toHost);
    EXPECT_EQ(get.region.box.height, 4u);
}

TEST_F(VtestDecoder, ReadsLongStreams) {
    std::vector<uint32_t> words(100'000);
    for (uint32_t i = 0; i < words.size(); ++i) words[i] = i;
    stream_.ask(6, words);
    stream_.ask(6, {});
    stream_.ask(7, {4, 1});
    EXPECT_EQ(next<Submit>().stream, words);
    EXPECT_TRUE(next<Submit>().stream.empty());
    const auto wait = next<BusyWait>();
    EXPECT_EQ(wait.handle, 4u);
    EXPECT_TRUE(wait.wait);
}

TEST_F(VtestDecoder, TakesAnEndWithinARequestAsTheEnd) {
    for (const size_t missing : {1u, 4u, 9u, 13u}) {
        MemoryStream stream;
        stream.ask(7, {4, 1});
        stream.cut(missing);
        Decoder decoder(stream);
        EXPECT_FALSE(decoder.next()) << missing;
    }
}

TEST_F(VtestDecoder, RefusesByRequestAndPlace) {
    EXPECT_EQ(refusal(2, 15, {1}), "request 15 at byte 8: no version that is served has such a request");
    EXPECT_EQ(refusal(2, 0, {}), "request 0 at byte 8: no version that is served has such a request");
    EXPECT_EQ(refusal(0, 13, {}), "TRANSFER_GET2 at byte 8: the request is of version 2, and the program chose 0");
    EXPECT_EQ(refusal(2, 7, {1}), "RESOURCE_BUSY_WAIT at byte 8: 1 words in place of 2");
    EXPECT_EQ(refusal(2, {}, ~0u, 7), "RESOURCE_BUSY_WAIT at byte 8: 4294967295 words in place of 2");
    EXPECT_EQ(refusal(2, {}, ~0u, 6), "SUBMIT_CMD at byte 8: a stream of 4294967295 words");
    EXPECT_EQ(refusal(2, {}, 5000, 8), "CREATE_RENDERER at byte 8: a name of 5000 bytes");
    EXPECT_EQ(refusal(2, 12, {0, 2, 1, 1, 1, 1, 1, 1, 0, 0, 4}),
              "RESOURCE_CREATE2 at byte 8: a resource without a handle");
    EXPECT_THAT(refusal(0, 2, {1}), HasSubstr("RESOURCE_CREATE at byte 8: 1 words in place of 10"));
    EXPECT_THAT(refusal(0, 5, {1}), HasSubstr("TRANSFER_PUT at byte 8: 1 words in place of 11"));
    EXPECT_THAT(refusal(0, {7, 0, 0, 0, 0, 0, 0, 1, 1, 1, 6}, 12, 5),
                HasSubstr("1 words of texels, which are 6 bytes"));
    EXPECT_THAT(refusal(0, {7, 0, 0, 0, 0, 0, 0, 1, 1, 1, 6}, 13, 4),
                HasSubstr("TRANSFER_GET at byte 8: 2 words of texels"));
    EXPECT_THAT(refusal(0, 4, {7, 0, 0, 0, 0, 0, 0, 1, 1, 1, ~0u}), HasSubstr("4294967295 bytes of texels"));
    EXPECT_THAT(refusal(2, {7, 0, 0, 0, 0, 0, 0, 0, 6, 0}, 13, 14), HasSubstr("3 words of texels"));
    EXPECT_THAT(refusal(2, 13, {7, 0, 0}), HasSubstr("TRANSFER_GET2 at byte 8: 3 words in place of 10"));
}

}  // namespace
}  // namespace cyclorama::virgl::vtest
