// SPDX-License-Identifier: Apache-2.0
/// \file
/// The function `pre`: the value of the step before, as a variable. Integers
/// need its range, which interval arithmetic tells.
#include <algorithm>
#include <map>

#include "frontend/contract/lower/lower.h"
#include "logic/term/traverse.h"

namespace catenary::frontend::contract {

using logic::Term;

namespace {

/// A function that looks at whole steps reads variables with primes.
std::string whole_steps(const std::string& function, const std::string& name) {
  return "'" + function + "' looks at whole steps: expected '" + name +
         "' with a prime";
}

}  // namespace

Term Scope::previous(const Expression& e, Reads& reads) {
  Reads of_arguments;
  Term value = e.operands.size() == 1
                   ? condition(e.operands[0],
                               of_arguments,
                               "an argument of 'pre' without a second one")
                   : term(e.operands[0], of_arguments);
  if (!value.valid()) return {};
  value = remembered(value);
  Term first = out_.terms->boolean(false);
  if (e.operands.size() == 2) {
    first = at_first(e.operands[1], value, of_arguments);
    if (!first.valid()) return {};
  }
  if (of_arguments.before) {
    problems_.error(of_arguments.before->where,
                    whole_steps(e.text, of_arguments.before->name),
                    "req-prime");
    return {};
  }
  std::optional<Range> range;
  if (value.sort().kind() == logic::SortKind::integer) {
    const auto a = bounds(value);
    const auto b = bounds(first);
    if (!a || !b) {
      problems_.error(e.where,
                      "the range of what 'pre' remembers is not known: "
                      "expected sums and products of variables",
                      "req-range");
      return {};
    }
    range = Range{std::min(a->first, b->first), std::max(a->second, b->second)};
  }
  Reads mine;
  mine.now = mine.memory = Reads::First{e.where, e.text};
  reads.add(mine, e.where, e.text);
  return memory_.pre(value, first, range);
}

Term Scope::at_first(const Expression& e, Term& value, Reads& reads) {
  Term first = term(e, reads);
  if (!first.valid()) return {};
  const auto is = [](Term t, logic::SortKind kind) {
    return t.sort().kind() == kind;
  };
  using enum logic::SortKind;
  if (is(value, real) && is(first, integer)) first = this->real(first);
  if (is(value, integer) && is(first, real)) value = this->real(value);
  if (first.sort() == value.sort()) return remembered(first);
  problems_.error(e.where,
                  "what 'pre' is at the first step is of one type with what "
                  "it remembers: expected " +
                      described(value.sort()) + ", found " +
                      described(first.sort()),
                  "req-type");
  return {};
}

namespace {

/// The range of an operator on integers, from those of its operands.
std::optional<Range> range_of(logic::Op op, const std::vector<Range>& of) {
  Range out = of[0];
  if (op == logic::Op::neg) return Range{-out.second, -out.first};
  for (std::size_t i = 1; i < of.size(); ++i) {
    const auto& [lo, hi] = of[i];
    const mpz_class products[] = {
        out.first * lo, out.first * hi, out.second * lo, out.second * hi};
    switch (op) {
      case logic::Op::add:
        out = {out.first + lo, out.second + hi};
        break;
      case logic::Op::sub:
        out = {out.first - hi, out.second - lo};
        break;
      case logic::Op::ite:
        out = {std::min(out.first, lo), std::max(out.second, hi)};
        break;
      case logic::Op::mul:
        out = {*std::ranges::min_element(products),
               *std::ranges::max_element(products)};
        break;
      default:
        return std::nullopt;
    }
  }
  return out;
}

}  // namespace

std::optional<Range> Scope::bounds(Term t) const {
  std::map<Term, Range> known;
  for (const model::InterfaceVariable& v : out_.variables) {
    if (v.sort().kind() != logic::SortKind::integer || !v.lo || !v.hi) continue;
    const Range range{v.lo->as_integer(), v.hi->as_integer()};
    known.emplace(v.now, range);
    known.emplace(v.before, range);
  }
  for (const Term s : logic::subterms(t)) {
    if (s.sort().kind() != logic::SortKind::integer) continue;
    if (s.is_constant()) {
      const mpz_class& n = s.value().as_integer();
      known.emplace(s, Range{n, n});
      continue;
    }
    std::vector<Range> of;
    for (const Term operand : s.operands()) {
      if (operand.sort().kind() != logic::SortKind::integer) continue;
      const auto range = known.find(operand);
      if (range == known.end()) return std::nullopt;
      of.push_back(range->second);
    }
    if (of.empty()) continue;
    if (const auto range = range_of(s.op(), of)) known.emplace(s, *range);
  }
  const auto range = known.find(t);
  if (range == known.end()) return std::nullopt;
  return range->second;
}

}  // namespace catenary::frontend::contract
