// SPDX-License-Identifier: MIT
#include "machine/configuration/rules/configuration_rules.h"

#include <fmt/format.h>

#include "machine/configuration/rules/rules.h"
#include "sim/error.h"

namespace cyclorama::machine {
namespace {

std::string describe(const ConfigurationRule& rule, const Configuration& configuration) {
    std::string values;
    for (const std::string_view name : rule.parameters) {
        const auto item = configuration.item(name);
        values +=
            fmt::format("{}{} = {} ({})", values.empty() ? "" : ", ", name, item.text(), configuration.origin(item));
    }
    return fmt::format("{} [{}]: {}", rule.sentence, rule.id, values);
}

}  // namespace

std::span<const ConfigurationRule> configurationRules() {
    static const std::vector<ConfigurationRule> table = [] {
        std::vector<ConfigurationRule> all;
        for (const auto part : {rules::run(), rules::memory(), rules::geometry(), rules::rasterization(),
                                rules::shader(), rules::output()})
            all.insert(all.end(), part.begin(), part.end());
        return all;
    }();
    return table;
}

std::vector<RuleViolation> violations(const Configuration& configuration) {
    std::vector<RuleViolation> broken;
    const auto test = [&](std::span<const ConfigurationRule> rules) {
        for (const ConfigurationRule& rule : rules)
            if (!rule.holds(configuration)) broken.push_back({&rule, describe(rule, configuration)});
    };
    test(configurationRules());
    if (const FamilyParameters* own = configuration.familyParameters()) test(own->rules());
    return broken;
}

std::vector<RuleViolation> check(const Configuration& configuration) {
    auto broken = violations(configuration);
    std::string reasons;
    for (const RuleViolation& violation : broken) {
        if (violation.rule->severity == RuleSeverity::Error)
            reasons += fmt::format("{}{}", reasons.empty() ? "" : "; ", violation.message);
    }
    if (!reasons.empty()) throw sim::Error("configuration", "", reasons);
    return broken;
}

std::vector<std::string> unmodelledSettings(const Configuration& configuration) {
    std::vector<std::string> settings;
    for (const auto& item : configuration.items()) {
        const sim::ParameterInfo& info = item.info();
        if (info.status == ParameterStatus::NotModelled && item.text() != info.defaultText)
            settings.push_back(fmt::format("{} = {} ({}) is not modelled: {}", item.name(), item.text(),
                                           configuration.origin(item), info.statusReason));
    }
    return settings;
}

void refuseUnmodelledSettings(const Configuration& configuration) {
    const std::vector<std::string> settings = unmodelledSettings(configuration);
    if (!settings.empty()) throw sim::Error("configuration", "", fmt::format("{}", fmt::join(settings, "; ")));
}

}  // namespace cyclorama::machine
