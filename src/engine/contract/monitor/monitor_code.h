// SPDX-License-Identifier: Apache-2.0
/// \file
/// The monitor of an interface as C code, linked to a step program, so that
/// every search for runs of the program finds those that violate its
/// requirements.
///
/// It gives the verdicts of Monitor. Its state consists of the derived
/// variables and of what later formulas read of the step before; where they
/// read only truth values of conditions, those are stored in place of the
/// variables. After a violation, or a broken promise, it is silent until the
/// reset. Method: monitors from past-time temporal formulas (Havelund, Rosu,
/// "Synthesizing monitors for safety properties", TACAS 2002,
/// doi:10.1007/3-540-46002-0_24).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/contract/consistency/semantics.h"
#include "engine/contract/monitor/binding.h"
#include "model/contract/interface.h"
#include "suite/signature.h"

namespace catenary::engine::contract {

/// Something that a step can violate, as a goal of a search.
struct MonitorGoal {
  enum class Kind : std::uint8_t {
    /// Some contract of a requirement.
    requirement,
    /// The range of an output.
    range
  };
  Kind kind = Kind::requirement;
  /// The index of the requirement, or of the variable for `range`.
  std::uint32_t index = 0;
};

/// C, and C++, that defines
///
///     __cat_watch_reset()   before the first step of a run
///     __cat_watch_begin()   before each step, when its inputs are set
///     __cat_watch_end()     after each step
///
/// and calls `__cat_watch_hit(K)` in the step that violates goal K, possibly
/// several. It reads signals by `long long __cat_watch_in_K(void)` and `long
/// long __cat_outi_K(void)`, where K is the index of an input or output.
struct MonitorCode {
  /// The code; names begin with `__cat_watch_`.
  std::string text;
  /// By K: requirements in their order, then ranges that can be left.
  std::vector<MonitorGoal> goals;
  /// Indices of the inputs that it reads, ascending.
  std::vector<std::uint32_t> inputs;
};

/// Requires: `binding` is one that an Observer made for this signature, whose
/// signals have machine types. Throws base::InputError for what is not offered:
/// variables that are real, or hidden and not derived, and numbers beyond 126
/// bits.
[[nodiscard]] MonitorCode write_monitor(const Semantics& semantics,
                                        const Binding& binding,
                                        const suite::Signature& signature);

/// The same for an assumption about the environment: a step in which a promise
/// does not hold, or an input is not in its range, is discarded
/// (`__catenary_assume`) before it begins. `__cat_watch_check()` is called in
/// place of `__cat_watch_begin()`. There are no goals. Requires: the
/// interface has no contracts and no hidden variables.
[[nodiscard]] MonitorCode write_assumption(const Semantics& semantics,
                                           const Binding& binding,
                                           const suite::Signature& signature);

}  // namespace catenary::engine::contract
