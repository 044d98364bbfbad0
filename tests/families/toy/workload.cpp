// SPDX-License-Identifier: MIT
#include "families/toy/workload.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "families/toy/dialect.h"
#include "families/toy/front_end.h"
#include "families/toy/timing.h"

namespace cyclorama::toy {

namespace {

std::string describe(const RegisterWrite& write) {
    const RegisterInfo* info = findRegister(write.reg);
    return info == nullptr ? fmt::format("unknown register {} = {:#010x}", write.reg, write.value)
                           : fmt::format("{} = {:#010x}  {}", info->name, write.value, info->meaning);
}

std::string describe(const MemoryWrite& write) {
    return fmt::format("{} bytes at {:#010x}", write.data.size(), write.address);
}

}  // namespace

std::unique_ptr<family::WorkloadRun> StreamWorkload::start(const family::RunRequest& request) {
    const uint32_t startFrame = request.configuration.simulator.startFrame;
    auto frontEnd = std::make_unique<FrontEnd>(reader_, request.findings, startFrame);
    return family::runCommands(std::move(frontEnd), {.dialect = dialect(), .topology = makeTopology}, request,
                               startFrame);
}

void StreamWorkload::dump(std::ostream& out) {
    while (const std::optional<Packet> packet = reader_.next())
        out << fmt::format("{:8}  {:8}  {}\n", packet->position.ordinal, packet->position.offset,
                           std::visit([](const auto& content) { return describe(content); }, packet->content));
}

}  // namespace cyclorama::toy
