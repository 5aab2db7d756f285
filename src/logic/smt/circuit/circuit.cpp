// SPDX-License-Identifier: Apache-2.0
/// \file
/// Construction of gates: simplification for constants, equal and opposite
/// operands, and one level below a conjunction; then sharing by the unique
/// table.
#include "logic/smt/circuit/circuit.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/work_clock.h"

namespace catenary::logic::smt {

namespace {

using Signal = Circuit::Signal;

Signal absolute(Signal s) {
  return s < 0 ? -s : s;
}

/// The hash of kind and operands.
std::size_t hash(const Circuit::Gate& gate) {
  auto h = static_cast<std::uint64_t>(gate.kind);
  for (const Signal s : {gate.a, gate.b, gate.c}) {
    h = (h ^ static_cast<std::uint32_t>(s)) * 0x9e3779b97f4a7c15ULL;
    h ^= h >> 29;
  }
  return h;
}

/// Prices of a gate that is looked up, and of the rules that may make one
/// needless.
constexpr base::WorkClock::duration kGatePrice{400};
constexpr base::WorkClock::duration kRulesPrice{60};

}  // namespace

Signal Circuit::input() {
  CATENARY_CHECK(gates_.size() < static_cast<std::size_t>(kTrue),
                 "a circuit has fewer than 2^31 gates");
  gates_.emplace_back();
  return static_cast<Signal>(size());
}

void Circuit::grow_table() {
  std::vector<std::uint32_t> larger(table_.size() * 2);
  const std::size_t mask = larger.size() - 1;
  for (const std::uint32_t gate : table_) {
    if (gate == 0) continue;
    std::size_t slot = hash(gates_[gate]) & mask;
    while (larger[slot] != 0) slot = (slot + 1) & mask;
    larger[slot] = gate;
  }
  table_ = std::move(larger);
}

/// Looks the gate up; linear probing ends at an empty slot because the table is
/// never more than half full.
Signal Circuit::share(Kind kind, Signal a, Signal b, Signal c) {
  base::WorkClock::charge(kGatePrice);
  if (gates_.size() * 2 > table_.size()) grow_table();
  const Gate gate{kind, a, b, c, 0};
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = hash(gate) & mask;
  for (; table_[slot] != 0; slot = (slot + 1) & mask) {
    const Gate& known = gates_[table_[slot]];
    if (known.kind == kind && known.a == a && known.b == b && known.c == c) {
      return static_cast<Signal>(table_[slot]);
    }
  }
  const Signal made = input();
  table_[slot] = static_cast<std::uint32_t>(made);
  gates_.back() = gate;
  for (const Signal s : {a, b, c}) {
    if (s != 0) ++gates_[static_cast<std::size_t>(absolute(s))].uses;
  }
  return made;
}

Signal Circuit::conjunction(Signal a, Signal b) {
  base::WorkClock::charge(kRulesPrice);
  if (a == kFalse || b == kFalse || a == -b) return kFalse;
  if (a == kTrue || a == b) return b;
  if (b == kTrue) return a;
  // Both operands are tried as the one with a conjunction below.
  for (int turn = 0; turn < 2; ++turn, std::swap(a, b)) {
    const Gate& below = gate(b);
    if (below.kind != Kind::conjunction) continue;
    const bool has = below.a == a || below.b == a;
    const bool has_opposite = below.a == -a || below.b == -a;
    // a & (a & x) = a & x.
    if (b > 0 && has) return b;
    // a & (!a & x) = false.
    if (b > 0 && has_opposite) return kFalse;
    // a & !(!a & x) = a.
    if (b < 0 && has_opposite) return a;
    // a & !(a & x) = a & !x.
    if (b < 0 && has) return conjunction(a, below.a == a ? -below.b : -below.a);
  }
  // Operands in order, so that a & b and b & a are one gate.
  if (a > b) std::swap(a, b);
  return share(Kind::conjunction, a, b);
}

/// Negations are moved to the result, so that four combinations of signs share
/// one gate.
Signal Circuit::exclusive_or(Signal a, Signal b) {
  base::WorkClock::charge(kRulesPrice);
  if (a == kFalse) return b;
  if (b == kFalse) return a;
  if (a == kTrue) return -b;
  if (b == kTrue) return -a;
  if (a == b) return kFalse;
  if (a == -b) return kTrue;
  const bool negated = (a < 0) != (b < 0);
  a = absolute(a);
  b = absolute(b);
  if (a > b) std::swap(a, b);
  const Signal result = share(Kind::exclusive_or, a, b);
  return negated ? -result : result;
}

/// Multiplexer. Normal form: regular condition, regular `then`. Constant, equal
/// or opposite branches become simpler gates.
Signal Circuit::choice(Signal condition, Signal then, Signal otherwise) {
  base::WorkClock::charge(kRulesPrice);
  if (condition == kTrue || then == otherwise) return then;
  if (condition == kFalse) return otherwise;
  if (condition < 0) {
    condition = -condition;
    std::swap(then, otherwise);
  }
  if (then == kTrue || then == condition) {
    return disjunction(condition, otherwise);
  }
  if (then == kFalse || then == -condition) {
    return conjunction(-condition, otherwise);
  }
  if (otherwise == kTrue || otherwise == -condition) {
    return disjunction(-condition, then);
  }
  if (otherwise == kFalse || otherwise == condition) {
    return conjunction(condition, then);
  }
  if (then == -otherwise) return exclusive_or(condition, otherwise);
  const bool negated = then < 0;
  if (negated) {
    then = -then;
    otherwise = -otherwise;
  }
  const Signal result = share(Kind::choice, condition, then, otherwise);
  return negated ? -result : result;
}

Signal Circuit::majority(Signal a, Signal b, Signal c) {
  // Each of the three operands in turn is compared with the next one.
  for (int turn = 0; turn < 3; ++turn) {
    if (a == kTrue) return disjunction(b, c);
    if (a == kFalse) return conjunction(b, c);
    if (a == b) return a;
    if (a == -b) return c;
    const Signal first = std::exchange(a, b);
    b = std::exchange(c, first);
  }
  // Majority is self-dual: maj(-a, -b, -c) = -maj(a, b, c). At most one operand
  // stays negated.
  const bool negated = (a < 0) + (b < 0) + (c < 0) >= 2;
  if (negated) {
    a = -a;
    b = -b;
    c = -c;
  }
  // Sorted, since majority is symmetric.
  if (a > b) std::swap(a, b);
  if (b > c) std::swap(b, c);
  if (a > b) std::swap(a, b);
  const Signal result = share(Kind::majority, a, b, c);
  return negated ? -result : result;
}

Signal Circuit::all_of(std::span<const Signal> signals) {
  Signal result = kTrue;
  for (const Signal s : signals) result = conjunction(result, s);
  return result;
}

Signal Circuit::any_of(std::span<const Signal> signals) {
  Signal result = kFalse;
  for (const Signal s : signals) result = disjunction(result, s);
  return result;
}

/// Copies in the order of the numbers, operands first. Building with the
/// operations of `into` simplifies again, with the constants among `values`.
std::vector<Signal> replay(const Circuit& of,
                           std::span<const Signal> inputs,
                           std::span<const Signal> outputs,
                           std::span<const Signal> values,
                           Circuit& into) {
  CATENARY_CHECK(inputs.size() == values.size(), "a value for each input");
  std::vector<bool> needed(of.size() + 1);
  for (const Signal s : outputs) {
    if (Circuit::is_constant(s)) continue;
    needed[static_cast<std::size_t>(absolute(s))] = true;
  }
  // Backwards: users of a gate have larger numbers than the gate.
  for (std::size_t g = of.size(); g > 0; --g) {
    if (!needed[g]) continue;
    const Circuit::Gate& gate = of.gate(static_cast<Signal>(g));
    // Operands that a kind does not have are 0, and mark the unused entry 0.
    for (const Signal s : {gate.a, gate.b, gate.c}) {
      needed[static_cast<std::size_t>(absolute(s))] = true;
    }
  }
  std::vector<Signal> built(of.size() + 1);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    built[static_cast<std::size_t>(inputs[i])] = values[i];
  }
  const auto now = [&](Signal s) {
    if (Circuit::is_constant(s)) return s;
    const Signal b = built[static_cast<std::size_t>(absolute(s))];
    return s < 0 ? -b : b;
  };
  for (std::size_t g = 1; g <= of.size(); ++g) {
    if (!needed[g]) continue;
    const Circuit::Gate& gate = of.gate(static_cast<Signal>(g));
    switch (gate.kind) {
      case Circuit::Kind::input:
        CATENARY_CHECK(built[g] != 0, "every input has a value");
        break;
      case Circuit::Kind::conjunction:
        built[g] = into.conjunction(now(gate.a), now(gate.b));
        break;
      case Circuit::Kind::exclusive_or:
        built[g] = into.exclusive_or(now(gate.a), now(gate.b));
        break;
      case Circuit::Kind::choice:
        built[g] = into.choice(now(gate.a), now(gate.b), now(gate.c));
        break;
      case Circuit::Kind::majority:
        built[g] = into.majority(now(gate.a), now(gate.b), now(gate.c));
        break;
    }
  }
  std::vector<Signal> result;
  result.reserve(outputs.size());
  for (const Signal s : outputs) result.push_back(now(s));
  return result;
}

}  // namespace catenary::logic::smt
