// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/literal_list.h"

namespace cyclorama::sim {

/// Effect of a parameter in the simulator.
enum class ParameterStatus {
    Modelled,    ///< it changes what is simulated or written
    Reported,    ///< the simulated chip reports it to its driver, which may act on it; nothing else depends on it
    OfDriver,    ///< the simulator's own driver acts on it; recorded work holds what a driver wrote, as the reason says
    Unused,      ///< accepted so that existing files can be read; no value of it changes anything, for the reason given
    NotModelled  ///< what it asks for is not simulated, for the reason given: timed runs refuse all but its default
};

/// Relation of a parameter to the published reference of configuration files.
enum class ParameterSource {
    Reference,   ///< the reference has a heading for it
    Additional,  ///< the reference lacks it, files of other programs hold it
    Own          ///< Cyclorama's: neither the reference nor other files hold it
};

/// One value of an enumerated parameter, and how a configuration file writes it.
template <typename E>
struct Choice {
    E value;
    std::string_view text;     ///< digits alone are written bare, anything else in quotes
    std::string_view meaning;  ///< a few words
};

/// Everything that is to be known of one parameter, said once, where the parameter is a member. The texts are literals:
/// they are kept as views.
template <typename T>
struct ParameterDeclaration {
    /// Types of ranges; unused where T is no number or no enumeration.
    using Number = std::conditional_t<std::is_arithmetic_v<T>, T, std::uint32_t>;
    using Enumerator = std::conditional_t<std::is_enum_v<T>, T, std::uint32_t>;

    std::string_view name;  ///< as configuration files spell it
    std::string_view unit = {};
    T defaultValue{};
    std::optional<Number> minimum = {};            ///< numbers only; the type's own limit where absent
    std::optional<Number> maximum = {};            ///< numbers only
    LiteralList<Number> allowed = {};              ///< numbers only: where given, the only values that are accepted
    LiteralList<Choice<Enumerator>> choices = {};  ///< enumerations only: all values
    std::string_view sentence = {};                ///< what it means, in one sentence
    LiteralList<std::string_view> aliases = {};    ///< other names under which files hold it
    ParameterStatus status = ParameterStatus::Modelled;
    std::string_view statusReason = {};  ///< why it is not modelled, where it is not
    ParameterSource source = ParameterSource::Reference;
    bool hexadecimal = false;  ///< integers only: written as 0x and digits
};

/// A declaration without its type: what lists, files and documentation show.
struct ParameterInfo {
    std::string_view name;
    std::string_view unit;
    std::string_view sentence;
    LiteralList<std::string_view> aliases;
    ParameterStatus status = ParameterStatus::Modelled;
    std::string_view statusReason;
    ParameterSource source = ParameterSource::Reference;
    std::string typeName;     ///< boolean, integer, number, string or choice
    std::string defaultText;  ///< as a file would hold it
    std::string range;        ///< for people: `1..16`, `2, 4 or 8`
    std::string choices;      ///< for people: `0: color, 1: overdraw`; empty unless it is an enumeration
};

/// Reads and writes the values of one declared parameter. The value itself is a plain member elsewhere.
class ParameterCodec {
  public:
    explicit ParameterCodec(ParameterInfo info) : info_(std::move(info)) {}
    ParameterCodec(const ParameterCodec&) = delete;
    ParameterCodec& operator=(const ParameterCodec&) = delete;
    virtual ~ParameterCodec() = default;

    const ParameterInfo& info() const { return info_; }
    /// The value as a configuration file holds it (strings in quotes).
    virtual std::string format(const void* value) const = 0;
    /// Sets the value from text without quotes; on failure says why and leaves the value as it was.
    virtual std::optional<std::string> assign(void* value, std::string_view text) const = 0;

  private:
    ParameterInfo info_;
};

/// The parameters of one part of the machine: a struct derived from this whose members are Parameter<T>. Copying one
/// copies the values; the declarations are shared between copies.
class ParameterSection {
  public:
    /// The section of the file that holds them, without brackets. Several structs may share one.
    std::string_view sectionName() const { return sectionName_; }
    /// Which part of the machine they configure, for documentation.
    std::string_view title() const { return title_; }

    std::size_t size() const { return entries_->size(); }
    const ParameterInfo& info(std::size_t index) const { return (*entries_)[index].codec->info(); }
    std::string format(std::size_t index) const;
    std::optional<std::string> assign(std::size_t index, std::string_view text);

    /// Registers a member (Parameter<T>'s constructor calls it).
    void add(std::unique_ptr<ParameterCodec> codec, const void* value);

  protected:
    ParameterSection(std::string_view sectionName, std::string_view title)
        : sectionName_(sectionName), title_(title), entries_(std::make_shared<std::vector<Entry>>()) {}
    ParameterSection(const ParameterSection&) = default;
    ParameterSection& operator=(const ParameterSection&) = default;
    ~ParameterSection() = default;

  private:
    /// Place of a value, in bytes from the section's own address: the same in every copy.
    struct Entry {
        std::unique_ptr<ParameterCodec> codec;
        std::ptrdiff_t offset;
    };

    std::string_view sectionName_;
    std::string_view title_;
    std::shared_ptr<std::vector<Entry>> entries_;
};

std::unique_ptr<ParameterCodec> makeParameterCodec(const ParameterDeclaration<bool>& declaration);
std::unique_ptr<ParameterCodec> makeParameterCodec(const ParameterDeclaration<std::uint32_t>& declaration);
std::unique_ptr<ParameterCodec> makeParameterCodec(const ParameterDeclaration<std::uint64_t>& declaration);
std::unique_ptr<ParameterCodec> makeParameterCodec(const ParameterDeclaration<float>& declaration);
std::unique_ptr<ParameterCodec> makeParameterCodec(const ParameterDeclaration<std::string>& declaration);
/// For enumerations, whose underlying type is std::uint32_t.
std::unique_ptr<ParameterCodec> makeChoiceCodec(ParameterInfo info, std::uint32_t defaultValue,
                                                std::vector<Choice<std::uint32_t>> choices);

/// One parameter: a member of a ParameterSection, as large and as cheap to read as a plain T.
template <typename T>
class Parameter {
  public:
    Parameter(ParameterSection& section, const ParameterDeclaration<T>& declaration)
        : value_(declaration.defaultValue) {
        if constexpr (std::is_enum_v<T>) {
            section.add(choiceCodec(declaration), &value_);
        } else {
            section.add(makeParameterCodec(declaration), &value_);
        }
    }

    const T& get() const { return value_; }
    operator const T&() const { return value_; }  // NOLINT(google-explicit-constructor): reads as the plain value
    /// Sets it from code, without the range check that text goes through.
    Parameter& operator=(T value) {
        value_ = std::move(value);
        return *this;
    }

  private:
    static std::unique_ptr<ParameterCodec> choiceCodec(const ParameterDeclaration<T>& declaration) {
        static_assert(std::is_same_v<std::underlying_type_t<T>, std::uint32_t>);
        std::vector<Choice<std::uint32_t>> choices;
        for (const Choice<T>& choice : declaration.choices)
            choices.push_back({static_cast<std::uint32_t>(choice.value), choice.text, choice.meaning});
        ParameterInfo info{.name = declaration.name,
                           .unit = declaration.unit,
                           .sentence = declaration.sentence,
                           .aliases = declaration.aliases,
                           .status = declaration.status,
                           .statusReason = declaration.statusReason,
                           .source = declaration.source,
                           .typeName = "choice",
                           .defaultText = {},
                           .range = {},
                           .choices = {}};
        return makeChoiceCodec(std::move(info), static_cast<std::uint32_t>(declaration.defaultValue),
                               std::move(choices));
    }

    T value_;
};

/// The candidate nearest to `name` by edit distance, ignoring case; empty if none is near enough to be meant
/// (more than a third of the letters differ).
std::string_view nearestName(std::string_view name, const std::vector<std::string_view>& candidates);

}  // namespace cyclorama::sim
