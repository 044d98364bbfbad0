// SPDX-License-Identifier: MIT
#include "device/server/connection.h"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>

#include <chrono>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <vector>

#include "device/protocol/message_stream.h"
#include "device/protocol/protocol.h"

namespace cyclorama::device {
namespace {

using protocol::Header;
using protocol::Kind;

/// A program at the other end of a connection. After a failure of the connection, everything fails.
class RemoteProcess final : public UserProcess {
  public:
    explicit RemoteProcess(int socket) : socket_(socket) {}

    bool broken() const { return broken_; }
    /// By the driver's clock, in nanoseconds, as a request brings it; 0: it is the host's.
    void setDriverTime(uint64_t time) {
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        clockLead_ = time == 0 ? std::chrono::nanoseconds{} : std::chrono::nanoseconds(time) - now;
    }
    std::chrono::nanoseconds clockLead() const override { return clockLead_; }

    int read(std::span<const UserRead> reads) override {
        std::vector<protocol::Range> ranges;
        uint64_t total = 0;
        for (const UserRead& read : reads) {
            ranges.push_back({.address = read.address, .bytes = read.out.size()});
            total += read.out.size();
        }
        if (total == 0) return 0;
        if (total > protocol::kMaximumPayload) return -ENOMEM;
        const size_t bytes = ranges.size() * sizeof(protocol::Range);
        Header answer;
        int descriptor = -1;
        if (!ask({.kind = Kind::ReadMemory, .payload = bytes}, ranges.data(), bytes, -1, answer, descriptor) ||
            answer.payload != total)
            return fail();
        for (const UserRead& read : reads)
            if (!receiveAll(socket_, read.out.data(), read.out.size())) return fail();
        int32_t fault = 0;
        if (!receiveAll(socket_, &fault, sizeof fault)) return fail();
        return fault == 0 ? 0 : -EFAULT;
    }

    int write(uint64_t address, std::span<const std::byte> data) override {
        if (data.empty()) return 0;
        return simpleAsk({.kind = Kind::WriteMemory, .payload = data.size(), .value = address}, data.data(),
                         data.size());
    }

    int takeDescriptor(int number, UniqueFd& out) override {
        Header answer;
        int descriptor = -1;
        const Header asked{.kind = Kind::TakeDescriptor, .code = static_cast<uint32_t>(number)};
        if (number < 0) return -EBADF;
        if (!ask(asked, nullptr, 0, -1, answer, descriptor)) return fail();
        out = UniqueFd(descriptor);
        return answer.status < 0 || !out ? -EBADF : 0;
    }

    int installDescriptor(int descriptor, bool closeOnExec) override {
        Header answer;
        int none = -1;
        const Header asked{.kind = Kind::InstallDescriptor, .code = closeOnExec ? 1u : 0u};
        if (!ask(asked, nullptr, 0, descriptor, answer, none)) return fail();
        const UniqueFd unexpected(none);
        return answer.status < 0 ? -EMFILE : static_cast<int>(answer.value);
    }

    int shareMemory(uint64_t address, uint64_t bytes, UniqueFd& out) override {
        Header answer;
        int descriptor = -1;
        if (!ask({.kind = Kind::ShareMemory, .value = address, .extent = bytes}, nullptr, 0, -1, answer, descriptor))
            return fail();
        out = UniqueFd(descriptor);
        if (answer.status < 0) return answer.status == -ENOMEM ? -ENOMEM : -EFAULT;
        return out ? 0 : -EFAULT;
    }

  private:
    int fail() {
        broken_ = true;
        return -EFAULT;
    }

    bool ask(const Header& header, const void* data, size_t bytes, int descriptor, Header& answer, int& received) {
        return !broken_ && sendMessage(socket_, header, data, bytes, descriptor) &&
               receiveHeader(socket_, answer, received) && answer.kind == Kind::Done;
    }

    int simpleAsk(const Header& header, const void* data, size_t bytes) {
        Header answer;
        int descriptor = -1;
        if (!ask(header, data, bytes, -1, answer, descriptor)) return fail();
        const UniqueFd unexpected(descriptor);
        return answer.status < 0 ? -EFAULT : 0;
    }

    int socket_;
    bool broken_ = false;
    std::chrono::nanoseconds clockLead_{};
};

/// The result of a request; -ENOMEM, as from a kernel, if the device has no memory for it, -EIO after another failure.
template <typename Request>
int resultOf(const Request& request) {
    try {
        return request();
    } catch (const std::bad_alloc&) {
        return -ENOMEM;
    } catch (const std::exception& error) {
        std::cerr << fmt::format("cyclorama: a request failed: {}\n", error.what());
        return -EIO;
    }
}

class ConnectionServer {
  public:
    ConnectionServer(Device& device, int socket) : device_(device), socket_(socket), program_(socket) {}

    void serve() {
        Header request;
        int descriptor = -1;
        while (!program_.broken() && receiveHeader(socket_, request, descriptor)) {
            const UniqueFd unexpected(descriptor);
            // Ioctl arguments have at most 14 bits of size.
            if (request.payload > (1 << 14)) return;
            const int status = resultOf([&] {
                argument_.resize(request.payload);
                return 0;
            });
            if (status < 0) return;
            if (!receiveAll(socket_, argument_.data(), argument_.size())) return;
            if (!answer(request)) return;
        }
    }

  private:
    bool answer(const Header& request) {
        switch (request.kind) {
            case Kind::Open:
                return open(request);
            case Kind::Ioctl: {
                bool foreign = false;
                program_.setDriverTime(request.value);
                const int status = resultOf([&] {
                    return device_.ioctl(request.inode, static_cast<uint32_t>(request.code), argument_, program_,
                                         foreign);
                });
                return !program_.broken() && send({.kind = Kind::Result,
                                                   .status = status,
                                                   .payload = argument_.size(),
                                                   .code = status == 0 ? bufferAccessed(request) : 0,
                                                   .value = foreign ? 1u : 0u});
            }
            case Kind::Map:
                return map(request);
            case Kind::Identify: {
                const Device::Identity identity = device_.identify(request.inode);
                return send(
                    {.kind = Kind::Result, .code = identity.minor, .value = static_cast<uint64_t>(identity.kind)});
            }
            case Kind::Status:
                return send({.kind = Kind::Result}, device_.core().status.descriptor());
            default:
                return false;
        }
    }

    /// The number of the buffer that the processor may now use; 0 for all other requests.
    uint32_t bufferAccessed(const Header& request) {
        const protocol::AccessIoctl& begin = device_.core().driver.traits().accesses.begin;
        if (!begin.matches(request.code) || argument_.size() != _IOC_SIZE(begin.code)) return 0;
        return device_.bufferAt(request.inode, begin.handle(argument_.data()));
    }

    bool open(const Header& request) {
        UniqueFd program;
        const int status = resultOf([&] {
            return device_.open(static_cast<uint32_t>(request.code), static_cast<uint32_t>(request.value), program);
        });
        return send({.kind = Kind::Result, .status = status}, program.get());
    }

    bool map(const Header& request) {
        Device::Mapping mapping;
        const int status = resultOf([&] { return device_.map(request.inode, request.value, request.extent, mapping); });
        return send({.kind = Kind::Result, .status = status, .value = mapping.offset},
                    mapping.keep ? mapping.keep->memory() : -1);
    }

    bool send(const Header& result, int descriptor = -1) {
        return sendMessage(socket_, result, argument_.data(), result.payload, descriptor);
    }

    Device& device_;
    int socket_;
    RemoteProcess program_;
    std::vector<std::byte> argument_;
};

}  // namespace

void serveConnection(Device& device, int socket) { ConnectionServer(device, socket).serve(); }

}  // namespace cyclorama::device
