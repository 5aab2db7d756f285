// SPDX-License-Identifier: Apache-2.0
/// \file
/// Search for values of several unknowns: depth-first over the slots, with
/// exact solution of one slot at a time while later ones are unknown, which
/// excludes values that no choice of the later slots can repair.
#include "model/step/choices.h"

#include <algorithm>
#include <set>
#include <utility>

#include "logic/arithmetic/number.h"
#include "logic/term/traverse.h"

namespace catenary::model {

using logic::ceiling_of;
using logic::CellEvaluator;
using logic::CellSolution;
using logic::CellValue;
using logic::floor_of;
using logic::NumberInterval;
using logic::NumberSet;
using logic::Pick;

namespace {

/// Kinds of slots.
bool is_integer(const DataType& type) {
  return type.base == DataType::Base::integer;
}
bool is_boolean(const DataType& type) {
  return type.base == DataType::Base::boolean;
}

/// An integer slot with at most this many values is tried completely.
constexpr long kManyIntegers = 48;

/// The state of one search. Slots before the current one are chosen, those
/// behind it are unknown.
class Search {
 public:
  Search(std::span<const ChoiceSlot> slots,
         const ChoiceCondition& condition,
         std::span<const mpq_class> candidates,
         base::Rng& rng,
         std::uint32_t limit)
      : slots_(slots),
        condition_(condition),
        candidates_(candidates),
        rng_(rng),
        limit_(limit),
        chosen_(slots.size(), CellValue::unknown("a value is open")) {}

  Choice run() {
    Choice out;
    if (slots_.empty()) {
      // A condition without unknowns: any cell will do.
      CellEvaluator evaluator({mpq_class(0), mpq_class(0), false, false});
      const CellValue holds = condition_(evaluator, {});
      if (holds.is_unknown()) {
        out.answer = Answer::undecided;
        out.why = holds.why;
      } else {
        out.answer = holds.truth ? Answer::yes : Answer::no;
      }
      return out;
    }
    if (descend(0)) {
      out.answer = Answer::yes;
      for (std::size_t i = 0; i < slots_.size(); ++i) {
        out.values.push_back(chosen_[i].value(slots_[i].type.sort()));
      }
    } else if (!exhaustive_) {
      out.answer = Answer::undecided;
      out.why = why_.empty() ? "no value was found among those tried" : why_;
    }
    return out;
  }

 private:
  /// Chooses slot `slot` and all later ones; limit_ bounds the number of calls.
  bool descend(std::size_t slot) {
    if (limit_ == 0) {
      exhaustive_ = false;
      why_ = "too many values to try";
      return false;
    }
    --limit_;
    return is_boolean(slots_[slot].type) ? try_booleans(slot)
                                         : try_numbers(slot);
  }

  /// Tries one value of a slot. If the condition is decided without the later
  /// slots, false ends this branch.
  bool try_value(std::size_t slot, const CellValue& value) {
    chosen_[slot] = value;
    CellEvaluator evaluator({mpq_class(0), mpq_class(0), false, false});
    const CellValue holds = condition_(evaluator, chosen_);
    bool found = false;
    if (!holds.is_unknown()) {
      found = holds.truth && (slot + 1 == slots_.size() || descend(slot + 1));
    } else if (slot + 1 < slots_.size()) {
      // Undecided: the later slots matter.
      found = descend(slot + 1);
    } else {
      // All values are given, and the condition is still unknown: not a proof.
      exhaustive_ = false;
      why_ = holds.why;
    }
    if (!found) chosen_[slot] = CellValue::unknown("a value is open");
    return found;
  }

  /// Both Booleans, in random order.
  bool try_booleans(std::size_t slot) {
    const bool first = rng_.chance(1, 2);
    return try_value(slot, CellValue::boolean(first)) ||
           try_value(slot, CellValue::boolean(!first));
  }

  /// Solves the condition for this slot, with later slots unknown: the values
  /// in neither `yes` nor `unknown` are excluded for good.
  bool try_numbers(std::size_t slot) {
    const DataType& type = slots_[slot].type;
    const NumberSet domain =
        type.non_negative
            ? slots_[slot].domain.intersected(NumberSet::at_least(0))
            : slots_[slot].domain;
    const CellSolution solution =
        solve_in_cells(domain, [&](CellEvaluator& evaluator) {
          chosen_[slot] = CellValue::unknown_unit(is_integer(type));
          return condition_(evaluator, chosen_);
        });
    chosen_[slot] = CellValue::unknown("a value is open");
    const bool last = slot + 1 == slots_.size();
    // For the last slot, `yes` is exact: any of its values completes the
    // choice.
    if (last) {
      if (const auto number =
              pick(solution.yes, is_integer(type), Pick::any, rng_)) {
        chosen_[slot] = CellValue::of(logic::value_of(type.sort(), *number));
        return true;
      }
      // Nothing is unknown, and nothing satisfies: a proof for this branch.
      if (solution.unknown.empty()) return false;
      why_ = solution.why;
    }
    const NumberSet worth =
        last ? solution.unknown : solution.yes.united(solution.unknown);
    bool all = false;
    for (const mpq_class& number : to_try(worth, is_integer(type), all)) {
      if (try_value(slot, CellValue::of(logic::value_of(type.sort(), number))))
        return true;
    }
    exhaustive_ = exhaustive_ && all;
    return false;
  }

  /// Values of the set that are worth trying, in random order; sets `all` if
  /// these are all values of the set.
  std::vector<mpq_class> to_try(const NumberSet& set,
                                bool integral,
                                bool& all) {
    std::set<mpq_class> out;
    all = true;
    for (const NumberInterval& i : set.intervals()) {
      if (i.is_point()) {
        out.insert(*i.lo);
      } else if (integral && i.lo && i.hi && *i.hi - *i.lo <= kManyIntegers) {
        for (mpz_class n = ceiling_of(*i.lo); n <= floor_of(*i.hi); ++n) {
          out.insert(mpq_class(n));
        }
      } else {
        // Infinitely many, or too many: ends, points inside, and the
        // candidates.
        all = false;
        if (i.lo) out.insert(*i.lo);
        if (i.hi) out.insert(*i.hi);
        out.insert(i.inside());
        if (i.lo && i.hi) out.insert((*i.lo + 3 * *i.hi) / 4);
      }
    }
    if (!all) {
      out.insert(candidates_.begin(), candidates_.end());
      for (int i = 0; i < 3; ++i) {
        if (const auto n = pick(set, integral, Pick::any, rng_)) out.insert(*n);
      }
    }
    std::vector<mpq_class> list;
    for (const mpq_class& n : out) {
      if (set.contains(n) && (!integral || n.get_den() == 1)) list.push_back(n);
    }
    rng_.shuffle(list);
    return list;
  }

  std::span<const ChoiceSlot> slots_;
  const ChoiceCondition& condition_;
  std::span<const mpq_class> candidates_;
  base::Rng& rng_;
  std::uint32_t limit_;
  std::vector<CellValue> chosen_;
  bool exhaustive_ = true;
  std::string why_;
};

}  // namespace

std::vector<mpq_class> candidates_near(std::vector<mpq_class> constants) {
  constants.emplace_back(0);
  std::sort(constants.begin(), constants.end());
  std::set<mpq_class> out;
  // Neighbours and midpoints lie on both sides of every comparison.
  for (std::size_t i = 0; i < constants.size(); ++i) {
    out.insert(constants[i]);
    out.insert(constants[i] - 1);
    out.insert(constants[i] + 1);
    if (i > 0) out.insert((constants[i - 1] + constants[i]) / 2);
  }
  return {out.begin(), out.end()};
}

std::vector<mpq_class> constants_of(const TimedAutomaton& automaton) {
  std::vector<logic::Term> roots;
  const auto add = [&](const std::vector<TimedStatement>& statements) {
    for (const TimedStatement& s : statements) {
      if (s.condition.valid()) roots.push_back(s.condition);
      for (const TimedAssignment& a : s.assignments) {
        if (a.value.valid()) roots.push_back(a.value);
      }
    }
  };
  add(automaton.init);
  for (const TimedTransition& t : automaton.transitions) {
    add(t.statements);
    roots.insert(roots.end(), t.sent.begin(), t.sent.end());
  }
  std::set<mpq_class> out;
  for (const logic::Term t : logic::subterms(roots)) {
    if (t.is_constant() && logic::is_number(t)) {
      out.insert(logic::number_of(t.value()));
    }
  }
  return {out.begin(), out.end()};
}

Choice choose(std::span<const ChoiceSlot> slots,
              const ChoiceCondition& condition,
              std::span<const mpq_class> candidates,
              base::Rng& rng,
              std::uint32_t limit) {
  return Search(slots, condition, candidates, rng, limit).run();
}

}  // namespace catenary::model
