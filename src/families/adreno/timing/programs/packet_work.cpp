// SPDX-License-Identifier: MIT
#include "families/adreno/timing/programs/packet_work.h"

namespace cyclorama::adreno {

void PacketWork::hang(const sim::FindingKind& kind) {
    claimFindings();
    operation_.reporter().hang(kind);
    noticeHang();
}

void PacketWork::noticeHang() {
    if (!operation_.reporter().hung()) return;
    hangs_ = true;
    commandUnit_.wake();
}

ShaderProgram::ShaderProgram(PacketWork& work, StageBinding& binding, const WaveDemand& demand,
                             const ProgramSettings& settings)
    : work_(work),
      binding_(binding),
      plans_(binding.program(), binding.shape.mergedRegisters, settings.scalarUnit),
      views_(std::make_shared<TextureViews>(binding.resources)),
      wavesPerUnit_(adreno::wavesPerUnit(demand, settings.occupancy)),
      texels_(settings.texels) {}

void ShaderProgram::report(ir3::WaveStatus status) const {
    work_.claimFindings();
    binding_.report(status);
    work_.noticeHang();
}

}  // namespace cyclorama::adreno
