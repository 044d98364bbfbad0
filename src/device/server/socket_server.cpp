// SPDX-License-Identifier: MIT
#include "device/server/socket_server.h"

#include <errno.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <system_error>
#include <utility>

#include "device/objects/program_stream.h"
#include "device/protocol/message_stream.h"
#include "device/server/unix_listener.h"

namespace cyclorama::device {
namespace {

/// Milliseconds of waiting for a program to take bytes before the check whether the server ends.
constexpr int kWriteTimeout = 100;

class SocketStream final : public ProgramStream {
  public:
    SocketStream(int socket, const std::atomic<bool>& stopping) : socket_(socket), stopping_(stopping) {}

    bool read(std::span<std::byte> out) override { return receiveAll(socket_, out.data(), out.size()); }

    bool write(std::span<const std::byte> bytes, int descriptor) override {
        while (!bytes.empty()) {
            const ssize_t sent = send(bytes, descriptor);
            if (sent > 0) {
                descriptor = -1;
                bytes = bytes.subspan(static_cast<size_t>(sent));
            } else if (errno == EAGAIN) {
                pollfd room{.fd = socket_, .events = POLLOUT, .revents = 0};
                if (poll(&room, 1, kWriteTimeout) == 0 && stopping_) return false;
            } else if (errno != EINTR) {
                return false;
            }
        }
        return true;
    }

  private:
    ssize_t send(std::span<const std::byte> bytes, int descriptor) const {
        iovec part{.iov_base = const_cast<std::byte*>(bytes.data()), .iov_len = bytes.size()};
        alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
        msghdr message{};
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        if (descriptor >= 0) {
            message.msg_control = control;
            message.msg_controllen = sizeof control;
            cmsghdr* const rights = CMSG_FIRSTHDR(&message);
            rights->cmsg_level = SOL_SOCKET;
            rights->cmsg_type = SCM_RIGHTS;
            rights->cmsg_len = CMSG_LEN(sizeof(int));
            std::memcpy(CMSG_DATA(rights), &descriptor, sizeof descriptor);
        }
        return sendmsg(socket_, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    }

    int socket_;
    const std::atomic<bool>& stopping_;
};

}  // namespace

SocketServer::SocketServer(const DriverBackend& driver, const SocketAccess& access, std::filesystem::path path)
    : driver_(driver), access_(access), path_(std::move(path)) {
    removeLeftSocket(path_);
    listener_ = listenAt(path_);
    wake_ = UniqueFd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    thread_ = std::thread([this] { listen(); });
}

SocketServer::~SocketServer() {
    stopping_ = true;
    const uint64_t one = 1;
    if (::write(wake_.get(), &one, sizeof one) < 0) std::abort();
    thread_.join();
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
    // Readers still get what has arrived.
    for (const Connection& connection : connections_) shutdown(connection.socket.get(), SHUT_RD);
    for (Connection& connection : connections_) connection.thread.join();
}

void SocketServer::listen() {
    constexpr int kForever = -1;
    while (!stopping_) {
        pollfd polled[] = {{.fd = wake_.get(), .events = POLLIN, .revents = 0},
                           {.fd = listener_.get(), .events = POLLIN, .revents = 0}};
        if (poll(polled, std::size(polled), kForever) <= 0) continue;
        joinEnded();
        if (polled[1].revents != 0) accept();
    }
    // Programs that have connected, and perhaps sent something, before the end.
    while (accept()) {
    }
}

bool SocketServer::accept() {
    UniqueFd socket(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!socket) return false;
    try {
        std::list<Connection> connection(1);
        Connection& made = connection.front();
        made.socket = std::move(socket);
        made.thread = std::thread([this, &made] {
            SocketStream program(made.socket.get(), stopping_);
            driver_.serveSocket(access_, program);
            shutdown(made.socket.get(), SHUT_RDWR);
            made.ended = true;
        });
        connections_.splice(connections_.end(), connection);
    } catch (const std::exception& error) {
        // Out of threads or memory: refuse this program; the others continue.
        std::cerr << fmt::format("cyclorama: a program was refused: {}\n", error.what());
    }
    return true;
}

void SocketServer::joinEnded() {
    connections_.remove_if([](Connection& connection) {
        if (!connection.ended) return false;
        connection.thread.join();
        return true;
    });
}

}  // namespace cyclorama::device
