// SPDX-License-Identifier: MIT
#if defined(__x86_64__)

#include "vivante/device/probe/divisions.h"

#include <limits.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "vivante/device/probe/expect.h"

namespace cyclorama::test {
namespace {

struct Quotient {
    uint64_t quotient = 0;
    uint64_t remainder = 0;
    bool operator==(const Quotient&) const = default;
};

// Each way of naming a divisor: a register, an address with and without displacement and index.
Quotient divide32(uint32_t dividend, uint32_t divisor) {
    Quotient result{dividend, 0};
    asm volatile("divl %2" : "+a"(result.quotient), "+d"(result.remainder) : "r"(divisor) : "cc");
    return result;
}

Quotient divideSigned32(int32_t dividend, const int32_t* divisors) {
    uint64_t low = static_cast<uint32_t>(dividend);
    uint64_t high = dividend < 0 ? 0xffffffff : 0;
    asm volatile("idivl 4(%2,%3,4)" : "+a"(low), "+d"(high) : "r"(divisors), "r"(uint64_t(1)) : "cc", "memory");
    return {low, high};
}

Quotient divide64(uint64_t dividend, const uint64_t* divisor) {
    Quotient result{dividend, 0};
    asm volatile("divq (%2)" : "+a"(result.quotient), "+d"(result.remainder) : "r"(divisor) : "cc", "memory");
    return result;
}

Quotient divideSigned64(int64_t dividend, const std::byte* before) {
    auto low = static_cast<uint64_t>(dividend);
    uint64_t high = dividend < 0 ? ~uint64_t(0) : 0;
    asm volatile("idivq 1024(%2)" : "+a"(low), "+d"(high) : "r"(before) : "cc", "memory");
    return {low, high};
}

}  // namespace

void probeDivisions() {
    EXPECT((divide32(16384, 0) == Quotient{0, 16384}));
    EXPECT((divide32(16384, 5) == Quotient{3276, 4}));
    const int32_t divisors[] = {1, 1, 0};
    EXPECT((divideSigned32(-7, divisors) == Quotient{0, uint32_t(-7)}));
    const uint64_t zero = 0;
    EXPECT((divide64(uint64_t(1) << 40, &zero) == Quotient{0, uint64_t(1) << 40}));
    const std::array<std::byte, 1032> zeros{};
    EXPECT((divideSigned64(-(int64_t(1) << 40), zeros.data()) == Quotient{0, uint64_t(-(int64_t(1) << 40))}));
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        const int32_t minusOne[] = {1, 1, -1};
        divideSigned32(INT_MIN, minusOne);
        std::_Exit(0);
    }
    EXPECT(waitpid(child, &status, 0) == child);
    EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGFPE);
}

}  // namespace cyclorama::test

#endif
