// SPDX-License-Identifier: Apache-2.0
/// \file
/// What every address of a module may point to: inclusion-based points-to
/// analysis. Internal to program/.
///
/// Method: L. O. Andersen, "Program Analysis and Specialization for the C
/// Programming Language", PhD thesis, DIKU 1994, chapter 4: one set of objects
/// for each value and for what each object holds, closed under inclusions.
/// Flow-, context- and field-insensitive. Indirect calls are resolved while
/// the sets grow.
///
/// It follows addresses through values of every type, not only pointers: an
/// integer that an address was converted to, or that was read from memory with
/// an address in it, holds that address. An address made of an integer may be
/// any that was converted to one (as in C: provenance by exposed addresses).
/// What it has no rule for may store everything it is given wherever that
/// leads to. So a set that is too small needs a wrong rule, not a missing one.
#pragma once

#include <functional>
#include <memory>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class GlobalVariable;
class Module;
class Value;
}  // namespace llvm

namespace catenary::program {

class PointsToSolver;

class PointsTo {
 public:
  /// `is_entry` says which functions are called from outside the module; what
  /// they are given is no memory of the program. Cost: cubic in what holds
  /// addresses in the worst case, linear in the rest.
  PointsTo(llvm::Module& m,
           const std::function<bool(const llvm::Function&)>& is_entry);
  ~PointsTo();
  PointsTo(const PointsTo&) = delete;
  PointsTo& operator=(const PointsTo&) = delete;

  /// Variables that an access through `pointer` may touch, in the order of the
  /// module; local variables are left out.
  [[nodiscard]] std::vector<llvm::GlobalVariable*> variables(
      const llvm::Value* pointer) const;
  /// Functions that a call may run. Empty: none is known, the call goes
  /// nowhere that the program can name.
  [[nodiscard]] std::vector<llvm::Function*> callees(
      const llvm::CallBase& call) const;
  /// Whether the value may be, or be made of, an address.
  [[nodiscard]] bool may_be_address(const llvm::Value* v) const;
  /// The same for what is in the memory that `pointer` points to.
  [[nodiscard]] bool may_lead_to_address(const llvm::Value* pointer) const;

 private:
  std::unique_ptr<PointsToSolver> solver_;
};

}  // namespace catenary::program
