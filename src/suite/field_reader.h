// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reading of JSON objects field by field, with diagnostics at the place of the
/// error: missing, mistyped and unknown keys are errors.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "suite/json.h"

namespace catenary::suite {

/// Throws InputError at the place of `json`.
[[noreturn]] void fail_at(const std::string& file,
                          const Json& json,
                          const std::string& message);

/// The number, if it is an integer within 0..most; throws InputError otherwise.
[[nodiscard]] std::uint64_t read_unsigned(const std::string& file,
                                          const Json& number,
                                          std::uint64_t most);
/// The text of a JSON string; throws InputError for anything else.
[[nodiscard]] std::string read_string(const std::string& file,
                                      const Json& json);
/// The texts of an array of strings.
[[nodiscard]] std::vector<std::string> read_strings(const std::string& file,
                                                    const Json& json);
/// The elements of an array; throws InputError for anything else.
[[nodiscard]] const std::vector<Json>& read_array(const std::string& file,
                                                  const Json& json);
/// A rational that is not negative, in the form of to_json(mpq_class).
[[nodiscard]] mpq_class read_duration(const std::string& file,
                                      const Json& json);

/// Reads one object. Call done() at the end: it rejects the keys that were not
/// asked for.
class FieldReader {
 public:
  /// `what` names the object in messages. Throws InputError if `json` is not an
  /// object. `file` and `json` must outlive the reader.
  FieldReader(const std::string& file, const Json& json, std::string what);

  /// The value of a key that must be present.
  [[nodiscard]] const Json& require(std::string_view key);
  /// The value of a key, or nullptr.
  [[nodiscard]] const Json* optional(std::string_view key);
  /// A string that must be present.
  [[nodiscard]] std::string text(std::string_view key);
  /// A string, or `otherwise` if the key is absent.
  [[nodiscard]] std::string text_or(std::string_view key,
                                    std::string_view otherwise);
  /// An array of strings, empty if the key is absent.
  [[nodiscard]] std::vector<std::string> texts_or_none(std::string_view key);
  /// A Boolean; false if the key is absent.
  [[nodiscard]] bool flag(std::string_view key);

  /// Throws InputError for the first key that no function asked for.
  void done() const;
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const Json& json() const { return json_; }

 private:
  const std::string& file_;
  const Json& json_;
  std::string what_;
  /// The keys that were asked for.
  std::set<std::string, std::less<>> known_;
};

/// Checks the schema of a document. Throws InputError if it is not `wanted`;
/// the message states whether only the version differs.
void check_schema(FieldReader& document, std::string_view wanted);

/// A source location, as to_json() of one writes it.
[[nodiscard]] base::SourceLocation read_location(const std::string& file,
                                                 const Json& json);

}  // namespace catenary::suite
