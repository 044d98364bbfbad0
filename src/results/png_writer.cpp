// SPDX-License-Identifier: MIT
#include "results/png_writer.h"

#include <fmt/format.h>
#include <png.h>

#include <array>
#include <bit>
#include <csetjmp>
#include <cstring>
#include <stdexcept>
#include <string>

#include "results/output_file.h"
#include "sim/error.h"

namespace cyclorama::results {
namespace {

constexpr size_t kRgba = 4;

// Four bytes at a time: this part is compiled without vectors.
bool isOpaque(std::span<const uint8_t> rgba) {
    uint32_t every = ~uint32_t{0};
    for (size_t i = 0; i < rgba.size(); i += kRgba) {
        uint32_t pixel = 0;
        std::memcpy(&pixel, &rgba[i], sizeof pixel);
        every &= pixel;
    }
    return std::bit_cast<std::array<uint8_t, kRgba>>(every)[kRgba - 1] == 0xff;
}

/// A picture on its way through libpng, which reports errors by a jump: nothing with a destructor may live in the
/// functions that it leaves.
class Encoder {
  public:
    /// `content` receives the file and `reason` why there is none; both outlive the encoder. Neither grows inside of
    /// libpng, as no exception may pass through it.
    Encoder(std::string& content, std::string& reason)
        : png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, &reason, &Encoder::fail, nullptr)),
          info_(png_ != nullptr ? png_create_info_struct(png_) : nullptr) {
        reason.reserve(kLongestReason);
        reason = "not enough memory";
        if (png_ != nullptr) png_set_write_fn(png_, &content, &Encoder::append, nullptr);
    }
    ~Encoder() { png_destroy_write_struct(&png_, &info_); }
    Encoder(const Encoder&) = delete;
    Encoder& operator=(const Encoder&) = delete;

    bool encode(const PictureView& picture, bool opaque) {
        if (info_ == nullptr || setjmp(png_jmpbuf(png_)) != 0) return false;
        write(picture, opaque);
        return true;
    }

  private:
    static constexpr size_t kLongestReason = 200;

    void write(const PictureView& picture, bool opaque) {
        png_set_IHDR(png_, info_, picture.width, picture.height, 8, opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA,
                     PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        png_set_sRGB(png_, info_, PNG_sRGB_INTENT_PERCEPTUAL);
        // Frames are many and mostly looked at once: a fraction of the time for a slightly larger file.
        png_set_compression_level(png_, 1);
        png_set_filter(png_, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
        png_write_info(png_, info_);
        if (opaque) png_set_filler(png_, 0, PNG_FILLER_AFTER);
        const size_t rowBytes = picture.width * kRgba;
        for (uint32_t y = 0; y < picture.height; ++y) png_write_row(png_, &picture.rgba[y * rowBytes]);
        png_write_end(png_, nullptr);
    }

    [[noreturn]] static void fail(png_structp png, png_const_charp message) {
        static_cast<std::string*>(png_get_error_ptr(png))->assign(message, strnlen(message, kLongestReason));
        png_longjmp(png, 1);
    }
    static void append(png_structp png, png_bytep bytes, size_t count) {
        auto& content = *static_cast<std::string*>(png_get_io_ptr(png));
        if (content.capacity() - content.size() < count) png_error(png, "the picture does not shrink");
        content.append(reinterpret_cast<const char*>(bytes), count);
    }

    png_structp png_;
    png_infop info_;
};

/// More than any PNG of `pixels` bytes of pixels takes: incompressible data, in chunks of 8 KiB (libpng's), and a
/// header.
size_t mostBytes(size_t pixels) { return pixels + pixels / 100 + 4096; }

}  // namespace

std::string encodePng(const PictureView& picture) {
    const size_t bytes = size_t{picture.width} * picture.height * kRgba;
    if (bytes == 0 || picture.rgba.size() != bytes) {
        throw std::invalid_argument(fmt::format("a picture of {} x {} pixels cannot be made of {} bytes", picture.width,
                                                picture.height, picture.rgba.size()));
    }
    std::string content;
    content.reserve(mostBytes(bytes + picture.height));
    std::string reason;
    if (!Encoder(content, reason).encode(picture, isOpaque(picture.rgba)))
        throw std::runtime_error("cannot be made a PNG: " + reason);
    return content;
}

void writePng(const std::filesystem::path& path, const PictureView& picture) {
    std::string content;
    try {
        content = encodePng(picture);
    } catch (const std::exception& error) {
        throw sim::Error(path.string(), "", error.what());
    }
    writeFile(path, content);
}

std::string frameFileName(uint32_t frame) { return fmt::format("frame{:04}.png", frame); }

}  // namespace cyclorama::results
