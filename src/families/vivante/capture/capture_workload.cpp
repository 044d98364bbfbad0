#include "families/vivante/capture/capture_workload.h"

#include "families/vivante/capture/capture_dump.h"
#include "families/vivante/capture/capture_replay.h"

namespace cyclorama::vivante {

std::optional<uint64_t> CaptureWorkload::run(const family::RunRequest& request) {
    return replayCapture(reader_, request);
}

void CaptureWorkload::dump(std::ostream& out) { dumpCapture(reader_, out); }

std::string CaptureWorkload::preset(const std::string& chipsFolder) const {
    const Chip& chip = reader_.chip();
    for (const std::string& name : machine::Configuration::presets(chipsFolder)) {
        const auto preset = machine::Configuration::preset(name, chipsFolder).vivante;
        if (preset.model == chip.model && preset.revision == chip.revision && preset.productId == chip.productId &&
            preset.customerId == chip.customerId && preset.ecoId == chip.ecoId)
            return name;
    }
    return {};
}

}  // namespace cyclorama::vivante
