// SPDX-License-Identifier: MIT
// A program that uses the DRM nodes as programs do, by the C library alone; tests run it with the library in front. Its
// argument says what to try. Exit status 0 where all went as on a board, else the line of what did not.

#include <dirent.h>
#include <drm.h>
#include <drm_mode.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/dma-buf.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "families/vivante/uapi/etnaviv_uapi.h"
#include "vivante/device/probe/clock.h"
#include "vivante/device/probe/divisions.h"
#include "vivante/device/probe/expect.h"

namespace {

using namespace cyclorama::vivante::etnaviv;

constexpr const char* kRender = "/dev/dri/renderD128";
constexpr const char* kCard = "/dev/dri/card0";

template <typename T>
int driverIoctl(int file, Request number, T& argument) {
    return ioctl(file, DRM_IOWR(DRM_COMMAND_BASE + static_cast<unsigned>(number), T), &argument);
}

int openRender() {
    const int file = open(kRender, O_RDWR | O_CLOEXEC);
    EXPECT(file >= 0);
    return file;
}

uint64_t model(int file) {
    GetParam argument{.pipe = 0, .param = Param::Model, .value = 0};
    return driverIoctl(file, Request::GetParam, argument) == 0 ? argument.value : 0;
}

uint32_t newBuffer(int file, uint64_t bytes) {
    GemNew argument{.size = bytes, .flags = kBoWriteCombined, .handle = 0};
    EXPECT(driverIoctl(file, Request::GemNew, argument) == 0);
    return argument.handle;
}

char* mapBuffer(int file, uint32_t handle, size_t bytes) {
    GemInfo info{.handle = handle, .padding = 0, .offset = 0};
    EXPECT(driverIoctl(file, Request::GemInfo, info) == 0);
    void* const mapped =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(info.offset));
    EXPECT(mapped != MAP_FAILED);
    return static_cast<char*>(mapped);
}

bool isNode(const struct stat& status, unsigned minorNumber) {
    return S_ISCHR(status.st_mode) && status.st_rdev == makedev(226, minorNumber);
}

std::string linkOf(const char* path) {
    char text[PATH_MAX] = {};
    return readlink(path, text, sizeof text - 1) < 0 ? "" : text;
}

std::string contentOf(const char* path) {
    std::string text(4096, '\0');
    FILE* file = std::fopen(path, "r");
    if (file == nullptr) return "";
    text.resize(std::fread(text.data(), 1, text.size(), file));
    std::fclose(file);
    return text;
}

void probePaths() {
    struct stat status;
    EXPECT(stat(kRender, &status) == 0 && isNode(status, 128));
    EXPECT(lstat(kCard, &status) == 0 && isNode(status, 0));
    EXPECT(access(kRender, R_OK | W_OK) == 0);
    EXPECT(stat("/dev/dri/renderD129", &status) == -1 && errno == ENOENT);
    EXPECT(stat("/dev//./dri/../dri/card0", &status) == 0 && isNode(status, 0));
    const int folder = open("/dev/dri", O_RDONLY | O_DIRECTORY);
    EXPECT(folder >= 0);
    EXPECT(fstatat(folder, "card0", &status, 0) == 0 && isNode(status, 0));
    const int node = openat(folder, "renderD128", O_RDWR);
    EXPECT(node >= 0 && fstat(node, &status) == 0 && isNode(status, 128));
    struct statx extended;
    EXPECT(statx(AT_FDCWD, kRender, 0, STATX_BASIC_STATS, &extended) == 0);
    EXPECT(extended.stx_rdev_major == 226 && extended.stx_rdev_minor == 128 && S_ISCHR(extended.stx_mode));
    EXPECT(linkOf(("/proc/self/fd/" + std::to_string(node)).c_str()) == kRender);

    std::vector<std::string> names;
    DIR* list = opendir("/dev/dri");
    EXPECT(list != nullptr);
    while (const dirent* entry = readdir(list)) names.emplace_back(entry->d_name);
    closedir(list);
    EXPECT(names.size() == 4);

    EXPECT(linkOf("/sys/dev/char/226:128/device/subsystem").ends_with("/platform"));
    EXPECT(contentOf("/sys/dev/char/226:128/uevent").find("DEVNAME=dri/renderD128") != std::string::npos);
    EXPECT(contentOf("/sys/dev/char/226:0/device/uevent").find("OF_FULLNAME=") != std::string::npos);
    char resolved[PATH_MAX];
    EXPECT(realpath("/sys/dev/char/226:128/device", resolved) != nullptr);
    EXPECT(std::string(resolved) == "/sys/devices/platform/cyclorama-gpu");
    EXPECT(contentOf("/proc/self/status").find("Name:") != std::string::npos);
}

/// As libudev follows a path: a step at a time, each from the folder before, without following links.
void probeWalk() {
    int at = open("/", O_CLOEXEC | O_DIRECTORY | O_PATH);
    for (const char* step : {"sys", "dev", "char"}) {
        const int next = openat(at, step, O_CLOEXEC | O_NOFOLLOW | O_PATH);
        EXPECT(next >= 0);
        close(at);
        at = next;
    }
    const int link = openat(at, "226:0", O_CLOEXEC | O_NOFOLLOW | O_PATH);
    struct stat status;
    EXPECT(link >= 0 && fstat(link, &status) == 0 && S_ISLNK(status.st_mode));
    char target[PATH_MAX] = {};
    EXPECT(readlinkat(at, "226:0", target, sizeof target - 1) > 0);
    const int node = openat(at, target, O_CLOEXEC | O_PATH);
    EXPECT(node >= 0);
    EXPECT(faccessat(node, "uevent", F_OK, 0) == 0);
    struct statfs files;
    EXPECT(fstatfs(node, &files) == 0 && files.f_type == 0x62656572);
    EXPECT(linkOf(("/proc/self/fd/" + std::to_string(node)).c_str()) ==
           "/sys/devices/platform/cyclorama-display/drm/card0");
}

void probeBuffers() {
    const int file = openRender();
    EXPECT(model(file) == 0x2000);
    const uint32_t handle = newBuffer(file, 10000);
    char* const mapped = mapBuffer(file, handle, 10000);
    std::ranges::copy(std::string_view("pixels"), mapped);
    drm_prime_handle prime{.handle = handle, .flags = DRM_CLOEXEC | DRM_RDWR, .fd = -1};
    EXPECT(ioctl(file, DRM_IOCTL_PRIME_HANDLE_TO_FD, &prime) == 0 && prime.fd >= 0);
    EXPECT((fcntl(prime.fd, F_GETFD) & FD_CLOEXEC) != 0);
    EXPECT(lseek(prime.fd, 0, SEEK_END) == 12288);
    dma_buf_sync sync{.flags = DMA_BUF_SYNC_START | DMA_BUF_SYNC_READ};
    EXPECT(ioctl(prime.fd, DMA_BUF_IOCTL_SYNC, &sync) == 0);

    const int display = open(kCard, O_RDWR);
    EXPECT(display >= 0);
    drm_prime_handle imported{.handle = 0, .flags = 0, .fd = prime.fd};
    EXPECT(ioctl(display, DRM_IOCTL_PRIME_FD_TO_HANDLE, &imported) == 0);
    drm_mode_map_dumb map{.handle = imported.handle, .pad = 0, .offset = 0};
    EXPECT(ioctl(display, DRM_IOCTL_MODE_MAP_DUMB, &map) == 0);
    void* const seen = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, display, static_cast<off_t>(map.offset));
    EXPECT(seen != MAP_FAILED && std::memcmp(seen, "pixels", 6) == 0);
    EXPECT(mmap(nullptr, 4096, PROT_READ, MAP_SHARED, display, 12345 * 4096L) == MAP_FAILED && errno == EINVAL);
    EXPECT(ioctl(file, DRM_IOCTL_VERSION, nullptr) == -1 && errno == EFAULT);
    EXPECT(ioctl(file, TCGETS, mapped) == -1 && errno == ENOTTY);
    // Arguments wherever they are: in a buffer, in memory that cannot be written, across two pages.
    for (const size_t place : {size_t{512}, 4096 - sizeof(GetParam) / 2}) {
        auto* const argument = new (mapped + place) GetParam{.pipe = 0, .param = Param::Model, .value = 0};
        EXPECT(driverIoctl(file, Request::GetParam, *argument) == 0 && argument->value == 0x2000);
    }
    auto* const constant =
        static_cast<GetParam*>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    *constant = {.pipe = 0, .param = Param::Model, .value = 0};
    EXPECT(mprotect(constant, 4096, PROT_READ) == 0);
    EXPECT(driverIoctl(file, Request::GetParam, *constant) == -1 && errno == EFAULT);
    close(file);
    std::ranges::copy(std::string_view("stays"), mapped);
}

/// The library ends accesses without asking where it may, and answers as the kernel would.
void probeAccess() {
    const int file = openRender();
    const uint32_t handle = newBuffer(file, 4096);
    const auto start = [&] {
        GemCpuPrep argument{.handle = handle, .operation = kPrepRead, .timeout = {}};
        return driverIoctl(file, Request::GemCpuPrep, argument) == 0;
    };
    const auto end = [](int at, uint32_t ofHandle, uint32_t flags) {
        GemCpuFini argument{.handle = ofHandle, .flags = flags};
        return driverIoctl(at, Request::GemCpuFini, argument) == 0 ? 0 : errno;
    };
    EXPECT(start() && end(file, handle, 0) == 0);
    EXPECT(end(file, handle, 0) == 0);
    EXPECT(start() && end(file, handle + 1, 0) == ENOENT);
    EXPECT(start() && end(file, handle, 1) == EINVAL);
    const int second = openRender();
    EXPECT(start() && end(second, handle, 0) == ENOENT);
    EXPECT(start());
    drm_gem_close close{.handle = handle, .pad = 0};
    EXPECT(ioctl(file, DRM_IOCTL_GEM_CLOSE, &close) == 0);
    EXPECT(end(file, handle, 0) == ENOENT);
}

void probeDescriptors() {
    const int file = openRender();
    const uint32_t handle = newBuffer(file, 4096);
    const int copy = dup(file);
    close(file);
    GemInfo info{.handle = handle, .padding = 0, .offset = 0};
    EXPECT(driverIoctl(copy, Request::GemInfo, info) == 0);

    // Over a socket to another process, which has no handle of its own.
    int ends[2];
    EXPECT(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
        // The connection of the parent is not the child's.
        EXPECT(model(copy) == 0x2000);
        const uint32_t own = newBuffer(copy, 4096);
        std::memcpy(mapBuffer(copy, own, 4096), "child", 5);
        EXPECT(write(ends[1], &own, sizeof own) == sizeof own);
        std::_Exit(0);
    }
    EXPECT(model(copy) == 0x2000);
    uint32_t made = 0;
    EXPECT(read(ends[0], &made, sizeof made) == sizeof made);
    int status = 0;
    EXPECT(waitpid(child, &status, 0) == child && status == 0);
    EXPECT(made != handle);
    EXPECT(std::memcmp(mapBuffer(copy, made, 4096), "child", 5) == 0);
    // Whatever numbers a program closes: the library makes its connection anew.
    for (int number = 3; number < 1024; ++number)
        if (number != copy) close(number);
    EXPECT(model(copy) == 0x2000);
}

void submitTo(int file) {
    uint32_t words[2] = {1u << 27 | 1u << 16 | 0xa00 >> 2, 0};
    GemSubmit submit{};
    submit.streamBytes = sizeof words;
    submit.stream = reinterpret_cast<uintptr_t>(words);
    submit.flags = kSubmitFenceFdOut;
    EXPECT(driverIoctl(file, Request::GemSubmit, submit) == 0);
    pollfd fence{.fd = submit.fenceFd, .events = POLLIN, .revents = 0};
    EXPECT(poll(&fence, 1, -1) == 1);
    close(submit.fenceFd);
    submit.stream = 4096;
    EXPECT(driverIoctl(file, Request::GemSubmit, submit) == -1 && errno == EFAULT);
}

void probeThreads() {
    const int file = openRender();
    std::vector<std::thread> threads;
    threads.reserve(8);
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([file] {
            for (int round = 0; round < 20; ++round) {
                submitTo(file);
                const uint32_t handle = newBuffer(file, 4096);
                munmap(mapBuffer(file, handle, 4096), 4096);
                drm_gem_close closing{.handle = handle, .pad = 0};
                EXPECT(ioctl(file, DRM_IOCTL_GEM_CLOSE, &closing) == 0);
            }
        });
    for (std::thread& thread : threads) thread.join();
}

void probeUserMemory() {
    const int file = openRender();
    char* const memory =
        static_cast<char*>(mmap(nullptr, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    std::memcpy(memory + 8192, "before", 6);
    GemUserptr argument{.pointer = reinterpret_cast<uintptr_t>(memory + 4096),
                        .size = 8192,
                        .flags = kUserptrRead | kUserptrWrite,
                        .handle = 0};
    EXPECT(driverIoctl(file, Request::GemUserptr, argument) == 0);
    EXPECT(std::memcmp(memory + 8192, "before", 6) == 0);
    char* const other = mapBuffer(file, argument.handle, 8192);
    EXPECT(std::memcmp(other + 4096, "before", 6) == 0);
    std::memcpy(other + 4096, "behind", 6);
    EXPECT(std::memcmp(memory + 8192, "behind", 6) == 0);
    argument.pointer = 4096;
    EXPECT(driverIoctl(file, Request::GemUserptr, argument) == -1 && errno == EFAULT);
}

/// As a client passes a buffer to a display server: 0, or the errno.
int passTo(int socket, int descriptor) {
    char byte = 0;
    iovec part{.iov_base = &byte, .iov_len = 1};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(rights), &descriptor, sizeof descriptor);
    return sendmsg(socket, &message, MSG_NOSIGNAL) == 1 ? 0 : errno;
}

void probePassing() {
    const int file = openRender();
    drm_prime_handle prime{.handle = newBuffer(file, 4096), .flags = DRM_CLOEXEC, .fd = -1};
    EXPECT(ioctl(file, DRM_IOCTL_PRIME_HANDLE_TO_FD, &prime) == 0);
    int ends[2];
    EXPECT(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    EXPECT(passTo(ends[0], file) == 0 && passTo(ends[0], prime.fd) == 0);
    // The test, which is not a program of exec.
    const int outside = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, std::getenv("PROBE_OUTSIDE"), sizeof address.sun_path - 1);
    EXPECT(connect(outside, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    EXPECT(passTo(outside, file) == EPERM && passTo(outside, prime.fd) == EPERM);
    EXPECT(passTo(outside, ends[0]) == 0);
}

/// Killed in the middle of things; the server has to live on.
void probeDeath() {
    constexpr int kSubmits = 20;
    const pid_t child = fork();
    if (child == 0) {
        static std::atomic<int> sent{0};
        std::thread([] {
            const int file = openRender();
            for (;;) {
                submitTo(file);
                ++sent;
                sent.notify_one();
            }
        }).detach();
        for (int count = 0; count < kSubmits; count = sent) sent.wait(count);
        raise(SIGKILL);
    }
    int status = 0;
    EXPECT(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
    EXPECT(model(openRender()) == 0x2000);
}

/// The socket by which the probe and its test send each other words.
int talk() { return std::atoi(std::getenv("PROBE_TALK")); }
void say(std::string_view word) {
    EXPECT(send(talk(), word.data(), word.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(word.size()));
}
void await(std::string_view word) {
    char heard[64];
    const ssize_t bytes = recv(talk(), heard, sizeof heard, 0);
    EXPECT(bytes > 0 && std::string_view(heard, static_cast<size_t>(bytes)) == word);
}

int prepare(int file, uint32_t handle, uint32_t operation) {
    GemCpuPrep argument{
        .handle = handle, .operation = operation, .timeout = {.seconds = int64_t{1} << 40, .nanoseconds = 0}};
    return driverIoctl(file, Request::GemCpuPrep, argument) == 0 ? 0 : errno;
}

void inChild(const std::function<void()>& act) {
    const pid_t child = fork();
    if (child == 0) {
        act();
        std::_Exit(0);
    }
    int status = 0;
    EXPECT(waitpid(child, &status, 0) == child && status == 0);
}

/// While the GPU is idle a wait for it asks nothing of the server, which cannot answer here.
void probeIdle() {
    const int file = openRender();
    const uint32_t handles[] = {newBuffer(file, 4096), newBuffer(file, 4096), newBuffer(file, 4096)};
    for (const uint32_t handle : handles) EXPECT(prepare(file, handle, kPrepRead) == 0);
    say("prepared");
    await("locked");
    const auto all = [&] {
        for (const uint32_t handle : handles) {
            EXPECT(prepare(file, handle, kPrepWrite) == 0);
            GemCpuFini end{.handle = handle, .flags = 0};
            EXPECT(driverIoctl(file, Request::GemCpuFini, end) == 0);
            EXPECT(prepare(file, handle, kPrepRead | kPrepNoSync) == 0);
        }
    };
    all();
    inChild(all);
    say("done");
}

/// A stream that does nothing, and uses buffers.
void submitWith(int file, std::vector<SubmitBo> buffers) {
    uint32_t words[2] = {1u << 27 | 1u << 16 | 0xa00 >> 2, 0};
    GemSubmit submit{};
    submit.bufferCount = static_cast<uint32_t>(buffers.size());
    submit.buffers = reinterpret_cast<uintptr_t>(buffers.data());
    submit.streamBytes = sizeof words;
    submit.stream = reinterpret_cast<uintptr_t>(words);
    EXPECT(driverIoctl(file, Request::GemSubmit, submit) == 0);
}

/// While the GPU is busy with other buffers, or only reads those that the processor reads, nothing is asked either.
void probeOthersBusy() {
    const int file = openRender();
    const uint32_t read = newBuffer(file, 4096);
    const uint32_t written = newBuffer(file, 4096);
    const uint32_t unused = newBuffer(file, 4096);
    for (const uint32_t handle : {read, written, unused}) EXPECT(prepare(file, handle, kPrepRead) == 0);
    submitWith(file, {{.flags = kSubmitBoRead, .handle = read, .presumed = 0},
                      {.flags = kSubmitBoWrite, .handle = written, .presumed = 0}});
    say("prepared");
    await("locked");
    EXPECT(prepare(file, read, kPrepRead) == 0);
    EXPECT(prepare(file, unused, kPrepRead | kPrepWrite) == 0);
    say("done");
    EXPECT(prepare(file, read, kPrepWrite | kPrepNoSync) == EBUSY);
    EXPECT(prepare(file, written, kPrepRead | kPrepNoSync) == EBUSY);
    // In another file, where it has a number of its own.
    const int second = openRender();
    drm_prime_handle prime{.handle = written, .flags = DRM_CLOEXEC, .fd = -1};
    EXPECT(ioctl(file, DRM_IOCTL_PRIME_HANDLE_TO_FD, &prime) == 0);
    drm_prime_handle imported{.handle = 0, .flags = 0, .fd = prime.fd};
    EXPECT(ioctl(second, DRM_IOCTL_PRIME_FD_TO_HANDLE, &imported) == 0);
    EXPECT(prepare(second, imported.handle, kPrepRead | kPrepNoSync) == EBUSY);
    say("busy");
    EXPECT(prepare(second, imported.handle, kPrepRead) == 0);
    submitWith(file, {{.flags = kSubmitBoWrite, .handle = written, .presumed = 0}});
    EXPECT(prepare(second, imported.handle, kPrepRead) == 0);
}

/// Waiting for work that goes on: the GPU is busy until the test is told so.
void probeBusy() {
    const int file = openRender();
    const uint32_t handle = newBuffer(file, 4096);
    EXPECT(prepare(file, handle, kPrepWrite) == 0 && prepare(file, handle, kPrepWrite) == 0);
    EXPECT(prepare(file, handle, kPrepWrite | 8) == EINVAL);
    EXPECT(prepare(openRender(), handle, kPrepWrite) == ENOENT);
    submitWith(file, {{.flags = kSubmitBoWrite, .handle = handle, .presumed = 0}});
    const auto busy = [&] { EXPECT(prepare(file, handle, kPrepRead | kPrepNoSync) == EBUSY); };
    busy();
    std::thread(busy).join();
    inChild(busy);
    say("busy");
    EXPECT(prepare(file, handle, kPrepRead) == 0);
    EXPECT(prepare(file, handle, kPrepRead | kPrepNoSync) == 0);
    // The handle is no more, whoever closed it.
    inChild([&] {
        drm_gem_close closing{.handle = handle, .pad = 0};
        EXPECT(ioctl(file, DRM_IOCTL_GEM_CLOSE, &closing) == 0);
    });
    EXPECT(prepare(file, handle, kPrepRead) == ENOENT);
}

/// Reads where nothing is, by the C library.
void faultInLibc() {
    const char* volatile nothing = nullptr;
    EXPECT(std::atoi(nothing) == 0);
}

/// Calls what is no code.
void callNothing() {
    void (*volatile nothing)() = nullptr;
    nothing();
}

}  // namespace

int main(int count, char** arguments) {
    const std::string what = count > 1 ? arguments[1] : "";
    if (what == "paths")
        probePaths();
    else if (what == "walk")
        probeWalk();
    else if (what == "buffers")
        probeBuffers();
    else if (what == "access")
        probeAccess();
    else if (what == "descriptors")
        probeDescriptors();
    else if (what == "threads")
        probeThreads();
    else if (what == "user-memory")
        probeUserMemory();
    else if (what == "passing")
        probePassing();
    else if (what == "death")
        probeDeath();
    else if (what == "idle")
        probeIdle();
    else if (what == "others-busy")
        probeOthersBusy();
    else if (what == "busy")
        probeBusy();
    else if (what == "clock")
        cyclorama::test::probeClock();
    else if (what == "clock-at-end")
        cyclorama::test::probeClockAtEnd();
    else if (what == "fault")
        faultInLibc();
    else if (what == "call")
        callNothing();
    else if (what == "abort")
        std::abort();
#if defined(__x86_64__)
    else if (what == "divisions")
        cyclorama::test::probeDivisions();
#endif
    else
        return 2;
    return 0;
}
