// SPDX-License-Identifier: MIT
#pragma once
// The arguments of a traced call as the types of OpenGL's functions.

#include <GL/gl.h>

#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "glplayer/enumerants.h"
#include "glplayer/place.h"
#include "gltrace/buffers.h"
#include "gltrace/call.h"

namespace cyclorama::glplayer {

/// All that arguments may name, beside the call; outlives the calls.
struct ArgumentSources {
    gltrace::Encoding encoding = gltrace::Encoding::Text;
    const Enumerants& enumerants;
    const gltrace::Buffers& buffers;
};

/// Bytes that a function reads at a pointer; or a place in the buffer object that is bound for it.
struct Memory {
    const void* pointer = nullptr;
    /// Empty for a place in a buffer object, and for none.
    std::span<const std::byte> bytes;
    bool isOffset = false;
};

class CallArguments {
  public:
    /// The call and the sources have to outlive this.
    CallArguments(const gltrace::Call& call, const ArgumentSources& sources, const Place& place)
        : call_(call), sources_(sources), place_(place) {}

    const gltrace::Call& call() const { return call_; }
    const Place& place() const { return place_; }
    size_t size() const { return call_.arguments.size(); }

    /// Throws sim::Error where the call has another number of arguments.
    void expectCount(size_t count) const;
    /// The argument as a parameter of type T; pointers are valid as long as this object. Throws sim::Error where it is
    /// none.
    template <typename T>
    T get(size_t position);

    int64_t integer(size_t position) const;
    double real(size_t position) const;
    float single(size_t position) const;
    Memory memory(size_t position) const;

    /// Throws sim::Error, with the line and the name of the call.
    [[noreturn]] void refuse(const std::string& reason) const;

  private:
    /// Elements at least that the function reads at a pointer, by its name or an argument; else 1.
    size_t elementsRead(size_t position) const;
    const gltrace::Argument& at(size_t position) const;
    int64_t valueOf(const std::string& name, size_t position) const;
    [[noreturn]] void refuseArgument(size_t position, const std::string& reason) const;
    /// Bytes of this object's own.
    std::byte* allocate(size_t bytes);
    template <typename T>
    const T* array(size_t position);
    template <typename T>
    T element(const gltrace::Number& number, size_t position) const;

    const gltrace::Call& call_;
    const ArgumentSources& sources_;
    const Place& place_;
    std::deque<std::vector<std::byte>> storage_;
};

/// Size of result buffers, unless another argument gives it (glReadPixels).
inline constexpr size_t kResultBytes = size_t{64} * 1024;
/// Elements at the pointers that a function reads: the most that any parameter's name stands for.
inline constexpr size_t kArrayElements = 16;

template <typename T>
T CallArguments::element(const gltrace::Number& number, size_t position) const {
    if constexpr (std::is_same_v<T, GLfloat>) {
        if (const auto value = number.toFloat(sources_.encoding)) return *value;
    } else if constexpr (std::is_same_v<T, GLdouble>) {
        if (const auto value = number.toDouble(sources_.encoding)) return *value;
    } else if (const auto value = number.integer()) {
        return static_cast<T>(*value);
    }
    refuseArgument(position, "has the element '" + number.text() + "', which is no number of its type");
}

template <typename T>
const T* CallArguments::array(size_t position) {
    const gltrace::Argument& argument = at(position);
    const size_t count = elementsRead(position);
    if (argument.kind == gltrace::Argument::Kind::Array) {
        if (argument.numbers.size() < count)
            refuseArgument(position, fmt::format("has {} elements, not {}", argument.numbers.size(), count));
        T* const elements =
            reinterpret_cast<T*>(allocate(sizeof(T) * std::max(kArrayElements, argument.numbers.size())));
        for (size_t i = 0; i < argument.numbers.size(); ++i) elements[i] = element<T>(argument.numbers[i], position);
        return elements;
    }
    if (argument.kind == gltrace::Argument::Kind::String && sizeof(T) == 1)
        return reinterpret_cast<const T*>(argument.text.c_str());
    if (argument.kind != gltrace::Argument::Kind::Buffer)
        refuseArgument(position, "is neither an array nor a buffer: '" + argument.text + "'");
    const std::span<const std::byte> bytes = memory(position).bytes;
    if (bytes.size() < count * sizeof(T))
        refuseArgument(position, fmt::format("is a buffer of {} bytes, not of {}", bytes.size(), count * sizeof(T)));
    std::byte* const copy = allocate(std::max(kArrayElements * sizeof(T), bytes.size()));
    std::copy(bytes.begin(), bytes.end(), copy);
    return reinterpret_cast<const T*>(copy);
}

template <typename T>
T CallArguments::get(size_t position) {
    if constexpr (std::is_same_v<T, float>) {
        return single(position);
    } else if constexpr (std::is_same_v<T, double>) {
        return real(position);
    } else if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(integer(position));
    } else {
        using Pointed = std::remove_pointer_t<T>;
        if constexpr (!std::is_const_v<Pointed>)
            return reinterpret_cast<T>(allocate(kResultBytes));
        else if constexpr (std::is_void_v<Pointed>)
            return memory(position).pointer;
        else
            return array<std::remove_const_t<Pointed>>(position);
    }
}

}  // namespace cyclorama::glplayer
