// SPDX-License-Identifier: Apache-2.0
/// \file
/// A finite abstraction of the values of a timed model, for a circuit: a clock
/// counts whole ticks up to a cap; a variable has a small integer or a Boolean,
/// or is unknown.
///
/// The abstraction has every run of the model, step by step. Clocks: take a run
/// in dense time, and round the time of each step down to a whole tick. If two
/// times differ by at most n ticks, or at least n, the rounded times do so,
/// too. So each comparison that holds still holds, once < and > are relaxed to
/// <= and >=, and "not equal" to true (after Henzinger, Manna, Pnueli, "What
/// good are digital clocks?", ICALP 1992, doi:10.1007/3-540-55719-9_103). Above
/// the largest constant all values of a clock are alike (Alur, Dill, "A theory
/// of timed automata", 1994, doi:10.1016/0304-3975(94)90010-8). Data: constant
/// propagation; a condition on an unknown value may hold and may fail (Kildall,
/// "A unified approach to global program optimization", POPL 1973,
/// doi:10.1145/512927.512945).
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <map>
#include <vector>

#include "engine/symbolic/search/abstract_ranges.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/term.h"
#include "model/timed/timed_automaton.h"

namespace catenary::engine::symbolic {

/// What is known of a number or Boolean at some point of a step.
struct AbstractValue {
  static constexpr std::uint32_t kBits = 32;
  /// Boolean: whether the value is known. If not, it may be any of its type.
  logic::Term known;
  /// kBits: an integer in two's complement, 0 or 1 for a Boolean, the ticks
  /// of a clock. Meaningful where `known` holds.
  logic::Term value;
};

/// The three-valued truth of a condition: whether it may hold, and whether it
/// may fail. At least one is true.
struct AbstractTruth {
  logic::Term may_hold;
  logic::Term may_fail;
};

/// Executes the statements of a step on abstract values. The terms it makes
/// belong to `terms`, which need not be the manager of the automaton.
class AbstractStore {
 public:
  /// All data are unknown and all clocks 0. The arguments must outlive it.
  /// `choice`: 32 bits of any value. Where a guard restricts an unknown
  /// variable to few values, bits that were not used select one of them. If the
  /// term is invalid, the variable stays unknown.
  AbstractStore(const model::TimedAutomaton& automaton,
                const AbstractRanges& ranges,
                logic::TermManager& terms,
                logic::Term choice);

  [[nodiscard]] const AbstractValue& value(std::uint32_t variable) const {
    return values_[variable];
  }
  void set(std::uint32_t variable, AbstractValue value) {
    values_[variable] = value;
  }
  /// Nothing is known of the variable.
  void forget(std::uint32_t variable);
  /// Executes a statement. Returns the condition under which the step may go
  /// on.
  logic::Term execute(const model::TimedStatement& statement);
  /// The value as it is kept between steps: that of a clock at most its cap,
  /// that of data in the window, or unknown; 0 if it is unknown.
  [[nodiscard]] AbstractValue value_between_steps(std::uint32_t variable) const;

 private:
  [[nodiscard]] AbstractTruth truth(logic::Term condition);
  [[nodiscard]] AbstractValue number(logic::Term expression);
  void evaluate(logic::Term expression);
  [[nodiscard]] AbstractTruth truth_of(logic::Term t) const;
  [[nodiscard]] AbstractValue number_of(logic::Term t) const;
  [[nodiscard]] static AbstractTruth negated(const AbstractTruth& a);
  [[nodiscard]] AbstractTruth conjunction(const AbstractTruth& a,
                                          const AbstractTruth& b) const;
  [[nodiscard]] AbstractTruth disjunction(const AbstractTruth& a,
                                          const AbstractTruth& b) const;
  [[nodiscard]] AbstractTruth of_variable(logic::Term t) const;
  [[nodiscard]] AbstractTruth comparison(logic::Term t) const;
  [[nodiscard]] logic::Term at_most(logic::Term clock,
                                    const mpq_class& ticks) const;
  [[nodiscard]] logic::Term at_least(logic::Term clock,
                                     const mpq_class& ticks) const;
  [[nodiscard]] AbstractValue as_value(const AbstractTruth& truth) const;
  [[nodiscard]] AbstractValue arithmetic(logic::Op op,
                                         const AbstractValue& a,
                                         const AbstractValue& b) const;
  [[nodiscard]] AbstractValue within(const AbstractValue& of,
                                     std::uint32_t most) const;
  [[nodiscard]] logic::Term number_term(std::int64_t n) const;
  [[nodiscard]] AbstractTruth unknown_truth() const;
  [[nodiscard]] AbstractTruth exactly(logic::Term condition) const;
  /// Chooses values of unknown variables of which the condition allows few.
  void choose(logic::Term condition);
  /// Uses that a condition holds: a variable that was unknown may be known.
  void learn(logic::Term condition);
  void assign(const model::TimedStatement& statement);

  const model::TimedAutomaton& automaton_;
  const AbstractRanges& ranges_;
  logic::TermManager& terms_;
  logic::Simplifier simplifier_;
  logic::Term choice_;
  /// Bits of the choice that were used.
  std::uint32_t chosen_ = 0;
  std::map<logic::Term, std::uint32_t> position_;
  /// By variable.
  std::vector<AbstractValue> values_;
  /// Of the subterms of the expression at hand.
  std::map<logic::Term, AbstractTruth> truths_;
  std::map<logic::Term, AbstractValue> numbers_;
};

}  // namespace catenary::engine::symbolic
