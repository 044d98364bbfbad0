#pragma once

#include "device/etnaviv_uapi.h"
#include "device/ioctl_table.h"

namespace cyclorama::device {

/// DRM_IOCTL_ETNAVIV_GEM_SUBMIT: takes what the program submitted, checks it as the kernel does, and queues it (Linux:
/// etnaviv_gem_submit.c).
int submit(Call& call, etnaviv::GemSubmit& argument);

}  // namespace cyclorama::device
