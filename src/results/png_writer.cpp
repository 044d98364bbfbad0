#include "results/png_writer.h"

#include <fmt/format.h>
#include <zlib.h>

#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "results/output_file.h"
#include "sim/error.h"

namespace cyclorama::results {
namespace {

constexpr size_t kRgba = 4;
constexpr size_t kRgb = 3;

// PNG specification, 11.2.1 (colour types), 9.2 (filter types), 12.13 (rendering intents).
constexpr char kColorTypeRgb = 2;
constexpr char kColorTypeRgba = 6;
constexpr uint8_t kFilterSub = 1;
constexpr char kPerceptual = 0;
constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";

bool isOpaque(std::span<const uint8_t> rgba) {
    uint8_t all = 0xff;
    for (size_t i = kRgba - 1; i < rgba.size(); i += kRgba) all &= rgba[i];
    return all == 0xff;
}

void appendWord(std::string& out, uint32_t word) {
    for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<char>(word >> shift & 0xff));
}

void appendChunk(std::string& out, std::string_view type, std::string_view data) {
    appendWord(out, static_cast<uint32_t>(data.size()));
    const size_t start = out.size();
    out += type;
    out += data;
    appendWord(out, static_cast<uint32_t>(
                        crc32(0, reinterpret_cast<const Bytef*>(&out[start]), static_cast<uInt>(out.size() - start))));
}

/// The rows behind each other, of each pixel the difference from the one to its left.
template <size_t kChannels>
std::vector<uint8_t> filteredRows(const PictureView& picture) {
    const size_t rowBytes = 1 + picture.width * kChannels;
    std::vector<uint8_t> rows(rowBytes * picture.height);
    const uint8_t* pixel = picture.rgba.data();
    for (uint32_t y = 0; y < picture.height; ++y) {
        uint8_t* out = &rows[y * rowBytes];
        *out++ = kFilterSub;
        std::array<uint8_t, kChannels> left{};
        for (uint32_t x = 0; x < picture.width; ++x, pixel += kRgba, out += kChannels) {
            for (size_t c = 0; c < kChannels; ++c) out[c] = static_cast<uint8_t>(pixel[c] - left[c]);
            std::memcpy(left.data(), pixel, kChannels);
        }
    }
    return rows;
}

/// Empty where there is no memory for it.
std::string deflated(const std::vector<uint8_t>& bytes) {
    uLongf size = compressBound(bytes.size());
    std::string out(size, '\0');
    // Frames are many and mostly looked at once: a fraction of the time for a slightly larger file.
    if (compress2(reinterpret_cast<Bytef*>(out.data()), &size, bytes.data(), bytes.size(), Z_BEST_SPEED) != Z_OK)
        return {};
    out.resize(size);
    return out;
}

}  // namespace

void writePng(const std::filesystem::path& path, const PictureView& picture) {
    const size_t bytes = size_t{picture.width} * picture.height * kRgba;
    if (bytes == 0 || picture.rgba.size() != bytes) {
        throw sim::Error(path.string(), "",
                         fmt::format("a picture of {} x {} pixels cannot be made of {} bytes", picture.width,
                                     picture.height, picture.rgba.size()));
    }
    const bool opaque = isOpaque(picture.rgba);
    const std::string pixels = deflated(opaque ? filteredRows<kRgb>(picture) : filteredRows<kRgba>(picture));
    if (pixels.empty()) throw sim::Error(path.string(), "", "cannot be made a PNG: not enough memory");

    std::string header;
    appendWord(header, picture.width);
    appendWord(header, picture.height);
    // Eight bits a channel; the only methods there are of compression and filtering; not interlaced.
    header += {8, opaque ? kColorTypeRgb : kColorTypeRgba, 0, 0, 0};
    std::string content(kSignature);
    appendChunk(content, "IHDR", header);
    appendChunk(content, "sRGB", {&kPerceptual, 1});
    appendChunk(content, "IDAT", pixels);
    appendChunk(content, "IEND", {});
    writeFile(path, content);
}

std::string frameFileName(uint32_t frame) { return fmt::format("frame{:04}.png", frame); }

}  // namespace cyclorama::results
