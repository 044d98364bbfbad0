// SPDX-License-Identifier: MIT
#include "glplayer/vertex_arrays.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

#include "glplayer/gl_function.h"
#include "glplayer/gl_state.h"

namespace cyclorama::glplayer {
namespace {

/// Without an enabled array.
constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();

int64_t boundBuffer(GLenum binding) { return stateOf(binding); }

/// An array as OpenGL has it.
struct Array {
    int64_t components = 0;
    GLenum type = 0;
    int64_t stride = 0;
    int64_t object = 0;
    const void* pointer = nullptr;
};

int64_t bytesOf(GLenum type) {
    switch (type) {
        case GL_BYTE:
        case GL_UNSIGNED_BYTE:
            return 1;
        case GL_SHORT:
        case GL_UNSIGNED_SHORT:
        case GL_HALF_FLOAT:
            return 2;
        case GL_DOUBLE:
            return 8;
        default:
            return 4;
    }
}

/// The names of a fixed function's array. Those without a number of components have a constant one.
struct FixedArray {
    GLenum array, size, type, stride, object, pointer;
    int64_t components;
};

constexpr std::array kFixedArrays = {
    FixedArray{GL_VERTEX_ARRAY, GL_VERTEX_ARRAY_SIZE, GL_VERTEX_ARRAY_TYPE, GL_VERTEX_ARRAY_STRIDE,
               GL_VERTEX_ARRAY_BUFFER_BINDING, GL_VERTEX_ARRAY_POINTER, 0},
    FixedArray{GL_COLOR_ARRAY, GL_COLOR_ARRAY_SIZE, GL_COLOR_ARRAY_TYPE, GL_COLOR_ARRAY_STRIDE,
               GL_COLOR_ARRAY_BUFFER_BINDING, GL_COLOR_ARRAY_POINTER, 0},
    FixedArray{GL_SECONDARY_COLOR_ARRAY, GL_SECONDARY_COLOR_ARRAY_SIZE, GL_SECONDARY_COLOR_ARRAY_TYPE,
               GL_SECONDARY_COLOR_ARRAY_STRIDE, GL_SECONDARY_COLOR_ARRAY_BUFFER_BINDING,
               GL_SECONDARY_COLOR_ARRAY_POINTER, 0},
    FixedArray{GL_NORMAL_ARRAY, 0, GL_NORMAL_ARRAY_TYPE, GL_NORMAL_ARRAY_STRIDE, GL_NORMAL_ARRAY_BUFFER_BINDING,
               GL_NORMAL_ARRAY_POINTER, 3},
    FixedArray{GL_INDEX_ARRAY, 0, GL_INDEX_ARRAY_TYPE, GL_INDEX_ARRAY_STRIDE, GL_INDEX_ARRAY_BUFFER_BINDING,
               GL_INDEX_ARRAY_POINTER, 1},
    FixedArray{GL_FOG_COORD_ARRAY, 0, GL_FOG_COORD_ARRAY_TYPE, GL_FOG_COORD_ARRAY_STRIDE,
               GL_FOG_COORD_ARRAY_BUFFER_BINDING, GL_FOG_COORD_ARRAY_POINTER, 1},
    FixedArray{GL_EDGE_FLAG_ARRAY, 0, 0, GL_EDGE_FLAG_ARRAY_STRIDE, GL_EDGE_FLAG_ARRAY_BUFFER_BINDING,
               GL_EDGE_FLAG_ARRAY_POINTER, 1}};

constexpr FixedArray kTexCoords = {GL_TEXTURE_COORD_ARRAY,
                                   GL_TEXTURE_COORD_ARRAY_SIZE,
                                   GL_TEXTURE_COORD_ARRAY_TYPE,
                                   GL_TEXTURE_COORD_ARRAY_STRIDE,
                                   GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING,
                                   GL_TEXTURE_COORD_ARRAY_POINTER,
                                   0};

void addFixed(std::vector<Array>& arrays, const FixedArray& names) {
    if (functionOf<GLboolean(GLenum)>("glIsEnabled")(names.array) == GL_FALSE) return;
    Array array{.components = names.size != 0 ? stateOf(names.size) : names.components,
                .type = names.type != 0 ? static_cast<GLenum>(stateOf(names.type)) : GL_UNSIGNED_BYTE,
                .stride = stateOf(names.stride),
                .object = stateOf(names.object)};
    void* pointer = nullptr;
    functionOf<void(GLenum, void**)>("glGetPointerv")(names.pointer, &pointer);
    array.pointer = pointer;
    arrays.push_back(array);
}

void addGeneric(std::vector<Array>& arrays) {
    const auto get = [](GLuint attribute, GLenum name) {
        GLint value = 0;
        functionOf<void(GLuint, GLenum, GLint*)>("glGetVertexAttribiv")(attribute, name, &value);
        return value;
    };
    const auto count = static_cast<GLuint>(stateOf(GL_MAX_VERTEX_ATTRIBS));
    for (GLuint i = 0; i < count; ++i) {
        if (get(i, GL_VERTEX_ATTRIB_ARRAY_ENABLED) == 0) continue;
        Array array{.components = get(i, GL_VERTEX_ATTRIB_ARRAY_SIZE),
                    .type = static_cast<GLenum>(get(i, GL_VERTEX_ATTRIB_ARRAY_TYPE)),
                    .stride = get(i, GL_VERTEX_ATTRIB_ARRAY_STRIDE),
                    .object = get(i, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING)};
        void* pointer = nullptr;
        functionOf<void(GLuint, GLenum, void**)>("glGetVertexAttribPointerv")(i, GL_VERTEX_ATTRIB_ARRAY_POINTER,
                                                                              &pointer);
        array.pointer = pointer;
        // BGRA counts as one of these numbers.
        if (array.components > 4) array.components = 4;
        arrays.push_back(array);
    }
}

std::vector<Array> enabledArrays() {
    std::vector<Array> arrays;
    for (const FixedArray& names : kFixedArrays) addFixed(arrays, names);
    auto* const select = functionOf<void(GLenum)>("glClientActiveTexture");
    const auto active = static_cast<GLenum>(stateOf(GL_CLIENT_ACTIVE_TEXTURE));
    const auto units = static_cast<GLenum>(stateOf(GL_MAX_TEXTURE_COORDS));
    for (GLenum unit = 0; unit < units; ++unit) {
        select(GL_TEXTURE0 + unit);
        addFixed(arrays, kTexCoords);
    }
    select(active);
    addGeneric(arrays);
    return arrays;
}

/// Binds a buffer object, to ask about it, as long as this lives.
class BoundBuffer {
  public:
    BoundBuffer(GLenum target, GLenum binding, int64_t object)
        : target_(target), before_(static_cast<GLuint>(boundBuffer(binding))) {
        bind(static_cast<GLuint>(object));
    }
    BoundBuffer(const BoundBuffer&) = delete;
    BoundBuffer& operator=(const BoundBuffer&) = delete;
    ~BoundBuffer() { bind(before_); }

    int64_t bytes() const {
        GLint size = 0;
        functionOf<void(GLenum, GLenum, GLint*)>("glGetBufferParameteriv")(target_, GL_BUFFER_SIZE, &size);
        return size;
    }

  private:
    void bind(GLuint object) const { functionOf<void(GLenum, GLuint)>("glBindBuffer")(target_, object); }

    GLenum target_;
    GLuint before_;
};

int64_t placeOf(const void* pointer) { return static_cast<int64_t>(reinterpret_cast<intptr_t>(pointer)); }

/// Whole entries of an array within `bytes` bytes.
int64_t entriesIn(const Array& array, int64_t bytes) {
    const int64_t entry = array.components * bytesOf(array.type);
    if (bytes < entry) return 0;
    const int64_t stride = array.stride != 0 ? array.stride : entry;
    return 1 + (bytes - entry) / std::max<int64_t>(stride, 1);
}

bool startsWith(std::string_view name, std::string_view beginning) { return name.starts_with(beginning); }

/// The largest of indices of a type.
int64_t largestIndex(std::span<const std::byte> bytes, GLenum type) {
    const auto size = static_cast<size_t>(bytesOf(type));
    int64_t largest = -1;
    for (size_t at = 0; at + size <= bytes.size(); at += size) {
        uint32_t index = 0;
        std::memcpy(&index, bytes.data() + at, size);
        largest = std::max(largest, int64_t{index});
    }
    return largest;
}

}  // namespace

int64_t VertexArrays::vertices() const {
    int64_t least = kUnlimited;
    for (const Array& array : enabledArrays()) {
        int64_t bytes = 0;
        if (array.object == 0)
            bytes = static_cast<int64_t>(buffers_.bytesFrom(array.pointer));
        else
            bytes =
                BoundBuffer(GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_BINDING, array.object).bytes() - placeOf(array.pointer);
        least = std::min(least, entriesIn(array, bytes));
    }
    return least;
}

void VertexArrays::check(const CallArguments& arguments) {
    const std::string_view name = arguments.call().name;
    if (startsWith(name, "glEnableClientState") || startsWith(name, "glEnableVertexAttribArray") ||
        name == "glInterleavedArrays" || name == "glPopClientAttrib")
        used_ = true;
    if (name == "glBegin") elements_ = used_ ? vertices() : kUnlimited;
    if (name == "glArrayElement") {
        // Outside of glBegin and glEnd it draws nothing, and yet reads.
        require(arguments, arguments.integer(0), elements_);
    } else if (name == "glDrawArrays") {
        if (arguments.integer(1) < 0 || arguments.integer(2) <= 0) return;
        require(arguments, arguments.integer(1) + arguments.integer(2) - 1, vertices());
    } else if (name == "glDrawElements") {
        checkIndices(arguments, 1, 2, 3);
    } else if (startsWith(name, "glDrawRangeElements")) {
        checkIndices(arguments, 3, 4, 5);
    }
}

void VertexArrays::checkIndices(const CallArguments& arguments, size_t count, size_t type, size_t indices) const {
    const auto kind = static_cast<GLenum>(arguments.integer(type));
    // What OpenGL refuses it does not read.
    if (arguments.integer(count) <= 0 ||
        (kind != GL_UNSIGNED_BYTE && kind != GL_UNSIGNED_SHORT && kind != GL_UNSIGNED_INT))
        return;
    const Memory memory = arguments.memory(indices);
    const int64_t bytes = arguments.integer(count) * bytesOf(kind);
    std::vector<std::byte> copy;
    std::span<const std::byte> read = memory.bytes;
    if (memory.isOffset) {
        const BoundBuffer bound(GL_ELEMENT_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER_BINDING,
                                boundBuffer(GL_ELEMENT_ARRAY_BUFFER_BINDING));
        const int64_t place = placeOf(memory.pointer);
        if (place < 0 || bytes > bound.bytes() - place)
            arguments.refuse(
                fmt::format("indices end at {} of a buffer object of {} bytes", place + bytes, bound.bytes()));
        copy.resize(static_cast<size_t>(bytes));
        functionOf<void(GLenum, GLintptr, GLsizeiptr, void*)>("glGetBufferSubData")(GL_ELEMENT_ARRAY_BUFFER, place,
                                                                                    bytes, copy.data());
        read = copy;
    }
    require(arguments, largestIndex(read.first(static_cast<size_t>(bytes)), kind), vertices());
}

void VertexArrays::require(const CallArguments& arguments, int64_t last, int64_t vertices) {
    if (last >= 0 && last < vertices) return;
    arguments.refuse(fmt::format("vertex {} is not in the enabled arrays, which have {}", last, vertices));
}

}  // namespace cyclorama::glplayer
