// SPDX-License-Identifier: MIT
// Regular expressions, in the grammar of ECMAScript. <regex> is included by one source alone: it takes a compiler four
// seconds in each group of sources that uses it.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace cyclorama {

/// Texts of the groups of a match, the whole match first. A group without a part in it is empty.
using ExpressionMatch = std::vector<std::string>;

class Expression {
  public:
    explicit Expression(const std::string& pattern);
    ~Expression();

    /// The first match in a text; empty where there is none.
    ExpressionMatch find(const std::string& text) const;
    /// All matches in a text that do not overlap, from its start on.
    std::vector<ExpressionMatch> findAll(const std::string& text) const;
    /// The match that is the whole text; empty where it does not match.
    ExpressionMatch match(const std::string& text) const;

  private:
    struct Compiled;
    std::unique_ptr<const Compiled> compiled_;
};

}  // namespace cyclorama
