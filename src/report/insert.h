// SPDX-License-Identifier: MIT
#pragma once
// Rows that are written into the report in the background.

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "report/background.h"
#include "report/database.h"

namespace cyclorama::report {

/// A database, and the thread that executes statements on it. Both outlive whoever writes there.
struct ReportFile {
    const Database& database;
    Background& background;
};

/// A value of a row that lives as long as it has to.
template <typename Value>
struct OwnedValue {
    using Type = std::conditional_t<std::is_convertible_v<Value, std::string_view>, std::string, Value>;
};
template <typename Value>
struct OwnedValue<std::optional<Value>> {
    using Type = std::optional<typename OwnedValue<Value>::Type>;
};

/// A statement without results that is executed again and again. The background prepares it, too.
class Insert {
  public:
    Insert(const ReportFile& file, std::string_view sql)
        : statement_(std::make_shared<Prepared>(file.database, sql)), background_(&file.background) {}

    /// Executes the statement with these parameters, later; no BLOBs.
    template <typename... Values>
    void run(const Values&... values) {
        background_->add([statement = statement_,
                          owned = std::tuple<typename OwnedValue<std::decay_t<Values>>::Type...>(values...)] {
            std::apply([&](const auto&... each) { statement->now().run(each...); }, owned);
        });
    }
    /// In a job of the background: at once.
    template <typename... Values>
    void runNow(const Values&... values) const {
        statement_->now().run(values...);
    }

  private:
    class Prepared {
      public:
        Prepared(const Database& database, std::string_view sql) : database_(&database), sql_(sql) {}
        Statement& now() {
            if (!statement_) statement_.emplace(*database_, sql_);
            return *statement_;
        }

      private:
        const Database* database_;
        std::string sql_;
        std::optional<Statement> statement_;
    };

    std::shared_ptr<Prepared> statement_;
    Background* background_;
};

}  // namespace cyclorama::report
