// SPDX-License-Identifier: Apache-2.0
/// \file
/// Calls in the code that read inputs. Internal to program/.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "program/build/workspace.h"

namespace llvm {
class CallInst;
class GlobalVariable;
class Type;
}  // namespace llvm

namespace catenary::program {

/// Replaces calls that read inputs by variables that are set before a step.
class InputCalls {
 public:
  /// Both outlive the object; faults of the program go to `errors`. `record`:
  /// see Recipe::record_calls.
  InputCalls(Workspace& w, std::vector<base::Diagnostic>& errors, bool record)
      : w_(w), errors_(errors), record_(record) {}

  /// Finds which functions initialisation and step call; before the others.
  void find_places();
  /// Whether a step can reach the function.
  [[nodiscard]] bool in_step(const llvm::Function& f) const {
    return in_step_.count(&f) != 0;
  }
  /// `__VERIFIER_nondet_int()` and its like.
  void replace(llvm::CallInst& c, llvm::Function& callee);
  /// CATENARY_INPUT(lvalue).
  void annotated(llvm::CallInst& c);

 private:
  llvm::Value* read_site(llvm::CallInst& c,
                         llvm::Type* type,
                         BuiltVariable variable);
  std::string input_name(const llvm::CallInst& c, const std::string& callee);
  llvm::GlobalVariable* counter(const std::string& name);

  Workspace& w_;
  std::vector<base::Diagnostic>& errors_;
  bool record_;
  std::set<std::string> input_names_;
  std::set<const llvm::Function*> in_init_, in_step_;
};

/// `int read(void) { return __VERIFIER_nondet_int(); }` called in several
/// places is several inputs: inlines such functions.
void inline_input_wrappers(Workspace& w,
                           const std::vector<llvm::Function*>& functions);

}  // namespace catenary::program
