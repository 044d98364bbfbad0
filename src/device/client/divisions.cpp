// SPDX-License-Identifier: MIT
// Integer divisions by zero in the program and its drivers: 0, as the processors of the boards give (Arm Architecture
// Reference Manual, UDIV and SDIV), where x86 raises an exception. Drivers rely on it: one divides by the size of
// a patch's inputs, which is 0 where a vertex shader writes nothing (Mesa 25.0.7, fd6_program.cc, setup_stateobj).

#if defined(__x86_64__)

#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <cstdint>

namespace cyclorama::device::client {
namespace {

/// A division of EDX:EAX or RDX:RAX, as x86 encodes it.
struct Division {
    bool isSigned = false;
    bool wide = false;
    /// Bytes of the instruction; 0: it is no such division.
    uint32_t length = 0;
};

/// Bytes of an address after ModRM: a scaled index, and a displacement.
uint32_t addressLength(uint8_t modrm, uint8_t scaledIndex) {
    constexpr uint8_t kFollowed = 4;
    constexpr uint8_t kNone = 5;
    const uint8_t mode = modrm >> 6;
    const uint8_t base = modrm & 7;
    if (mode == 3) return 0;
    const uint32_t index = base == kFollowed ? 1 : 0;
    if (mode == 1) return index + 1;
    const bool far = mode == 2 || base == kNone || (base == kFollowed && (scaledIndex & 7) == kNone);
    return index + (far ? 4 : 0);
}

Division decode(const uint8_t* code) {
    constexpr uint8_t kGroup = 0xf7;
    Division result;
    uint32_t at = 0;
    if ((code[at] & 0xf0) == 0x40) result.wide = (code[at++] & 8) != 0;
    if (code[at] != kGroup) return {};
    const uint8_t modrm = code[at + 1];
    const uint8_t operation = (modrm >> 3) & 7;
    if (operation < 6) return {};
    result.isSigned = operation == 7;
    result.length = at + 2 + addressLength(modrm, code[at + 2]);
    return result;
}

/// True for a dividend (high and low word) whose quotient fits its register with every divisor but zero.
template <typename Word>
bool onlyZeroOverflows(bool isSigned, Word high, Word low) {
    constexpr Word kLeast = Word(1) << (sizeof(Word) * 8 - 1);
    if (!isSigned) return high == 0;
    return low != kLeast && high == (low > kLeast ? Word(-1) : Word(0));
}

void resume(int, siginfo_t* information, void* context) {
    static std::atomic<bool> told{false};
    auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    const auto low = static_cast<uint64_t>(registers[REG_RAX]);
    const auto high = static_cast<uint64_t>(registers[REG_RDX]);
    const Division division =
        information->si_code == FPE_INTDIV ? decode(std::bit_cast<const uint8_t*>(registers[REG_RIP])) : Division{};
    const bool byZero =
        division.wide ? onlyZeroOverflows(division.isSigned, high, low)
                      : onlyZeroOverflows(division.isSigned, static_cast<uint32_t>(high), static_cast<uint32_t>(low));
    if (division.length == 0 || !byZero) {
        // The instruction is executed again, and ends the program.
        signal(SIGFPE, SIG_DFL);
        return;
    }
    registers[REG_RAX] = 0;
    registers[REG_RDX] = static_cast<greg_t>(division.wide ? low : static_cast<uint32_t>(low));
    registers[REG_RIP] += division.length;
    if (told.exchange(true)) return;
    constexpr char kWords[] = "cyclorama: the program or its driver divides by zero: 0, as on a board's processor\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kWords, sizeof kWords - 1);
}

__attribute__((constructor)) void takeDivisions() {
    struct sigaction previous {};
    if (sigaction(SIGFPE, nullptr, &previous) != 0 || previous.sa_handler != SIG_DFL) return;
    struct sigaction action {};
    action.sa_sigaction = resume;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    sigaction(SIGFPE, &action, nullptr);
}

}  // namespace
}  // namespace cyclorama::device::client

#endif
