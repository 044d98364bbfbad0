// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <iosfwd>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "machine/configuration/family_parameters.h"
#include "machine/configuration/machine_parameters.h"

namespace cyclorama::machine {

/// Everything that can be set about a machine and a run. A value; a new one holds the defaults. Reading a parameter
/// reads a plain member: `configuration.streamer.indicesPerCycle`.
///
/// All functions that read text throw sim::Error with file, line and reason. They check each parameter by itself; what
/// parameters owe to each other is checked by `check` (rules/configuration_rules.h), once all are set.
class Configuration : public MachineParameters {
  public:
    /// Without any family's parameters.
    Configuration() = default;
    /// With those of families, in the order in which they are asked whether it is of theirs.
    explicit Configuration(std::vector<ConfigurableFamily> families) : families_(std::move(families)) {}

    /// The defaults, changed by what a configuration file (sim/ini_reader.h) holds. Of a key that comes twice the last
    /// counts.
    static Configuration fromFile(const std::string& fileName, Configuration defaults);
    static Configuration fromText(std::string_view text, const std::string& fileName, Configuration defaults);
    /// chips/`name`.ini of the folder that the caller knows. Throws Error, with the names that there are, for others.
    static Configuration preset(const std::string& name, const std::string& chipsFolder, Configuration defaults);
    /// The names of the presets in a folder, sorted.
    static std::vector<std::string> presets(const std::string& chipsFolder);

    /// Sets one parameter from `SECTION.Key=Value`, as `--set` gives it; quotes around the value are optional.
    /// `origin` stands for the file in messages.
    void set(std::string_view assignment, const std::string& origin = "--set");
    /// Sets what a file's text holds on top of what is set already.
    void load(std::string_view text, const std::string& fileName);

    /// Name of the family that the configuration is of: GPU.Family; where that is empty, the one whose parameters
    /// describe a chip, or else the first. Empty for a configuration without families.
    std::string_view family() const;
    /// Parameters added by the configuration's own family; null if it added none.
    const FamilyParameters* familyParameters() const;
    /// Parameters of a type, added by any of the families that the configuration knows. Throws std::logic_error for a
    /// configuration without that family.
    template <typename Parameters>
    const Parameters& familyParameters() const {
        for (const ConfigurableFamily& family : families_)
            if (const auto* parameters = dynamic_cast<const Parameters*>(family.parameters())) return *parameters;
        throw std::logic_error("a configuration without the family that is asked for its parameters");
    }
    /// The family whose own parameters a section of sections() holds; null for one that all configurations have.
    const ConfigurableFamily* ownerOf(const sim::ParameterSection& section) const;
    /// The families that it can be of.
    const std::vector<ConfigurableFamily>& families() const { return families_; }

    /// All parts: those of the members in their order, those of the families after the others of the same section of
    /// the file, or at the end.
    std::vector<const sim::ParameterSection*> sections() const;

    /// One parameter among all: its section in the file, its declaration and the place of its value.
    struct Item {
        const sim::ParameterSection* section;
        std::size_t index;

        const sim::ParameterInfo& info() const { return section->info(index); }
        /// `SECTION.Name`
        std::string name() const;
        /// The value as a file holds it.
        std::string text() const { return section->format(index); }
    };
    /// All parameters, in the order of sections().
    std::vector<Item> items() const;
    /// The parameter `SECTION.Name`, also by an alias. Throws Error if there is none, with the nearest name.
    Item item(std::string_view name) const;
    /// Origin of a parameter's value: `base.ini:57`, `--set`, or `default`.
    std::string origin(const Item& item) const;

    /// Sixteen hexadecimal digits that stand for all values (XXH64 of all names and values, in the order of the names):
    /// equal for equal configurations, on any host.
    std::string hash() const;

    /// Writes a configuration file that reads back as this configuration, each parameter with its unit and meaning.
    void write(std::ostream& out) const;
    /// Writes one line a parameter for people: name, value, unit, default, range, status and sentence.
    void list(std::ostream& out) const;
    /// Writes docs/reference/parameters.md: all declarations, whatever the values.
    void writeDocumentation(std::ostream& out) const;

    /// True if all values are equal, whatever their origin.
    bool operator==(const Configuration& other) const;

  private:
    class Loader;

    struct Place {
        sim::ParameterSection* section;
        std::size_t index;
    };
    std::vector<sim::ParameterSection*> mutableSections();
    Place find(std::string_view sectionName, std::string_view key, const std::string& file, const std::string& place);
    void assign(std::string_view sectionName, std::string_view key, std::string_view value, const std::string& file,
                const std::string& place);
    void expectSection(std::string_view name, const std::string& file, const std::string& place) const;
    void expectFamily(std::string_view name, const std::string& file, const std::string& place) const;
    const ConfigurableFamily* ownFamily() const;
    /// The end of the message about a parameter that the section does not have.
    std::string whatIsMeant(std::string_view key, std::string_view sectionName) const;

    std::vector<ConfigurableFamily> families_;
    /// Origins of values that were set, by `SECTION.Name`.
    std::map<std::string, std::string, std::less<>> origins_;
};

}  // namespace cyclorama::machine
