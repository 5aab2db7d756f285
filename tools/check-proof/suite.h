// SPDX-License-Identifier: Apache-2.0
/// \file
/// JSON as RFC 8259 has it, for suites, by the library of Niels Lohmann.
/// Numbers are strings here, of the characters that they are written with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/check-proof/certificate.h"

namespace check_proof {

using Json = nlohmann::json;

/// The member of that name; null where there is none.
[[nodiscard]] const Json& member(const Json& json, const std::string& name);
/// The items of an array; none of anything else.
[[nodiscard]] const Json& items(const Json& json);
/// The characters of a number or string; none of anything else.
[[nodiscard]] const std::string& text(const Json& json);
/// The same of a member.
[[nodiscard]] inline const std::string& text(const Json& json,
                                             const std::string& name) {
  return text(member(json, name));
}

/// Reads a text of one value. Throws Unreadable for anything else, also for a
/// member that is there twice, and for more than 100 levels.
[[nodiscard]] Json read_json(std::string_view bytes);

/// By kind and name, then by bit: the index of the circuit's input or output.
using Places =
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>>;
[[nodiscard]] Places places_of(const std::vector<std::string>& names);

/// The machine representation of a value of a machine type: "bool", "int8" …
/// "uint64", "float32", "float64". Nothing if it is not one.
[[nodiscard]] std::optional<std::uint64_t> machine_bits(const std::string& type,
                                                        const Json& value);
/// Whether two representations are of the same value: NaNs are equal.
[[nodiscard]] bool same_value(const std::string& type,
                              std::uint64_t a,
                              std::uint64_t b);

/// The value of an input that a step of a test does not name: 0 or false, moved
/// into the range of the signal, which is one of the suite's signature.
[[nodiscard]] std::optional<std::uint64_t> default_bits(const Json& signal);

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
