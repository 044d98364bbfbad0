// SPDX-License-Identifier: MIT
#pragma once
// A device without a server: requests come from the test's own memory and descriptors.

#include <drm.h>
#include <drm_mode.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "device/display/display_properties.h"
#include "device/manual_clock.h"
#include "device/server/device.h"

namespace cyclorama::device::test {

/// The calls of an executor, in order.
struct ExecutorLog {
    struct Mapping {
        uint64_t address;
        uint64_t bytes;
    };
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<Mapping> maps, unmaps;
    /// The words of the copied streams, and the places and engines of all.
    std::vector<std::vector<uint32_t>> streams;
    std::vector<Mapping> places;
    std::vector<uint32_t> engines;
    std::vector<size_t> written;  // the number of buffers that each job says it writes to
    int contexts = 0;
    uint32_t counter = 0;
    JobResult result = JobResult::Done;
    /// While it is closed, jobs wait.
    bool gateOpen = true;

    void openGate(bool open) {
        const std::lock_guard lock(mutex);
        gateOpen = open;
        changed.notify_all();
    }
};

class LoggingContext final : public JobContext {
  public:
    explicit LoggingContext(ExecutorLog& log) : log_(log) {}
    void map(uint64_t address, int, uint64_t bytes) override {
        const std::lock_guard lock(log_.mutex);
        log_.maps.push_back({address, bytes});
    }
    void unmap(uint64_t address, uint64_t bytes) override {
        const std::lock_guard lock(log_.mutex);
        log_.unmaps.push_back({address, bytes});
    }
    JobResult execute(const GpuJob& job) override {
        std::unique_lock lock(log_.mutex);
        log_.changed.wait(lock, [this] { return log_.gateOpen; });
        for (const CommandStream& stream : job.streams) {
            std::vector<uint32_t> words(stream.copy.size() / 4);
            if (!words.empty()) std::memcpy(words.data(), stream.copy.data(), 4 * words.size());
            log_.streams.push_back(std::move(words));
            log_.places.push_back({stream.address, stream.bytes});
        }
        log_.engines.push_back(job.engine);
        log_.written.push_back(job.written.size());
        return log_.result;
    }

  private:
    ExecutorLog& log_;
};

class LoggingExecutor final : public Executor {
  public:
    explicit LoggingExecutor(ExecutorLog& log) : log_(log) {}
    std::unique_ptr<JobContext> makeContext() override {
        const std::lock_guard lock(log_.mutex);
        ++log_.contexts;
        return std::make_unique<LoggingContext>(log_);
    }
    uint32_t counter(uint32_t, uint32_t) override { return ++log_.counter; }

  private:
    ExecutorLog& log_;
};

/// Frames in the order in which they came.
class FrameList final : public machine::FrameSink {
  public:
    void present(const machine::PresentedFrame& frame) override {
        const std::lock_guard lock(mutex_);
        frames_.push_back(frame);
    }
    void dump(const std::string&, const func::Picture&) override {}
    std::vector<machine::PresentedFrame> frames() const {
        const std::lock_guard lock(mutex_);
        return frames_;
    }

  private:
    mutable std::mutex mutex_;
    std::vector<machine::PresentedFrame> frames_;
};

/// The test itself as a program. Address 1 to 4095 is nobody's.
class OwnProcess final : public UserProcess {
  public:
    int read(std::span<const UserRead> reads) override {
        for (const UserRead& read : reads) {
            if (read.out.empty()) continue;
            if (read.address < kPageBytes) return -EFAULT;
            std::memcpy(read.out.data(), pointer(read.address), read.out.size());
        }
        return 0;
    }
    int write(uint64_t address, std::span<const std::byte> data) override {
        if (data.empty()) return 0;
        if (address < kPageBytes) return -EFAULT;
        std::memcpy(pointer(address), data.data(), data.size());
        return 0;
    }
    int takeDescriptor(int number, UniqueFd& out) override {
        out = UniqueFd(number < 0 ? -1 : fcntl(number, F_DUPFD_CLOEXEC, 0));
        return out ? 0 : -EBADF;
    }
    int installDescriptor(int descriptor, bool closeOnExec) override {
        installed_.emplace_back(fcntl(descriptor, closeOnExec ? F_DUPFD_CLOEXEC : F_DUPFD, 0));
        return installed_.back().get();
    }
    int shareMemory(uint64_t address, uint64_t bytes, UniqueFd& out) override {
        UniqueFd memory(memfd_create("cyclorama-bo", MFD_CLOEXEC | MFD_ALLOW_SEALING));
        if (ftruncate(memory.get(), static_cast<off_t>(bytes)) != 0) return -ENOMEM;
        if (mmap(pointer(address), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory.get(), 0) ==
            MAP_FAILED)
            return -EFAULT;
        out = std::move(memory);
        return 0;
    }
    void closeInstalled() { installed_.clear(); }
    std::chrono::nanoseconds clockLead() const override { return clockLead_; }
    void setClockLead(std::chrono::nanoseconds lead) { clockLead_ = lead; }

  private:
    static void* pointer(uint64_t address) { return reinterpret_cast<void*>(static_cast<uintptr_t>(address)); }
    std::vector<UniqueFd> installed_;
    std::chrono::nanoseconds clockLead_{};
};

template <typename T>
uint64_t addressOf(T* pointer) {
    return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(pointer));
}

inline uint64_t inodeOf(int descriptor) {
    struct stat status {};
    fstat(descriptor, &status);
    return status.st_ino;
}

class DeviceTest : public testing::Test {
  protected:
    explicit DeviceTest(std::unique_ptr<DriverBackend> driver)
        : driver_(std::move(driver)),
          executor_(log_),
          device_(*driver_, {.width = 800, .height = 600}, executor_, frames_) {}
    ~DeviceTest() override { log_.openGate(true); }

    /// An open file; its descriptor is in `program`.
    struct File {
        UniqueFd program;
        uint64_t inode = 0;
    };
    File openNode(uint32_t minor) {
        File file;
        EXPECT_EQ(device_.open(minor, O_RDWR, file.program), 0);
        file.inode = inodeOf(file.program.get());
        return file;
    }
    File openRender() { return openNode(protocol::kRenderMinor); }
    File openDisplay() { return openNode(protocol::kDisplayMinor); }

    template <typename T>
    int request(uint64_t inode, unsigned long code, T& argument) {
        bool foreign = false;
        const int result = device_.ioctl(inode, static_cast<uint32_t>(code),
                                         std::as_writable_bytes(std::span(&argument, 1)), process_, foreign);
        return foreign ? -ENOTTY : result;
    }
    template <typename T>
    int request(const File& file, unsigned long code, T& argument) {
        return request(file.inode, code, argument);
    }
    /// The formats that the display's plane shows.
    std::vector<uint32_t> planeFormats(const File& file) {
        drm_mode_get_plane plane{};
        plane.plane_id = object::kPlane;
        EXPECT_EQ(request(file, DRM_IOCTL_MODE_GETPLANE, plane), 0);
        std::vector<uint32_t> formats(plane.count_format_types);
        plane.format_type_ptr = addressOf(formats.data());
        EXPECT_EQ(request(file, DRM_IOCTL_MODE_GETPLANE, plane), 0);
        return formats;
    }
    void drain() { device_.core().queue.drain(); }
    /// From here on `clock_` is what waits for fences go by.
    void useManualClock() { device_.core().timeline.setClock(clock_); }
    /// A moment of `clock_`, as a wait's argument has it.
    std::chrono::nanoseconds in(std::chrono::nanoseconds time) const {
        return (clock_.now() + time).time_since_epoch();
    }

    std::unique_ptr<DriverBackend> driver_;
    ExecutorLog log_;
    LoggingExecutor executor_;
    FrameList frames_;
    OwnProcess process_;
    ManualClock clock_;
    Device device_;
};

}  // namespace cyclorama::device::test
