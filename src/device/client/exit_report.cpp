// SPDX-License-Identifier: MIT
// The place in which a fault ends the program, on standard error: the file whose code it was, often the driver's, and
// what called that. Programs and libraries that have taken the signal themselves are left alone.

#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace cyclorama::device::client {
namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
constexpr int kMostFrames = 24;
constexpr size_t kStackBytes = 64 << 10;

/// A line of text, without memory of the heap, which may be what is broken.
class Line {
  public:
    Line& operator<<(std::string_view words) {
        const size_t fits = std::min(words.size(), sizeof text_ - length_);
        memcpy(text_ + length_, words.data(), fits);
        length_ += fits;
        return *this;
    }
    Line& number(uint64_t value, uint32_t base) {
        char digits[20];
        char* first = digits + sizeof digits;
        do {
            *--first = "0123456789abcdef"[value % base];
            value /= base;
        } while (value != 0);
        return *this << std::string_view(first, static_cast<size_t>(digits + sizeof digits - first));
    }
    void say() const { [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text_, length_); }

  private:
    char text_[1024];
    size_t length_ = 0;
};

/// A mapped file with code, and a place in it.
struct Place {
    char file[256] = "";
    uint64_t offset = 0;

    bool known() const { return file[0] == '/'; }
    std::string_view name() const {
        const char* const slash = strrchr(file, '/');
        return slash == nullptr ? file : slash + 1;
    }
    /// The C library and its loader, where a fault is seldom at home.
    bool isSystem() const { return name().starts_with("libc.so") || name().starts_with("ld-linux"); }
};

uint64_t hexadecimal(const char*& text) {
    uint64_t value = 0;
    for (;; ++text) {
        const char c = *text;
        if (c >= '0' && c <= '9')
            value = value * 16 + static_cast<uint64_t>(c - '0');
        else if (c >= 'a' && c <= 'f')
            value = value * 16 + static_cast<uint64_t>(c - 'a' + 10);
        else
            return value;
    }
}

/// Reads a line of /proc/self/maps: "begin-end rwxp offset device inode    path". True where the address is in it.
bool readMapping(const char* line, uint64_t address, Place& place) {
    const uint64_t begin = hexadecimal(line);
    const uint64_t end = hexadecimal(++line);
    if (address < begin || address >= end) return false;
    const uint64_t offset = hexadecimal(line += 6);
    place.offset = address - begin + offset;
    if (const char* const path = strchr(line, '/')) strncpy(place.file, path, sizeof place.file - 1);
    return true;
}

Place placeOf(uint64_t address) {
    Place place;
    const auto maps = static_cast<int>(syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC));
    char line[512];
    size_t length = 0;
    char chunk[4096];
    bool found = false;
    for (ssize_t read = 0; !found && (read = ::read(maps, chunk, sizeof chunk)) > 0;) {
        for (ssize_t i = 0; i < read && !found; ++i) {
            if (chunk[i] != '\n') {
                if (length < sizeof line - 1) line[length++] = chunk[i];
                continue;
            }
            line[length] = '\0';
            length = 0;
            found = readMapping(line, address, place);
        }
    }
    close(maps);
    return place;
}

void appendPlace(Line& line, const Place& place) {
    line << (place.known() ? place.file : "no file") << "+0x";
    line.number(place.offset, 16);
}

void appendCaller(Line& line, const Place& caller) {
    line << ", called by ";
    appendPlace(line, caller);
}

/// The first caller in another file than the C library's, of a fault there.
void appendCallerOfLibc(Line& line) {
    void* callers[kMostFrames];
    const int count = backtrace(callers, kMostFrames);
    bool behindFault = false;
    const Place own = placeOf(reinterpret_cast<uint64_t>(&appendCallerOfLibc));
    for (int i = 0; i < count; ++i) {
        const Place place = placeOf(reinterpret_cast<uint64_t>(callers[i]));
        const bool ours = strcmp(place.file, own.file) == 0;
        behindFault = behindFault || !ours;
        if (!behindFault || ours || !place.known() || place.isSystem()) continue;
        appendCaller(line, place);
        return;
    }
}

/// The code that faulted, and, where that was just called, the place after the call.
struct FaultingCode {
    uint64_t address = 0;
    uint64_t returnAddress = 0;
};

FaultingCode faultingCode([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
    const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
    FaultingCode code{.address = static_cast<uint64_t>(registers[REG_RIP])};
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a register is a number
    if (code.address == 0) code.returnAddress = *reinterpret_cast<const uint64_t*>(registers[REG_RSP]);
    return code;
#else
    return {};
#endif
}

/// Says where, and has the signal do what it does without a handler: a fault happens again when this returns.
void sayWhere(int signal, siginfo_t* information, void* context) {
    // Whatever goes wrong from here on ends the program as well.
    for (const int each : kSignals) ::signal(each, SIG_DFL);
    Line line;
    line << "cyclorama: signal ";
    line.number(static_cast<uint64_t>(signal), 10);
    line << " (SIG" << (sigabbrev_np(signal) == nullptr ? "?" : sigabbrev_np(signal)) << ")";
    if (information->si_code > 0 && (signal == SIGSEGV || signal == SIGBUS)) {
        line << " at address 0x";
        line.number(reinterpret_cast<uint64_t>(information->si_addr), 16);
    }
    line << " in ";
    const FaultingCode code = faultingCode(context);
    const Place place = placeOf(code.address);
    appendPlace(line, place);
    if (place.isSystem())
        appendCallerOfLibc(line);
    else if (code.returnAddress != 0)
        // There is no frame to begin with where no function is.
        appendCaller(line, placeOf(code.returnAddress));
    line << "\n";
    line.say();
    // Sent by the program itself or another one: it does not come again.
    if (information->si_code <= 0) raise(signal);
}

__attribute__((constructor)) void takeFaults() {
    // The first call loads the unwinder, which is no time for when memory is broken.
    void* frame = nullptr;
    backtrace(&frame, 1);
    static char stack[kStackBytes];
    stack_t present{};
    if (sigaltstack(nullptr, &present) == 0 && (present.ss_flags & SS_DISABLE) != 0) {
        const stack_t own{.ss_sp = stack, .ss_flags = 0, .ss_size = sizeof stack};
        sigaltstack(&own, nullptr);
    }
    for (const int each : kSignals) {
        struct sigaction previous {};
        if (sigaction(each, nullptr, &previous) != 0 || previous.sa_handler != SIG_DFL) continue;
        struct sigaction action {};
        action.sa_sigaction = sayWhere;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigaction(each, &action, nullptr);
    }
}

}  // namespace
}  // namespace cyclorama::device::client
