// SPDX-License-Identifier: Apache-2.0
/// \file
/// Guards of a test-case tree under the values that are known.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exec/constraint_solver.h"
#include "exec/tree/tree_program.h"
#include "logic/term/evaluate/evaluate.h"
#include "logic/value/value.h"
#include "suite/signature.h"

namespace catenary::exec {

/// The truth of a guard.
enum class Truth : std::uint8_t { no, yes, unknown };

/// Whether a closed guard holds: by evaluation if that decides it, else by the
/// solver, which may be null. Fills `why` on unknown.
[[nodiscard]] Truth holds(logic::TermManager& terms,
                          logic::Term guard,
                          const logic::Assignment& values,
                          ConstraintSolver* solver,
                          std::string& why);

/// Assigns the delay and the values to the variables of the transition.
void bind_values(const ProgramTransition& transition,
                 const mpq_class& delay,
                 const std::vector<logic::Value>& values,
                 logic::Assignment& to);

/// bind_values() for the lifetime of the object; the destructor restores the
/// values that were known before.
class Trial {
 public:
  Trial(const ProgramTransition& transition,
        const mpq_class& delay,
        const std::vector<logic::Value>& values,
        logic::Assignment& to);
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;
  ~Trial();

 private:
  /// Where the values are bound.
  logic::Assignment& to_;
  /// The values that the variables had before; absent = none.
  std::vector<std::pair<logic::Term, std::optional<logic::Value>>> before_;
};

/// The values of a message in the sorts of the transition's variables; nothing
/// if they do not fit.
[[nodiscard]] std::optional<std::vector<logic::Value>> fitted(
    const ProgramTransition& transition,
    const std::vector<logic::Value>& values);

/// Values of variables in the sorts of the channel's parameters.
[[nodiscard]] std::vector<logic::Value> as_channel(
    const suite::Channel& channel, const std::vector<logic::Value>& values);

}  // namespace catenary::exec
