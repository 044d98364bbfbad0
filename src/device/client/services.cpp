// SPDX-License-Identifier: MIT
#include "device/client/services.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "device/protocol/message_stream.h"

namespace cyclorama::device::client {
namespace {

using protocol::Header;
using protocol::Kind;
using protocol::Range;

constexpr size_t kMostRanges = 16;

// The server sends addresses of this process as numbers. NOLINTNEXTLINE(performance-no-int-to-ptr)
char* pointer(uint64_t address) { return reinterpret_cast<char*>(static_cast<uintptr_t>(address)); }

bool sendZeros(int socket, uint64_t bytes) {
    static constexpr char kZeros[4096] = {};
    while (bytes > 0) {
        const uint64_t part = std::min<uint64_t>(bytes, sizeof kZeros);
        if (!sendAll(socket, kZeros, part)) return false;
        bytes -= part;
    }
    return true;
}

/// The system reads the memory, so that a bad address is an error and no crash. False where the connection broke.
bool sendRange(int socket, const Range& range, int32_t& fault) {
    uint64_t done = 0;
    while (done < range.bytes && fault == 0) {
        const ssize_t sent = send(socket, pointer(range.address + done), range.bytes - done, MSG_NOSIGNAL);
        if (sent > 0)
            done += static_cast<uint64_t>(sent);
        else if (sent < 0 && errno == EFAULT)
            fault = EFAULT;
        else if (sent == 0 || errno != EINTR)
            return false;
    }
    return sendZeros(socket, range.bytes - done);
}

bool readMemory(int socket, const Header& header) {
    Range ranges[kMostRanges];
    const size_t count = header.payload / sizeof(Range);
    if (count > kMostRanges || !receiveAll(socket, ranges, count * sizeof(Range))) return false;
    Header done{.kind = Kind::Done};
    for (size_t i = 0; i < count; ++i) done.payload += ranges[i].bytes;
    if (!sendAll(socket, &done, sizeof done)) return false;
    int32_t fault = 0;
    for (size_t i = 0; i < count; ++i)
        if (!sendRange(socket, ranges[i], fault)) return false;
    return sendAll(socket, &fault, sizeof fault);
}

bool writeMemory(int socket, const Header& header) {
    Header done{.kind = Kind::Done};
    uint64_t taken = 0;
    char spilled[4096];
    while (taken < header.payload) {
        const uint64_t left = header.payload - taken;
        const ssize_t received = done.status == 0 ? recv(socket, pointer(header.value + taken), left, 0)
                                                  : recv(socket, spilled, std::min<uint64_t>(left, sizeof spilled), 0);
        if (received > 0)
            taken += static_cast<uint64_t>(received);
        else if (received < 0 && errno == EFAULT && done.status == 0)
            done.status = -EFAULT;
        else if (received == 0 || errno != EINTR)
            return false;
    }
    return sendAll(socket, &done, sizeof done);
}

bool takeDescriptor(int socket, const Header& header) {
    const int descriptor = static_cast<int>(header.code);
    if (fcntl(descriptor, F_GETFD) < 0) {
        const Header bad{.kind = Kind::Done, .status = -EBADF};
        return sendAll(socket, &bad, sizeof bad);
    }
    return sendHeader(socket, {.kind = Kind::Done}, descriptor);
}

bool installDescriptor(int socket, const Header& header, int descriptor) {
    if (header.code == 0 && descriptor >= 0) fcntl(descriptor, F_SETFD, 0);
    return sendHeader(socket, {.kind = Kind::Done,
                               .status = descriptor < 0 ? -EMFILE : 0,
                               .value = static_cast<uint64_t>(static_cast<int64_t>(descriptor))});
}

/// True for a range of private memory without a file: only that may be replaced by shared memory.
bool isPrivateAnonymous(uint64_t address, uint64_t bytes) {
    FILE* maps = fopen("/proc/self/maps", "re");
    if (maps == nullptr) return false;
    uint64_t next = address;
    char line[512];
    while (next < address + bytes && fgets(line, sizeof line, maps) != nullptr) {
        unsigned long first, last, inode;
        char access[8];
        if (sscanf(line, "%lx-%lx %7s %*s %*s %lu", &first, &last, access, &inode) != 4) continue;
        if (first > next || last <= next) continue;
        if (inode != 0 || access[0] != 'r' || access[1] != 'w' || access[3] != 'p') break;
        next = last;
    }
    fclose(maps);
    return next >= address + bytes;
}

/// The memory stays where it is and keeps its content; from now on the server sees it as well.
int shareRange(uint64_t address, uint64_t bytes, int& status) {
    status = -EFAULT;
    if (!isPrivateAnonymous(address, bytes)) return -1;
    status = -ENOMEM;
    const int memory = memfd_create("cyclorama-bo", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0) return -1;
    uint64_t written = 0;
    while (ftruncate(memory, static_cast<off_t>(bytes)) == 0 && written < bytes) {
        const ssize_t part = pwrite(memory, pointer(address + written), bytes - written, static_cast<off_t>(written));
        if (part <= 0) break;
        written += static_cast<uint64_t>(part);
    }
    const long mapped = written < bytes ? -1
                                        : syscall(SYS_mmap, pointer(address), bytes, PROT_READ | PROT_WRITE,
                                                  MAP_SHARED | MAP_FIXED, memory, 0);
    if (mapped == -1) {
        close(memory);
        return -1;
    }
    status = 0;
    return memory;
}

bool shareMemory(int socket, const Header& header) {
    int status = 0;
    const int memory = shareRange(header.value, header.extent, status);
    const bool sent = sendHeader(socket, {.kind = Kind::Done, .status = status}, memory);
    if (memory >= 0) close(memory);
    return sent;
}

}  // namespace

bool serve(int socket, const Header& header, int descriptor) {
    switch (header.kind) {
        case Kind::ReadMemory:
            return readMemory(socket, header);
        case Kind::WriteMemory:
            return writeMemory(socket, header);
        case Kind::TakeDescriptor:
            return takeDescriptor(socket, header);
        case Kind::InstallDescriptor:
            return installDescriptor(socket, header, descriptor);
        case Kind::ShareMemory:
            return shareMemory(socket, header);
        default:
            return false;
    }
}

}  // namespace cyclorama::device::client
