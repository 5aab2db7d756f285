// SPDX-License-Identifier: Apache-2.0
/// \file
/// Readers of self-contained parts of a suite, shared by the readers of suites
/// and of results. Each throws InputError at the place of the error.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/field_reader.h"
#include "suite/suite.h"

namespace catenary::suite {

/// Which model a document is about.
[[nodiscard]] ModelReference read_model(const std::string& file,
                                        const Json& json);
/// Signals, where a text stands for its characters; names must differ.
[[nodiscard]] std::vector<Signal> read_signals(const std::string& file,
                                               const Json& json);
/// Channels; names must differ.
[[nodiscard]] std::vector<Channel> read_channels(const std::string& file,
                                                 const Json& json);
/// All signals and channels.
[[nodiscard]] Signature read_signature(const std::string& file,
                                       const Json& json);
/// Reads the fields of a tree, which are members of its test.
[[nodiscard]] Tree read_tree(FieldReader& test, const Signature& signature);

/// Reads the member `key`, an enumerator up to `last`; throws InputError if it
/// is none.
template <class Enum>
Enum read_enum(FieldReader& in, std::string_view key, Enum last) {
  const Json& json = in.require(key);
  const std::optional<Enum> e = parse_enum(read_string(in.file(), json), last);
  if (!e) {
    fail_at(in.file(),
            json,
            "\"" + json.text() + "\" is not a valid " + std::string(key));
  }
  return *e;
}

}  // namespace catenary::suite
