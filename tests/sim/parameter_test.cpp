// SPDX-License-Identifier: MIT
#include "sim/parameter.h"

#include <gtest/gtest.h>

#include <limits>

#include "sim/error.h"

namespace cyclorama::sim {
namespace {

enum class Color : std::uint32_t { Red = 7, Green = 9 };

struct ExampleParameters : ParameterSection {
    ExampleParameters() : ParameterSection("EXAMPLE", "Example") {}

    Parameter<bool> flag{*this, {.name = "Flag", .defaultValue = true, .sentence = "A switch."}};
    Parameter<std::uint32_t> width{*this,
                                   {.name = "Width",
                                    .unit = "bytes",
                                    .defaultValue = 8,
                                    .minimum = 4,
                                    .maximum = 64,
                                    .sentence = "A width.",
                                    .aliases = {"Breadth"}}};
    Parameter<std::uint32_t> samples{
        *this, {.name = "Samples", .defaultValue = 2, .allowed = {2, 4, 8}, .sentence = "A listed value."}};
    Parameter<std::uint64_t> cycles{*this, {.name = "Cycles", .sentence = "A large value."}};
    Parameter<float> ratio{*this, {.name = "Ratio", .defaultValue = 1.5F, .sentence = "A fraction."}};
    Parameter<std::string> file{*this, {.name = "File", .defaultValue = "a.txt", .sentence = "A text."}};
    Parameter<Color> color{*this,
                           {.name = "Color",
                            .defaultValue = Color::Green,
                            .choices = {{Color::Red, "red", "warm"}, {Color::Green, "1", "fresh"}},
                            .sentence = "A choice."}};
};

enum Index : std::size_t { kFlag, kWidth, kSamples, kCycles, kRatio, kFile, kColor };

static_assert(sizeof(Parameter<std::uint32_t>) == sizeof(std::uint32_t), "a parameter is as large as its value");

TEST(Parameter, StartsWithItsDefaultAndReadsAsPlainValue) {
    const ExampleParameters parameters;
    const std::uint32_t twice = parameters.width * 2;
    EXPECT_EQ(twice, 16U);
    EXPECT_TRUE(parameters.flag);
    EXPECT_EQ(parameters.color.get(), Color::Green);
    EXPECT_EQ(parameters.ParameterSection::size(), 7U);
    EXPECT_EQ(parameters.info(kWidth).name, "Width");
    EXPECT_EQ(parameters.info(kWidth).range, "4..64");
    EXPECT_EQ(parameters.info(kSamples).range, "2, 4 or 8");
    EXPECT_EQ(parameters.info(kColor).defaultText, "1");
    EXPECT_EQ(parameters.info(kColor).choices, "red: warm; 1: fresh");
}

TEST(Parameter, TakesEveryValueThatItWrites) {
    ExampleParameters parameters;
    ASSERT_FALSE(parameters.assign(kFlag, "False"));
    ASSERT_FALSE(parameters.assign(kWidth, "64"));
    ASSERT_FALSE(parameters.assign(kCycles, "18446744073709551615"));
    ASSERT_FALSE(parameters.assign(kRatio, "0.1"));
    ASSERT_FALSE(parameters.assign(kFile, "with # and spaces"));
    ASSERT_FALSE(parameters.assign(kColor, "red"));
    EXPECT_EQ(parameters.format(kFlag), "FALSE");
    EXPECT_EQ(parameters.format(kWidth), "64");
    EXPECT_EQ(parameters.cycles.get(), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(parameters.format(kCycles), "18446744073709551615");
    EXPECT_EQ(parameters.ratio.get(), 0.1F);
    EXPECT_EQ(parameters.format(kRatio), "0.1");
    EXPECT_EQ(parameters.format(kFile), "\"with # and spaces\"");
    EXPECT_EQ(parameters.format(kColor), "\"red\"");
    EXPECT_EQ(parameters.color.get(), Color::Red);
}

TEST(Parameter, RefusesWrongTypesAndRangesAndKeepsItsValue) {
    ExampleParameters parameters;
    const struct {
        std::size_t index;
        const char* text;
        const char* reason;
    } cases[] = {
        {kFlag, "maybe", "'maybe' is not a boolean (TRUE or FALSE)"},
        {kFlag, "", "'' is not a boolean (TRUE or FALSE)"},
        {kWidth, "eight", "'eight' is not an integer"},
        {kWidth, "8.5", "'8.5' is not an integer"},
        {kWidth, "0x1g", "'0x1g' is not an integer"},
        {kWidth, "", "'' is not an integer"},
        {kWidth, "8 ", "'8 ' is not an integer"},
        {kWidth, "3", "'3' is out of range (4..64)"},
        {kWidth, "65", "'65' is out of range (4..64)"},
        {kWidth, "-8", "'-8' is out of range (4..64)"},
        {kWidth, "99999999999", "'99999999999' is out of range (4..64)"},
        {kSamples, "3", "'3' is out of range (2, 4 or 8)"},
        {kCycles, "18446744073709551616", "'18446744073709551616' is out of range (0..18446744073709551615)"},
        {kRatio, "nan", "'nan' is not a number"},
        {kRatio, "inf", "'inf' is not a number"},
        {kRatio, "large", "'large' is not a number"},
        {kFile, "a\"b", "a string can hold neither quotes nor control characters"},
        {kColor, "blue", "'blue' is none of red or 1"},
    };
    for (const auto& [index, text, reason] : cases) {
        const std::string before = parameters.format(index);
        const auto problem = parameters.assign(index, text);
        ASSERT_TRUE(problem) << text;
        EXPECT_EQ(*problem, reason);
        EXPECT_EQ(parameters.format(index), before);
    }
    EXPECT_TRUE(parameters.assign(kFile, std::string(1025, 'x')));
}

TEST(Parameter, LongTextIsCutInMessages) {
    ExampleParameters parameters;
    const auto problem = parameters.assign(kWidth, std::string(5000, 'x'));
    ASSERT_TRUE(problem);
    EXPECT_LT(problem->size(), 120U);
}

TEST(ParameterSection, CopiesHaveValuesOfTheirOwn) {
    ExampleParameters original;
    original.width = 16;
    ExampleParameters copy = original;
    ASSERT_FALSE(copy.assign(kWidth, "32"));
    ASSERT_FALSE(copy.assign(kFile, "copy"));
    EXPECT_EQ(original.width, 16U);
    EXPECT_EQ(original.format(kFile), "\"a.txt\"");
    EXPECT_EQ(copy.width, 32U);
    original = copy;
    EXPECT_EQ(original.format(kFile), "\"copy\"");
    ASSERT_FALSE(original.assign(kWidth, "4"));
    EXPECT_EQ(copy.width, 32U);
}

TEST(NearestName, IgnoresCaseAndFindsMisspellings) {
    const std::vector<std::string_view> names = {"GenWidth", "GenHeight", "ScanWidth"};
    EXPECT_EQ(nearestName("genwidth", names), "GenWidth");
    EXPECT_EQ(nearestName("GenHieght", names), "GenHeight");
    EXPECT_EQ(nearestName("ScanWidht", names), "ScanWidth");
    EXPECT_EQ(nearestName("Unrelated", names), "");
    EXPECT_EQ(nearestName("", names), "");
    EXPECT_EQ(nearestName(std::string(100000, 'x'), names), "");
    EXPECT_EQ(nearestName("x", {}), "");
}

TEST(Error, JoinsFilePlaceAndReason) {
    const Error whole("base.ini", "57", "unknown key");
    EXPECT_STREQ(whole.what(), "base.ini:57: unknown key");
    EXPECT_EQ(whole.file(), "base.ini");
    EXPECT_EQ(whole.place(), "57");
    EXPECT_EQ(whole.reason(), "unknown key");
    EXPECT_STREQ(Error("base.ini", "", "is empty").what(), "base.ini: is empty");
    EXPECT_STREQ(Error("", "", "is empty").what(), "is empty");
}

}  // namespace
}  // namespace cyclorama::sim
