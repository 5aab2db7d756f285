// SPDX-License-Identifier: Apache-2.0
#include "frontend/contract/fret/promises.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text/letters.h"
#include "frontend/contract/fret/fret_expressions.h"

namespace catenary::frontend::contract::fret {

namespace {

using Kind = Expression::Kind;

bool is_call(const Expression& e, const char* function) {
  return e.kind == Kind::call && e.text == function;
}

/// The truth value of a condition at the first step; nothing where it depends
/// on values.
std::optional<bool> at_first(const Expression& e) {
  if (e.kind == Kind::boolean) return e.text == "true";
  if (is_call(e, "pre")) {
    return e.operands.size() == 1 ? false : at_first(e.operands[1]);
  }
  if (e.kind == Kind::prefix && e.text == "not") {
    const auto value = at_first(e.operands[0]);
    if (value) return !*value;
  }
  if (e.kind != Kind::infix) return std::nullopt;
  const std::string& op = e.operators[0].text;
  const auto some = [&](bool value, std::size_t but_last) {
    return std::any_of(
        e.operands.begin(),
        e.operands.end() - static_cast<std::ptrdiff_t>(but_last),
        [value](const Expression& o) { return at_first(o) == value; });
  };
  if (op == "or" && some(true, 0)) return true;
  if (op == "and" && some(false, 0)) return false;
  if (op == "=>" && (at_first(e.operands[0]) == false ||
                     at_first(e.operands.back()) == true)) {
    return true;
  }
  return std::nullopt;
}

class PromiseMaker {
 public:
  explicit PromiseMaker(const KnownComponent& component)
      : component_(component) {}

  std::string run(Expression& formula) {
    // A promise counts at each step.
    if (is_call(formula, "historically") && formula.operands.size() == 1) {
      Expression inner = std::move(formula.operands[0]);
      formula = std::move(inner);
    }
    formula.grouped = false;
    put_definitions_in(formula);
    const bool free_at_first = at_first(formula) == true;
    std::string why_not = convert(formula);
    if (why_not.empty() && looks_back_ && !free_at_first) {
      why_not =
          "as an assumption it looks back, and says something of the first "
          "step: that is not read";
    }
    return why_not;
  }

 private:
  void put_definitions_in(Expression& e) {
    for (Expression& operand : e.operands) put_definitions_in(operand);
    if (e.kind != Kind::name) return;
    const KnownVariable& v = of(e);
    if (!v.definition) return;
    Expression value = *v.definition;
    value.grouped = true;
    put_definitions_in(value);
    e = std::move(value);
  }

  [[nodiscard]] const KnownVariable& of(const Expression& name) const {
    return *std::ranges::find(
        component_.variables, name.text, &KnownVariable::ours);
  }

  /// To the meaning at later steps: `pre` becomes the step before.
  std::string convert(Expression& e) {
    if (is_call(e, "pre")) {
      looks_back_ = true;
      Expression inner = std::move(e.operands[0]);
      if (!unprime(inner)) return kDeep;
      inner.grouped = !inner.operands.empty();
      e = std::move(inner);
      return "";
    }
    if (is_call(e, "once") || is_call(e, "historically") ||
        is_call(e, "since")) {
      return kDeep;
    }
    if (e.kind == Kind::name && of(e).role != model::Role::input) {
      return "as an assumption it speaks of '" + of(e).name +
             "', which the system chooses at the same step";
    }
    for (Expression& operand : e.operands) {
      std::string why_not = convert(operand);
      if (!why_not.empty()) return why_not;
    }
    return "";
  }

  static bool unprime(Expression& e) {
    e.primed = false;
    if (is_call(e, "pre") || is_call(e, "once") || is_call(e, "since") ||
        is_call(e, "historically")) {
      return false;
    }
    return std::ranges::all_of(e.operands, unprime);
  }

  static constexpr const char* kDeep =
      "as an assumption it looks back more than one step: that is not read";
  const KnownComponent& component_;
  bool looks_back_ = false;
};

}  // namespace

bool is_assumption(const std::string& id) {
  return base::in_small_letters(id).find("assumption") != std::string::npos;
}

std::string to_promise(const KnownComponent& component, Expression& formula) {
  return PromiseMaker(component).run(formula);
}

}  // namespace catenary::frontend::contract::fret
