// SPDX-License-Identifier: MIT
#pragma once
// A small graphics driver for ATTILA that writes what it would send to the GPU into a trace: it gives out GPU memory,
// uploads meshes, textures and programs, and writes registers.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "families/attila/registers/encodings.h"
#include "families/attila/registers/registers.h"
#include "families/attila/trace/attila_trace_writer.h"
#include "func/texture/texture_state.h"
#include "image.h"
#include "mesh.h"

namespace attila_scene {

using cyclorama::attila::Register;

struct Display {
    uint32_t width = 640;
    uint32_t height = 480;
    uint32_t samples = 4;  // a pixel: 1, 2, 4 or 8
    /// 8 bytes a pixel instead of 4, linear instead of sRGB.
    bool halfFloats = false;
};

/// A program in the instruction memory.
struct Program {
    uint32_t pc = 0;
    uint32_t temporaries = 0;
    uint32_t inputs = 0;   // attributes read, a bit each
    uint32_t outputs = 0;  // attributes written
};

/// A mesh in GPU memory.
struct Buffers {
    uint32_t vertices = 0;
    uint32_t indices = 0;
    uint32_t indexCount = 0;
};

enum class Shader { Vertex, Fragment };

class Driver {
  public:
    /// `writer` has to outlive the driver.
    Driver(cyclorama::attila::AttilaTraceWriter& writer, const Display& display);

    /// The parameters of the GPU that the driver writes for.
    static cyclorama::attila::AttilaTraceParameters traceParameters(uint32_t frames);

    Buffers upload(const Mesh& mesh);
    /// The address of what is uploaded, a multiple of 4096.
    uint32_t upload(std::span<const std::byte> bytes);
    /// Assembles a program and loads it into the instruction memory.
    Program load(Shader shader, std::string_view text);
    /// A texture with all its mipmaps, repeated, filtered trilinearly.
    cyclorama::func::TextureState makeTexture(const Image& image, bool srgb, uint32_t anisotropy);
    cyclorama::func::TextureState makeCubeMap(const std::vector<Image>& faces);

    void set(Register reg, uint32_t value, uint32_t index = 0);
    void set(Register reg, bool value, uint32_t index = 0);
    template <typename E>
    requires std::is_enum_v<E>
    void set(Register reg, E value, uint32_t index = 0) { set(reg, cyclorama::attila::encodingOf(value), index); }
    void setColor(Register reg, const std::array<double, 4>& value, uint32_t index = 0);
    void setConstant(Shader shader, uint32_t index, const std::array<double, 4>& value);

    void bind(uint32_t unit, const cyclorama::func::TextureState& texture);
    void usePrograms(const Program& vertex, const Program& fragment);
    void clear(const std::array<double, 4>& color);
    void draw(const Buffers& buffers);
    void command(cyclorama::attila::ControlCommand command);
    /// Shows the frame and begins the next one.
    void present();

  private:
    uint32_t allocate(uint32_t bytes);
    void setUpDisplay(const Display& display);
    void write(Register reg, uint32_t index, const cyclorama::attila::RegisterValue& value);
    cyclorama::func::TextureState uploadTexture(cyclorama::func::TextureState state, const std::vector<Image>& faces,
                                                bool srgb);

    cyclorama::attila::AttilaTraceWriter& writer_;
    uint32_t nextAddress_ = 0;
    uint32_t nextInstruction_ = 0;
    /// Values of the registers, so that nothing is written twice.
    std::map<std::pair<Register, uint32_t>, cyclorama::attila::RegisterValue> registers_;
};

}  // namespace attila_scene
