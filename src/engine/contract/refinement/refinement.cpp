// SPDX-License-Identifier: Apache-2.0
/// \file
/// Refinement by the greatest alternating simulation, over decision diagrams.
///
/// Iterates: good[n] has the pairs of states from which the refined interface
/// can follow the refining one for n more steps. The fixpoint is the
/// simulation. An iterate that the first step cannot be led into gives a run of
/// n + 1 steps on which the simulation fails.
#include "engine/contract/refinement/refinement.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "engine/contract/refinement/pairing.h"
#include "engine/contract/refinement/trace_inclusion.h"

namespace catenary::engine::contract {

namespace {

namespace bdd = logic::bdd;

/// One check. In the pairing, `a` is the refined interface, `b` the refining
/// one.
class Check {
 public:
  Check(Pairing& pair, bool traces_only)
      : pair_(pair),
        joint_(pair.joint()),
        finite_(pair.finite()),
        traces_only_(traces_only) {}

  Refinement run() {
    Refinement out;
    std::vector<Bdd> good{finite_.manager().constant(true)};
    while (true) {
      // Invariant: the first step cannot be led into any iterate before
      // good.back().
      if (!losing(true, good.back()).is_false()) {
        out.trace = run_into(good);
        if (!confirmed(out.trace)) {
          // Hidden variables leave a choice, so the simulation decides nothing.
          return TraceInclusion(pair_, {traces_only_}).run();
        }
        out.outcome = Conformity::fails;
        return out;
      }
      const Bdd next = good.back() & !losing(false, good.back());
      if (next == good.back()) {
        out.outcome = Conformity::conforms;
        return out;
      }
      good.push_back(next);
    }
  }

 private:
  /// See Pairing::theta().
  [[nodiscard]] Conjuncts theta(bool of_a, bool first) {
    return pair_.theta(of_a, first);
  }

  /// See Pairing::promises().
  [[nodiscard]] Conjuncts promises(bool of_a, bool first) {
    return pair_.promises(of_a, first);
  }

  /// The conjunction, built.
  [[nodiscard]] Bdd all_of(const Conjuncts& conjuncts) {
    return finite_.eliminate(conjuncts, {});
  }

  /// Previous values and inputs that the refining interface does not accept or
  /// does not answer; none with traces_only.
  [[nodiscard]] Bdd unanswered(bool first) {
    if (traces_only_) return finite_.manager().constant(false);
    Bdd accepted = all_of(promises(false, first));
    Conjuncts c = theta(false, first);
    return (!accepted) |
           !finite_.eliminate(std::move(c), finite_.answers_now());
  }

  /// Steps of the refining interface that the refined one cannot follow into
  /// `goal`, whatever its hidden values are.
  [[nodiscard]] Bdd unmatched(bool first, const Bdd& goal) {
    Conjuncts follow = theta(true, first);
    follow.push_back(goal);
    const Bdd followed = finite_.eliminate(std::move(follow), pair_.hidden_a());
    return all_of(theta(false, first)) & !followed;
  }

  /// Pairs of states from which some input that the refined interface promises
  /// is unanswered, or is answered by an unmatched step.
  [[nodiscard]] Bdd losing(bool first, const Bdd& goal) {
    const Bdd allowed = all_of(promises(true, first));
    const Bdd wrong =
        finite_.eliminate({unmatched(first, goal)}, finite_.answers_now());
    return finite_.to_now(finite_.eliminate(
        {allowed & (unanswered(first) | wrong)}, finite_.inputs_now()));
  }

  /// The inputs, or the outputs, of a valuation.
  [[nodiscard]] Valuation observed(const Valuation& of, bool inputs) const {
    Valuation out;
    for (const auto& [v, value] : of) {
      const model::Role role = joint_.variables[v].role;
      if (role == model::Role::hidden ||
          (role == model::Role::input) != inputs) {
        continue;
      }
      out.emplace(v, value);
    }
    return out;
  }

  /// A run on which the simulation fails, where the refined interface follows
  /// as long as possible. Requires: a first step cannot be led into
  /// good.back().
  std::vector<TraceStep> run_into(const std::vector<Bdd>& good) {
    std::vector<TraceStep> out;
    Bdd point = finite_.manager().constant(true);
    // `point` is the pair of states before this step; it is not in good[level +
    // 1], or this is the first step.
    for (std::size_t level = good.size(); level-- > 0;) {
      const bool first = out.empty();
      const Bdd allowed = all_of(promises(true, first));
      const Bdd silent = point & allowed & unanswered(first);
      if (!silent.is_false()) {
        const Valuation values =
            finite_.pick_now(finite_.eliminate({silent}, finite_.all_before()));
        out.push_back({observed(values, true), {}});
        return out;
      }
      const Bdd wrong = point & allowed & unmatched(first, good[level]);
      Valuation values =
          finite_.pick_now(finite_.eliminate({wrong}, finite_.all_before()));
      std::erase_if(values, [&](const auto& entry) {
        return pair_.is_hidden_of_a(entry.first);
      });
      out.push_back({observed(values, true), observed(values, false)});
      if (level == 0) return out;
      Conjuncts follow = theta(true, first);
      follow.push_back(good[level - 1]);
      const std::optional<Valuation> next =
          finite_.pick_now(point & finite_.is_now(values), follow);
      // The refined interface cannot follow at all: the trace ends here.
      if (!next) return out;
      point = finite_.is_before(*next);
    }
    return out;
  }

  /// Whether a trace is a counterexample for traces: some execution of the
  /// refining interface has it, none of the refined one does, and the
  /// environment of the refined one may send its inputs. Follows the sets of
  /// all executions of both.
  bool confirmed(const std::vector<TraceStep>& trace) {
    Bdd of_a = finite_.manager().constant(true);
    Bdd of_b = of_a;
    for (std::size_t t = 0; t < trace.size(); ++t) {
      const bool first = t == 0;
      Bdd seen = finite_.is_now(trace[t].inputs);
      const Bdd environment = all_of(promises(true, first)) & seen;
      if (trace[t].answer.empty() && !outputs().empty()) {
        // Some execution of the refined interface lets the environment send
        // these inputs, and no execution of the refining one answers them.
        Conjuncts sent{environment, of_a};
        const Indices all = everything();
        if (finite_.eliminate(std::move(sent), all).is_false()) return false;
        Conjuncts answer = theta(false, first);
        const Conjuncts accepted = promises(false, first);
        answer.insert(answer.end(), accepted.begin(), accepted.end());
        answer.push_back(seen);
        answer.push_back(of_b);
        return finite_.eliminate(std::move(answer), all).is_false();
      }
      seen = seen & finite_.is_now(trace[t].answer);
      const auto step = [&](bool a, const Bdd& from) {
        Conjuncts c = theta(a, first);
        c.push_back(seen);
        c.push_back(from);
        if (a) c.push_back(environment);
        return finite_.to_before(
            finite_.eliminate(std::move(c), finite_.all_before()));
      };
      of_b = step(false, of_b);
      const Bdd followed = step(true, of_a);
      // No execution of the refining interface has this trace.
      if (of_b.is_false()) return false;
      if (followed.is_false()) {
        // The environment must have been allowed to send the inputs.
        Conjuncts sent{environment, of_a};
        return t + 1 == trace.size() &&
               !finite_.eliminate(std::move(sent), everything()).is_false();
      }
      of_a = followed;
    }
    return false;
  }

  /// All bits.
  [[nodiscard]] Indices everything() const {
    Indices out = finite_.all_before();
    out.insert(out.end(), finite_.all_now().begin(), finite_.all_now().end());
    return out;
  }

  /// Variables that are outputs.
  [[nodiscard]] Indices outputs() const {
    Indices out;
    for (std::uint32_t v = 0; v < joint_.variables.size(); ++v) {
      if (joint_.variables[v].role == model::Role::output) out.push_back(v);
    }
    return out;
  }

  Pairing& pair_;
  const model::Interface& joint_;
  Finite& finite_;
  bool traces_only_;
};

}  // namespace

Refinement check_refinement(const model::Interface& refining,
                            const model::Interface& refined,
                            const base::Budget& budget,
                            RefinementOptions options) {
  try {
    Pairing pair(refined, refining, budget);
    return Check(pair, options.traces_only).run();
  } catch (const bdd::LimitReached& limit) {
    return {Conformity::undecided, base::to_string(limit.reason()), {}};
  } catch (const bdd::Unsupported& what) {
    return {Conformity::undecided,
            std::string(what.what()) + " have no decision diagrams",
            {}};
  }
}

}  // namespace catenary::engine::contract
