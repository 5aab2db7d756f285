// SPDX-License-Identifier: Apache-2.0
/// \file
/// A part of a finite interface as decision diagrams: its contracts, ranges
/// and promises over the variables at the previous and the current step.
///
/// Relations stay conjunctively partitioned; variables are quantified as soon
/// as few conjuncts have them (Burch, Clarke, Long, VLSI 1991; here by bucket
/// elimination, Dechter, AIJ 1999, doi:10.1016/S0004-3702(99)00059-4).
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

using logic::bdd::Bdd;
using Conjuncts = std::vector<Bdd>;

class Finite {
 public:
  /// The structure must outlive this. `widened`: integers that the system
  /// chooses may leave their ranges, by as much as one step of arithmetic can;
  /// what keeps them there are the ranges in rules().
  /// Throws bdd::Unsupported for sorts without diagrams, bdd::LimitReached.
  Finite(const Structure& structure,
         Part part,
         const base::Budget& budget,
         bool widened = false);

  [[nodiscard]] const Part& part() const { return part_; }
  [[nodiscard]] logic::bdd::Manager& manager() { return manager_; }
  [[nodiscard]] logic::bdd::Codes& codes() { return codes_; }

  /// What a contract says of a first or later step; true where it is silent.
  [[nodiscard]] Bdd contract(std::uint32_t contract, bool first);
  /// Its assumption alone, false where the contract is silent.
  [[nodiscard]] Bdd assumption(std::uint32_t contract, bool first);
  /// Promises, and ranges of inputs.
  [[nodiscard]] Conjuncts promises(bool first);
  /// Any term over variables of the part.
  [[nodiscard]] Bdd encode(logic::Term term) { return codes_.encode(term); }
  /// Where the current value is within its range.
  [[nodiscard]] Bdd range(std::uint32_t variable);
  /// Ranges of outputs and hidden variables, and definitions.
  [[nodiscard]] Conjuncts background(bool first);
  /// background() and these contracts: theta.
  [[nodiscard]] Conjuncts rules(std::span<const std::uint32_t> contracts,
                                bool first);

  // Variables of the diagrams.
  [[nodiscard]] const Indices& inputs_now() const { return inputs_now_; }
  [[nodiscard]] const Indices& answers_now() const { return answers_now_; }
  [[nodiscard]] const Indices& all_now() const { return all_now_; }
  [[nodiscard]] const Indices& all_before() const { return all_before_; }
  /// Current values that a later step may read.
  [[nodiscard]] const Indices& state_now() const { return state_now_; }
  [[nodiscard]] const Indices& bits_now(std::uint32_t variable) const {
    return codes_.bits(variable_of(variable).now);
  }

  /// The conjunction without these variables (existentially quantified).
  [[nodiscard]] Bdd eliminate(Conjuncts conjuncts, Indices bits);
  /// A set over the current step as one over the previous step, and back.
  [[nodiscard]] Bdd to_before(const Bdd& set);
  [[nodiscard]] Bdd to_now(const Bdd& set);
  /// Current values after a step from `set` (over the current step) by
  /// `relation`, over `kept` current variables.
  [[nodiscard]] Bdd post(const Bdd& set,
                         const Conjuncts& relation,
                         const Indices& kept);

  [[nodiscard]] Bdd is_now(std::uint32_t variable, const logic::Value& value);
  [[nodiscard]] Bdd is_now(const Valuation& values);
  [[nodiscard]] Bdd is_before(const Valuation& values);
  /// Values under which a set over the current step is met; those of all
  /// variables of the part. Requires: not empty. Deterministic.
  [[nodiscard]] Valuation pick_now(const Bdd& set);
  /// The same for a conjunction that is not to be built: `point` is conjoined
  /// first. Nothing where it is empty.
  [[nodiscard]] std::optional<Valuation> pick_now(const Bdd& point,
                                                  const Conjuncts& conjuncts);

 private:
  [[nodiscard]] const model::InterfaceVariable& variable_of(
      std::uint32_t variable) const {
    return structure_.interface().variables[variable];
  }
  [[nodiscard]] logic::bdd::Bounds bounds(std::uint32_t variable) const;
  void lay_out();
  /// Integers that occur in one comparison, by their least.
  [[nodiscard]] std::map<std::uint32_t, Indices> compared() const;

  const Structure& structure_;
  Part part_;
  bool widened_;
  std::int64_t margin_ = 0;
  logic::bdd::Manager manager_;
  logic::bdd::Codes codes_;
  Indices inputs_now_, answers_now_, all_now_, all_before_, state_now_;
  std::map<std::uint32_t, std::uint32_t> before_of_, now_of_;
  std::map<std::pair<std::uint32_t, bool>, Bdd> contracts_;
};

}  // namespace catenary::engine::contract
