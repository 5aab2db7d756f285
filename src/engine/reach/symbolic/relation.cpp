// SPDX-License-Identifier: Apache-2.0
/// \file
/// Targets, the cone of influence, and the templates of initialisation and
/// step. Conjunctions with "not unfaithful" are made here, so that a literal of
/// a goal means a hit in a run that the encoding describes.

#include "engine/reach/symbolic/relation.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "engine/reach/symbolic/cone.h"
#include "logic/term/rewrite/simplify.h"

namespace catenary::engine::reach {

using logic::Term;

Relation::Relation(const model::StepSystem& system,
                   const model::Encoding& encoding,
                   logic::TermManager& terms,
                   const base::Budget& budget)
    : system_(system), encoding_(encoding), terms_(terms) {
  CATENARY_CHECK(encoding.inputs.size() == system.inputs.size() &&
                     encoding.initial.size() == system.initial.size(),
                 "an encoding has a variable for each input");
  find_targets();
  find_slots();
  blast(encoding.init,
        encoding.initial,
        domain(system.initial, encoding.initial),
        budget,
        init_);
  std::vector<Term> variables = state_;
  variables.insert(
      variables.end(), encoding.inputs.begin(), encoding.inputs.end());
  blast(encoding.step,
        std::move(variables),
        domain(system.inputs, encoding.inputs),
        budget,
        step_);
}

/// One target for each distinct error: several paths of the step may raise it.
void Relation::find_targets() {
  targets_.resize(system_.goals.size());
  for (const model::EncodedPart* part : {&encoding_.init, &encoding_.step}) {
    for (const model::EncodedPart::Stop& stop : part->stops) {
      if (stop.outcome != model::StepOutcome::crashed) continue;
      const bool known =
          std::any_of(targets_.begin(), targets_.end(), [&](const Target& t) {
            return t.kind == Target::Kind::crash &&
                   model::same_event(t.event, stop.event);
          });
      if (!known) targets_.push_back({Target::Kind::crash, stop.event});
    }
  }
  targets_.push_back({Target::Kind::unfaithful, {}});
}

std::vector<Term> Relation::target_terms(const model::EncodedPart& part) const {
  CATENARY_CHECK(part.hits.size() == system_.goals.size(),
                 "an encoding says of each goal whether it is hit");
  // A goal counts only where the encoding describes the step.
  const Term faithful = terms_.logical_not(part.unfaithful);
  std::vector<Term> out;
  for (std::size_t t = 0; t < targets_.size(); ++t) {
    if (targets_[t].kind == Target::Kind::goal) {
      out.push_back(terms_.logical_and(part.hits[t], faithful));
    } else if (targets_[t].kind == Target::Kind::crash) {
      std::vector<Term> ways;
      for (const model::EncodedPart::Stop& stop : part.stops) {
        if (stop.outcome == model::StepOutcome::crashed &&
            model::same_event(targets_[t].event, stop.event)) {
          ways.push_back(stop.when);
        }
      }
      const Term any = terms_.logical_or(ways);
      out.push_back(terms_.logical_and(any, part.crashed));
    } else {
      out.push_back(part.unfaithful);
    }
  }
  return out;
}

// The slots that outcomes and targets of a step depend on.
void Relation::find_slots() {
  const model::EncodedPart& step = encoding_.step;
  std::vector<Term> wanted = target_terms(step);
  wanted.insert(wanted.end(),
                {step.running, step.ended, step.discarded, step.final});
  slots_ = cone_of_influence(encoding_, std::move(wanted));
  for (const std::size_t s : slots_) {
    state_.push_back(encoding_.state[s].variable);
  }
}

/// The conjunction of the ranges of all variables.
Term Relation::domain(const std::vector<model::Variable>& variables,
                      const std::vector<Term>& terms) const {
  std::vector<Term> ranges;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    ranges.push_back(model::in_range(terms_, variables[i], terms[i]));
  }
  return terms_.logical_and(ranges);
}

void Relation::blast(const model::EncodedPart& part,
                     std::vector<Term> variables,
                     Term domain,
                     const base::Budget& budget,
                     RelationPart& out) const {
  // The order of the roots is that of RelationPart: next values, outcomes,
  // domain, targets.
  std::vector<Term> roots;
  for (const std::size_t slot : slots_) roots.push_back(part.next[slot]);
  out.terms = &part;
  out.outcomes = roots.size();
  roots.insert(roots.end(),
               {part.running, part.ended, part.discarded, part.final, domain});
  out.targets = roots.size();
  const std::vector<Term> targets = target_terms(part);
  roots.insert(roots.end(), targets.begin(), targets.end());
  roots = logic::Simplifier(terms_).simplify(roots);
  out.cnf = logic::smt::bit_blast(terms_, variables, roots, budget);
}

}  // namespace catenary::engine::reach
