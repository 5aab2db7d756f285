// SPDX-License-Identifier: Apache-2.0
/// \file
/// Concrete evaluation: a post-order walk with an explicit stack, Kleene's
/// strong three-valued logic for subterms that have no value.
#include "logic/term/evaluate/evaluate.h"

#include "base/check.h"
#include "base/work_clock.h"
#include "logic/term/evaluate/apply.h"
#include "logic/term/traverse.h"

namespace catenary::logic {

namespace {

// Each nested quantifier is a recursive evaluation.
constexpr int kMaxQuantifierDepth = 64;

using Known = std::unordered_map<std::uint32_t, std::optional<Value>>;

/// The value of a term some of whose operands have no value, if the others
/// decide it: the branch that is taken, false in a conjunction, and so on.
std::optional<Value> decide(Term term, const Known& known) {
  const auto at = [&](std::size_t i) -> const std::optional<Value>& {
    return known.at(term[i].id());
  };
  const auto is = [&](std::size_t i, bool b) {
    return at(i) && at(i)->as_bool() == b;
  };
  switch (term.op()) {
    case Op::ite:
      if (!at(0)) return std::nullopt;
      return at(at(0)->as_bool() ? 1 : 2);
    case Op::implies:
      if (is(0, false) || is(1, true)) return Value::boolean(true);
      return std::nullopt;
    case Op::logical_and:
    case Op::logical_or: {
      const bool deciding = term.op() == Op::logical_or;
      for (std::size_t i = 0; i < term.operands().size(); ++i) {
        if (is(i, deciding)) return Value::boolean(deciding);
      }
      return std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

void Assignment::set(Term variable, Value value) {
  CATENARY_CHECK(variable.is_variable() && variable.sort() == value.sort(),
                 "a variable has a value of its sort");
  values_.insert_or_assign(variable, std::move(value));
}

const Value* Assignment::find(Term variable) const {
  const auto found = values_.find(variable);
  return found == values_.end() ? nullptr : &found->second;
}

Evaluator::Evaluator(const Assignment& assignment) : Evaluator(assignment, 0) {}

Evaluator::Evaluator(const Assignment& assignment, int depth)
    : assignment_(&assignment), depth_(depth) {}

/// Expands the quantifier over all values of its variables. Stops at the first
/// instance that decides: true for exists, false for forall. An instance
/// without a value leaves the result open unless another instance decides.
std::optional<Value> Evaluator::evaluate_quantifier(Term term) {
  const auto bound = term.operands().first(term.operands().size() - 1);
  const Term body = term.operands().back();
  std::uint64_t instances = 1;
  std::vector<std::uint64_t> counts;
  for (const Term v : bound) {
    const auto count = cardinality(v.sort());
    // *count <= 2^20 and instances <= 2^20, so that the product does not
    // overflow.
    if (!count || *count > max_instances ||
        instances * *count > max_instances) {
      why_not_ =
          "the quantifier over '" + v.name() + "' has too many instances";
      return std::nullopt;
    }
    counts.push_back(*count);
    instances *= *count;
  }
  if (depth_ == kMaxQuantifierDepth) {
    why_not_ = "quantifiers are nested too deep";
    return std::nullopt;
  }
  const bool deciding = term.op() == Op::exists;
  bool undecided = false;
  Assignment inner = *assignment_;
  for (std::uint64_t i = 0; i < instances; ++i) {
    // Instance i in mixed radix: one digit for each variable.
    std::uint64_t rest = i;
    for (std::size_t v = 0; v < bound.size(); ++v) {
      inner.set(bound[v], nth_value(bound[v].sort(), rest % counts[v]));
      rest /= counts[v];
    }
    // A new evaluator: the values of subterms depend on the instance.
    Evaluator evaluator(inner, depth_ + 1);
    const auto value = evaluator.evaluate(body);
    if (value && value->as_bool() == deciding) return value;
    if (!value) {
      undecided = true;
      why_not_ = evaluator.why_not();
    }
  }
  if (undecided) return std::nullopt;
  return Value::boolean(!deciding);
}

void Evaluator::visit(Term term) {
  constexpr base::WorkClock::duration kPrice{240};
  base::WorkClock::charge(kPrice);
  std::optional<Value>& result = known_[term.id()];
  switch (term.op()) {
    case Op::constant:
      result = term.value();
      return;
    case Op::variable:
      // Not yet an error: the variable may turn out not to matter.
      if (const Value* v = assignment_->find(term)) {
        result = *v;
      } else {
        why_not_ = "'" + term.name() + "' has no value";
      }
      return;
    case Op::forall:
    case Op::exists:
      result = evaluate_quantifier(term);
      return;
    default:
      break;
  }
  std::vector<Value> operands;
  operands.reserve(term.operands().size());
  for (const Term operand : term.operands()) {
    const auto& value = known_.at(operand.id());
    if (!value) {
      // Each operator is strict except for the cases of decide().
      result = decide(term, known_);
      return;
    }
    operands.push_back(*value);
  }
  result = apply(term.op(), term.sort(), term.indices(), operands);
}

std::optional<Value> Evaluator::evaluate(Term term) {
  struct Frame {
    Term term;
    std::size_t next;
  };
  std::vector<Frame> stack{{term, 0}};
  while (!stack.empty()) {
    Frame& top = stack.back();
    const Term t = top.term;
    if (known_.contains(t.id())) {
      stack.pop_back();
      // The bodies of quantifiers are not walked here: their variables have no
      // value yet.
    } else if (t.is_quantifier() || top.next == t.operands().size()) {
      visit(t);
      stack.pop_back();
    } else {
      stack.push_back({t.operands()[top.next++], 0});
    }
  }
  const auto& value = known_.at(term.id());
  // The reason may belong to a subterm that did not matter.
  if (value) why_not_.clear();
  return value;
}

std::optional<Value> evaluate(Term term, const Assignment& assignment) {
  return Evaluator(assignment).evaluate(term);
}

}  // namespace catenary::logic
