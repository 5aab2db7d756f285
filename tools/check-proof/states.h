// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sets of states, listed one by one, as proofs: every step from a state of the
/// set leads into it, and no step hits what the certificate says is not hit.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace check_proof {

struct Certificate;

/// The states that runs are in before their step 0, 1, 2 …, as far as these
/// latches tell. The views are into the text that it was read from.
struct StateSet {
  /// Latches that a state has, by index; those that keep their first value;
  /// perhaps one that is 1 only where no step follows. Others may have any
  /// value.
  std::vector<std::uint32_t> latches, constants;
  std::optional<std::uint32_t> stop;
  /// The steps from the states of the last depth lead into the set, too.
  bool closed = false;
  /// By depth. Bit i of byte b of a state is latch 8 * b + i of `latches`.
  std::vector<std::vector<std::string_view>> depths;
  /// The depth of each state.
  std::unordered_map<std::string_view, std::size_t> depth_of;
};

/// Reads the section. Throws Unreadable, and Rejected for a state that is there
/// twice.
[[nodiscard]] StateSet read_states(std::string_view section);

/// Rejects the set of a certificate
/// - if the initial state is not in it at depth 0;
/// - if a step leads from a state at depth d, but the last one of a set that is
///   not closed, to none that is in the set at a depth of at most d + 1;
/// - if a step from a state at depth d hits an unreachable goal, unless there
/// is
///   an invariant, or one at a distance above d, unless there is a proof of it.
/// Inputs are three-valued; one that matters is tried with both values. So a
/// state costs about an evaluation of the circuit, and one of the parts that
/// depend on inputs for each case. 64 states are evaluated at once.
void check_states(const Certificate& certificate);

}  // namespace check_proof
