// SPDX-License-Identifier: MIT
#include "results/fst_file.h"

#include <algorithm>
#include <utility>

#include "sim/error.h"

#ifdef CYCLORAMA_FST

#include <gtkwave/fstapi.h>

namespace cyclorama::results {
namespace {

constexpr int kPicoseconds = -12;  // the power of ten of a second

std::vector<std::string> partsOf(std::string_view name) {
    std::vector<std::string> parts;
    for (size_t begin = 0; begin <= name.size();) {
        const size_t end = std::min(name.find('.', begin), name.size());
        parts.emplace_back(name.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

}  // namespace

FstFile::FstFile(std::filesystem::path path) : path_(std::move(path)), writer_(fstWriterCreate(path_.c_str(), 1)) {
    if (writer_ == nullptr) throw sim::Error(path_.string(), "", "cannot be written");
    fstWriterSetTimescale(writer_, kPicoseconds);
    fstWriterSetVersion(writer_, "cyclorama");
    fstWriterSetDate(writer_, "");  // the same run gives the same bytes
}

FstFile::~FstFile() {
    if (writer_ != nullptr) fstWriterClose(writer_);
}

std::string FstFile::enterScope(std::string_view name) {
    std::vector<std::string> parts = partsOf(name);
    std::string last = std::move(parts.back());
    parts.pop_back();
    const auto same = static_cast<size_t>(std::ranges::mismatch(scopes_, parts).in1 - scopes_.begin());
    for (; scopes_.size() > same; scopes_.pop_back()) fstWriterSetUpscope(writer_);
    for (; scopes_.size() < parts.size(); scopes_.push_back(parts[scopes_.size()]))
        fstWriterSetScope(writer_, FST_ST_VCD_MODULE, parts[scopes_.size()].c_str(), nullptr);
    return last;
}

uint32_t FstFile::addBits(std::string_view name, uint32_t bits) {
    return fstWriterCreateVar(writer_, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, bits, enterScope(name).c_str(), 0);
}

uint32_t FstFile::addText(std::string_view name) {
    return fstWriterCreateVar(writer_, FST_VT_GEN_STRING, FST_VD_IMPLICIT, 0, enterScope(name).c_str(), 0);
}

void FstFile::setTime(uint64_t picoseconds) { fstWriterEmitTimeChange(writer_, time_ = picoseconds); }

void FstFile::setBits(uint32_t variable, uint32_t bits, uint64_t value) {
    fstWriterEmitValueChange64(writer_, variable, bits, value);
}

void FstFile::setText(uint32_t variable, std::string_view text) {
    fstWriterEmitVariableLengthValueChange(writer_, variable, text.data(), static_cast<uint32_t>(text.size()));
}

void FstFile::close() {
    fstWriterClose(std::exchange(writer_, nullptr));
    void* const reader = fstReaderOpen(path_.c_str());
    const bool whole = reader != nullptr && fstReaderGetEndTime(reader) == time_;
    if (reader != nullptr) fstReaderClose(reader);
    if (!whole) throw sim::Error(path_.string(), "", "cannot be written");
}

}  // namespace cyclorama::results

#else

namespace cyclorama::results {

FstFile::FstFile(std::filesystem::path path) : path_(std::move(path)) {
    throw sim::Error(
        path_.string(), "",
        "this build writes no FST: install Debian's package verilator, which has the library's sources, and "
        "build again");
}
FstFile::~FstFile() = default;
uint32_t FstFile::addBits(std::string_view /*name*/, uint32_t /*bits*/) { return 0; }
uint32_t FstFile::addText(std::string_view /*name*/) { return 0; }
void FstFile::setTime(uint64_t /*picoseconds*/) {}
void FstFile::setBits(uint32_t /*variable*/, uint32_t /*bits*/, uint64_t /*value*/) {}
void FstFile::setText(uint32_t /*variable*/, std::string_view /*text*/) {}
void FstFile::close() {}

}  // namespace cyclorama::results

#endif
