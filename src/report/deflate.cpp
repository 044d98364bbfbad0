// SPDX-License-Identifier: MIT
#include "report/deflate.h"

#include <libdeflate.h>

#include "sim/error.h"

namespace cyclorama::report {

void Deflater::Free::operator()(libdeflate_compressor* compressor) const { libdeflate_free_compressor(compressor); }

Deflater::Deflater() {
    // Most of it is zeros.
    constexpr int kFastest = 1;
    compressor_.reset(libdeflate_alloc_compressor(kFastest));
    if (compressor_ == nullptr) throw sim::Error("report", "", "cannot be compressed");
}

std::span<const std::byte> Deflater::deflated(std::span<const std::byte> bytes) {
    const size_t bound = libdeflate_zlib_compress_bound(compressor_.get(), bytes.size());
    if (out_.size() < bound) out_.resize(bound);
    const size_t size =
        libdeflate_zlib_compress(compressor_.get(), bytes.data(), bytes.size(), out_.data(), out_.size());
    if (size == 0) throw sim::Error("report", "", "cannot be compressed");
    return {out_.data(), size};
}

}  // namespace cyclorama::report
