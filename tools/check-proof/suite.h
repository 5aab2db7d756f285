// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values of signals as bits of the circuit: its inputs and outputs have names
/// "KIND BIT NAME", where KIND is "initial", "input" or "output" and bit 0 is
/// the lowest. And the tests of a suite, executed by the circuit: they were
/// executed by the real program, so this ties the circuit to the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/check-proof/certificate.h"

namespace check_proof {

/// By kind and name, then by bit: the index of the circuit's input or output.
using Places =
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>>;
[[nodiscard]] Places places_of(const std::vector<std::string>& names);

/// The machine representation of a value of a machine type: "bool", "int8" …
/// "uint64", "float32", "float64". Nothing if it is not one.
[[nodiscard]] std::optional<std::uint64_t> machine_bits(
    const std::string& type, const std::string& value);
/// Whether two representations are of the same value: NaNs are equal.
[[nodiscard]] bool same_value(const std::string& type,
                              std::uint64_t a,
                              std::uint64_t b);

/// How much was compared: "tests", "steps", "hits" of goals that a test claims,
/// "values" of outputs. Left out: "skipped_tests", which are adaptive;
/// "skipped_goals", which are none of the circuit, such as pairs of test
/// vectors; "skipped_values", which are no single values. "cheapest" is 1 if
/// the chains cost just what the certificate says that any suite does.
using Replayed = std::map<std::string, std::uint64_t>;

/// Rejects a suite
/// - of another model;
/// - whose goals of trust "certified" are not among the claims;
/// - that has the digest of another certificate, or other distances;
/// - that calls a goal covered which the certificate calls unreachable, or that
///   covers one in fewer steps than it allows;
/// - of which a test takes a step that the circuit does not have, does not hit
///   a goal where it says so, hits an unreachable one, or has another output;
/// - of which a chain ends where no test may end;
/// - that calls itself minimal, or names a least cost, without such a claim.
/// Throws Unreadable for what is no suite.
[[nodiscard]] Replayed replay_suite(const Certificate& certificate,
                                    std::string_view suite);

}  // namespace check_proof
