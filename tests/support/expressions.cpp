// SPDX-License-Identifier: MIT
#include "support/expressions.h"

#include <regex>

namespace cyclorama {
namespace {

ExpressionMatch groupsOf(const std::smatch& match) {
    ExpressionMatch groups;
    for (const std::ssub_match& group : match) groups.push_back(group.str());
    return groups;
}

}  // namespace

struct Expression::Compiled {
    std::regex regex;
};

Expression::Expression(const std::string& pattern)
    : compiled_(std::make_unique<const Compiled>(Compiled{std::regex(pattern)})) {}
Expression::~Expression() = default;

ExpressionMatch Expression::find(const std::string& text) const {
    std::smatch match;
    std::regex_search(text, match, compiled_->regex);
    return groupsOf(match);
}

std::vector<ExpressionMatch> Expression::findAll(const std::string& text) const {
    std::vector<ExpressionMatch> matches;
    for (std::sregex_iterator each(text.begin(), text.end(), compiled_->regex); each != std::sregex_iterator(); ++each)
        matches.push_back(groupsOf(*each));
    return matches;
}

ExpressionMatch Expression::match(const std::string& text) const {
    std::smatch match;
    std::regex_match(text, match, compiled_->regex);
    return groupsOf(match);
}

}  // namespace cyclorama
