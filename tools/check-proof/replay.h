// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tests of a suite, executed by the circuit of a certificate. Tests were
/// executed by the real program; so this ties the circuit to the program.
#pragma once

#include <cstdint>
#include <string_view>

#include "tools/check-proof/certificate.h"

namespace check_proof {

/// What was compared.
struct Replayed {
  std::uint64_t tests = 0, steps = 0;
  /// Hits of goals that a test claims, and values of outputs.
  std::uint64_t hits = 0, values = 0;
  /// Left out: adaptive tests; goals that are none of the circuit, such as
  /// pairs of test vectors; expectations that are no single values.
  std::uint64_t skipped_tests = 0, skipped_goals = 0, skipped_values = 0;
};

/// Rejects a suite
/// - of another model;
/// - whose goals of trust "certified" are not among the claims;
/// - that has the digest of another certificate, or other distances;
/// - that calls a goal covered which the certificate calls unreachable, or that
///   covers one in fewer steps than it allows;
/// - of which a test takes a step that the circuit does not have, does not hit
///   a goal where it says so, hits an unreachable one, or has another output.
/// Throws Unreadable for what is no suite.
[[nodiscard]] Replayed replay_suite(const Certificate& certificate,
                                    std::string_view suite);

}  // namespace check_proof
