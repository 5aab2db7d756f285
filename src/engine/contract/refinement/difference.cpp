// SPDX-License-Identifier: Apache-2.0
/// \file
/// Differences of finite interfaces by decision diagrams.
///
/// The search goes over pairs of executions, of the original and of the mutant,
/// with the same observations. If no pair can make a step that the mutant
/// allows and the original cannot follow, the original simulates the mutant, so
/// it allows all its traces. If some pair can, another execution of the
/// original with the same observations may still follow: a Monitor, which
/// considers all of them, decides about the run, and if it does not confirm it,
/// trace inclusion decides about the mutant.
#include "engine/contract/refinement/difference.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "engine/contract/monitor/monitor.h"
#include "engine/contract/refinement/pairing.h"
#include "engine/contract/refinement/refinement.h"
#include "engine/contract/refinement/symbolic_difference.h"
#include "logic/bdd/bdd.h"

namespace catenary::engine::contract {

namespace {

namespace bdd = logic::bdd;
using model::Reachability;

/// Whether two lists have a common index.
bool intersect(const Indices& a, const Indices& b) {
  return std::any_of(a.begin(), a.end(), [&](std::uint32_t i) {
    return std::find(b.begin(), b.end(), i) != b.end();
  });
}

/// The search; the original is `a` of the pairing.
class FiniteDifference final : public DifferenceSearch {
 public:
  FiniteDifference(const model::Interface& mutant,
                   const model::Interface& original,
                   const base::Budget& budget)
      : mutant_(mutant),
        original_(original),
        semantics_(original),
        budget_(budget),
        pair_(original, mutant, budget),
        finite_(pair_.finite()) {
    for (const bool first : {true, false}) {
      mutant_step_[first] = pair_.theta(false, first);
      append(mutant_step_[first], pair_.promises(true, first));
      same_step_[first] = mutant_step_[first];
      append(same_step_[first], pair_.theta(true, first));
      faults_[first] = faults(first);
    }
  }

  Difference shortest(std::optional<std::uint32_t> max_steps) override {
    return guarded([&] { return search(nullptr, max_steps); });
  }

  Difference along(const InputSequence& inputs) override {
    return guarded([&] { return search(&inputs, {}); });
  }

 private:
  /// Calls `search`; limits become Reachability::undecided.
  template <typename Search>
  Difference guarded(const Search& search) {
    Difference out;
    try {
      return search();
    } catch (const bdd::LimitReached& limit) {
      out.reason = base::to_string(limit.reason());
    } catch (const bdd::Unsupported& what) {
      out.reason = std::string("no decision diagrams for ") + what.what();
    }
    return out;
  }

  /// The possible violations of a step of the original, one condition each,
  /// over the previous and the current step: each rule without current hidden
  /// variables of the original, and all others together, for which some common
  /// hidden values must exist. Their disjunction is the violation of theta.
  [[nodiscard]] Conjuncts faults(bool first) {
    Conjuncts hidden;
    Conjuncts out;
    for (const Bdd& c : pair_.theta(true, first)) {
      if (intersect(finite_.manager().support(c), pair_.hidden_a())) {
        hidden.push_back(c);
        continue;
      }
      // A rule that the mutant has unchanged cannot be violated. Diagrams are
      // canonical, so it is found by comparison.
      const Conjuncts& kept = mutant_step_[first];
      if (c.is_true() || std::find(kept.begin(), kept.end(), c) != kept.end()) {
        continue;
      }
      out.push_back(!c);
    }
    if (!hidden.empty()) {
      out.push_back(!finite_.eliminate(std::move(hidden), pair_.hidden_a()));
    }
    return out;
  }

  /// The input values of a step.
  [[nodiscard]] Bdd cube(const InputSequence& inputs, std::size_t step) {
    Bdd out = finite_.manager().constant(true);
    for (std::uint32_t v = 0; v < original_.variables.size(); ++v) {
      const model::InterfaceVariable& x = original_.variables[v];
      if (x.role != model::Role::input) continue;
      out = out & finite_.is_now(v, in_joint(v, *inputs[step][v]));
    }
    return out;
  }

  /// A value for the joint interface, whose sorts are equal but not identical.
  [[nodiscard]] logic::Value in_joint(std::uint32_t v,
                                      const logic::Value& value) const {
    if (value.kind() != logic::SortKind::enumeration) return value;
    return logic::Value::enumerator(
        pair_.joint().variables[v].sort().enumeration_decl(),
        value.as_enumerator());
  }

  /// A relation restricted to steps from a set, with given inputs.
  [[nodiscard]] Conjuncts with(Conjuncts relation,
                               const Bdd* from,
                               const InputSequence* inputs,
                               std::size_t step) {
    if (from != nullptr) relation.push_back(finite_.to_before(*from));
    if (inputs != nullptr) relation.push_back(cube(*inputs, step));
    return relation;
  }

  /// The pairs after a step that both allow, over what matters later.
  [[nodiscard]] Bdd image(const Bdd* from,
                          const InputSequence* inputs,
                          std::size_t step) {
    Indices bits = finite_.all_before();
    const Indices& kept = finite_.state_now();
    for (const std::uint32_t b : finite_.all_now()) {
      if (!std::binary_search(kept.begin(), kept.end(), b)) bits.push_back(b);
    }
    return finite_.eliminate(with(same_step_[step == 0], from, inputs, step),
                             std::move(bits));
  }

  /// Breadth-first; `inputs`: null, or those to use.
  Difference search(const InputSequence* inputs,
                    std::optional<std::uint32_t> max_steps) {
    if (inputs != nullptr) {
      max_steps = static_cast<std::uint32_t>(inputs->size());
    }
    std::vector<Bdd> layers;
    Bdd known = finite_.manager().constant(false);
    for (std::size_t s = 0; !max_steps || s < *max_steps; ++s) {
      const Bdd* from = s == 0 ? nullptr : &layers.back();
      for (const Bdd& fault : faults_[s == 0]) {
        Conjuncts wrong = with(mutant_step_[s == 0], from, inputs, s);
        wrong.push_back(fault);
        const Bdd now = finite_.eliminate(wrong, finite_.all_before());
        if (now.is_false()) continue;
        return confirmed(walk_back(layers, now, fault, inputs));
      }
      Bdd next = image(from, inputs, s);
      if (inputs == nullptr) {
        // With given inputs the relation differs from step to step, so a pair
        // that is known matters again.
        next = next & !known;
        known = known | next;
      }
      // No new pair, and no fault so far: the original simulates the mutant.
      if (next.is_false()) return {Reachability::unreachable, nothing(), {}};
      layers.push_back(std::move(next));
    }
    if (inputs != nullptr) return {Reachability::unreachable, nothing(), {}};
    return {Reachability::not_within_bound,
            "the original allows all that the mutant does in " +
                std::to_string(*max_steps) + " steps",
            {}};
  }

  /// The text of Reachability::unreachable.
  static std::string nothing() {
    return "the original allows all that the mutant does";
  }

  /// A run of pairs through the layers into `last`, a set of current values,
  /// picked backwards. `fault`: what the last step must meet.
  std::vector<Snapshot> walk_back(const std::vector<Bdd>& layers,
                                  const Bdd& last,
                                  const Bdd& fault,
                                  const InputSequence* inputs) {
    std::vector<Snapshot> out(layers.size() + 1);
    Conjuncts next{fault};  // over before and now, at the step at hand
    Bdd now = last;
    for (std::size_t s = out.size(); s-- > 0;) {
      const bool at_end = s + 1 == out.size();
      const Conjuncts& step =
          at_end ? mutant_step_[s == 0] : same_step_[s == 0];
      const Bdd* from = s == 0 ? nullptr : &layers[s - 1];
      if (!at_end) {
        Conjuncts all = with(step, from, inputs, s);
        append(all, next);
        now = finite_.eliminate(std::move(all), finite_.all_before());
        CATENARY_CHECK(!now.is_false(), "a pair of executions into a layer");
      }
      const Valuation picked = finite_.pick_now(now);
      out[s] = snapshot(picked);
      if (s == 0) break;
      Conjuncts back = with(step, from, nullptr, s);
      append(back, next);
      back.push_back(finite_.is_now(picked));
      next = {finite_.to_now(
          finite_.eliminate(std::move(back), finite_.all_now()))};
    }
    return out;
  }

  /// The observed values of a valuation, for the original.
  [[nodiscard]] Snapshot snapshot(const Valuation& joint) const {
    Snapshot out;
    for (std::uint32_t v = 0; v < original_.variables.size(); ++v) {
      const model::InterfaceVariable& x = original_.variables[v];
      logic::Value value = logic::default_value(x.sort());
      const auto at = joint.find(v);
      if (x.role != model::Role::hidden && at != joint.end()) {
        value = at->second;
        if (value.kind() == logic::SortKind::enumeration) {
          value = logic::Value::enumerator(x.sort().enumeration_decl(),
                                           value.as_enumerator());
        }
      }
      out.push_back(std::move(value));
    }
    return out;
  }

  /// The difference that a run shows, or what is known if it shows none.
  Difference confirmed(std::vector<Snapshot> run) {
    Monitor monitor(semantics_, budget_);
    Allowed allowed = Allowed::yes;
    for (std::size_t s = 0; s < run.size() && allowed == Allowed::yes; ++s) {
      allowed = monitor.step(run[s]);
    }
    if (allowed == Allowed::no) {
      // The Monitor may find an earlier step to be the first that is forbidden.
      run.resize(monitor.steps());
      return {Reachability::reached, "", std::move(run)};
    }
    const Refinement proof =
        check_refinement(mutant_, original_, budget_, {.traces_only = true});
    if (proof.outcome == Conformity::conforms) {
      return {Reachability::unreachable, nothing(), {}};
    }
    return {Reachability::undecided,
            "hidden variables of the original leave a choice",
            {}};
  }

  const model::Interface& mutant_;
  const model::Interface& original_;
  Semantics semantics_;
  base::Budget budget_;
  Pairing pair_;
  Finite& finite_;
  // Of later and of first steps:
  Conjuncts mutant_step_[2];  ///< the mutant's, where promises are kept
  Conjuncts same_step_[2];    ///< of both
  Conjuncts faults_[2];       ///< over before and now
};

}  // namespace

std::unique_ptr<DifferenceSearch> make_difference_search(
    const model::Interface& mutant,
    const model::Interface& original,
    const base::Budget& budget) {
  if (!original.finite()) {
    return make_symbolic_difference(mutant, original, budget);
  }
  try {
    return std::make_unique<FiniteDifference>(mutant, original, budget);
  } catch (const bdd::LimitReached&) {
    return make_symbolic_difference(mutant, original, budget);
  } catch (const bdd::Unsupported&) {
    return make_symbolic_difference(mutant, original, budget);
  }
}

}  // namespace catenary::engine::contract
