// SPDX-License-Identifier: Apache-2.0
/// \file
/// A part of a finite interface as binary decision diagrams: its contracts,
/// ranges and promises over the variables at the previous and the current step.
///
/// Method: relations stay conjunctively partitioned and variables are
/// quantified early (Burch, Clarke, Long, "Symbolic model checking with
/// partitioned transition relations", VLSI 1991); the order of quantification
/// is that of bucket elimination (Dechter, AIJ 1999,
/// doi:10.1016/S0004-3702(99)00059-4) with a greedy choice of the next
/// variable. The order of diagram variables is by FORCE (logic/bdd/codes.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/consistency.h"
#include "engine/contract/consistency/structure.h"
#include "logic/bdd/bdd.h"
#include "logic/bdd/codes.h"

namespace catenary::engine::contract {

/// Diagrams are handles of one Manager; see Finite::manager().
using logic::bdd::Bdd;
/// A conjunction that is not built: the diagrams of its conjuncts. Empty: true.
using Conjuncts = std::vector<Bdd>;
/// Adds conjuncts to a conjunction.
inline void append(Conjuncts& to, const Conjuncts& more) {
  to.insert(to.end(), more.begin(), more.end());
}

/// The diagrams of one part, with a manager of their own. A *bit* is a variable
/// of the diagrams; each value of an interface variable is a code over the bits
/// of this variable.
///
/// Unless stated otherwise, sets are over current bits, and functions throw
/// bdd::LimitReached at limits of the budget and are deterministic.
class Finite {
 public:
  /// Encodes nothing yet except the layout of bits. The structure must outlive
  /// this. `widened`: integers that the system chooses may leave their ranges,
  /// by as much as sums of values within ranges and constants can; what keeps
  /// them inside are then the ranges in rules(), which can be left out to see
  /// whether they are needed.
  ///
  /// Throws bdd::Unsupported for sorts without diagrams and for very wide
  /// integers.
  Finite(const Structure& structure,
         Part part,
         const base::Budget& budget,
         bool widened = false);

  /// The part that was given to the constructor.
  [[nodiscard]] const Part& part() const { return part_; }
  /// The manager of all diagrams here. It polls the budget.
  [[nodiscard]] logic::bdd::Manager& manager() { return manager_; }
  /// The codes of the variables of the part, previous and current.
  [[nodiscard]] logic::bdd::Codes& codes() { return codes_; }

  /// The formula of a contract at the first or at later steps: assumption
  /// implies guarantee; true where the contract does not apply to such steps.
  /// Cached.
  [[nodiscard]] Bdd contract(std::uint32_t contract, bool first);
  /// The assumption of a contract; false where the contract does not apply to
  /// such steps, and at a first step if it reads the step before.
  [[nodiscard]] Bdd assumption(std::uint32_t contract, bool first);
  /// The promises of the part, and the ranges of its inputs.
  [[nodiscard]] Conjuncts promises(bool first);
  /// The diagram of a Boolean term over variables of the part.
  [[nodiscard]] Bdd encode(logic::Term term) { return codes_.encode(term); }
  /// The condition that the current code of a variable is a value within its
  /// range. The diagrams have codes without a value where the number of values
  /// is not a power of two.
  [[nodiscard]] Bdd range(std::uint32_t variable);
  /// The conjuncts of every step besides contracts: ranges of outputs and
  /// hidden variables, and definitions of derived ones.
  [[nodiscard]] Conjuncts background(bool first);
  /// Theta of the paper for a subset of contracts: background() and the
  /// contracts.
  [[nodiscard]] Conjuncts rules(std::span<const std::uint32_t> contracts,
                                bool first);

  /// Current bits of inputs.
  [[nodiscard]] const Indices& inputs_now() const { return inputs_now_; }
  /// Current bits of outputs and hidden variables, derived ones included.
  [[nodiscard]] const Indices& answers_now() const { return answers_now_; }
  /// All current bits.
  [[nodiscard]] const Indices& all_now() const { return all_now_; }
  /// All previous bits.
  [[nodiscard]] const Indices& all_before() const { return all_before_; }
  /// Current bits of the variables that some formula of the part reads at the
  /// previous step. Only these matter after a step.
  [[nodiscard]] const Indices& state_now() const { return state_now_; }
  /// Current bits of one variable, the lowest first.
  [[nodiscard]] const Indices& bits_now(std::uint32_t variable) const {
    return codes_.bits(variable_of(variable).now);
  }

  /// The conjunction, with these bits existentially quantified. Cost: depends
  /// on the largest intermediate product; exponential at worst.
  [[nodiscard]] Bdd eliminate(Conjuncts conjuncts, Indices bits);
  /// The same set over previous bits.
  [[nodiscard]] Bdd to_before(const Bdd& set);
  /// The same set over current bits.
  [[nodiscard]] Bdd to_now(const Bdd& set);
  /// The image of a set under a relation: current values after one step from
  /// `set`, projected to the bits `kept`.
  [[nodiscard]] Bdd post(const Bdd& set,
                         const Conjuncts& relation,
                         const Indices& kept);

  /// The current value of the variable is `value`.
  [[nodiscard]] Bdd is_now(std::uint32_t variable, const logic::Value& value);
  /// All of these current values.
  [[nodiscard]] Bdd is_now(const Valuation& values);
  /// All of these previous values.
  [[nodiscard]] Bdd is_before(const Valuation& values);
  /// One element of a set, with a value for every variable of the part; the
  /// lowest where the set leaves a choice. Requires: not empty (checked).
  [[nodiscard]] Valuation pick_now(const Bdd& set);
  /// The same for the conjunction of a small set `point` with conjuncts whose
  /// product may be too large to build. No value if it is empty.
  [[nodiscard]] std::optional<Valuation> pick_now(const Bdd& point,
                                                  const Conjuncts& conjuncts);

 private:
  [[nodiscard]] const model::InterfaceVariable& variable_of(
      std::uint32_t variable) const {
    return structure_.interface().variables[variable];
  }
  /// The bounds of the codes of a variable: its range, widened if that was
  /// asked for. Throws bdd::Unsupported.
  [[nodiscard]] logic::bdd::Bounds bounds(std::uint32_t variable) const;
  /// Chooses the order of the bits and registers them with codes_.
  void lay_out();
  /// Groups of integers that occur in one comparison, directly or transitively,
  /// by the least member.
  [[nodiscard]] std::map<std::uint32_t, Indices> compared() const;
  /// How far bounds must be widened for these formulas; see margin_. Throws
  /// bdd::Unsupported if that is too much.
  [[nodiscard]] std::int64_t widening(
      std::span<const logic::Term> formulas) const;
  /// The variables of the part in the order in which their bits are placed.
  [[nodiscard]] std::vector<std::uint32_t> variables_in_order() const;
  /// Assigns bits: by variable, those of its previous and current code.
  void place(std::map<std::uint32_t, Indices>& before,
             std::map<std::uint32_t, Indices>& now);
  /// Whether a variable is of the sort Int.
  [[nodiscard]] bool is_integer(std::uint32_t variable) const {
    return variable_of(variable).sort().kind() == logic::SortKind::integer;
  }

  const Structure& structure_;
  Part part_;
  bool widened_;
  /// By how much bounds are widened, on both sides.
  std::int64_t margin_ = 0;
  logic::bdd::Manager manager_;
  logic::bdd::Codes codes_;
  /// See the accessors.
  Indices inputs_now_, answers_now_, all_now_, all_before_, state_now_;
  /// Renaming of current to previous bits, and back.
  std::map<std::uint32_t, std::uint32_t> before_of_, now_of_;
  /// Cache of contract(), by contract and `first`.
  std::map<std::pair<std::uint32_t, bool>, Bdd> contracts_;
};

}  // namespace catenary::engine::contract
