#include "results/png_writer.h"

#include <fmt/format.h>
#include <png.h>

#include <string_view>
#include <vector>

#include "results/output_file.h"
#include "sim/error.h"

namespace cyclorama::results {
namespace {

constexpr size_t kRgba = 4;
constexpr size_t kRgb = 3;

bool isOpaque(std::span<const uint8_t> rgba) {
    for (size_t i = kRgba - 1; i < rgba.size(); i += kRgba) {
        if (rgba[i] != 0xff) return false;
    }
    return true;
}

std::vector<uint8_t> withoutAlpha(std::span<const uint8_t> rgba) {
    std::vector<uint8_t> rgb;
    rgb.reserve(rgba.size() / kRgba * kRgb);
    for (size_t i = 0; i < rgba.size(); i += kRgba) rgb.insert(rgb.end(), &rgba[i], &rgba[i] + kRgb);
    return rgb;
}

}  // namespace

void writePng(const std::filesystem::path& path, const PictureView& picture) {
    const size_t bytes = size_t{picture.width} * picture.height * kRgba;
    if (bytes == 0 || picture.rgba.size() != bytes) {
        throw sim::Error(path.string(), "",
                         fmt::format("a picture of {} x {} pixels cannot be made of {} bytes", picture.width,
                                     picture.height, picture.rgba.size()));
    }

    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = picture.width;
    image.height = picture.height;
    // Frames are many and mostly looked at once: a quarter of the time for a somewhat larger file.
    image.flags = PNG_IMAGE_FLAG_FAST;
    std::vector<uint8_t> opaque;
    const uint8_t* pixels = picture.rgba.data();
    image.format = PNG_FORMAT_RGBA;
    if (isOpaque(picture.rgba)) {
        opaque = withoutAlpha(picture.rgba);
        pixels = opaque.data();
        image.format = PNG_FORMAT_RGB;
    }

    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    std::string content(size, '\0');
    if (png_image_write_to_memory(&image, content.data(), &size, 0, pixels, 0, nullptr) == 0) {
        const std::string reason = image.message;
        png_image_free(&image);
        throw sim::Error(path.string(), "", "cannot be made a PNG: " + reason);
    }
    writeFile(path, std::string_view(content).substr(0, size));
}

std::string frameFileName(uint32_t frame) { return fmt::format("frame{:04}.png", frame); }

}  // namespace cyclorama::results
