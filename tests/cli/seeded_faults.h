// SPDX-License-Identifier: MIT
#pragma once
// Captures and traces with one mistake put into them, for tests of `cyclorama reduce`.

#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "families/adreno/capture/adreno_capture.h"
#include "families/adreno/capture/rd_recorder.h"
#include "families/attila/trace/attila_trace_reader.h"
#include "families/attila/trace/attila_trace_writer.h"
#include "families/vivante/capture/vivante_capture_reader.h"
#include "families/vivante/capture/vivante_capture_writer.h"
#include "families/vivante/frontend/packets.h"
#include "family/capture/capture_parts.h"
#include "workload/byte_output.h"

namespace cyclorama::cli::seeded {

using family::CaptureRecords;
using family::capture::BufferContent;
using family::capture::NewBuffer;
using family::capture::Submit;

/// Copies a capture with its records changed.
template <typename Reader, typename Writer, typename Change>
void changeCapture(const std::string& from, const std::filesystem::path& to, const Change& change) {
    Reader reader(from);
    CaptureRecords records;
    while (std::optional<family::capture::Record> record = reader.next()) records.push_back(std::move(*record));
    change(records);
    workload::GzipFileOutput output(to.string());
    Writer writer(output, reader.chip());
    for (const family::capture::Record& record : records) writer.write(record);
    output.close();
}

template <typename Change>
void changeVivante(const std::string& from, const std::filesystem::path& to, const Change& change) {
    changeCapture<vivante::VivanteCaptureReader, vivante::VivanteCaptureWriter>(from, to, change);
}

template <typename Change>
void changeAdreno(const std::string& from, const std::filesystem::path& to, const Change& change) {
    changeCapture<adreno::AdrenoCaptureReader, adreno::AdrenoCaptureWriter>(from, to, change);
}

/// The words of the first packet of a kind, the `skipped` ones before it left out, in the streams of a Vivante capture.
inline std::span<uint32_t> vivantePacket(CaptureRecords& records, vivante::Opcode opcode, size_t skipped) {
    for (family::capture::Record& record : records) {
        auto* const submit = std::get_if<Submit>(&record);
        if (submit == nullptr) continue;
        auto* const words = reinterpret_cast<uint32_t*>(submit->stream.data());
        const size_t count = submit->stream.size() / sizeof(uint32_t);
        for (size_t at = 0; at < count;) {
            const uint32_t size = vivante::packetWords(words[at]);
            if (size == 0) break;
            if (vivante::opcodeNumber(words[at]) == static_cast<uint32_t>(opcode) && skipped-- == 0)
                return {words + at, size};
            at += size;
        }
    }
    throw std::runtime_error("the capture has no such packet");
}

/// A buffer that no program could have: more than a process may make where its files are limited.
inline void addLargeBuffer(CaptureRecords& records, size_t before, uint64_t bytes) {
    records.insert(records.begin() + static_cast<std::ptrdiff_t>(before), NewBuffer{.buffer = 0xfeed, .bytes = bytes});
}

/// A job of an Adreno capture, the `skipped` ones before it left out, as a file of command streams with all contents
/// that are mapped. `change` may change these.
template <typename Change>
void writeRd(const std::string& capture, const std::filesystem::path& to, size_t skipped, const Change& change) {
    adreno::AdrenoCaptureReader reader(capture);
    workload::GzipFileOutput output(to.string());
    adreno::RdWriter writer(output, reader.chip());
    std::map<uint64_t, std::vector<std::byte>> buffers;
    std::map<uint64_t, uint64_t> mapped;  // buffers by their addresses
    while (std::optional<family::capture::Record> record = reader.next()) {
        if (const auto* made = std::get_if<NewBuffer>(&*record)) buffers[made->buffer].assign(made->bytes, {});
        if (const auto* content = std::get_if<BufferContent>(&*record))
            std::memcpy(buffers[content->buffer].data() + content->offset, content->data.data(), content->data.size());
        if (const auto* map = std::get_if<family::capture::MapBuffer>(&*record)) mapped[map->address] = map->buffer;
        if (const auto* unmap = std::get_if<family::capture::UnmapBuffer>(&*record)) mapped.erase(unmap->address);
        const auto* const submit = std::get_if<Submit>(&*record);
        if (submit == nullptr || skipped-- > 0) continue;
        const std::optional<adreno::CapturedJob> job = adreno::CapturedJob::decode(submit->stream);
        if (!job) throw std::runtime_error("a submission is no job");
        for (auto& [address, buffer] : mapped) {
            change(buffers[buffer]);
            writer.buffer(address, buffers[buffer]);
        }
        for (const device::CommandStream& stream : job->streams)
            writer.stream(stream.address, static_cast<uint32_t>(stream.bytes / sizeof(uint32_t)));
        break;
    }
    output.close();
}

/// Copies an ATTILA trace; `change` is asked what to write before each transaction.
template <typename Change>
void changeTrace(const std::string& from, const std::filesystem::path& to, const Change& change) {
    attila::AttilaTraceReader reader(from);
    workload::GzipFileOutput output(to.string());
    attila::AttilaTraceWriter writer(output, reader.parameters());
    while (const std::optional<attila::TransactionRecord> record = reader.next()) {
        change(*record, writer);
        writer.write(record->transaction);
    }
    output.close();
}

}  // namespace cyclorama::cli::seeded
