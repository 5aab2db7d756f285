// SPDX-License-Identifier: Apache-2.0
#include "challenge/walk/conforming_system.h"

#include <algorithm>
#include <set>
#include <utility>

#include "logic/arithmetic/number.h"
#include "logic/term/traverse.h"

namespace catenary::challenge {

namespace {

using logic::number_of;
using logic::SortKind;
using logic::Term;
using logic::Value;

constexpr std::uint64_t kMostCombinations = 4096;
constexpr std::size_t kMostValues = 4096;  ///< of one variable, all of them
constexpr int kTries = 64;

}  // namespace

ConformingSystem::ConformingSystem(const model::Interface& interface,
                                   base::Rng& rng,
                                   WalkBudget& budget)
    : interface_(interface), rng_(rng), budget_(budget) {
  std::set<mpq_class> numbers;
  const auto collect = [&](Term t) {
    for (const Term s : logic::subterms(t)) {
      if (!s.is_constant()) continue;
      const Value& v = s.value();
      if (v.kind() == SortKind::integer) numbers.insert(v.as_integer());
      if (v.kind() == SortKind::real) numbers.insert(v.as_real());
    }
  };
  for (std::uint32_t c = 0; c < interface.contracts.size(); ++c) {
    const model::Contract& contract = interface.contracts[c];
    if (contract.definition) {
      definitions_.push_back(&contract);
      continue;
    }
    rules_.push_back({c,
                      model::formula_at(interface, contract, true),
                      model::formula_at(interface, contract, false)});
    collect(contract.assumption);
    collect(contract.guarantee);
  }
  for (const model::Promise& p : interface.promises) {
    promises_.push_back({0,
                         model::formula_at(interface, p, true),
                         model::formula_at(interface, p, false)});
    collect(p.condition);
  }
  for (const mpq_class& n : numbers) constants_.push_back(Value::real(n));
  combinations_ = 1;
  for (std::uint32_t v = 0; v < interface.variables.size(); ++v) {
    const model::InterfaceVariable& x = interface.variables[v];
    if (x.derived) continue;
    Domain d = domain_of(v);
    if (x.role == model::Role::input) {
      inputs_.push_back(std::move(d));
      continue;
    }
    if (!d.complete) combinations_ = 0;
    combinations_ *= d.values.size();
    if (combinations_ > kMostCombinations) combinations_ = 0;
    answers_.push_back(std::move(d));
  }
}

ConformingSystem::Domain ConformingSystem::domain_of(
    std::uint32_t variable) const {
  const model::InterfaceVariable& x = interface_.variables[variable];
  Domain out;
  out.variable = variable;
  switch (x.sort().kind()) {
    case SortKind::boolean:
      out.values = {Value::boolean(false), Value::boolean(true)};
      out.complete = true;
      return out;
    case SortKind::enumeration: {
      const auto e = x.sort().enumeration_decl();
      for (std::uint32_t i = 0; i < e->values.size(); ++i) {
        out.values.push_back(Value::enumerator(e, i));
      }
      out.complete = true;
      return out;
    }
    default:
      break;
  }
  const bool whole = x.sort().kind() == SortKind::integer;
  if (whole && x.lo && x.hi &&
      x.hi->as_integer() - x.lo->as_integer() < kMostValues) {
    for (mpz_class n = x.lo->as_integer(); n <= x.hi->as_integer(); ++n) {
      out.values.push_back(Value::integer(n));
    }
    out.complete = true;
    return out;
  }
  std::set<mpq_class> some{0, 1};
  for (const Value& c : constants_) {
    for (const mpq_class& near : {mpq_class(-1), mpq_class(0), mpq_class(1)}) {
      some.insert(c.as_real() + near);
    }
  }
  if (x.lo) some.insert(number_of(*x.lo));
  if (x.hi) some.insert(number_of(*x.hi));
  if (x.lo && x.hi) some.insert((number_of(*x.lo) + number_of(*x.hi)) / 2);
  for (const mpq_class& n : some) {
    if ((x.lo && n < number_of(*x.lo)) || (x.hi && n > number_of(*x.hi)))
      continue;
    if (!whole) out.values.push_back(Value::real(n));
    if (whole && n.get_den() == 1) {
      out.values.push_back(Value::integer(mpz_class(n.get_num())));
    }
  }
  return out;
}

void ConformingSystem::reset() {
  values_ = {};
  first_ = true;
}

Value ConformingSystem::draw(const Domain& domain) {
  // What was is often what may stay.
  if (!first_ && rng_.chance(1, 4)) {
    const Value* before =
        values_.find(interface_.variables[domain.variable].before);
    if (before != nullptr) return *before;
  }
  return domain.values[rng_.below(domain.values.size())];
}

void ConformingSystem::set(std::uint32_t variable, const Value& value) {
  values_.set(interface_.variables[variable].now, value);
}

bool ConformingSystem::keeps_promises() const {
  logic::Evaluator evaluator(values_);
  return std::ranges::all_of(promises_, [&](const Rule& p) {
    const auto value = evaluator.evaluate(first_ ? p.first : p.later);
    return value && value->as_bool();
  });
}

bool ConformingSystem::choose_inputs(const Inputs* given) {
  for (const model::InterfaceVariable& x : interface_.variables) {
    values_.erase(x.now);
  }
  for (int i = 0; i < kTries && budget_.step(); ++i) {
    for (const Domain& d : inputs_) {
      const bool fixed = given != nullptr && (*given)[d.variable].has_value();
      if (!fixed && d.values.empty()) return false;
      set(d.variable, fixed ? *(*given)[d.variable] : draw(d));
    }
    if (keeps_promises()) return true;
  }
  return false;
}

void ConformingSystem::derive() {
  for (const model::Contract* c : definitions_) {
    if (!(first_ ? c->at_init : c->at_step)) continue;
    values_.erase(c->guarantee[0]);
    const auto value = logic::evaluate(c->guarantee[1], values_);
    if (value) values_.set(c->guarantee[0], *value);
  }
}

std::optional<std::size_t> ConformingSystem::first_violated(
    std::size_t from) const {
  logic::Evaluator evaluator(values_);
  for (std::size_t i = from; i < rules_.size(); ++i) {
    const auto value =
        evaluator.evaluate(first_ ? rules_[i].first : rules_[i].later);
    if (!value) return std::nullopt;
    if (!value->as_bool()) return i;
  }
  return rules_.size();
}

ConformingSystem::Answer ConformingSystem::answer(
    const std::vector<bool>& watched, const OnlyViolated& only_violated) {
  const bool all = combinations_ != 0;
  const std::uint64_t count = all ? combinations_ : 4 * kTries;
  const std::uint64_t offset = all ? rng_.below(combinations_) : 0;
  bool exhausted = all;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!budget_.step()) return Answer::not_found;
    std::uint64_t code = (offset + i) % count;
    for (const Domain& d : answers_) {
      if (d.values.empty()) return Answer::not_found;
      set(d.variable, all ? d.values[code % d.values.size()] : draw(d));
      code /= d.values.size();
    }
    derive();
    const auto violated = first_violated();
    if (!violated) {
      exhausted = false;
      continue;
    }
    if (*violated == rules_.size()) return Answer::given;
    const std::uint32_t contract = rules_[*violated].contract;
    if (!watched[contract]) continue;
    if (first_violated(*violated + 1) == rules_.size()) {
      only_violated(contract);
    }
  }
  return exhausted ? Answer::none : Answer::not_found;
}

bool ConformingSystem::holds(Term condition) const {
  const auto value = logic::evaluate(condition, values_);
  return value && value->as_bool();
}

std::string ConformingSystem::text() const {
  std::string sides[2];
  for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
    const model::InterfaceVariable& x = interface_.variables[v];
    const Value* value = values_.find(x.now);
    if (x.derived || value == nullptr) continue;
    std::string& side = sides[x.role == model::Role::input ? 0 : 1];
    side += (side.empty() ? "" : ", ") + x.name + " = " + value->to_string();
  }
  return sides[0] + " -> " + (sides[1].empty() ? "no answer" : sides[1]);
}

void ConformingSystem::next() {
  for (const model::InterfaceVariable& x : interface_.variables) {
    const Value* value = values_.find(x.now);
    if (value != nullptr) values_.set(x.before, Value(*value));
  }
  first_ = false;
}

}  // namespace catenary::challenge
