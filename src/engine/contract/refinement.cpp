// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/refinement.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/check.h"
#include "engine/contract/finite.h"

namespace catenary::engine::contract {

namespace {

namespace bdd = logic::bdd;

/// A copy whose names do not clash with those of the other interface.
model::Interface renamed(model::Interface a, const std::string& prefix) {
  a.name = prefix;
  for (model::View& v : a.views) v.name = prefix + v.name;
  for (model::Requirement& r : a.requirements) r.id = prefix + r.id;
  for (model::Contract& c : a.contracts) c.id = prefix + c.id;
  for (model::Promise& p : a.promises) p.id = prefix + p.id;
  a.purposes.clear();
  a.covers.clear();
  return a;
}

void same_interface(const model::Interface& b, const model::Interface& a) {
  const auto names = [](const model::Interface& i) {
    std::set<std::string> out;
    for (const model::InterfaceVariable& v : i.variables) {
      if (v.role != model::Role::hidden) out.insert(v.name);
    }
    return out;
  };
  if (names(b) == names(a)) return;
  throw base::InputError({b.path, 0, 0},
                         "its inputs and outputs are not those of " + a.path +
                             "; expected the same",
                         "refinement-signature");
}

class Check {
 public:
  Check(const model::Interface& joint,
        const model::Interface& refined,
        const base::Budget& budget)
      : joint_(joint), structure_(joint), finite_(structure_, whole(), budget) {
    const auto boundary = static_cast<std::uint32_t>(refined.contracts.size());
    for (std::uint32_t c = 0; c < joint.contracts.size(); ++c) {
      (c < boundary ? of_a_ : of_b_).push_back(c);
    }
    const auto hidden_of_a =
        static_cast<std::uint32_t>(refined.variables.size());
    for (const std::uint32_t v : finite_.part().variables) {
      const Indices& bits = finite_.bits_now(v);
      const bool hidden = joint.variables[v].role == model::Role::hidden;
      // The variables of `refined` come first, in their order.
      (hidden ? (v < hidden_of_a ? ranges_a_ : ranges_b_) : ranges_both_)
          .push_back(v);
      if (hidden && v < hidden_of_a) {
        hidden_a_.insert(hidden_a_.end(), bits.begin(), bits.end());
      }
    }
  }

  Refinement run() {
    Refinement out;
    std::vector<Bdd> good{finite_.manager().constant(true)};
    while (true) {
      if (!losing(true, good.back()).is_false()) {
        out.trace = run_into(good);
        const bool sure = confirmed(out.trace);
        out.outcome =
            sure ? Refinement::Outcome::fails : Refinement::Outcome::undecided;
        if (!sure) {
          out.trace.clear();
          out.reason =
              "hidden variables of the refined interface leave a "
              "choice";
        }
        return out;
      }
      const Bdd next = good.back() & !losing(false, good.back());
      if (next == good.back()) {
        out.outcome = Refinement::Outcome::refines;
        return out;
      }
      good.push_back(next);
    }
  }

 private:
  [[nodiscard]] Part whole() const {
    Indices all;
    for (std::uint32_t c = 0; c < joint_.contracts.size(); ++c) {
      all.push_back(c);
    }
    Part part = structure_.whole(all);
    for (std::uint32_t v = 0; v < joint_.variables.size(); ++v) {
      part.variables.push_back(v);
    }
    make_set(part.variables);
    part.definitions.clear();  // they are contracts here
    return part;
  }

  [[nodiscard]] Conjuncts theta(bool of_a, bool first) {
    Conjuncts out;
    for (const Indices* ranges :
         {&ranges_both_, of_a ? &ranges_a_ : &ranges_b_}) {
      for (const std::uint32_t v : *ranges) out.push_back(finite_.range(v));
    }
    for (const std::uint32_t c : of_a ? of_a_ : of_b_) {
      out.push_back(finite_.contract(c, first));
    }
    return out;
  }

  [[nodiscard]] Conjuncts promises(bool of_a, bool first) {
    Conjuncts out;
    for (const std::uint32_t v : ranges_both_) {
      if (joint_.variables[v].role == model::Role::input) {
        out.push_back(finite_.range(v));
      }
    }
    const std::string prefix = of_a ? "a:" : "b:";
    for (const model::Promise& p : joint_.promises) {
      if (!p.id.starts_with(prefix)) continue;
      out.push_back(finite_.encode(model::formula_at(joint_, p, first)));
    }
    return out;
  }

  [[nodiscard]] Bdd all_of(const Conjuncts& conjuncts) {
    return finite_.eliminate(conjuncts, {});
  }

  /// Values before and inputs that the refining interface does not answer.
  [[nodiscard]] Bdd unanswered(bool first) {
    Bdd accepted = all_of(promises(false, first));
    Conjuncts c = theta(false, first);
    return (!accepted) |
           !finite_.eliminate(std::move(c), finite_.answers_now());
  }

  /// Steps of the refining interface that the other cannot follow into `goal`.
  [[nodiscard]] Bdd unmatched(bool first, const Bdd& goal) {
    Conjuncts follow = theta(true, first);
    follow.push_back(goal);
    const Bdd followed = finite_.eliminate(std::move(follow), hidden_a_);
    return all_of(theta(false, first)) & !followed;
  }

  [[nodiscard]] Bdd losing(bool first, const Bdd& goal) {
    const Bdd allowed = all_of(promises(true, first));
    const Bdd wrong =
        finite_.eliminate({unmatched(first, goal)}, finite_.answers_now());
    return finite_.to_now(finite_.eliminate(
        {allowed & (unanswered(first) | wrong)}, finite_.inputs_now()));
  }

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

  /// A run on which the simulation fails, against the followers that hold out
  /// longest. `good.back()` fails at the first step.
  std::vector<TraceStep> run_into(const std::vector<Bdd>& good) {
    std::vector<TraceStep> out;
    Bdd point = finite_.manager().constant(true);
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
        return std::find(ranges_a_.begin(), ranges_a_.end(), entry.first) !=
               ranges_a_.end();
      });
      out.push_back({observed(values, true), observed(values, false)});
      if (level == 0) return out;
      Conjuncts follow = theta(true, first);
      follow.push_back(good[level - 1]);
      const std::optional<Valuation> next =
          finite_.pick_now(point & finite_.is_now(values), follow);
      if (!next) return out;
      point = finite_.is_before(*next);
    }
    return out;
  }

  /// Whether all executions of the trace agree that it is a counterexample.
  bool confirmed(const std::vector<TraceStep>& trace) {
    Bdd of_a = finite_.manager().constant(true);
    Bdd of_b = of_a;
    for (std::size_t t = 0; t < trace.size(); ++t) {
      const bool first = t == 0;
      Bdd seen = finite_.is_now(trace[t].inputs);
      const Bdd environment = all_of(promises(true, first)) & seen;
      if (trace[t].answer.empty() && !outputs().empty()) {
        // Some execution of the refined one lets the environment send this,
        // and no execution of the refining one answers.
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

  [[nodiscard]] Indices everything() const {
    Indices out = finite_.all_before();
    out.insert(out.end(), finite_.all_now().begin(), finite_.all_now().end());
    return out;
  }

  [[nodiscard]] Indices outputs() const {
    Indices out;
    for (const std::uint32_t v : ranges_both_) {
      if (joint_.variables[v].role == model::Role::output) out.push_back(v);
    }
    return out;
  }

  const model::Interface& joint_;
  Structure structure_;
  Finite finite_;
  Indices of_a_, of_b_;
  Indices hidden_a_;                           ///< bits
  Indices ranges_a_, ranges_b_, ranges_both_;  ///< variables
};

}  // namespace

Refinement check_refinement(const model::Interface& refining,
                            const model::Interface& refined,
                            const base::Budget& budget) {
  same_interface(refining, refined);
  const model::Interface joint =
      model::conjoin(renamed(refined, "a:"), renamed(refining, "b:"));
  try {
    return Check(joint, refined, budget).run();
  } catch (const bdd::LimitReached& limit) {
    return {
        Refinement::Outcome::undecided, base::to_string(limit.reason()), {}};
  } catch (const bdd::Unsupported& what) {
    return {Refinement::Outcome::undecided,
            std::string(what.what()) + " have no decision diagrams",
            {}};
  }
}

}  // namespace catenary::engine::contract
