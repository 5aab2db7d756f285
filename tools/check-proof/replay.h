// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tests of a suite, executed by the circuit of a certificate. Tests were
/// executed by the real program; so this ties the circuit to the program.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "tools/check-proof/certificate.h"

namespace check_proof {

/// How much was compared: "tests", "steps", "hits" of goals that a test claims,
/// "values" of outputs. Left out: "skipped_tests", which are adaptive;
/// "skipped_goals", which are none of the circuit, such as pairs of test
/// vectors; "skipped_values", which are no single values.
using Replayed = std::map<std::string, std::uint64_t>;

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
