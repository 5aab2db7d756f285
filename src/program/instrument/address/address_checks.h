// SPDX-License-Identifier: Apache-2.0
/// \file
/// Comparisons and differences of addresses: which of them say the same
/// wherever linker and loader put the objects, and checks at run time for those
/// where it depends on the values. Internal to program/.
///
/// C defines the order and the difference of two addresses only within one
/// object or one behind its end, and lets the end of an object equal the
/// start of another one (C11, 6.5.6, 6.5.8, 6.5.9). On this machine all of them
/// have an answer, but another layout gives another one, so no run and no proof
/// may use it.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "program/analyse/calls.h"
#include "program/analyse/points_to.h"
#include "program/build/workspace.h"
#include "program/instrument/address/object_range.h"

namespace llvm {
class ICmpInst;
class IRBuilderBase;
class Instruction;
class SelectInst;
class Use;
class Value;
}  // namespace llvm

namespace catenary::program {

/// Collects operations on two addresses while the module is unchanged, then
/// adds the checks that they need.
class AddressChecks {
 public:
  /// The instruction that uses a result, and under which conditions it does:
  /// the optimiser makes `p && q` a select or an "and" of values that are both
  /// computed, and what is not used must not stop the run.
  struct Use {
    llvm::Instruction* at = nullptr;
    /// Each with the value at which the result is used.
    std::vector<std::pair<const llvm::Use*, bool>> conditions;
  };

  /// Reads the module. All must outlive the object.
  AddressChecks(Workspace& w, const PointsTo& points_to, Calls& calls)
      : w_(w), points_to_(points_to), calls_(calls) {}

  /// A comparison of pointers, or of integers of which at least one was made
  /// of an address.
  void compare(llvm::ICmpInst& i);
  /// A subtraction of two integers that were made of addresses.
  void difference(llvm::Instruction& i);
  /// Adds a stop before each operation, for the case that its operands do not
  /// lie in objects as the operation requires. Separates the objects that are
  /// told apart, see separation.h. This replaces their variables, so earlier
  /// results about the module are invalid.
  void apply();

 private:
  /// Where an operand may point to.
  struct Side {
    /// Objects and functions that can be compared with at run time.
    std::vector<ObjectRange> objects;
    std::vector<llvm::Value*> functions;
    /// It may point to objects that cannot be named here: local variables of
    /// callers, for example.
    bool has_others = false;
    /// It is a pointer, or the number of one. So it may be a marker, such as
    /// null: a number at which no object can lie.
    bool is_pointer = false;
    /// By its form it lies in its object: there is nothing to check.
    bool is_inside = false;
  };
  struct Check {
    llvm::Instruction* operation = nullptr;
    Use use;
    /// What the first and the second operand may point to.
    std::array<Side, 2> sides;
    /// Order or difference: both must be of one object.
    bool is_order = false;
  };

  [[nodiscard]] Side side(llvm::Value* v, const llvm::Instruction& at) const;
  [[nodiscard]] Use use_of(llvm::Instruction& i) const;
  [[nodiscard]] bool has_address(const llvm::Value& v, int depth) const;
  [[nodiscard]] bool are_of_one_object(llvm::Value* a, llvm::Value* b);
  void separate_objects();
  [[nodiscard]] static llvm::Value* is_ordered(llvm::IRBuilderBase& b,
                                               const Check& check);
  [[nodiscard]] static llvm::Value* is_known(llvm::IRBuilderBase& b,
                                             const Side& side,
                                             llvm::Value* pointer);
  [[nodiscard]] static llvm::Value* is_end_beside_begin(
      llvm::IRBuilderBase& b,
      const Check& check,
      std::size_t end,
      const std::array<llvm::Value*, 2>& pointers);
  [[nodiscard]] static llvm::Value* is_told_apart(llvm::IRBuilderBase& b,
                                                  const Check& check);

  Workspace& w_;
  const PointsTo& points_to_;
  Calls& calls_;
  std::vector<Check> checks_;
};

/// The pointer of which an integer is the number, or the low bits of it; null
/// for others.
[[nodiscard]] llvm::Value* pointer_behind(llvm::Value* number);

/// Stops the run at the instruction, as unsupported.
void stop_at_address_number(Workspace& w, llvm::Instruction& at);

/// Stops where a select takes its first value, or its second. The optimiser
/// makes selects of branches, so both are computed on every path, and a stop
/// there would end runs that never use them.
void stop_at_address_number(Workspace& w,
                            llvm::SelectInst& choice,
                            bool is_true);

}  // namespace catenary::program
