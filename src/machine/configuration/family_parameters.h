// SPDX-License-Identifier: MIT
#pragma once
// The part of a configuration that a GPU family adds to what all have.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/parameter.h"

namespace cyclorama::machine {

struct ConfigurationRule;

/// Parameters of one family, and the rules that hold for its GPUs alone. A family derives a struct from this, with its
/// ParameterSections as members; Configuration::familyParameters() gives it back by its type.
class FamilyParameters {
  public:
    virtual ~FamilyParameters() = default;

    /// A copy with the same values.
    virtual std::unique_ptr<FamilyParameters> clone() const = 0;
    /// The members. A section of a file may be one that common parameters share: they come first.
    virtual std::vector<sim::ParameterSection*> sections() { return {}; }
    /// One of the sections counts in timed runs alone.
    virtual bool isTimed(const sim::ParameterSection& /*section*/) const { return false; }
    /// The values are those of a chip of the family: a configuration without GPU.Family is of this family.
    virtual bool describesChip() const { return false; }
    /// Programs draw by a driver of the simulator's own, which goes by the parameters of drivers.
    virtual bool hasDriver() const { return false; }
    /// Rules for configurations of the family, beside those for all.
    virtual std::span<const ConfigurationRule> rules() const { return {}; }

  protected:
    FamilyParameters() = default;
    FamilyParameters(const FamilyParameters&) = default;
    FamilyParameters& operator=(const FamilyParameters&) = default;
};

/// A family that a configuration can be of. A value: a copy has parameters of its own.
class ConfigurableFamily {
  public:
    /// `name` as GPU.Family holds it; `parameters` may be null, for a family that adds none.
    ConfigurableFamily(std::string_view name, std::unique_ptr<FamilyParameters> parameters)
        : name_(name), parameters_(std::move(parameters)) {}
    ConfigurableFamily(const ConfigurableFamily& other)
        : name_(other.name_), parameters_(other.parameters_ ? other.parameters_->clone() : nullptr) {}
    ConfigurableFamily(ConfigurableFamily&&) noexcept = default;
    ConfigurableFamily& operator=(ConfigurableFamily other) noexcept {
        name_.swap(other.name_);
        parameters_.swap(other.parameters_);
        return *this;
    }
    ~ConfigurableFamily() = default;

    const std::string& name() const { return name_; }
    const FamilyParameters* parameters() const { return parameters_.get(); }
    FamilyParameters* parameters() { return parameters_.get(); }

  private:
    std::string name_;
    std::unique_ptr<FamilyParameters> parameters_;
};

}  // namespace cyclorama::machine
