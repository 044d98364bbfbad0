// SPDX-License-Identifier: MIT
#include "device/protocol/message_stream.h"

#include <errno.h>
#include <sys/socket.h>

#include <cstring>

namespace cyclorama::device {

bool sendAll(int socket, const void* data, size_t bytes) {
    const char* next = static_cast<const char*>(data);
    while (bytes > 0) {
        const ssize_t sent = send(socket, next, bytes, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        next += sent;
        bytes -= static_cast<size_t>(sent);
    }
    return true;
}

bool receiveAll(int socket, void* data, size_t bytes) {
    char* next = static_cast<char*>(data);
    while (bytes > 0) {
        const ssize_t received = recv(socket, next, bytes, 0);
        if (received < 0 && errno == EINTR) continue;
        if (received <= 0) return false;
        next += received;
        bytes -= static_cast<size_t>(received);
    }
    return true;
}

bool sendHeader(int socket, const protocol::Header& header, int descriptor) {
    return sendMessage(socket, header, nullptr, 0, descriptor);
}

bool sendMessage(int socket, const protocol::Header& header, const void* data, size_t bytes, int descriptor) {
    iovec parts[2] = {{.iov_base = const_cast<protocol::Header*>(&header), .iov_len = sizeof header},
                      {.iov_base = const_cast<void*>(data), .iov_len = bytes}};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = parts;
    message.msg_iovlen = bytes == 0 ? 1 : 2;
    if (descriptor >= 0) {
        message.msg_control = control;
        message.msg_controllen = sizeof control;
        cmsghdr* rights = CMSG_FIRSTHDR(&message);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(rights), &descriptor, sizeof descriptor);
    }
    ssize_t result;
    do {
        result = sendmsg(socket, &message, MSG_NOSIGNAL);
    } while (result < 0 && errno == EINTR);
    if (result <= 0) return false;
    const auto sent = static_cast<size_t>(result);
    const size_t ofHeader = sent < sizeof header ? sent : sizeof header;
    const size_t ofData = sent - ofHeader;
    return sendAll(socket, reinterpret_cast<const char*>(&header) + ofHeader, sizeof header - ofHeader) &&
           sendAll(socket, static_cast<const char*>(data) + ofData, bytes - ofData);
}

bool receiveHeader(int socket, protocol::Header& header, int& descriptor) {
    descriptor = -1;
    iovec part{.iov_base = &header, .iov_len = sizeof header};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    ssize_t received;
    do {
        received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    if (received <= 0) return false;
    const cmsghdr* rights = CMSG_FIRSTHDR(&message);
    if (rights != nullptr && rights->cmsg_level == SOL_SOCKET && rights->cmsg_type == SCM_RIGHTS)
        memcpy(&descriptor, CMSG_DATA(rights), sizeof descriptor);
    return receiveAll(socket, reinterpret_cast<char*>(&header) + received,
                      sizeof header - static_cast<size_t>(received));
}

}  // namespace cyclorama::device
