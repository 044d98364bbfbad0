// SPDX-License-Identifier: MIT
#pragma once
// The driver's storage of a resource: its place in the memory of the GPU, and a copy, of a texture's images in rows.
// The program writes to the rows, the GPU to its memory; each is renewed from the other when it is needed. What the GPU
// draws with several samples is in an image of its own, since textures have one.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "families/attila/driver/memory/driver_memory.h"
#include "families/attila/driver/textures/surface_form.h"
#include "families/attila/driver/textures/texture_formats.h"
#include "func/texture/texture_layout.h"
#include "virgl/resource.h"

namespace cyclorama::attila {

class TextureStorage final : public virgl::Storage {
  public:
    /// Throws virgl::Unsupported for what the GPU has no texture for.
    TextureStorage(const DriverMemory& driver, const virgl::ResourceDescription& description);

    const TextureFormat& format() const { return format_; }
    const virgl::ResourceDescription& description() const { return description_; }
    /// How the GPU draws to the images.
    const SurfaceForm& drawnForm() const { return drawn_; }

    /// Changes or gives texels of a region.
    void upload(const virgl::Region& region, std::span<const std::byte> bytes, const virgl::GuestRows& rows);
    void download(const virgl::Region& region, std::span<std::byte> bytes, const virgl::GuestRows& rows);

    /// The address of a level's image (of a face), with its newest content in the memory of the GPU.
    uint32_t imageForGpu(uint32_t level, uint32_t face);
    /// The same of a slice, or face, for the GPU to draw to; with states of its blocks where `keepsStates` lets them
    /// be.
    DrawnImage imageToDraw(uint32_t level, uint32_t slice, bool keepsStates);
    /// Nothing of the slice's or face's content is needed any more: all of it will be drawn.
    void discard(uint32_t level, uint32_t slice);
    /// Makes all blocks of the image those of the chip's states, for a command that clears them. False where textures
    /// are read from its memory, which units of textures cannot do of blocks with states.
    bool clearByStates(uint32_t level, uint32_t face);
    /// The stencil value of all pixels of an image, where it is known; 0 before the first use.
    std::optional<uint8_t> stencil(uint32_t level, uint32_t face) { return image(level, face).stencil; }
    void setStencil(uint32_t level, uint32_t face, std::optional<uint8_t> value) { image(level, face).stencil = value; }
    /// The image that holds the newest content of the first level, for the display.
    DrawnImage imageToShow();
    /// After the display's reading: the rows are the picture as the display shows it, until something is drawn.
    void keepShown();
    /// The image and its mode in the registers of a texture unit; all levels are in the memory of the GPU.
    func::TextureState textureForGpu();
    /// True where slices of a volume share memory: the chip puts them width * height texels apart, but rounds the sides
    /// of each up to whole blocks.
    bool slicesOverlap(uint32_t level) const;

    /// Copies pixels, sample by sample, from another texture that is drawn to with as many: those that are
    /// `written(x, y)` of this texture, by `store(a sample of the other, a sample of this one)`.
    void copyPixels(TextureStorage& from, const PixelWindow& source, const PixelWindow& target,
                    const std::array<uint32_t, 2>& size,
                    const std::function<void(const std::byte* from, std::byte* to)>& store,
                    const std::function<bool(uint32_t x, uint32_t y)>& written);

    /// Texels, or blocks, of a slice or face in rows, as the GPU stores them.
    std::span<std::byte> rowsToWrite(uint32_t level, uint32_t slice);
    std::span<const std::byte> rows(uint32_t level, uint32_t slice);
    /// Bytes of a texel, or of a block.
    uint32_t texelBytes() const { return textureConversion_.texelBytes(); }

  private:
    struct Image {
        Allocation texture;
        /// Pixels drawn apart: with several samples a pixel, or one slice of a volume; none where the GPU draws to the
        /// texture itself.
        Allocation samples;
        uint32_t drawnSlice = 0;
        std::vector<std::byte> rows;
        // Copies that hold the newest content; none before the first of it.
        bool rowsCurrent = false;
        bool textureCurrent = false;
        bool samplesCurrent = false;
        /// The rows were made of what the GPU has drawn, and then changed in part at most.
        bool drawn = false;
        /// Drawn pixels are in blocks with states: as the chip would have them in memory, nothing else can read them.
        bool inStates = false;
        /// Units of textures read the memory that the GPU draws to.
        bool sampled = false;
        /// Texture caches may hold lines of this memory, which later writes to it would not update.
        bool cached = false;
        std::optional<uint8_t> stencil = 0;

        bool written() const { return rowsCurrent || textureCurrent || samplesCurrent; }
    };
    /// One of an image's places in the memory of the GPU.
    struct Place {
        uint32_t address = 0;
        size_t bytes = 0;
        const PixelConversion* conversion = nullptr;
        /// Layout of the samples in memory; null for the texture's own.
        const func::PixelLayout* pixels = nullptr;
        /// The slice that is there, where not all are.
        uint32_t slice = 0;
    };
    /// The image of a slice or face, and its place within it.
    struct SlicePlace {
        uint32_t face = 0;
        uint32_t within = 0;
    };

    /// Faces of a cube are images of their own, slices of a volume are not.
    uint32_t faces() const { return description_.target == virgl::Target::Cube ? func::kCubeFaces : 1; }
    SlicePlace placeOf(uint32_t slice) const { return faces() > 1 ? SlicePlace{slice, 0} : SlicePlace{0, slice}; }
    /// Texels, or blocks, of an image along its edges.
    std::array<uint32_t, 3> blocks(uint32_t level) const;
    bool isDrawnApart() const;
    Image& image(uint32_t level, uint32_t face) { return images_[level * faces() + face]; }
    void allocateTexture();
    void allocate(uint32_t level, uint32_t face);
    /// Moves an image to new memory if texture caches may hold lines of its present one.
    void leaveCachedMemory(uint32_t level, uint32_t face);
    void useDrawnFormat();
    const func::PixelLayout& sampleLayout(uint32_t level);
    Place texturePlace(uint32_t level, uint32_t face);
    Place samplePlace(uint32_t level, uint32_t face);
    /// Calls moveRow(first texel of a row, offset of its first pixel from the start of the place, offsets of the row's
    /// pixels from that one).
    template <typename MoveRow>
    void forRows(uint32_t level, uint32_t face, const Place& place, const MoveRow& moveRow);
    /// Calls move(texel in the rows, offset of the pixel from the start of the place).
    template <typename Move>
    void forPixels(uint32_t level, uint32_t face, const Place& place, const Move& move);
    RenderBuffer buffer() const { return format_.depth ? RenderBuffer::Depth : RenderBuffer::Color; }
    uint32_t drawnAddress(uint32_t level, uint32_t face);
    /// Leaves the newest content in the rows alone.
    void leaveStates(uint32_t level, uint32_t face);
    void bringRows(uint32_t level, uint32_t face);
    void writeRows(uint32_t level, uint32_t face, const Place& place, bool keepsDrawn);
    std::span<std::byte> sliceOf(uint32_t level, uint32_t slice);
    /// A row of texels or blocks of a box, by its numbers within that.
    std::span<std::byte> blockRow(uint32_t level, const virgl::TexelBox& box, uint32_t z, uint32_t row);

    DriverMemory driver_;
    virgl::ResourceDescription description_;
    TextureFormat format_;
    virgl::TexelBlock block_;
    SurfaceForm drawn_;
    func::TextureState texture_;
    func::TextureLayout layout_;
    PixelConversion textureConversion_;
    PixelConversion drawnConversion_;
    std::vector<Image> images_;
    /// By level; empty where the GPU draws to the texture itself.
    std::vector<func::PixelLayout> sampleLayouts_;
};

}  // namespace cyclorama::attila
