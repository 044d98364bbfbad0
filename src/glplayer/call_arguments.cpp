// SPDX-License-Identifier: MIT
#include "glplayer/call_arguments.h"

#include <array>
#include <charconv>

#include "sim/error.h"

namespace cyclorama::glplayer {
namespace {

using Kind = gltrace::Argument::Kind;

/// The name without the letters of an extension's maker.
std::string_view withoutMaker(std::string_view name) {
    for (const std::string_view maker : {"ARB", "EXT", "NV", "ATI", "SGIS", "IBM"})
        if (name.ends_with(maker)) name.remove_suffix(maker.size());
    return name;
}

/// The digit of names such as glVertex3fv and glColor4ubv; 0 without one.
size_t digitOf(std::string_view name) {
    name = withoutMaker(name);
    if (!name.ends_with('v')) return 0;
    name.remove_suffix(1);
    for (const std::string_view type : {"ub", "us", "ui", "b", "s", "i", "f", "d"}) {
        if (!name.ends_with(type)) continue;
        name.remove_suffix(type.size());
        break;
    }
    // glVertexAttrib4Nubv
    if (name.ends_with('N')) name.remove_suffix(1);
    const char last = name.empty() ? '\0' : name.back();
    return last >= '1' && last <= '4' ? static_cast<size_t>(last - '0') : 0;
}

/// Functions whose argument before the pointer counts what it points to.
bool countsBefore(std::string_view name) {
    for (const std::string_view start : {"glDelete", "glDrawBuffers", "glPixelMap", "glPrioritizeTextures"})
        if (name.starts_with(start)) return true;
    return false;
}

}  // namespace

void CallArguments::refuse(const std::string& reason) const {
    throw sim::Error(place_.file, std::to_string(place_.line), call_.name + ": " + reason);
}

void CallArguments::refuseArgument(size_t position, const std::string& reason) const {
    refuse(fmt::format("argument {} {}", position + 1, reason));
}

void CallArguments::expectCount(size_t count) const {
    if (size() != count) refuse(fmt::format("has {} arguments, not {}", size(), count));
}

const gltrace::Argument& CallArguments::at(size_t position) const {
    if (position >= size()) refuse(fmt::format("has {} arguments, and no argument {}", size(), position + 1));
    return call_.arguments[position];
}

int64_t CallArguments::valueOf(const std::string& name, size_t position) const {
    if (const auto value = sources_.enumerants.find(name)) return *value;
    if (const auto value = gltrace::Number(name).integer()) return *value;
    refuseArgument(position, fmt::format("names '{}', which OpenGL does not know", name));
}

int64_t CallArguments::integer(size_t position) const {
    const gltrace::Argument& argument = at(position);
    if (argument.kind == Kind::Names) {
        int64_t value = 0;
        for (const std::string& name : argument.names) value |= valueOf(name, position);
        return value;
    }
    if (argument.kind == Kind::Number)
        if (const auto value = argument.numbers.front().integer()) return *value;
    refuseArgument(position, fmt::format("is no whole number: '{}'", argument.text));
}

double CallArguments::real(size_t position) const {
    const gltrace::Argument& argument = at(position);
    if (argument.kind == Kind::Names) return static_cast<double>(integer(position));
    if (argument.kind == Kind::Number)
        if (const auto value = argument.numbers.front().toDouble(sources_.encoding)) return *value;
    refuseArgument(position, fmt::format("is no number of double precision: '{}'", argument.text));
}

float CallArguments::single(size_t position) const {
    const gltrace::Argument& argument = at(position);
    if (argument.kind == Kind::Names) return static_cast<float>(integer(position));
    if (argument.kind == Kind::Number)
        if (const auto value = argument.numbers.front().toFloat(sources_.encoding)) return *value;
    refuseArgument(position, fmt::format("is no number: '{}'", argument.text));
}

Memory CallArguments::memory(size_t position) const {
    const gltrace::Argument& argument = at(position);
    switch (argument.kind) {
        case Kind::Buffer: {
            try {
                const std::span<const std::byte> bytes = sources_.buffers.find(argument.buffer);
                return {.pointer = bytes.data(), .bytes = bytes, .isOffset = false};
            } catch (const sim::Error& error) {
                refuseArgument(position, fmt::format("cannot be found ({})", error.what()));
            }
        }
        case Kind::String: {
            const std::span<const char> text(argument.text.c_str(), argument.text.size() + 1);
            return {.pointer = text.data(), .bytes = std::as_bytes(text), .isOffset = false};
        }
        case Kind::Names:
        case Kind::Number: {
            const auto place = static_cast<uintptr_t>(integer(position));
            // An offset in a buffer object, which goes where OpenGL once had a pointer.
            const auto* const pointer = reinterpret_cast<const void*>(place);  // NOLINT(performance-no-int-to-ptr)
            return {.pointer = pointer, .bytes = {}, .isOffset = true};
        }
        case Kind::Unresolved:
            refuseArgument(position, fmt::format("is the pointer {}, whose bytes were not traced", argument.text));
        case Kind::Array:
        case Kind::Nothing:
            break;
    }
    refuseArgument(position, fmt::format("is neither a buffer nor a place in one: '{}'", argument.text));
}

size_t CallArguments::elementsRead(size_t position) const {
    const std::string_view name = call_.name;
    if (position > 0 && countsBefore(name)) return static_cast<size_t>(std::max<int64_t>(0, integer(position - 1)));
    if (name.find("Matrix") != std::string_view::npos) return 16;
    if (name == "glClipPlane") return 4;
    if (name == "glPolygonStipple") return 128;
    return std::max<size_t>(1, digitOf(name));
}

std::byte* CallArguments::allocate(size_t bytes) { return storage_.emplace_back(bytes).data(); }

}  // namespace cyclorama::glplayer
