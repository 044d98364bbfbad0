// SPDX-License-Identifier: MIT
// The journal of tries: bound to what they depend on, whole after a program that was stopped, refused with the line
// where it is damaged.

#include "reduce/journal.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "results/temporary_folder.h"
#include "sim/error.h"

namespace cyclorama::reduce {
namespace {

const std::vector<JournalBinding> kBindings{{.name = "program", .value = "a"}, {.name = "workload", .value = "b"}};

class ReductionJournal : public testing::Test {
  protected:
    std::filesystem::path file() const { return folder_.path() / "journal"; }
    std::string content() const { return results::contentOf(file()); }
    void append(const std::string& text) const { std::ofstream(file(), std::ios::app) << text; }

    void expectRefusal(const std::string& place, const std::string& reason,
                       const std::vector<JournalBinding>& bindings = kBindings) const {
        try {
            const Journal journal(file(), bindings);
            ADD_FAILURE() << "is accepted: " << content();
        } catch (const sim::Error& error) {
            EXPECT_EQ(error.file(), file().string());
            EXPECT_EQ(error.place(), place);
            EXPECT_EQ(error.reason(), reason);
        }
    }

    const std::string first_ = std::string(32, '1');
    const std::string second_ = std::string(32, '2');

  private:
    results::TemporaryFolder folder_;
};

TEST_F(ReductionJournal, KnowsTriesOfTheRunBefore) {
    {
        Journal journal(file(), kBindings);
        EXPECT_EQ(journal.find(first_), std::nullopt);
        journal.add(first_, true);
        journal.add(second_, false);
        EXPECT_EQ(journal.find(first_), true);
    }
    const Journal again(file(), kBindings);
    EXPECT_EQ(again.tries(), 2u);
    EXPECT_EQ(again.find(first_), true);
    EXPECT_EQ(again.find(second_), false);
    EXPECT_EQ(again.find(std::string(32, '3')), std::nullopt);
}

TEST_F(ReductionJournal, TakesALineWithoutItsEndAway) {
    Journal(file(), kBindings).add(first_, true);
    const std::string whole = content();
    append(second_ + " ke");
    Journal journal(file(), kBindings);
    EXPECT_EQ(journal.tries(), 1u);
    EXPECT_EQ(content(), whole);
    journal.add(second_, false);
    EXPECT_EQ(content(), whole + second_ + " lost\n");
}

TEST_F(ReductionJournal, IsRefusedWhereItIsOfSomethingElse) {
    Journal(file(), kBindings).add(first_, true);
    expectRefusal("line 2", "the journal is of another program (a): remove it, or name another --out",
                  {{.name = "program", .value = "other"}, {.name = "workload", .value = "b"}});
    expectRefusal("line 3", "the journal is of another workload (b): remove it, or name another --out",
                  {{.name = "program", .value = "a"}, {.name = "workload", .value = "c"}});
}

TEST_F(ReductionJournal, IsRefusedWhereItIsDamaged) {
    Journal(file(), kBindings).add(first_, true);
    append(second_ + " kept\n");
    append("something else\n");
    expectRefusal("line 7", "is no try: a hash of 32 digits, and kept or lost");
    std::ofstream(file()) << "text\n";
    expectRefusal("line 1", "is no journal of `cyclorama reduce`");
    std::ofstream(file()) << "cyclorama reduce 1\nprogram a\nworkload b\n";
    expectRefusal("line 3", "the journal has no tries");
}

TEST_F(ReductionJournal, IsRemovedWhenAllIsDone) {
    Journal journal(file(), kBindings);
    EXPECT_TRUE(std::filesystem::exists(file()));
    journal.remove();
    EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(ReductionJournal, CannotBeWhereNothingCanBeWritten) {
    EXPECT_THROW(Journal("/proc/no such folder/journal", kBindings), sim::Error);
}

/// XXH3 of nothing, 128 bits (xxHash's own test vector for length 0 and seed 0).
TEST(ReductionHash, IsThatOfXxHash) { EXPECT_EQ(hashOf({}), "99aa06d3014798d86001c324468d497f"); }

}  // namespace
}  // namespace cyclorama::reduce
