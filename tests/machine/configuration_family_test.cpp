// SPDX-License-Identifier: MIT
// The part of a configuration that families add.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "families/registry.h"
#include "machine/configuration/configuration.h"
#include "machine/configuration/family_parameters.h"
#include "machine/configuration/rules/configuration_rules.h"
#include "sim/error.h"
#include "support/error_of.h"

namespace cyclorama::machine {
namespace {

/// Parameters in a section that common ones have too, and in one of their own.
struct ToyParameters final : FamilyParameters {
    struct Units : sim::ParameterSection {
        Units() : ParameterSection("GPU", "Toys") {}
        sim::Parameter<std::uint32_t> toys{*this, {.name = "NumToys", .maximum = 9, .sentence = "Toys of the chip."}};
    };
    struct Chip : sim::ParameterSection {
        Chip() : ParameterSection("TOY", "A toy chip") {}
        sim::Parameter<bool> present{*this, {.name = "Present", .sentence = "There is such a chip."}};
    };

    Units units;
    Chip chip;

    std::unique_ptr<FamilyParameters> clone() const override { return std::make_unique<ToyParameters>(*this); }
    std::vector<sim::ParameterSection*> sections() override { return {&units, &chip}; }
    bool describesChip() const override { return chip.present; }
    std::span<const ConfigurationRule> rules() const override {
        static constexpr ConfigurationRule kRules[] = {
            {"toys",
             RuleSeverity::Error,
             "a toy chip needs toys",
             {"GPU.NumToys", "TOY.Present"},
             "",
             [](const Configuration& c) { return c.familyParameters<ToyParameters>().units.toys != 0U; }}};
        return kRules;
    }
};

Configuration withToys() {
    std::vector<ConfigurableFamily> families;
    families.emplace_back("plain", nullptr);
    families.emplace_back("toy", std::make_unique<ToyParameters>());
    return Configuration(std::move(families));
}

TEST(ConfigurationFamily, IsTheOneThatIsNamedOrWhoseSectionDescribesAChip) {
    EXPECT_EQ(Configuration{}.family(), "");
    EXPECT_EQ(withToys().family(), "plain");
    EXPECT_EQ(Configuration::fromText("[GPU]\nFamily = \"toy\"\n", "a.ini", withToys()).family(), "toy");
    EXPECT_EQ(Configuration::fromText("[TOY]\nPresent = TRUE\n", "a.ini", withToys()).family(), "toy");
    Configuration both = withToys();
    both.set("TOY.Present=TRUE");
    both.set("GPU.Family=plain");
    EXPECT_EQ(both.family(), "plain");
    both.set("GPU.Family=");
    EXPECT_EQ(both.family(), "toy");
}

TEST(ConfigurationFamily, RefusesOneThatIsNotKnownWithThoseThatAre) {
    const auto reading = [](const char* text) {
        return errorOf([&] { Configuration::fromText(text, "bad.ini", families::defaultConfiguration()); });
    };
    EXPECT_EQ(reading("[GPU]\nFamily = \"voodoo\"\n"),
              "bad.ini:2: GPU.Family: 'voodoo' is none of the families that are known: attila, vivante, adreno");
    EXPECT_EQ(errorOf([] { withToys().set("GPU.Family=vivante"); }),
              "--set: GPU.Family: 'vivante' is none of the families that are known: plain, toy");
}

TEST(ConfigurationFamily, PutsItsPartsAfterThoseOfTheSameSection) {
    const Configuration configuration = withToys();
    const auto sections = configuration.sections();
    const size_t common = Configuration{}.sections().size();
    ASSERT_EQ(sections.size(), common + 2);
    EXPECT_EQ(sections[1]->title(), "Units and clocks");
    EXPECT_EQ(sections[2]->title(), "Toys");
    EXPECT_EQ(sections.back()->title(), "A toy chip");
    EXPECT_EQ(errorOf([] { Configuration{}.set("GPU.NumToys=1"); }), "--set: unknown parameter 'NumToys' in [GPU]");
    EXPECT_EQ(errorOf([] { withToys().set("GPU.NumToys=10"); }), "--set: GPU.NumToys: '10' is out of range (0..9)");
}

TEST(ConfigurationFamily, ParametersAreCopiedWithTheConfiguration) {
    Configuration original = withToys();
    original.set("GPU.NumToys=3");
    Configuration copy = original;
    EXPECT_EQ(copy, original);
    copy.set("GPU.NumToys=4");
    EXPECT_EQ(original.familyParameters<ToyParameters>().units.toys, 3U);
    EXPECT_EQ(copy.familyParameters<ToyParameters>().units.toys, 4U);
    EXPECT_NE(copy.hash(), original.hash());
    original = copy;
    EXPECT_EQ(original, copy);
    EXPECT_THROW((void)Configuration{}.familyParameters<ToyParameters>(), std::logic_error);
}

TEST(ConfigurationFamily, ItsRulesHoldForItsChipsAlone) {
    EXPECT_TRUE(check(withToys()).empty());
    Configuration toy = withToys();
    toy.set("GPU.Family=toy");
    EXPECT_EQ(errorOf([&] { check(toy); }),
              "configuration: a toy chip needs toys [toys]: GPU.NumToys = 0 (default), TOY.Present = FALSE (default)");
    toy.set("GPU.NumToys=1");
    EXPECT_TRUE(check(toy).empty());
}

}  // namespace
}  // namespace cyclorama::machine
