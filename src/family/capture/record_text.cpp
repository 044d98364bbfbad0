// SPDX-License-Identifier: MIT
#include "family/capture/record_text.h"

#include <fmt/format.h>

namespace cyclorama::family::capture {

void RecordText::show(const NewBuffer& record) const {
    out_ << fmt::format("buffer    {} of {} bytes\n", record.buffer, record.bytes);
}

void RecordText::show(const BufferContent& record) const {
    out_ << fmt::format("content   buffer {}, {} bytes from {}\n", record.buffer, record.data.size(), record.offset);
}

void RecordText::show(const MapBuffer& record) const {
    out_ << fmt::format("map       context {}, 0x{:0{}x}: buffer {}, {} bytes\n", record.context, record.address,
                        addressDigits_, record.buffer, record.bytes);
}

void RecordText::show(const UnmapBuffer& record) const {
    out_ << fmt::format("unmap     context {}, 0x{:0{}x}, {} bytes\n", record.context, record.address, addressDigits_,
                        record.bytes);
}

void RecordText::show(const Present& record) const {
    out_ << fmt::format("present   frame {}: buffer {} at {}, {} x {}, {} bytes a row, format {:#010x}\n", record.frame,
                        record.buffer, record.offset, record.width, record.height, record.pitch, record.fourcc);
}

void RecordText::show(const WrittenBuffer& record) const {
    out_ << fmt::format("written   buffer {}: {:016x}\n", record.buffer, record.hash);
}

}  // namespace cyclorama::family::capture
