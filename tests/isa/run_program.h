// SPDX-License-Identifier: MIT
#pragma once
// Runs a program given as text, for tests.

#include <gtest/gtest.h>

#include <memory>
#include <string_view>
#include <vector>

#include "isa/executor.h"
#include "support/shader_program.h"

namespace cyclorama::isa {

/// A group that runs one program: set its inputs, then run.
class TestRun {
  public:
    explicit TestRun(std::string_view text, int lanes = 4) : program_(programOf(text)) {
        group_->start(program_, lanes);
        for (int lane = 0; lane < kMaxLanes; ++lane) {
            for (unsigned i = 0; i < kInputRegisters; ++i) group_->setInput(lane, i, {});
        }
    }

    /// The same value in all lanes.
    TestRun& input(unsigned index, const Vec4& value) {
        for (int lane = 0; lane < group_->lanes(); ++lane) group_->setInput(lane, index, value);
        return *this;
    }
    TestRun& input(int lane, unsigned index, const Vec4& value) {
        group_->setInput(lane, index, value);
        return *this;
    }
    TestRun& constants(std::vector<Vec4> values) {
        constants_ = std::move(values);
        context.constants = constants_;
        return *this;
    }

    ExecutionResult run() { return execute(program_, *group_, context); }

    Vec4 output(int lane, unsigned index = 0) const { return group_->output(lane, index); }
    ThreadGroup& group() { return *group_; }
    const Program& program() const { return program_; }

    ExecutionContext context;

  private:
    Program program_;
    std::unique_ptr<ThreadGroup> group_ = std::make_unique<ThreadGroup>();
    std::vector<Vec4> constants_;
};

}  // namespace cyclorama::isa
