// SPDX-License-Identifier: MIT
#include "device/client/session.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstring>

#include "device/client/next.h"
#include "device/client/paths.h"
#include "device/client/services.h"
#include "device/protocol/message_stream.h"

namespace cyclorama::device::client {
namespace {

using protocol::Header;
using protocol::Kind;

/// Connections get high numbers: programs count on the low ones, for what they hand to their children.
constexpr int kLowestDescriptor = 400;

struct Connection {
    int descriptor = -1;
    uint64_t inode = 0;
    uint32_t generation = 0;
    /// A signal handler may make a request while its thread is in the middle of one.
    bool busy = false;
    bool registered = false;
};

thread_local Connection connection __attribute__((tls_model("initial-exec")));

/// Counts forks: a child must not use the connections of its parent.
std::atomic<uint32_t> generation{1};
pthread_key_t threadEnd;

uint64_t inodeOf(int descriptor) {
    struct stat status;
    return syscall(SYS_newfstatat, descriptor, "", &status, AT_EMPTY_PATH) == 0 && S_ISSOCK(status.st_mode)
               ? status.st_ino
               : 0;
}

void closeConnection(void*) {
    // The program may have closed the number itself, and used it again.
    if (connection.descriptor >= 0 && inodeOf(connection.descriptor) == connection.inode) close(connection.descriptor);
    connection.descriptor = -1;
}

__attribute__((constructor)) void prepareThreads() {
    pthread_key_create(&threadEnd, closeConnection);
    pthread_atfork(nullptr, nullptr, [] { generation.fetch_add(1); });
}

int connectToServer() {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const size_t length = strlen(socketPath());
    if (length >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, socketPath(), length);
    const int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (made < 0) return -1;
    int result;
    do {
        result = connect(made, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    } while (result < 0 && errno == EINTR);
    if (result < 0) {
        close(made);
        return -1;
    }
    const int high = fcntl(made, F_DUPFD_CLOEXEC, kLowestDescriptor);
    if (high < 0) return made;
    close(made);
    return high;
}

/// The calling thread's connection, made at the first call.
int threadConnection() {
    Connection& own = connection;
    if (own.descriptor >= 0 && own.generation == generation.load() && inodeOf(own.descriptor) == own.inode)
        return own.descriptor;
    closeConnection(nullptr);
    own.descriptor = connectToServer();
    own.generation = generation.load();
    own.inode = own.descriptor < 0 ? 0 : inodeOf(own.descriptor);
    if (!own.registered) {
        pthread_setspecific(threadEnd, &own);
        own.registered = true;
    }
    return own.descriptor;
}

void sayServerIsGone() {
    static std::atomic_flag said = ATOMIC_FLAG_INIT;
    if (!said.test_and_set()) fputs("cyclorama: the simulated GPU is no longer there\n", stderr);
}

/// False where the connection broke.
bool converse(int socket, const Header& header, void* argument, size_t bytes, Answer& answer) {
    if (!sendMessage(socket, header, argument, bytes)) return false;
    for (;;) {
        Header reply;
        int descriptor = -1;
        if (!receiveHeader(socket, reply, descriptor)) return false;
        if (reply.kind != Kind::Result) {
            if (!serve(socket, reply, descriptor)) return false;
            continue;
        }
        answer = {.status = reply.status, .value = reply.value, .code = reply.code, .descriptor = descriptor};
        return reply.payload <= bytes && receiveAll(socket, argument, reply.payload);
    }
}

}  // namespace

Answer request(const Header& header, void* argument, size_t bytes) {
    const ErrnoKeeper keeper;
    Connection& own = connection;
    const bool nested = own.busy;
    const int socket = nested ? connectToServer() : threadConnection();
    Answer answer{.status = -ENODEV, .value = 0, .code = 0, .descriptor = -1};
    if (socket < 0) {
        sayServerIsGone();
        return answer;
    }
    own.busy = true;
    Header sent = header;
    sent.payload = bytes;
    const bool whole = converse(socket, sent, argument, bytes, answer);
    own.busy = nested;
    if (nested) {
        close(socket);
    } else if (!whole) {
        closeConnection(nullptr);
    }
    if (!whole) sayServerIsGone();
    return answer;
}

bool requestUnderWay() { return connection.busy; }

FileIdentity identify(const struct stat& status) {
    if (!serverKnown() || !S_ISSOCK(status.st_mode)) return {};
    // Inodes of sockets are not used again, so an answer stays true. Entries: inode, then kind and minor.
    static std::atomic<uint64_t> known[64];
    const uint64_t inode = status.st_ino;
    std::atomic<uint64_t>& entry = known[inode % 64];
    if (const uint64_t held = entry.load(); held >> 16 == inode)
        return {.kind = static_cast<protocol::FileKind>(held >> 8 & 0xff),
                .minor = static_cast<uint32_t>(held & 0xff),
                .inode = inode};
    const Answer answer = request({.kind = Kind::Identify, .inode = inode});
    if (answer.status < 0) return {};
    entry.store(inode << 16 | (answer.value & 0xff) << 8 | (answer.code & 0xff));
    return {.kind = static_cast<protocol::FileKind>(answer.value),
            .minor = static_cast<uint32_t>(answer.code),
            .inode = inode};
}

FileIdentity identify(int descriptor) {
    const ErrnoKeeper keeper;
    struct stat status;
    if (!serverKnown() || syscall(SYS_newfstatat, descriptor, "", &status, AT_EMPTY_PATH) != 0) return {};
    return identify(status);
}

ErrnoKeeper::ErrnoKeeper() : saved_(errno) {}
ErrnoKeeper::~ErrnoKeeper() { errno = saved_; }

}  // namespace cyclorama::device::client
