// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reading JSON objects field by field with diagnostics that name the place:
/// missing, mistyped and unknown keys are errors.
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

/// `number` where it is an integer within 0..most; InputError otherwise.
[[nodiscard]] std::uint64_t read_unsigned(const std::string& file,
                                          const Json& number,
                                          std::uint64_t most);
[[nodiscard]] std::string read_string(const std::string& file,
                                      const Json& json);
[[nodiscard]] std::vector<std::string> read_strings(const std::string& file,
                                                    const Json& json);
/// InputError where `json` is no array.
[[nodiscard]] const std::vector<Json>& read_array(const std::string& file,
                                                  const Json& json);
/// A rational in the form to_json(mpq_class) writes, not negative.
[[nodiscard]] mpq_class read_duration(const std::string& file,
                                      const Json& json);

/// One object. Call done() at the end: it rejects the keys nobody asked for.
class FieldReader {
 public:
  /// InputError where `json` is no object. Both must outlive the reader.
  FieldReader(const std::string& file, const Json& json, std::string what);

  [[nodiscard]] const Json& require(std::string_view key);
  [[nodiscard]] const Json* optional(std::string_view key);
  [[nodiscard]] std::string text(std::string_view key);
  [[nodiscard]] std::string text_or(std::string_view key,
                                    std::string_view otherwise);
  [[nodiscard]] std::vector<std::string> texts_or_none(std::string_view key);
  [[nodiscard]] bool flag(std::string_view key);  ///< absent = false

  void done() const;
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const Json& json() const { return json_; }

 private:
  const std::string& file_;
  const Json& json_;
  std::string what_;
  std::set<std::string, std::less<>> known_;
};

/// The schema of a document: InputError where it is not `wanted`, saying
/// whether the version is the problem.
void check_schema(FieldReader& document, std::string_view wanted);

[[nodiscard]] base::SourceLocation read_location(const std::string& file,
                                                 const Json& json);

}  // namespace catenary::suite
