// SPDX-License-Identifier: Apache-2.0
/// \file
/// The monitor of an interface as C, so that whatever finds runs of a step
/// program finds those that its requirements forbid.
///
/// It says at every step what Monitor says: the state is that of the derived
/// variables and what later formulas read of the step before, a truth value
/// where they ask nothing else of it; and nothing any more once a step was
/// forbidden or a promise broken. After Havelund and Rosu, "Synthesizing
/// monitors for safety properties", TACAS 2002
/// (doi:10.1007/3-540-46002-0_24).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/contract/consistency/semantics.h"
#include "engine/contract/monitor/binding.h"
#include "model/contract/interface.h"
#include "suite/signature.h"

namespace catenary::engine::contract {

/// One thing that a step can violate.
struct MonitorGoal {
  enum class Kind : std::uint8_t {
    requirement,  ///< by the index of a requirement
    range         ///< of an output, by the index of a variable
  };
  Kind kind = Kind::requirement;
  std::uint32_t index = 0;
};

/// C, and C++, that defines
///
///     __cat_watch_reset()   before the first step of a run
///     __cat_watch_begin()   before each step, when its inputs are set
///     __cat_watch_end()     behind it
///
/// and calls `__cat_watch_hit(K)` in the step that violates goal K. It reads
/// signals by `long long __cat_watch_in_K(void)` and `__cat_outi_K(void)`,
/// where K is the index of an input or output.
struct MonitorCode {
  std::string text;
  std::vector<MonitorGoal> goals;
  std::vector<std::uint32_t> inputs;  ///< those that it reads, ascending
};

/// `binding`: as an Observer has it, of that signature, whose signals have
/// machine types. Throws base::InputError for what is not offered: variables
/// that are real, or hidden and not derived, and numbers too large for C.
[[nodiscard]] MonitorCode write_monitor(const Semantics& semantics,
                                        const Binding& binding,
                                        const suite::Signature& signature);

}  // namespace catenary::engine::contract
