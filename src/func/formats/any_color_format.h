// SPDX-License-Identifier: MIT
#pragma once

#include "func/formats/color_format.h"

namespace cyclorama::func {

/// Conversion for clear colours and pictures, which name none: the truncating one where it has the
/// format, else the exact one. Null where neither has it.
inline const ColorFormat* findAnyColorFormat(Format format) {
    const ColorFormat* found = findColorFormat(format, ColorConversion::Truncating);
    return found != nullptr ? found : findColorFormat(format, ColorConversion::Exact);
}

}  // namespace cyclorama::func
