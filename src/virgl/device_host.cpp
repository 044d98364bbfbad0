// SPDX-License-Identifier: MIT
#include "virgl/device_host.h"

#include <string_view>
#include <utility>

namespace cyclorama::virgl {

DeviceHost::DeviceHost(std::unique_ptr<Renderer> renderer) : host_(std::make_shared<Host>(std::move(renderer))) {}

Host& DeviceHost::attached(device::GpuContext& space, device::DeviceFindings& findings) {
    if (!host_->attached())
        host_->attach(space.execution(),
                      [&findings](const sim::FindingKind& kind, std::string_view place, std::string_view detail) {
                          findings.report(kind, place, detail);
                      });
    return *host_;
}

}  // namespace cyclorama::virgl
