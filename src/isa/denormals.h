// SPDX-License-Identifier: MIT
#pragma once
// Arithmetic without denormals, for hardware that has none.

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace cyclorama::isa {

/// While it lives, and if `flush`: this thread's float operations take denormals as zeros of their sign and give such
/// zeros for denormal results. On a host without SSE denormals are kept.
class DenormalScope {
  public:
    explicit DenormalScope([[maybe_unused]] bool flush) {
#if defined(__SSE__)
        flush_ = flush;
        before_ = flush ? _mm_getcsr() : 0;
        if (flush) _mm_setcsr(before_ | kResultsAreZero | kSourcesAreZero);
#endif
    }
    ~DenormalScope() {
#if defined(__SSE__)
        if (flush_) _mm_setcsr(before_);
#endif
    }
    DenormalScope(const DenormalScope&) = delete;
    DenormalScope& operator=(const DenormalScope&) = delete;

#if defined(__SSE__)
  private:
    /// FTZ and DAZ of MXCSR.
    static constexpr unsigned kResultsAreZero = 1u << 15;
    static constexpr unsigned kSourcesAreZero = 1u << 6;

    bool flush_ = false;
    unsigned before_ = 0;
#endif
};

}  // namespace cyclorama::isa
