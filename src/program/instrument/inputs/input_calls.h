// SPDX-License-Identifier: Apache-2.0
/// \file
/// Calls in the code that read inputs (`__VERIFIER_nondet_int()`,
/// CATENARY_INPUT), as variables that are set before a step. Internal to
/// program/.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "program/build/workspace.h"
#include "program/instrument/inputs/repeated_calls.h"

namespace llvm {
class CallInst;
class GlobalVariable;
class Type;
}  // namespace llvm

namespace catenary::program {

/// Replaces calls that read inputs by variables that are set before a step.
/// Each call in the code is one input. Where a step may make it several times,
/// there is one for each of its first reads; more are not supported.
class InputCalls {
 public:
  /// Both must outlive the object; faults of the program are added to `errors`.
  /// `record`: count calls, see Recipe::record_calls.
  InputCalls(Workspace& w, std::vector<base::Diagnostic>& errors, bool record)
      : w_(w), errors_(errors), record_(record), often_(w) {}

  /// Finds which functions initialisation and step call. Must be called before
  /// replace() and annotated().
  void find_places();
  /// Whether a step can reach the function. Requires find_places().
  [[nodiscard]] bool in_step(const llvm::Function& f) const {
    return in_step_.count(&f) != 0;
  }
  /// Replaces a call of `__VERIFIER_nondet_int()` and its like by a read of a
  /// new input; erases the call. An error where it does not return a number.
  void replace(llvm::CallInst& c, llvm::Function& callee);
  /// Replaces CATENARY_INPUT(lvalue) by an assignment of a new input.
  void annotated(llvm::CallInst& c);

 private:
  llvm::GlobalVariable* variable(llvm::Type* type, const std::string& name);
  std::vector<InputSite> sites_of(llvm::CallInst& c,
                                  llvm::Type* type,
                                  const BuiltVariable& variable);
  llvm::Value* read_site(llvm::CallInst& c,
                         llvm::Type* type,
                         const BuiltVariable& variable);
  std::string input_name(const llvm::CallInst& c, const std::string& callee);
  std::string unique_name(const std::string& name, const std::string& ending);
  llvm::GlobalVariable* counter(const std::string& name);

  Workspace& w_;
  std::vector<base::Diagnostic>& errors_;
  bool record_;
  RepeatedCalls often_;
  std::set<std::string> input_names_;
  std::set<const llvm::Function*> in_init_, in_step_;
};

/// Inlines functions that read an input: `int read(void) { return
/// __VERIFIER_nondet_int(); }` called twice is two inputs. Those that call such
/// functions are inlined as well, where a step may call them twice. Functions
/// whose address is taken, and recursive ones, stay. `roots`: what calls them.
void inline_input_wrappers(Workspace& w,
                           const std::vector<llvm::Function*>& roots);

}  // namespace catenary::program
