// SPDX-License-Identifier: Apache-2.0
/// \file
/// The JSON of suites, by the library of Niels Lohmann. Numbers are read as
/// strings: a float must not lose its sign or its digits.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace check_proof {

using Json = nlohmann::json;

/// Reads a text of one value. Throws Unreadable for anything else, also for a
/// member that is there twice, and for more than 100 levels.
[[nodiscard]] Json read_json(std::string_view bytes);

/// The member of that name; null where there is none.
[[nodiscard]] const Json& member(const Json& json, const std::string& name);
/// The items of an array; none of anything else.
[[nodiscard]] const Json& items(const Json& json);
/// The characters of a number, string or truth value; none of anything else.
[[nodiscard]] const std::string& text(const Json& json);
/// The same of the member of that name.
[[nodiscard]] const std::string& text(const Json& json,
                                      const std::string& name);

}  // namespace check_proof
