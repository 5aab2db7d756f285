// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/system/wrong_code.h"

#include <algorithm>
#include <sstream>
#include <string>

#include "frontend/umlrt/code/code_text.h"

namespace catenary::frontend::umlrt {

namespace {

/// How a piece begins that was replaced.
const std::string kReplaced = "__catenary_unsupported(\"wrong C++: ";

/// Replaces pieces of C++, and counts how many of the errors it has met.
class Replacer {
 public:
  explicit Replacer(const std::vector<base::Diagnostic>& errors)
      : errors_(errors),
        met_(errors.size(), false),
        met_before_(errors.size(), false) {}

  /// `result`: what ends the piece where a value is expected.
  void piece(model::ActionCode& code, const std::string& result) {
    // An error beside a piece that was replaced before is not in the piece.
    if (code.text.starts_with(kReplaced)) return;
    std::string reason;
    for (std::size_t e = 0; e < errors_.size(); ++e) {
      if (met_before_[e] || !has(code, errors_[e].where)) continue;
      met_[e] = true;
      if (reason.empty()) reason = errors_[e].message;
    }
    if (reason.empty()) return;
    // Whether the C++ asks for timers is known by this word.
    const bool asks = has_word(code.text, "isValid");
    code.text = kReplaced + escaped(reason) + "\");" +
                (asks ? " /* isValid */" : "") + result;
    code.lines.resize(1);
  }

  /// From now on an error is in each piece on its line, and those met before
  /// are done with: lines of XML may be longer than the text that they stand
  /// for.
  void go_by_lines() {
    met_before_ = met_;
    by_lines_ = true;
  }

  [[nodiscard]] bool met_all() const {
    return std::ranges::all_of(met_, [](bool met) { return met; });
  }

 private:
  /// Whether the place is on a line of the code, and within it.
  [[nodiscard]] bool has(const model::ActionCode& code,
                         const base::SourceLocation& where) const {
    std::istringstream text(code.text);
    std::string one;
    for (const base::SourceLocation& line : code.lines) {
      std::getline(text, one);
      if (line.line != where.line || line.file != where.file) continue;
      if (by_lines_) return true;
      if (where.column >= line.column &&
          where.column <= line.column + one.size()) {
        return true;
      }
    }
    return false;
  }

  const std::vector<base::Diagnostic>& errors_;
  std::vector<bool> met_, met_before_;
  bool by_lines_ = false;
};

/// Replaces pieces of one capsule.
void replace(Replacer& replacer, model::Capsule& c) {
  for (model::Vertex& v : c.machine.vertices) {
    replacer.piece(v.entry, "");
    replacer.piece(v.exit, "");
  }
  for (model::Transition& t : c.machine.transitions) {
    replacer.piece(t.effect, "");
    replacer.piece(t.guard, " return false;");
    for (model::Trigger& g : t.triggers) {
      replacer.piece(g.guard, " return false;");
    }
  }
  for (model::Operation& o : c.operations) replacer.piece(o.body, "");
}

}  // namespace

std::optional<model::MachineModel> without_wrong_code(
    const model::MachineModel& model,
    const model::Capsule& capsule,
    const std::vector<base::Diagnostic>& errors) {
  model::MachineModel out = model;
  const auto chosen =
      static_cast<std::size_t>(&capsule - model.capsules.data());
  Replacer replacer(errors);
  const auto replace_all = [&] {
    for (std::size_t k = 0; k < out.capsules.size(); ++k) {
      if (k == chosen || capsule.as_system) replace(replacer, out.capsules[k]);
    }
    for (model::MachineType& t : out.types) {
      for (model::Operation& o : t.operations) replacer.piece(o.body, "");
    }
  };
  replace_all();
  if (!replacer.met_all()) {
    replacer.go_by_lines();
    replace_all();
  }
  if (!replacer.met_all()) return std::nullopt;
  return out;
}

}  // namespace catenary::frontend::umlrt
