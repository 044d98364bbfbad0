// SPDX-License-Identifier: MIT
#pragma once
// Programs that mean harm: any requests on any files of the simulated devices, with any arguments, the structures and
// lists behind their pointers included, from a program that may refuse to answer at any time. Every request ends in a
// result; nothing outside of the buffers is touched, nothing hangs.
// Input: requests of a byte that chooses the file and the ioctl, and the bytes of its argument; what a pointer leads to
// comes from the input, too.

#include <drm.h>
#include <drm_mode.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cstddef>
#include <cstring>
#include <vector>

#include "device/core/ioctl_table.h"
#include "device/kms/kms_ioctls.h"
#include "device/server/device.h"
#include "fuzz/input.h"

namespace cyclorama::device::fuzz {

class NoContext final : public JobContext {
  public:
    void map(uint64_t, int, uint64_t) override {}
    void unmap(uint64_t, uint64_t) override {}
    JobResult execute(const GpuJob&) override { return JobResult::Done; }
};
class NoExecutor final : public Executor {
  public:
    std::unique_ptr<JobContext> makeContext() override { return std::make_unique<NoContext>(); }
    uint32_t counter(uint32_t, uint32_t) override { return 1; }
};
class NoFrames final : public machine::FrameSink {
  public:
    void present(const machine::PresentedFrame&) override {}
    void dump(const std::string&, const func::Picture&) override {}
};

using cyclorama::fuzz::Input;

/// Its memory is the input: whatever is asked for is the next bytes of it.
class HostileProcess final : public UserProcess {
  public:
    explicit HostileProcess(Input& input) : input_(input) {}

    int read(std::span<const UserRead> reads) override {
        if (refuses()) return -EFAULT;
        for (const UserRead& read : reads) input_.fill(read.out);
        return 0;
    }
    int write(uint64_t, std::span<const std::byte> data) override {
        for (const std::byte value : data) sum_ += static_cast<uint8_t>(value);
        return refuses() ? -EFAULT : 0;
    }
    int takeDescriptor(int number, UniqueFd& out) override {
        if (refuses() || descriptors_.empty() || number < 0) return -EBADF;
        const UniqueFd& chosen = descriptors_[static_cast<size_t>(number) % descriptors_.size()];
        out = UniqueFd(fcntl(chosen.get(), F_DUPFD_CLOEXEC, 0));
        return out ? 0 : -EBADF;
    }
    int installDescriptor(int descriptor, bool) override {
        if (refuses() || descriptors_.size() >= 64) return -EMFILE;
        descriptors_.emplace_back(fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
        return static_cast<int>(descriptors_.size() - 1);
    }
    int shareMemory(uint64_t, uint64_t bytes, UniqueFd& out) override {
        if (refuses() || bytes > (1 << 20)) return -EFAULT;
        // Now and then of another size than was said.
        out = UniqueFd(memfd_create("cyclorama-bo", MFD_CLOEXEC | MFD_ALLOW_SEALING));
        return ftruncate(out.get(), input_.byte() == 1 ? 1234 : static_cast<off_t>(bytes)) == 0 ? 0 : -ENOMEM;
    }
    const std::vector<UniqueFd>& descriptors() const { return descriptors_; }

  private:
    bool refuses() { return input_.byte() == 0xff; }

    Input& input_;
    std::vector<UniqueFd> descriptors_;
    uint64_t sum_ = 0;
};

/// The numbers of the requests that a node has.
inline std::vector<uint32_t> requestNumbers(const DriverBackend& driver, Node node) {
    std::vector<uint32_t> numbers;
    const auto add = [&](std::span<const IoctlEntry> table, uint32_t first = 0) {
        for (const IoctlEntry& entry : table) numbers.push_back(first + entry.number);
    };
    add(coreIoctls());
    add(syncObjectIoctls());
    if (driver.traits().isGpu(node)) add(driver.ioctls(), DRM_COMMAND_BASE);
    if (node == Node::Display)
        for (const auto table : {kmsIoctls(), frameBufferIoctls(), atomicIoctls()}) add(table);
    return numbers;
}

/// A request of a node, with an argument as large as the largest; or any other.
inline uint32_t requestCode(Input& input, const DriverBackend& driver, Node node) {
    const uint8_t choice = input.byte();
    const std::vector<uint32_t> numbers = requestNumbers(driver, node);
    const bool known = choice < 0xf0;
    return _IOC(_IOC_READ | _IOC_WRITE, DRM_IOCTL_BASE, known ? numbers[choice % numbers.size()] : choice,
                known ? 104 : input.byte());
}

/// A wait for fences that nobody puts into an object may last until its deadline: that is over.
inline void endWaits(uint32_t code, std::span<std::byte> argument) {
    constexpr size_t kEnd = offsetof(drm_syncobj_wait, timeout_nsec) + sizeof(int64_t);
    if (number(code) == number(DRM_IOCTL_SYNCOBJ_WAIT) && argument.size() >= kEnd)
        std::memset(argument.data() + offsetof(drm_syncobj_wait, timeout_nsec), 0, sizeof(int64_t));
}

/// Small numbers, which are likelier to name something, in place of some of the bytes.
inline void tame(Input& input, std::span<std::byte> argument) {
    const uint8_t mask = input.byte();
    for (size_t i = 0; i + 4 <= argument.size(); i += 4)
        if ((mask >> (i / 4 % 8) & 1) != 0) std::memset(argument.data() + i + 1, 0, 3);
}

inline uint64_t inodeOf(int descriptor) {
    struct stat status {};
    fstat(descriptor, &status);
    return status.st_ino;
}

/// Makes the requests of the input to a device with a driver.
inline void makeRequests(const DriverBackend& driver, Executor& executor, Input& input) {
    NoFrames frames;
    HostileProcess program(input);
    Device device(driver, {.width = 64, .height = 32}, executor, frames);
    std::vector<UniqueFd> files(4);
    std::vector<Node> nodes;
    for (size_t i = 0; i < files.size(); ++i) {
        nodes.push_back(i % 2 == 0 ? Node::Render : Node::Display);
        device.open(i % 2 == 0 ? protocol::kRenderMinor : protocol::kDisplayMinor, 0, files[i]);
    }
    while (!input.empty()) {
        const uint8_t choice = input.byte();
        const size_t file = choice % files.size();
        const uint64_t inode = choice >= 0xf8 && !program.descriptors().empty()
                                   ? inodeOf(program.descriptors()[choice % program.descriptors().size()].get())
                                   : inodeOf(files[file].get());
        if (choice == 0xf0) {
            device.close(inode);
            continue;
        }
        if (choice == 0xf1) {
            Device::Mapping mapping;
            device.map(inode, uint64_t{input.byte()} << 32 | input.byte() * kPageBytes, input.byte() * kPageBytes,
                       mapping);
            continue;
        }
        const uint32_t code = choice >= 0xf8 ? _IOC(_IOC_READ | _IOC_WRITE, choice & 1 ? '>' : 'b', input.byte(), 64)
                                             : requestCode(input, driver, nodes[file]);
        std::vector<std::byte> argument(_IOC_SIZE(code));
        input.fill(argument);
        tame(input, argument);
        endWaits(code, argument);
        bool foreign = false;
        device.ioctl(inode, code, argument, program, foreign);
    }
}

}  // namespace cyclorama::device::fuzz
