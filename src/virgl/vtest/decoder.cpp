// SPDX-License-Identifier: MIT
#include "virgl/vtest/decoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "virgl/capabilities.h"
#include "virgl/protocol/refusal.h"
#include "virgl/protocol/words.h"

namespace cyclorama::virgl::vtest {
namespace {

constexpr std::array<std::string_view, 15> kNames = {"",
                                                     "GET_CAPS",
                                                     "RESOURCE_CREATE",
                                                     "RESOURCE_UNREF",
                                                     "TRANSFER_GET",
                                                     "TRANSFER_PUT",
                                                     "SUBMIT_CMD",
                                                     "RESOURCE_BUSY_WAIT",
                                                     "CREATE_RENDERER",
                                                     "GET_CAPS2",
                                                     "PING_PROTOCOL_VERSION",
                                                     "PROTOCOL_VERSION",
                                                     "RESOURCE_CREATE2",
                                                     "TRANSFER_GET2",
                                                     "TRANSFER_PUT2"};

/// More than a program sends at once; they bound the memory that a hostile one can take.
constexpr uint32_t kMostName = 4096;
constexpr uint32_t kMostStreamWords = 4u << 20;
constexpr uint32_t kMostTexelBytes = 256u << 20;

constexpr uint32_t kTransferWords = 11;
constexpr uint32_t kSharedTransferWords = 10;

constexpr uint32_t wordsFor(uint32_t bytes) { return (bytes + 3) / 4; }

TexelBox readTexelBox(Words& words) {
    TexelBox box;
    for (uint32_t* const value : {&box.x, &box.y, &box.z, &box.width, &box.height, &box.depth}) *value = words.next();
    return box;
}

}  // namespace

std::string_view nameOfCommand(uint32_t number) { return number < kNames.size() ? kNames[number] : ""; }

std::string Decoder::place() const {
    const std::string_view name = nameOfCommand(number_);
    return fmt::format("{} at byte {}", name.empty() ? fmt::format("request {}", number_) : std::string(name), start_);
}

std::optional<Request> Decoder::next() {
    try {
        start_ = at_;
        std::array<uint32_t, 2> header{};
        readInto(std::as_writable_bytes(std::span(header)));
        length_ = header[0];
        number_ = header[1];
        return read();
    } catch (const End&) {
        return std::nullopt;
    }
}

Request Decoder::read() {
    const auto command = static_cast<Command>(number_);
    if (nameOfCommand(number_).empty()) throw Malformed("no version that is served has such a request");
    if (command >= Command::CreateResource2 && version_ < kNewestVersion)
        throw Malformed(
            fmt::format("the request is of version {}, and the program chose {}", kNewestVersion, version_));
    switch (command) {
        case Command::GetCapabilities:
        case Command::GetCapabilities2:
            wordsOf(0);
            return GetCapabilities{command == Command::GetCapabilities ? kOldCapabilitySet : kCapabilitySet};
        case Command::CreateResource:
        case Command::CreateResource2:
            return createResource();
        case Command::DestroyResource:
            return DestroyResource{wordsOf(1)[0]};
        case Command::TransferGet:
        case Command::TransferPut:
            return transfer(command == Command::TransferPut);
        case Command::Submit:
            if (length_ > kMostStreamWords) throw Malformed(fmt::format("a stream of {} words", length_));
            return Submit{words(length_)};
        case Command::BusyWait: {
            const std::vector<uint32_t> read = wordsOf(2);
            return BusyWait{.handle = read[0], .wait = (read[1] & 1) != 0};
        }
        case Command::CreateRenderer:
            return createRenderer();
        case Command::PingVersion:
            wordsOf(0);
            return PingVersion{};
        case Command::Version:
            return ChooseVersion{wordsOf(1)[0]};
        case Command::TransferGet2:
        case Command::TransferPut2:
            break;
    }
    return sharedTransfer(command == Command::TransferPut2);
}

void Decoder::readInto(std::span<std::byte> out) {
    if (out.empty()) return;
    if (!program_.read(out)) throw End{};
    at_ += out.size();
}

template <typename T>
std::vector<T> Decoder::list(size_t count) {
    constexpr size_t kPiece = 1 << 14;
    std::vector<T> read;
    while (read.size() < count) {
        const size_t begin = read.size();
        read.resize(std::min(count, begin + std::max(kPiece, begin)));
        readInto(std::as_writable_bytes(std::span(read).subspan(begin)));
    }
    return read;
}

std::vector<uint32_t> Decoder::words(uint32_t count) { return list<uint32_t>(count); }

std::vector<uint32_t> Decoder::wordsOf(uint32_t count) {
    if (length_ != count) throw Malformed(fmt::format("{} words in place of {}", length_, count));
    return words(count);
}

Request Decoder::createRenderer() {
    // The one request whose length is in bytes. A zero ends the name.
    if (length_ > kMostName) throw Malformed(fmt::format("a name of {} bytes", length_));
    const std::vector<char> name = list<char>(length_);
    return CreateRenderer{std::string(name.begin(), std::ranges::find(name, '\0'))};
}

Request Decoder::createResource() {
    const bool shared = static_cast<Command>(number_) == Command::CreateResource2;
    const std::vector<uint32_t> read = wordsOf(shared ? 11 : 10);
    Words words(read);
    CreateResource request{.handle = words.next(), .shared = shared};
    ResourceDescription& description = request.description;
    constexpr uint32_t kNoTarget = 0xff;
    description.target = static_cast<Target>(std::min(words.next(), kNoTarget));
    description.format = static_cast<Format>(words.next());
    description.bind = words.next();
    description.width = words.next();
    description.height = words.next();
    description.depth = words.next();
    description.layers = std::max(words.next(), 1u);
    description.lastLevel = words.next();
    description.samples = words.next();
    if (shared) request.bytes = words.next();
    if (request.handle == 0) throw Malformed("a resource without a handle");
    return request;
}

Request Decoder::transfer(bool toHost) {
    if (length_ < kTransferWords) throw Malformed(fmt::format("{} words in place of {}", length_, kTransferWords));
    const std::vector<uint32_t> read = words(kTransferWords);
    Words words(read);
    Transfer request{.handle = words.next(), .toHost = toHost};
    request.region.level = words.next();
    request.stride = words.next();
    request.sliceStride = words.next();
    request.region.box = readTexelBox(words);
    request.bytes = words.next();
    if (request.bytes > kMostTexelBytes) throw Malformed(fmt::format("{} bytes of texels", request.bytes));
    const uint32_t data = length_ - kTransferWords;
    if (data != (toHost ? wordsFor(request.bytes) : 0))
        throw Malformed(fmt::format("{} words of texels, which are {} bytes", data, request.bytes));
    // Programs send the bytes that they speak of, and not the rest of the last word.
    if (toHost) request.data = list<std::byte>(request.bytes);
    return request;
}

Request Decoder::sharedTransfer(bool toHost) {
    if (length_ < kSharedTransferWords)
        throw Malformed(fmt::format("{} words in place of {}", length_, kSharedTransferWords));
    const std::vector<uint32_t> read = words(kSharedTransferWords);
    Words words(read);
    Transfer request{.handle = words.next(), .toHost = toHost};
    request.region.level = words.next();
    request.region.box = readTexelBox(words);
    request.bytes = words.next();
    request.offset = words.next();
    request.shared = true;
    // Programs count texels on their way to the host as part of the request, though they are in the shared memory.
    const uint32_t data = length_ - kSharedTransferWords;
    if (data != 0 && (!toHost || data != wordsFor(request.bytes)))
        throw Malformed(fmt::format("{} words of texels, which are {} bytes", data, request.bytes));
    return request;
}

}  // namespace cyclorama::virgl::vtest
