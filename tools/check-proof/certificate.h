// SPDX-License-Identifier: Apache-2.0
/// \file
/// Certificate files; docs/proofs.md describes them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/check-proof/circuit.h"
#include "tools/check-proof/states.h"

namespace check_proof {

/// No run hits the goal; or, no run of fewer than `steps` steps.
struct Claim {
  std::string goal;
  /// The index among Circuit::bad.
  std::size_t bad = 0;
  /// 0 for an unreachable goal.
  std::uint32_t steps = 0;
};

/// A certificate. The views are into the text that it was read from.
struct Certificate {
  /// The SHA-256 of the model, as the suite has it, and of the whole text.
  std::string model, digest;
  std::vector<Claim> unreachable, distances;
  Circuit system;
  /// Over the latches of the system as inputs; its one output. If it is there,
  /// it proves the unreachable goals, else the states do.
  std::optional<Circuit> invariant;
  std::optional<StateSet> states;
  /// "initial", "step", "bad" for an invariant; and "distance". Without it the
  /// states prove the distances.
  std::map<std::string, std::string_view, std::less<>> proofs;
};

/// Reads a certificate, and rejects it if its digest is not that of its
/// content, or if it does not have what its claims need. `text` must outlive
/// the result. Throws Unreadable and Rejected.
[[nodiscard]] Certificate read_certificate(std::string_view text);

}  // namespace check_proof
