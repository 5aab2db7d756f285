// SPDX-License-Identifier: Apache-2.0
/// \file
/// Boolean circuits with maximal sharing, from which clauses are made.
///
/// Method: gates are simplified and hash-consed when they are built (Kuehlmann,
/// Krohm, "Equivalence Checking Using Cuts and Heaps", DAC 1997,
/// doi:10.1145/266021.266090), with exclusive or, multiplexer and majority
/// as gates of their own because they need fewer clauses than what they are
/// made of. Only what an output depends on becomes clauses.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "logic/smt/circuit/sat.h"

namespace catenary::logic::smt {

/// Gates are numbered from 1, operands before what is built of them. A signal
/// is a gate, negative where negated, or kTrue, or -kTrue.
class Circuit {
 public:
  using Signal = Literal;
  static constexpr Signal kTrue = CnfTemplate::kTrue;
  static constexpr Signal kFalse = -kTrue;

  enum class Kind : std::uint8_t {
    input,
    conjunction,   ///< a and b
    exclusive_or,  ///< of a and b
    choice,        ///< a ? b : c
    majority       ///< of a, b, c
  };
  struct Gate {
    Kind kind = Kind::input;
    Signal a = 0, b = 0, c = 0;
    std::uint32_t uses = 0;  ///< by other gates
  };

  [[nodiscard]] Signal input();
  [[nodiscard]] Signal conjunction(Signal a, Signal b);
  [[nodiscard]] Signal disjunction(Signal a, Signal b) {
    return -conjunction(-a, -b);
  }
  [[nodiscard]] Signal exclusive_or(Signal a, Signal b);
  [[nodiscard]] Signal equal(Signal a, Signal b) { return -exclusive_or(a, b); }
  [[nodiscard]] Signal choice(Signal condition, Signal then, Signal otherwise);
  [[nodiscard]] Signal majority(Signal a, Signal b, Signal c);
  /// True for none.
  [[nodiscard]] Signal all_of(std::span<const Signal> signals);
  /// False for none.
  [[nodiscard]] Signal any_of(std::span<const Signal> signals);

  [[nodiscard]] static Signal constant(bool b) { return b ? kTrue : kFalse; }

  /// Number of gates; the largest.
  [[nodiscard]] std::uint32_t size() const {
    return static_cast<std::uint32_t>(gates_.size()) - 1;
  }
  [[nodiscard]] const Gate& gate(Signal signal) const {
    return gates_[static_cast<std::size_t>(signal > 0 ? signal : -signal)];
  }

 private:
  [[nodiscard]] Signal share(Kind kind, Signal a, Signal b, Signal c = 0);
  void grow_table();

  std::vector<Gate> gates_{1};
  /// Gates by hash, open addressing; 0 = none. A power of two, half empty.
  std::vector<std::uint32_t> table_ = std::vector<std::uint32_t>(64);
};

/// The gates of `of` that `outputs` depend on, built again in `into` over other
/// inputs: `inputs` are its first gates, `values` what they shall be.
[[nodiscard]] std::vector<Circuit::Signal> replay(
    const Circuit& of,
    std::span<const Circuit::Signal> inputs,
    std::span<const Circuit::Signal> outputs,
    std::span<const Circuit::Signal> values,
    Circuit& into);

/// Makes clauses of circuits, each gate once: Tseitin, "On the Complexity of
/// Derivation in Propositional Calculus", 1968; a tree of conjunctions that
/// nothing else uses becomes one.
class Clauses {
 public:
  using NewVariable = std::function<Literal()>;
  using AddClause = std::function<void(std::span<const Literal>)>;
  /// The circuit must outlive this; it may grow meanwhile.
  Clauses(const Circuit& circuit, NewVariable variable, AddClause clause)
      : circuit_(circuit),
        new_variable_(std::move(variable)),
        add_clause_(std::move(clause)) {}

  /// Requires: an input of which no literal() was asked yet.
  void set_input(Circuit::Signal input, Literal literal);
  /// A literal that is true where the signal is. Requires: no constant.
  [[nodiscard]] Literal literal(Circuit::Signal signal);
  /// The literal of an input, or 0 where no clause has it.
  [[nodiscard]] Literal known(Circuit::Signal input) { return at(input); }

 private:
  [[nodiscard]] Literal& at(Circuit::Signal signal);
  /// Appends them.
  void operands(Circuit::Signal gate, std::vector<Circuit::Signal>& to);
  void define(Circuit::Signal gate, std::span<const Circuit::Signal> operands);
  void add(std::initializer_list<Literal> clause) {
    add_clause_(std::span(clause.begin(), clause.size()));
  }

  const Circuit& circuit_;
  NewVariable new_variable_;
  AddClause add_clause_;
  std::vector<Literal> literals_;  ///< by gate; 0 = none yet
};

}  // namespace catenary::logic::smt
