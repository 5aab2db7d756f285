// SPDX-License-Identifier: Apache-2.0
/// \file
/// QuickXPlain (Junker, AAAI 2004) and MARCO (Liffiton et al., Constraints
/// 2016, doi:10.1007/s10601-015-9183-0).
#include "engine/contract/consistency/minimal_sets.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "base/check.h"
#include "engine/contract/consistency/game.h"
#include "logic/smt/circuit/sat.h"

namespace catenary::engine::contract {

namespace {

namespace smt = logic::smt;

/// The union of ascending sets.
Indices join(const Indices& a, const Indices& b) {
  Indices out;
  std::set_union(
      a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

/// The difference of ascending sets.
Indices without(const Indices& a, const Indices& b) {
  Indices out;
  std::set_difference(
      a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

/// QuickXPlain. Requires: `of` and `background` together have the property.
/// `added`: the background grew since the property was last asked of it.
Indices explain(const Indices& of,
                const Indices& background,
                bool added,
                const Property& property) {
  if (added && property(background)) return {};
  if (of.size() == 1) return of;
  const auto middle = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
  const Indices one(of.begin(), middle);
  const Indices other(middle, of.end());
  // Both halves in turn: what the second half must contribute given all of the
  // first, then what the first must contribute given just that.
  const Indices second =
      explain(other, join(background, one), !one.empty(), property);
  const Indices first =
      explain(one, join(background, second), !second.empty(), property);
  return join(first, second);
}

/// MARCO's map: a formula whose models are the subsets that are not explored. A
/// known minimal set excludes its supersets, which have the property too; a
/// known correction excludes subsets that miss it entirely, as these are
/// contained in its complement, which lacks the property.
class Map {
 public:
  explicit Map(const Indices& of) : of_(of), sat_(smt::make_cadical({})) {
    for (const std::uint32_t i : of) literal_[i] = sat_->new_variable();
  }

  /// Excludes all supersets. The empty set excludes everything.
  void exclude_above(const Indices& set) {
    std::vector<smt::Literal> clause;
    for (const std::uint32_t i : set) clause.push_back(-literal_.at(i));
    sat_->add_clause(clause);
  }
  /// Excludes all subsets of the complement.
  void require_one_of(const Indices& correction) {
    std::vector<smt::Literal> clause;
    for (const std::uint32_t i : correction) clause.push_back(literal_.at(i));
    sat_->add_clause(clause);
  }
  /// An unexplored subset; unsat: there is none; unknown: the budget is spent.
  smt::Answer next(Indices& subset, const base::Budget& budget) {
    const smt::Answer answer = sat_->solve({}, budget);
    subset.clear();
    if (answer != smt::Answer::sat) return answer;
    for (const std::uint32_t i : of_) {
      if (sat_->value(literal_.at(i))) subset.push_back(i);
    }
    return answer;
  }

 private:
  const Indices& of_;
  std::unique_ptr<smt::SatSolver> sat_;
  std::map<std::uint32_t, smt::Literal> literal_;
};

/// Adds every element that completes no known minimal set, in ascending order.
/// Afterwards any further element would complete one, hence give the property:
/// a saturated subset without the property is maximal without it.
Indices saturate(Indices subset,
                 const Indices& of,
                 const std::vector<Indices>& known) {
  for (const std::uint32_t i : of) {
    const auto at = std::lower_bound(subset.begin(), subset.end(), i);
    if (at != subset.end() && *at == i) continue;
    Indices larger = subset;
    larger.insert(larger.begin() + (at - subset.begin()), i);
    const bool completes =
        std::any_of(known.begin(), known.end(), [&](const Indices& set) {
          return std::includes(
              larger.begin(), larger.end(), set.begin(), set.end());
        });
    if (!completes) subset = std::move(larger);
  }
  return subset;
}

}  // namespace

Indices minimise(const Indices& of,
                 const Indices& background,
                 const Property& property) {
  if (of.empty() || property(background)) return {};
  return explain(of, background, false, property);
}

MinimalSets minimal_sets(const Indices& of,
                         const Property& property,
                         std::uint32_t max_sets,
                         std::uint32_t max_corrections,
                         const base::Budget& budget) {
  MinimalSets out;
  const auto end = [&](const std::string& why) {
    out.incomplete = why;
    out.all_sets = out.all_corrections = false;
  };
  try {
    Map map(of);
    Indices seed;
    while (true) {
      const smt::Answer answer = map.next(seed, budget);
      if (answer == smt::Answer::unsat) break;
      if (answer != smt::Answer::sat) {
        out.stop = budget.poll();
        end("the budget");
        break;
      }
      seed = saturate(std::move(seed), of, out.sets);
      // See saturate(): a seed without the property is maximal, so its
      // complement is a minimal correction.
      if (property(seed)) {
        if (out.sets.size() >= max_sets) {
          end("the limit on conflicts");
          break;
        }
        const Indices set = minimise(seed, {}, property);
        map.exclude_above(set);
        out.sets.push_back(set);
      } else {
        if (out.corrections.size() >= max_corrections) {
          end("the limit on corrections");
          break;
        }
        const Indices correction = without(of, seed);
        map.require_one_of(correction);
        out.corrections.push_back(correction);
      }
    }
  } catch (const Undecided& why) {
    out.stop = why.reason();
    end(why.what());
  }
  std::sort(out.sets.begin(), out.sets.end());
  std::sort(out.corrections.begin(), out.corrections.end());
  return out;
}

}  // namespace catenary::engine::contract
