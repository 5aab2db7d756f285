// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions in expressions: edges, and functions that look back at earlier
/// steps.
#include <algorithm>

#include "frontend/contract/lower/lower.h"
#include "frontend/contract/lower/partial.h"

namespace catenary::frontend::contract {

using logic::Term;

namespace {

/// A function with its arguments, for messages.
struct Function {
  const char* name;
  std::size_t conditions;  ///< arguments that it needs
  const char* form;        ///< e.g. "once(CONDITION, STEPS)"
};

constexpr Function kFunctions[] = {
    {"rise", 1, "rise(CONDITION)"},
    {"fall", 1, "fall(CONDITION)"},
    {"pre", 1, "pre(CONDITION) or pre(VALUE, VALUE AT THE FIRST STEP)"},
    {"once", 1, "once(CONDITION) or once(CONDITION, STEPS)"},
    {"historically",
     1,
     "historically(CONDITION) or historically(CONDITION, STEPS)"},
    {"since",
     2,
     "since(CONDITION, CONDITION) or since(CONDITION, CONDITION, "
     "STEPS)"},
};

}  // namespace

bool is_built_in(const std::string& function) {
  return std::ranges::any_of(kFunctions, [&function](const Function& f) {
    return function == f.name;
  });
}

/// rise(c) = not c and c', fall(c) = c and not c': a change between the
/// previous step and the current one.
Term Scope::edge(const Expression& e, Reads& reads) {
  Reads of_argument;
  const Term t = condition(
      e.operands[0], of_argument, "the argument of 'rise' and 'fall'");
  if (!t.valid()) return {};
  const std::optional<Reads::First>& wrong =
      of_argument.now ? of_argument.now : of_argument.memory;
  if (wrong) {
    problems_.error(wrong->where,
                    "'" + e.text + "' looks at both steps itself: expected '" +
                        wrong->name + "' without a prime",
                    "req-prime");
    return {};
  }
  // The argument is written without primes; with primes it is the current step.
  const Term now = memory_.at_now(t);
  if (of_argument.before) {
    of_argument.now = of_argument.before;
    of_argument.system_now = of_argument.system_before;
    reads.add(of_argument, e.where, e.text);
  }
  logic::TermManager& terms = *out_.terms;
  const Term without = terms.logical_not(e.text == "rise" ? t : now);
  return terms.logical_and(e.text == "rise" ? now : t, without);
}

Term Scope::remembered(Term argument) {
  const Term condition = has_value(*out_.terms, argument);
  if (!condition.is_true()) needed_.push_back(condition);
  return over_integers(*out_.terms, argument);
}

Term Scope::call(const Expression& e, Reads& reads) {
  if (const auto own = functions_.find(e.text); own != functions_.end()) {
    return applied(own->second, e, reads);
  }
  const auto* f = std::ranges::find(kFunctions, e.text, [](const Function& x) {
    return std::string(x.name);
  });
  if (f == std::end(kFunctions)) {
    std::vector<std::string> names;
    for (const Function& x : kFunctions) names.emplace_back(x.name);
    for (const auto& [name, own] : functions_) names.push_back(name);
    // The map is unordered; sorted, the suggestion is deterministic.
    std::ranges::sort(names);
    problems_.error(e.where,
                    "'" + e.text +
                        "' is not a function: expected 'rise', 'fall', 'pre', "
                        "'once', 'historically', 'since' or a 'function' "
                        "of the file" +
                        suggestion(e.text, names),
                    "req-unknown-function");
    return {};
  }
  // The last argument is optional, except for edges.
  const bool is_edge = e.text == "rise" || e.text == "fall";
  const std::size_t n = e.operands.size();
  if (n < f->conditions || n > f->conditions + (is_edge ? 0 : 1)) {
    problems_.error(e.where,
                    "'" + e.text + "' has " + std::to_string(n) +
                        (n == 1 ? " argument" : " arguments") + ": expected " +
                        f->form,
                    "req-arguments");
    return {};
  }
  if (is_edge && in_function_) {
    problems_.error(e.where,
                    "'" + e.text +
                        "' looks at two steps, and a parameter is the value of "
                        "one: expected it where the function is called",
                    "req-memory");
    return {};
  }
  if (is_edge) return edge(e, reads);
  if (!memory_allowed_) {
    problems_.error(e.where,
                    "'" + e.text +
                        "' looks back at earlier steps: expected it in a "
                        "contract, or in a purpose for a view",
                    "req-memory");
    return {};
  }
  return past(e, f->conditions, reads);
}

/// A function that looks back; `conditions` of its arguments are conditions,
/// and another one is optional.
Term Scope::past(const Expression& e, std::size_t conditions, Reads& reads) {
  if (e.text == "pre") return previous(e, reads);
  const std::size_t n = e.operands.size();
  Reads of_arguments;
  std::vector<Term> a;
  bool fine = true;
  for (std::size_t i = 0; i < conditions; ++i) {
    a.push_back(condition(
        e.operands[i], of_arguments, "an argument of such a function"));
    fine = fine && a.back().valid();
    if (a.back().valid()) a.back() = remembered(a.back());
  }
  // Past-time operators are about the current step and earlier ones.
  if (of_arguments.before) {
    problems_.error(of_arguments.before->where,
                    "'" + e.text + "' looks at whole steps: expected '" +
                        of_arguments.before->name + "' with a prime",
                    "req-prime");
    return {};
  }
  // The result is a variable of the current step.
  Reads mine;
  mine.now = mine.memory = Reads::First{e.where, e.text};
  std::uint32_t bound = 0;
  if (n > conditions) {
    const auto steps =
        count(e.operands[n - 1], 0, "the number of steps looked back");
    if (!steps) return {};
    // The current step alone: nothing must be remembered.
    if (*steps == 0) {
      reads.add(of_arguments, e.where, e.text);
      return fine ? a.back() : Term();
    }
    bound = *steps;
  }
  if (!fine) return {};
  mine.system_now = of_arguments.system_now;
  reads.add(mine, e.where, e.text);
  if (e.text == "since") return memory_.since(a[0], a[1], bound);
  if (e.text == "once") return memory_.once(a[0], bound);
  // historically c = not once not c.
  logic::TermManager& terms = *out_.terms;
  return terms.logical_not(memory_.once(terms.logical_not(a[0]), bound));
}

}  // namespace catenary::frontend::contract
