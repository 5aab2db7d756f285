// SPDX-License-Identifier: Apache-2.0
/// \file
/// Field-by-field reading: every key that is asked for is remembered, and
/// done() rejects the others.
#include "suite/field_reader.h"

#include <charconv>
#include <limits>

#include "suite/signature.h"

namespace catenary::suite {

/// Every error of the format has the place of the value at fault.
void fail_at(const std::string& file,
             const Json& json,
             const std::string& message) {
  throw base::InputError(
      {file, json.line(), json.column()}, message, "suite-format");
}

std::uint64_t read_unsigned(const std::string& file,
                            const Json& number,
                            std::uint64_t most) {
  const bool has_digits =
      // Numbers beyond 2^53 are written as strings.
      number.is(Json::Kind::number) || number.is(Json::Kind::string);
  // A sign, a fraction or an exponent is none of the digits.
  if (has_digits) {
    std::uint64_t n = 0;
    const std::string& text = number.text();
    const char* begin = text.data();
    const char* end = begin + text.size();
    const auto [stop, error] = std::from_chars(begin, end, n);
    if (error == std::errc() && stop == end && n <= most) return n;
  }
  fail_at(
      file, number, "expected an integer from 0 to " + std::to_string(most));
}

/// Strings are taken as they are: the parser checked their characters.
std::string read_string(const std::string& file, const Json& json) {
  if (!json.is(Json::Kind::string)) fail_at(file, json, "expected a string");
  return json.text();
}

const std::vector<Json>& read_array(const std::string& file, const Json& json) {
  if (!json.is(Json::Kind::array)) fail_at(file, json, "expected an array");
  return json.items();
}

std::vector<std::string> read_strings(const std::string& file,
                                      const Json& json) {
  std::vector<std::string> out;
  for (const Json& item : read_array(file, json)) {
    out.push_back(read_string(file, item));
  }
  return out;
}

mpq_class read_duration(const std::string& file, const Json& json) {
  // A signal of type "real" has the syntax of durations.
  Signal duration;
  duration.name = "duration";
  duration.type = "real";
  const mpq_class q = value_from_json(json, duration, file).as_real();
  if (q < 0) fail_at(file, json, "expected a duration of at least 0");
  return q;
}

FieldReader::FieldReader(const std::string& file,
                         const Json& json,
                         std::string what)
    : file_(file), json_(json), what_(std::move(what)) {
  if (!json.is(Json::Kind::object)) {
    fail_at(file, json, "expected an object: " + what_);
  }
}

const Json* FieldReader::optional(std::string_view key) {
  // Also if it is absent: it may be there.
  known_.emplace(key);
  return json_.find(key);
}

const Json& FieldReader::require(std::string_view key) {
  const Json* found = optional(key);
  if (found == nullptr) {
    fail_at(
        file_, json_, what_ + " lacks the key \"" + std::string(key) + "\"");
  }
  return *found;
}

std::string FieldReader::text(std::string_view key) {
  return read_string(file_, require(key));
}

std::string FieldReader::text_or(std::string_view key,
                                 std::string_view otherwise) {
  const Json* found = optional(key);
  return found == nullptr ? std::string(otherwise) : read_string(file_, *found);
}

std::vector<std::string> FieldReader::texts_or_none(std::string_view key) {
  const Json* found = optional(key);
  return found == nullptr ? std::vector<std::string>{}
                          : read_strings(file_, *found);
}

bool FieldReader::flag(std::string_view key) {
  const Json* found = optional(key);
  if (found == nullptr) return false;
  if (!found->is(Json::Kind::boolean)) {
    fail_at(file_, *found, "expected true or false");
  }
  return found->as_bool();
}

void FieldReader::done() const {
  // A key that nobody asked for is a typing error, or from a later version.
  for (const auto& [key, value] : json_.members()) {
    if (known_.count(key) == 0) {
      fail_at(file_, value, what_ + " has no key \"" + key + "\"");
    }
  }
}

void check_schema(FieldReader& document, std::string_view wanted) {
  const Json& schema = document.require("schema");
  const std::string found = read_string(document.file(), schema);
  if (found == wanted) return;
  // The name of a schema is its family, a hyphen and the version.
  const std::string_view family = wanted.substr(0, wanted.rfind('-') + 1);
  if (found.substr(0, family.size()) == family) {
    fail_at(document.file(),
            schema,
            "version \"" + found +
                "\" of this format is not known; this "
                "build reads \"" +
                std::string(wanted) + "\"");
  }
  fail_at(document.file(),
          schema,
          "expected the schema \"" + std::string(wanted) + "\", not \"" +
              found + "\"");
}

base::SourceLocation read_location(const std::string& file, const Json& json) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  FieldReader in(file, json, "a source location");
  base::SourceLocation out;
  out.file = in.text("file");
  if (out.file.empty()) fail_at(file, json, "expected the name of a file");
  if (const Json* line = in.optional("line")) {
    out.line = static_cast<std::uint32_t>(read_unsigned(file, *line, kMost));
  }
  if (const Json* column = in.optional("column")) {
    out.column =
        static_cast<std::uint32_t>(read_unsigned(file, *column, kMost));
  }
  in.done();
  return out;
}

}  // namespace catenary::suite
