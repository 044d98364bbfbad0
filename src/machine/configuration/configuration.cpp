// SPDX-License-Identifier: MIT
#include "machine/configuration/configuration.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <system_error>
#include <utility>

#include "sim/error.h"
#include "sim/ini_reader.h"

namespace cyclorama::machine {
namespace {

using sim::Error;
using sim::ParameterInfo;

std::string fullName(std::string_view section, std::string_view key) { return fmt::format("{}.{}", section, key); }

/// Names in messages are cut: they come from the input.
std::string_view shortened(std::string_view name) { return name.substr(0, 64); }

std::string suggestion(std::string_view nearest) {
    return nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest);
}

constexpr std::string_view kFamilyKey = "Family";

std::string_view statusName(ParameterStatus status) {
    switch (status) {
        case ParameterStatus::Modelled:
            return "modelled";
        case ParameterStatus::Reported:
            return "only reported to the driver";
        case ParameterStatus::OfDriver:
            return "of the driver";
        case ParameterStatus::Unused:
            return "unused";
        case ParameterStatus::NotModelled:
            return "not modelled";
    }
    return "";
}

std::string statusText(const ParameterInfo& info) {
    std::string text(statusName(info.status));
    if (!info.statusReason.empty()) text += fmt::format(" ({})", info.statusReason);
    return text;
}

bool isCalled(const ParameterInfo& info, std::string_view key) {
    return info.name == key || std::find(info.aliases.begin(), info.aliases.end(), key) != info.aliases.end();
}

/// True if the section of the file at `sections[i]` starts there: several parts share one.
template <typename Sections>
bool startsFileSection(const Sections& sections, std::size_t i) {
    return i == 0 || sections[i - 1]->sectionName() != sections[i]->sectionName();
}

}  // namespace

/// Hands what the reader finds to a configuration.
class Configuration::Loader final : public sim::IniHandler {
  public:
    Loader(Configuration& configuration, const std::string& fileName)
        : configuration_(configuration), fileName_(fileName) {}

    void section(std::string_view name, std::uint32_t line) override {
        configuration_.expectSection(name, fileName_, std::to_string(line));
        section_ = name;
    }

    void entry(std::string_view key, std::string_view value, std::uint32_t line) override {
        configuration_.assign(section_, key, value, fileName_, std::to_string(line));
    }

  private:
    Configuration& configuration_;
    const std::string& fileName_;
    std::string_view section_;
};

std::vector<sim::ParameterSection*> Configuration::mutableSections() {
    std::vector<sim::ParameterSection*> all = {
        &simulator,     &gpu,          &commandProcessor, &memoryController,  &simpleMemory,    &gddrMemory,
        &gddrTiming,    &streamer,     &vertexShader,     &primitiveAssembly, &clipper,         &triangleSetup,
        &rasterization, &micropolygon, &hierarchicalZ,    &interpolator,      &workDistributor, &shader,
        &scalarShader,  &vectorShader, &textureUnit,      &zStencilTest,      &colorWrite,      &dac};
    for (ConfigurableFamily& family : families_) {
        if (family.parameters() == nullptr) continue;
        for (sim::ParameterSection* section : family.parameters()->sections()) {
            const auto sameFileSection = [&](const auto* other) {
                return other->sectionName() == section->sectionName();
            };
            const auto last = std::find_if(all.rbegin(), all.rend(), sameFileSection);
            all.insert(last == all.rend() ? all.end() : last.base(), section);
        }
    }
    return all;
}

std::vector<const sim::ParameterSection*> Configuration::sections() const {
    const auto all = const_cast<Configuration*>(this)->mutableSections();
    return {all.begin(), all.end()};
}

Configuration Configuration::fromFile(const std::string& fileName, Configuration defaults) {
    return fromText(sim::readTextFile(fileName, sim::kMaximumIniFile), fileName, std::move(defaults));
}

Configuration Configuration::fromText(std::string_view text, const std::string& fileName, Configuration defaults) {
    defaults.load(text, fileName);
    return defaults;
}

Configuration Configuration::preset(const std::string& name, const std::string& chipsFolder, Configuration defaults) {
    const std::vector<std::string> names = presets(chipsFolder);
    if (!std::ranges::binary_search(names, name))
        throw Error(std::string(shortened(name)), "",
                    fmt::format("is not the name of a preset; there are {}", fmt::join(names, ", ")));
    return fromFile(fmt::format("{}/{}.ini", chipsFolder, name), std::move(defaults));
}

std::vector<std::string> Configuration::presets(const std::string& chipsFolder) {
    std::vector<std::string> names;
    std::error_code failure;
    for (const auto& entry : std::filesystem::directory_iterator(chipsFolder, failure))
        if (entry.path().extension() == ".ini") names.push_back(entry.path().stem().string());
    if (failure) throw Error(chipsFolder, "", "cannot be listed: " + failure.message());
    std::ranges::sort(names);
    return names;
}

void Configuration::load(std::string_view text, const std::string& fileName) {
    Loader loader(*this, fileName);
    sim::readIni(text, fileName, loader);
}

void Configuration::set(std::string_view assignment, const std::string& origin) {
    const std::size_t equals = assignment.find('=');
    const std::string_view name = assignment.substr(0, equals);
    const std::size_t dot = name.find('.');
    if (equals == std::string_view::npos || dot == std::string_view::npos)
        throw Error(origin, "", fmt::format("expected SECTION.Key=Value, not '{}'", shortened(assignment)));
    std::string_view value = assignment.substr(equals + 1);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
    const std::string_view sectionName = name.substr(0, dot);
    expectSection(sectionName, origin, "");
    assign(sectionName, name.substr(dot + 1), value, origin, "");
}

void Configuration::expectSection(std::string_view name, const std::string& file, const std::string& place) const {
    std::vector<std::string_view> known;
    for (const auto* section : sections()) known.push_back(section->sectionName());
    if (std::find(known.begin(), known.end(), name) != known.end()) return;
    throw Error(file, place,
                fmt::format("unknown section '{}'{}", shortened(name), suggestion(sim::nearestName(name, known))));
}

void Configuration::expectFamily(std::string_view name, const std::string& file, const std::string& place) const {
    std::vector<std::string_view> known;
    for (const ConfigurableFamily& family : families_) known.push_back(family.name());
    if (name.empty() || std::ranges::find(known, name) != known.end()) return;
    throw Error(file, place,
                fmt::format("GPU.Family: '{}' is none of the families that are known: {}", shortened(name),
                            fmt::join(known, ", ")));
}

const ConfigurableFamily* Configuration::ownFamily() const {
    const auto isNamed = [&](const ConfigurableFamily& family) { return family.name() == gpu.family.get(); };
    const auto describesChip = [](const ConfigurableFamily& family) {
        return family.parameters() != nullptr && family.parameters()->describesChip();
    };
    auto own = std::ranges::find_if(families_, isNamed);
    if (own == families_.end()) own = std::ranges::find_if(families_, describesChip);
    if (own == families_.end()) own = families_.begin();
    return own == families_.end() ? nullptr : &*own;
}

const ConfigurableFamily* Configuration::ownerOf(const sim::ParameterSection& section) const {
    for (ConfigurableFamily& family : const_cast<Configuration*>(this)->families_) {
        if (family.parameters() == nullptr) continue;
        const auto own = family.parameters()->sections();
        if (std::ranges::find(own, &section) != own.end()) return &family;
    }
    return nullptr;
}

std::string_view Configuration::family() const {
    const ConfigurableFamily* const own = ownFamily();
    return own == nullptr ? std::string_view{} : own->name();
}

const FamilyParameters* Configuration::familyParameters() const {
    const ConfigurableFamily* const own = ownFamily();
    return own == nullptr ? nullptr : own->parameters();
}

Configuration::Place Configuration::find(std::string_view sectionName, std::string_view key, const std::string& file,
                                         const std::string& place) {
    const auto all = mutableSections();
    for (sim::ParameterSection* section : all) {
        if (section->sectionName() != sectionName) continue;
        for (std::size_t i = 0; i < section->size(); ++i)
            if (isCalled(section->info(i), key)) return {section, i};
    }
    throw Error(
        file, place,
        fmt::format("unknown parameter '{}' in [{}]{}", shortened(key), sectionName, whatIsMeant(key, sectionName)));
}

std::string Configuration::whatIsMeant(std::string_view key, std::string_view sectionName) const {
    std::vector<std::string_view> candidates;
    std::string_view elsewhere;
    for (const Item& item : items()) {
        const ParameterInfo& info = item.info();
        if (isCalled(info, key)) elsewhere = item.section->sectionName();
        if (item.section->sectionName() != sectionName) continue;
        candidates.push_back(info.name);
        candidates.insert(candidates.end(), info.aliases.begin(), info.aliases.end());
    }
    return elsewhere.empty() ? suggestion(sim::nearestName(key, candidates))
                             : fmt::format("; it belongs in [{}]", elsewhere);
}

void Configuration::assign(std::string_view sectionName, std::string_view key, std::string_view value,
                           const std::string& file, const std::string& place) {
    const Place found = find(sectionName, key, file, place);
    if (sectionName == gpu.sectionName() && key == kFamilyKey) expectFamily(value, file, place);
    if (const auto problem = found.section->assign(found.index, value))
        throw Error(file, place, fmt::format("{}.{}: {}", sectionName, key, *problem));
    origins_.insert_or_assign(fullName(sectionName, found.section->info(found.index).name),
                              place.empty() ? file : file + ":" + place);
}

std::string Configuration::Item::name() const { return fullName(section->sectionName(), info().name); }

std::vector<Configuration::Item> Configuration::items() const {
    std::vector<Item> all;
    for (const auto* section : sections())
        for (std::size_t i = 0; i < section->size(); ++i) all.push_back({section, i});
    return all;
}

Configuration::Item Configuration::item(std::string_view name) const {
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos) throw Error("", "", fmt::format("'{}' is no SECTION.Key", shortened(name)));
    expectSection(name.substr(0, dot), "", "");
    const Place found = const_cast<Configuration*>(this)->find(name.substr(0, dot), name.substr(dot + 1), "", "");
    return {found.section, found.index};
}

std::string Configuration::origin(const Item& item) const {
    const auto found = origins_.find(item.name());
    return found == origins_.end() ? "default" : found->second;
}

std::string Configuration::hash() const {
    std::vector<std::string> lines;
    for (const Item& item : items()) lines.push_back(fmt::format("{}={}\n", item.name(), item.text()));
    std::sort(lines.begin(), lines.end());
    std::string all;
    for (const std::string& line : lines) all += line;
    return fmt::format("{:016x}", XXH64(all.data(), all.size(), 0));
}

bool Configuration::operator==(const Configuration& other) const {
    const auto mine = items();
    const auto theirs = other.items();
    return std::equal(mine.begin(), mine.end(), theirs.begin(), theirs.end(),
                      [](const Item& a, const Item& b) { return a.text() == b.text(); });
}

void Configuration::write(std::ostream& out) const {
    const auto all = sections();
    for (std::size_t s = 0; s < all.size(); ++s) {
        if (startsFileSection(all, s)) out << fmt::format("{}[{}]\n", s == 0 ? "" : "\n", all[s]->sectionName());
        out << fmt::format("\n# {}\n", all[s]->title());
        for (std::size_t i = 0; i < all[s]->size(); ++i) {
            const ParameterInfo& info = all[s]->info(i);
            out << fmt::format("# {}{}", info.unit.empty() ? "" : fmt::format("({}) ", info.unit), info.sentence);
            if (info.status != ParameterStatus::Modelled) out << fmt::format(" [{}]", statusName(info.status));
            out << '\n';
            if (!info.choices.empty()) out << fmt::format("#   {}\n", info.choices);
            out << fmt::format("{} = {}\n", info.name, all[s]->format(i));
        }
    }
}

void Configuration::list(std::ostream& out) const {
    for (const Item& item : items()) {
        const ParameterInfo& info = item.info();
        const std::string setting =
            fmt::format("{} = {}{}{}", item.name(), item.text(), info.unit.empty() ? "" : " ", info.unit);
        out << fmt::format("{:<64} # default {}, {}, {}: {}\n", setting, info.defaultText, info.range, statusText(info),
                           info.sentence);
    }
}

void Configuration::writeDocumentation(std::ostream& out) const {
    const auto all = sections();
    out << "# Parameters of configuration files\n\n"
           "Made by `cyclorama config --document` from the declarations of the parameters; a test holds this file\n"
           "equal to them. A key that a file omits has its default. *Additional* marks what the published reference\n"
           "of these files lacks, though files of other programs hold it.\n";
    for (std::size_t s = 0; s < all.size(); ++s) {
        if (startsFileSection(all, s)) out << fmt::format("\n## [{}]\n", all[s]->sectionName());
        out << fmt::format("\n### {}\n\n", all[s]->title());
        out << "| name | unit | default | values | meaning |\n| --- | --- | --- | --- | --- |\n";
        for (std::size_t i = 0; i < all[s]->size(); ++i) {
            const ParameterInfo& info = all[s]->info(i);
            std::string meaning(info.sentence);
            for (const std::string_view alias : info.aliases) meaning += fmt::format(" Also `{}`.", alias);
            if (info.source == ParameterSource::Additional) meaning += " *Additional.*";
            if (info.status != ParameterStatus::Modelled) meaning += fmt::format(" *{}.*", statusText(info));
            out << fmt::format("| `{}` | {} | `{}` | {} | {} |\n", info.name, info.unit, info.defaultText,
                               info.choices.empty() ? info.range : info.choices, meaning);
        }
    }
}

}  // namespace cyclorama::machine
