// SPDX-License-Identifier: MIT
#pragma once

#include "families/adreno/a2d/transfer_listener.h"
#include "families/adreno/gras/lrz_listener.h"
#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/memory/write_listener.h"
#include "families/adreno/operations/work_listener.h"
#include "families/adreno/sp/program_listener.h"
#include "families/adreno/surface/image_use.h"

namespace cyclorama::adreno {

/// Who hears of the work of a context; each may be null.
struct ContextListeners {
    AccessListener* accesses = nullptr;
    ImageListener* images = nullptr;
    ProgramListener* programs = nullptr;
    LrzListener* lrz = nullptr;
    TransferListener* transfers = nullptr;
    WriteListener* visibilityStreams = nullptr;
    WorkListener* work = nullptr;
};

}  // namespace cyclorama::adreno
