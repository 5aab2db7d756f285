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
/// An operation for which there is no rule is assumed to store all of its
/// operands into all memory that they lead to. So a set can be too small only
/// because of a wrong rule, never because of a missing one.
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

/// The result of the analysis for one module. It refers to the module, which
/// must outlive it and keep its functions and instructions; values that are
/// added later have empty sets.
class PointsTo {
 public:
  /// Analyses the module. `is_entry` says which functions are called from
  /// outside the module with arguments that are not memory of the program;
  /// other functions that are visible outside may be given any address. Cost:
  /// cubic in the number of values with addresses in the worst case, linear in
  /// the rest.
  PointsTo(llvm::Module& m,
           const std::function<bool(const llvm::Function&)>& is_entry);
  ~PointsTo();
  PointsTo(const PointsTo&) = delete;
  PointsTo& operator=(const PointsTo&) = delete;

  /// Global variables that an access through `pointer` may touch, in the order
  /// of the module. Local variables are left out.
  [[nodiscard]] std::vector<llvm::GlobalVariable*> variables(
      const llvm::Value* pointer) const;
  /// All objects that it may point to, in the order of the module: global
  /// variables, functions, local variables (alloca), copies of arguments
  /// (byval). Null stands for the arguments of "...".
  [[nodiscard]] std::vector<const llvm::Value*> objects(
      const llvm::Value* pointer) const;
  /// Functions that a call may run, in the order of the module. Empty: none is
  /// known, the call goes nowhere that the program can name; treat it as
  /// unknown.
  [[nodiscard]] std::vector<llvm::Function*> callees(
      const llvm::CallBase& call) const;
  /// Whether the value may be an address, or have been computed from one.
  [[nodiscard]] bool may_be_address(const llvm::Value* v) const;
  /// The same for the contents of the memory that `pointer` points to.
  [[nodiscard]] bool may_lead_to_address(const llvm::Value* pointer) const;

 private:
  std::unique_ptr<PointsToSolver> solver_;
};

}  // namespace catenary::program
