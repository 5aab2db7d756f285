// SPDX-License-Identifier: Apache-2.0
/// \file
/// The rule that decides whether an option applies, as a check and as a
/// sentence.
#include "option/applies.h"

#include <algorithm>

namespace catenary::option {

namespace {

/// An empty list allows everything, and an unknown value is not judged.
bool allows(const std::vector<std::string>& list, const std::string& value) {
  return list.empty() || value.empty() ||
         std::ranges::find(list, value) != list.end();
}

/// "a, b and c" or "a, b or c".
std::string join(const std::vector<std::string>& words, const char* last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? last : ", ";
    out += words[i];
  }
  return out;
}

/// Finds the first row whose option, or value, does not apply.
class Check {
 public:
  Check(const CommandTable& table,
        const void* options,
        const Situation& situation)
      : table_(table),
        options_(options),
        situation_(situation),
        defaults_(table.defaults()) {}

  std::optional<std::string> find() const {
    for (std::size_t i = 0; i < table_.rows().size(); ++i) {
      // Options with their default value have no effect to complain about.
      if (!is_given(i)) continue;
      const Row& row = table_.rows()[i];
      const std::string name = "--" + row.spec.name;
      // The option as a whole before its single values.
      if (const auto why = reason(name, row.spec.applies)) return why;
      for (const std::string& value : row.print(options_)) {
        for (const auto& [of, applies] : row.spec.value_applies) {
          if (of != value) continue;
          if (const auto why = reason(name + " " + value, applies)) return why;
        }
      }
    }
    return std::nullopt;
  }

 private:
  /// Whether a value differs from its default.
  [[nodiscard]] bool is_given(std::size_t row) const {
    return table_.rows()[row].print(options_) != defaults_[row];
  }

  [[nodiscard]] bool is_given(const std::string& name) const {
    // The name stands in a table of the program, so it exists.
    for (std::size_t i = 0; i < table_.rows().size(); ++i) {
      if (table_.rows()[i].spec.name == name) return is_given(i);
    }
    return false;
  }

  /// Why something does not apply; the first condition that fails.
  [[nodiscard]] std::optional<std::string> reason(
      const std::string& what, const Applies& applies) const {
    if (!allows(applies.kinds, situation_.kind)) {
      return what + " is not supported for " + situation_.kind + " ('" +
             situation_.model + "'); expected " + join(applies.kinds, " or ");
    }
    if (!allows(applies.methods, situation_.method)) {
      return what + " requires --method " + join(applies.methods, " or ");
    }
    if (!applies.with.empty() && !is_given(applies.with)) {
      return what + " requires --" + applies.with;
    }
    return std::nullopt;
  }

  const CommandTable& table_;
  const void* options_;
  const Situation& situation_;
  std::vector<std::vector<std::string>> defaults_;
};

}  // namespace

std::optional<std::string> find_inapplicable(const CommandTable& table,
                                             const void* options,
                                             const Situation& situation) {
  return Check(table, options, situation).find();
}

std::string describe_applies(const Applies& applies) {
  std::string out;
  if (!applies.kinds.empty()) out += " for " + join(applies.kinds, " and ");
  if (!applies.methods.empty()) {
    out += " with --method " + join(applies.methods, " or ");
    // One condition is enough for a sentence of help.
  } else if (!applies.with.empty()) {
    out += " with --" + applies.with;
  }
  return out.empty() ? "" : "Only" + out + ".";
}

}  // namespace catenary::option
