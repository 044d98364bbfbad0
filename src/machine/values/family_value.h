// SPDX-License-Identifier: MIT
#pragma once
// A family's own operations as values: put into the vocabulary, and found again there.

#include <string>
#include <variant>

#include "gpu/command.h"
#include "machine/values/executable_operation.h"

namespace cyclorama::machine {

/// One of the operations of a family. `Family` is a struct of their variant and of what holds for each:
///
///     struct Operations {
///         using Value = std::variant<...>;
///         static std::string describe(const Value& value);
///         static gpu::WorkKind kind(const Value& value);
///         static gpu::FamilyOperation::WaitsFor waitsFor(const Value& value);
///         static void apply(const Value& value, machine::OperationContext& context);
///     };
template <typename Family>
class OperationOf final : public ExecutableOperation {
  public:
    using Value = typename Family::Value;

    explicit OperationOf(const Value& value) : value_(value) {}
    const Value& value() const { return value_; }

    std::string describe() const override { return Family::describe(value_); }
    gpu::WorkKind kind() const override { return Family::kind(value_); }
    WaitsFor waitsFor() const override { return Family::waitsFor(value_); }
    void apply(OperationContext& context) const override { Family::apply(value_, context); }

  private:
    Value value_;
};

/// The alternative `T` of a family's operation of class `Own`, whose value() is a variant; null for every other
/// operation.
template <typename Own, typename T>
const T* getIf(const gpu::Operation& operation) {
    const auto* family = std::get_if<gpu::FamilyOperationPointer>(&operation);
    const auto* own = family == nullptr ? nullptr : dynamic_cast<const Own*>(family->get());
    return own == nullptr ? nullptr : std::get_if<T>(&own->value());
}

}  // namespace cyclorama::machine
