// SPDX-License-Identifier: MIT
#include "family/capture/record_text.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

namespace cyclorama::family::capture {

void RecordText::show(const NewBuffer& record) const {
    fmt::print(out_, "buffer    {} of {} bytes\n", record.buffer, record.bytes);
}

void RecordText::show(const BufferContent& record) const {
    fmt::print(out_, "content   buffer {}, {} bytes from {}\n", record.buffer, record.data.size(), record.offset);
}

void RecordText::show(const MapBuffer& record) const {
    fmt::print(out_, "map       context {}, 0x{:0{}x}: buffer {}, {} bytes\n", record.context, record.address,
               addressDigits_, record.buffer, record.bytes);
}

void RecordText::show(const UnmapBuffer& record) const {
    fmt::print(out_, "unmap     context {}, 0x{:0{}x}, {} bytes\n", record.context, record.address, addressDigits_,
               record.bytes);
}

void RecordText::show(const Present& record) const {
    fmt::print(out_, "present   frame {}: buffer {} at {}, {} x {}, {} bytes a row, format {:#010x}\n", record.frame,
               record.buffer, record.offset, record.width, record.height, record.pitch, record.fourcc);
}

void RecordText::show(const WrittenBuffer& record) const {
    fmt::print(out_, "written   buffer {}: {:016x}\n", record.buffer, record.hash);
}

}  // namespace cyclorama::family::capture
