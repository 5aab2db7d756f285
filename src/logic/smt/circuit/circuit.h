// SPDX-License-Identifier: Apache-2.0
/// \file
/// Boolean circuits with maximal sharing, from which clauses are made.
///
/// Method: gates are simplified and hash-consed when they are built (Kuehlmann,
/// Krohm, "Equivalence Checking Using Cuts and Heaps", DAC 1997,
/// doi:10.1145/266021.266090). Exclusive or, multiplexer and majority are gates
/// of their own, because they need fewer clauses than the conjunctions that
/// they could be made of. Only gates that an output depends on become clauses.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "logic/smt/circuit/sat.h"

namespace catenary::logic::smt {

/// A growing circuit. Gates are numbered from 1, operands before the gates that
/// use them. A signal is the number of a gate, negative for its negation; kTrue
/// and -kTrue are the constants.
class Circuit {
 public:
  using Signal = Literal;
  static constexpr Signal kTrue = CnfTemplate::kTrue;
  static constexpr Signal kFalse = -kTrue;

  /// The functions of gates.
  enum class Kind : std::uint8_t {
    input,
    /// The conjunction of a and b.
    conjunction,
    /// Exactly one of a and b.
    exclusive_or,
    /// If a then b else c.
    choice,
    /// At least two of a, b, c: the carry of a full adder.
    majority
  };
  /// A gate; operands that its kind does not have are 0.
  struct Gate {
    Kind kind = Kind::input;
    Signal a = 0, b = 0, c = 0;
    /// How many other gates have it as an operand.
    std::uint32_t uses = 0;
  };

  /// A new input. Throws InternalError at 2^31 gates.
  [[nodiscard]] Signal input();
  /// Each returns an existing or simpler signal where a rule applies, else a
  /// new gate. Operands must be signals of this circuit.
  [[nodiscard]] Signal conjunction(Signal a, Signal b);
  [[nodiscard]] Signal disjunction(Signal a, Signal b) {
    return -conjunction(-a, -b);
  }
  [[nodiscard]] Signal exclusive_or(Signal a, Signal b);
  [[nodiscard]] Signal equal(Signal a, Signal b) { return -exclusive_or(a, b); }
  [[nodiscard]] Signal choice(Signal condition, Signal then, Signal otherwise);
  [[nodiscard]] Signal majority(Signal a, Signal b, Signal c);
  /// The conjunction of any number; true for none.
  [[nodiscard]] Signal all_of(std::span<const Signal> signals);
  /// The disjunction of any number; false for none.
  [[nodiscard]] Signal any_of(std::span<const Signal> signals);

  [[nodiscard]] static Signal constant(bool b) { return b ? kTrue : kFalse; }
  [[nodiscard]] static bool is_constant(Signal signal) {
    return signal == kTrue || signal == kFalse;
  }

  /// Number of gates, inputs included; the largest gate.
  [[nodiscard]] std::uint32_t size() const {
    return static_cast<std::uint32_t>(gates_.size()) - 1;
  }
  /// The gate of a signal that is not a constant.
  [[nodiscard]] const Gate& gate(Signal signal) const {
    return gates_[static_cast<std::size_t>(signal > 0 ? signal : -signal)];
  }

 private:
  /// The gate of this kind and these operands, found in the table or made.
  /// Requires: operands in canonical order.
  [[nodiscard]] Signal share(Kind kind, Signal a, Signal b, Signal c = 0);
  void grow_table();

  /// By number; the entry 0 is not used.
  std::vector<Gate> gates_{1};
  /// The unique table: gates by hash, open addressing; 0 = empty. Its size is a
  /// power of two, and at most half is used.
  std::vector<std::uint32_t> table_ = std::vector<std::uint32_t>(64);
};

/// Copies the part of circuit `of` that `outputs` depend on into the circuit
/// `into`, over other inputs: `inputs` are inputs of `of`, `values` the signals
/// of `into` that replace them. Returns the signals of `outputs` in `into`.
/// Cost: linear in the size of `of`.
[[nodiscard]] std::vector<Circuit::Signal> replay(
    const Circuit& of,
    std::span<const Circuit::Signal> inputs,
    std::span<const Circuit::Signal> outputs,
    std::span<const Circuit::Signal> values,
    Circuit& into);

/// Turns gates of a circuit into clauses, each gate once, when it is first
/// needed: Tseitin, "On the Complexity of Derivation in Propositional
/// Calculus", 1968. A tree of conjunctions whose inner gates have no other use
/// becomes one clause set, without variables for the inner gates.
class Clauses {
 public:
  /// Returns a new variable of the solver.
  using NewVariable = std::function<Literal()>;
  /// Receives one clause.
  using AddClause = std::function<void(std::span<const Literal>)>;
  /// The circuit must outlive this; it may grow meanwhile.
  Clauses(const Circuit& circuit, NewVariable variable, AddClause clause)
      : circuit_(circuit),
        new_variable_(std::move(variable)),
        add_clause_(std::move(clause)) {}

  /// Uses a literal of the caller's for an input. Requires: an input whose
  /// literal() was not asked for yet (checked).
  void set_input(Circuit::Signal input, Literal literal);
  /// A literal that is equivalent to the signal; adds the clauses that define
  /// it. Requires: not a constant (checked). Not recursive.
  [[nodiscard]] Literal literal(Circuit::Signal signal);
  /// The literal of an input, or 0 if no clause mentions it; the input may then
  /// have any value.
  [[nodiscard]] Literal known(Circuit::Signal input) { return at(input); }

 private:
  /// The entry of the signal's gate, regardless of the sign.
  [[nodiscard]] Literal& at(Circuit::Signal signal);
  /// Appends the operands of a gate's definition, with conjunctions flattened.
  void operands(Circuit::Signal gate, std::vector<Circuit::Signal>& to);
  /// Adds the clauses of one gate whose operands have literals.
  void define(Circuit::Signal gate, std::span<const Circuit::Signal> operands);
  void add(std::initializer_list<Literal> clause) {
    add_clause_(std::span(clause.begin(), clause.size()));
  }

  const Circuit& circuit_;
  NewVariable new_variable_;
  AddClause add_clause_;
  /// The literal of each gate, by its number; 0 = none yet.
  std::vector<Literal> literals_;
};

}  // namespace catenary::logic::smt
