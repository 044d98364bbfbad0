// SPDX-License-Identifier: MIT
#pragma once
// A Vivante GPU by the kernel's interface alone: buffers, and command streams for the 2D pipe.

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "families/vivante/frontend/registers.h"
#include "families/vivante/uapi/etnaviv_uapi.h"

namespace engine2d_scene {

namespace etnaviv = cyclorama::vivante::etnaviv;
using cyclorama::vivante::Register;

class Gpu {
  public:
    /// Throws std::runtime_error if there is none.
    Gpu() : file_(open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC)) {
        if (file_ < 0) throw std::runtime_error("there is no render node: run this with cyclorama exec --gpu gc320");
    }
    Gpu(const Gpu&) = delete;
    Gpu& operator=(const Gpu&) = delete;
    ~Gpu() { close(file_); }

    template <typename T>
    void request(etnaviv::Request number, T& argument) const {
        const unsigned long code = DRM_IOWR(DRM_COMMAND_BASE + static_cast<unsigned>(number), T);
        if (ioctl(file_, code, &argument) != 0) throw std::runtime_error("the GPU refuses a request");
    }
    uint64_t parameter(etnaviv::Param which) const {
        etnaviv::GetParam argument{.pipe = 0, .param = which, .value = 0};
        request(etnaviv::Request::GetParam, argument);
        return argument.value;
    }
    void* map(uint64_t offset, uint64_t bytes) const {
        void* const place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, static_cast<off_t>(offset));
        if (place == MAP_FAILED) throw std::runtime_error("a buffer cannot be mapped");
        return place;
    }

  private:
    int file_;
};

/// Memory of the GPU's, with its pixels or bytes.
class Buffer {
  public:
    Buffer(const Gpu& gpu, uint64_t bytes) : gpu_(gpu) {
        etnaviv::GemNew made{.size = bytes, .flags = etnaviv::kBoWriteCombined, .handle = 0};
        gpu.request(etnaviv::Request::GemNew, made);
        etnaviv::GemInfo info{.handle = made.handle, .padding = 0, .offset = 0};
        gpu.request(etnaviv::Request::GemInfo, info);
        handle_ = made.handle;
        words_ = static_cast<uint32_t*>(gpu.map(info.offset, bytes));
    }

    uint32_t handle() const { return handle_; }
    uint32_t* words() const { return words_; }
    /// Until the GPU is done with it.
    void wait() const {
        timespec now{};
        clock_gettime(CLOCK_MONOTONIC, &now);
        etnaviv::GemCpuPrep argument{
            .handle = handle_, .operation = etnaviv::kPrepRead, .timeout = {now.tv_sec + 60, now.tv_nsec}};
        gpu_.request(etnaviv::Request::GemCpuPrep, argument);
    }

  private:
    const Gpu& gpu_;
    uint32_t handle_ = 0;
    uint32_t* words_ = nullptr;
};

struct Rectangle {
    int left, top, right, bottom;
};

/// A command stream in the making.
class Commands {
  public:
    void set(Register reg, uint32_t value) { load(reg, {value}); }
    void load(Register reg, const std::vector<uint32_t>& values) {
        words_.push_back(1u << 27 | static_cast<uint32_t>(values.size()) << 16 | reg.word());
        words_.insert(words_.end(), values.begin(), values.end());
        pad();
    }
    /// The kernel puts the buffer's address there.
    void address(Register reg, const Buffer& buffer, bool write) {
        set(reg, 0);
        uint32_t index = 0;
        while (index < buffers_.size() && buffers_[index].handle != buffer.handle()) ++index;
        if (index == buffers_.size()) buffers_.push_back({.flags = 0, .handle = buffer.handle()});
        buffers_[index].flags |= write ? etnaviv::kSubmitBoWrite : etnaviv::kSubmitBoRead;
        relocs_.push_back({.submitOffset = static_cast<uint32_t>(words_.size() - 1) * 4, .bufferIndex = index});
    }
    void draw(const std::vector<Rectangle>& rectangles) {
        words_.push_back(4u << 27 | (static_cast<uint32_t>(rectangles.size()) & 0xff) << 8);
        words_.push_back(0);
        for (const Rectangle& r : rectangles) {
            words_.push_back(corner(r.left, r.top));
            words_.push_back(corner(r.right, r.bottom));
        }
        using namespace cyclorama::vivante::literals;
        for (int i = 0; i < 3; ++i) set("DUMMY.BEHIND_DRAW_2D"_reg, 0);
    }
    void submit(const Gpu& gpu) {
        etnaviv::GemSubmit argument{};
        argument.execState = static_cast<uint32_t>(etnaviv::ExecState::Pipe2D);
        argument.bufferCount = static_cast<uint32_t>(buffers_.size());
        argument.relocCount = static_cast<uint32_t>(relocs_.size());
        argument.streamBytes = static_cast<uint32_t>(words_.size() * 4);
        argument.buffers = reinterpret_cast<uintptr_t>(buffers_.data());
        argument.relocs = reinterpret_cast<uintptr_t>(relocs_.data());
        argument.stream = reinterpret_cast<uintptr_t>(words_.data());
        gpu.request(etnaviv::Request::GemSubmit, argument);
    }
    static uint32_t corner(int x, int y) {
        return (static_cast<uint32_t>(x) & 0xffff) | static_cast<uint32_t>(y) << 16;
    }

  private:
    void pad() {
        if (words_.size() % 2 != 0) words_.push_back(0);
    }

    std::vector<uint32_t> words_;
    std::vector<etnaviv::SubmitBo> buffers_;
    std::vector<etnaviv::SubmitReloc> relocs_;
};

}  // namespace engine2d_scene
