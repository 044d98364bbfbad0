// SPDX-License-Identifier: MIT
#pragma once
// A GPU family as the common parts see it: one object, made by the family's folder, listed in families/registry.cpp.

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include "device/core/driver_backend.h"
#include "device/execution/chip_model.h"
#include "family/workload.h"
#include "machine/configuration/configuration.h"
#include "machine/timing/topology/topology.h"

namespace cyclorama::family {

/// The GPU of `cyclorama exec`: the kernel driver that programs talk to, and the chip that executes their jobs.
struct Target {
    std::unique_ptr<device::DriverBackend> driver;
    std::unique_ptr<device::ChipModel> chip;
};

class Family {
  public:
    virtual ~Family() = default;

    /// Name of its folder, prefix of its tests, and value of GPU.Family in a configuration.
    virtual std::string_view name() const = 0;
    /// The files that open() accepts, for help and error messages: a noun phrase in the singular, with its article.
    virtual std::string_view workloadKind() const = 0;
    /// Opens a file whose first bytes say that it is one of this family's workloads; null for every other file. Throws
    /// sim::Error where the file cannot be read, or is such a workload and malformed.
    virtual std::unique_ptr<Workload> open(const std::string& path) const = 0;
    /// Preset of the chip that `cyclorama exec` simulates where the user names none; empty for a family that leaves the
    /// choice to others.
    virtual std::string_view defaultChip() const { return {}; }
    /// Parameters of the family's own, at their defaults, and its rules; null where it adds none.
    virtual std::unique_ptr<machine::FamilyParameters> parameters() const { return nullptr; }
    /// The GPU that a configuration of this family describes, for programs; empty if the family runs none. Throws
    /// sim::Error where the configuration describes no chip.
    virtual std::optional<Target> makeTarget(const machine::Configuration& /*configuration*/) const {
        return std::nullopt;
    }
    /// Builds the blocks of the family's timing machine; empty where none of its chips has one yet.
    virtual machine::timing::TopologyFactory topology() const { return {}; }
};

/// The families of a program, in the order in which they are asked.
using Families = std::span<const Family* const>;

/// One object of each family that it names, in their order.
template <typename... EachFamily>
class FamilyList {
  public:
    FamilyList() = default;
    FamilyList(const FamilyList&) = delete;
    FamilyList& operator=(const FamilyList&) = delete;

    /// Lives as long as the list.
    Families families() const { return pointers_; }

  private:
    using Pointers = std::array<const Family*, sizeof...(EachFamily)>;

    std::tuple<EachFamily...> objects_;
    Pointers pointers_ = std::apply([](const EachFamily&... each) { return Pointers{&each...}; }, objects_);
};

/// Opens a workload of whichever family recognises it. Throws sim::Error for a file that none does, with the kinds that
/// are known.
std::unique_ptr<Workload> openWorkload(Families families, const std::string& path);

/// A configuration at its defaults that can be of each of the families, and is of the first.
machine::Configuration defaultConfiguration(Families families);

/// The GPU that a configuration describes, for programs. Throws sim::Error for a configuration of a GPU that runs none.
Target makeTarget(Families families, const machine::Configuration& configuration);

/// Some timing machine can be of the configuration.
bool hasTimingMachine(Families families, const machine::Configuration& configuration);

/// Builds the blocks of the timing machine that a configuration describes: that of its family, or of the first where
/// it is of none. Throws sim::Error for a configuration of a GPU without a timing machine.
machine::timing::TopologyFactory topologyOf(Families families, const machine::Configuration& configuration);

/// The kinds of workload that the families read, as a list for people: "an A, or a B".
std::string workloadKinds(Families families);

}  // namespace cyclorama::family
