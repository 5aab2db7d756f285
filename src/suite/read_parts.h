// SPDX-License-Identifier: Apache-2.0
/// \file
/// Readers of the parts of a suite that stand on their own; shared by the
/// readers of suites and of results.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/field_reader.h"
#include "suite/suite.h"

namespace catenary::suite {

[[nodiscard]] ModelReference read_model(const std::string& file,
                                        const Json& json);
[[nodiscard]] std::vector<Signal> read_signals(const std::string& file,
                                               const Json& json);
[[nodiscard]] std::vector<Channel> read_channels(const std::string& file,
                                                 const Json& json);
[[nodiscard]] Signature read_signature(const std::string& file,
                                       const Json& json);
/// The fields of a tree, which stand beside the other fields of its test.
[[nodiscard]] Tree read_tree(FieldReader& test, const Signature& signature);

[[nodiscard]] std::optional<base::Severity> parse_severity(std::string_view s);

/// The enumerator that `parse` finds for the text of `key`.
template <class Enum>
Enum read_enum(FieldReader& in,
               std::string_view key,
               std::optional<Enum> (*parse)(std::string_view)) {
  const Json& json = in.require(key);
  const std::optional<Enum> e = parse(read_string(in.file(), json));
  if (!e) {
    fail_at(
        in.file(), json, "\"" + json.text() + "\" is no " + std::string(key));
  }
  return *e;
}

}  // namespace catenary::suite
