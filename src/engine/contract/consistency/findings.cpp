// SPDX-License-Identifier: Apache-2.0
/// \file
/// Findings about contracts, by decision diagrams over the reachable steps of
/// each part.
///
/// "Reachable" is meant under all contracts of the part. That redundancy is
/// judged there is sound by induction over steps: if the other contracts imply
/// c at the first step, they have the same first states as all contracts
/// together; if they imply c at every later step from those, they have the same
/// successors. So removing c alone does not change the runs. Of two contracts
/// that imply each other both are reported, but only one may be removed.
#include "engine/contract/consistency/findings.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/contract/consistency/finite.h"
#include "engine/contract/consistency/minimal_sets.h"
#include "engine/contract/consistency/semantics.h"
#include "logic/term/traverse.h"

namespace catenary::engine::contract {

namespace {

namespace bdd = logic::bdd;

/// Whether a variable occurs free in a term.
bool mentions(logic::Term term, logic::Term variable) {
  const std::vector<logic::Term> free = logic::free_variables(term);
  return std::find(free.begin(), free.end(), variable) != free.end();
}

/// The findings of one part. `reach()` comes first: all questions are about
/// steps that start from reachable values.
class PartFindings {
 public:
  PartFindings(const Structure& structure,
               const Part& part,
               const std::vector<Indices>& spoken_of,
               const base::Budget& budget,
               std::vector<suite::Finding>& out)
      : interface_(structure.interface()),
        structure_(structure),
        spoken_of_(spoken_of),
        finite_(structure, part, budget),
        out_(out) {}

  void run() {
    reach();
    promises();
    for (const std::uint32_t c : finite_.part().contracts) {
      vacuity(c);
      redundancy(c);
    }
    for (const std::uint32_t v : finite_.part().variables) gaps(v);
  }

 private:
  /// Steps that the environment, the ranges and the definitions allow from
  /// reachable values, whatever the contracts say. `first`: the first step.
  [[nodiscard]] Conjuncts steps(bool first) {
    Conjuncts out = finite_.promises(first);
    const Conjuncts more = finite_.background(first);
    out.insert(out.end(), more.begin(), more.end());
    if (!first) out.push_back(before_);
    return out;
  }

  /// Whether some such step meets the given contracts and the condition.
  [[nodiscard]] bool possible(const Indices& contracts,
                              const Bdd& condition,
                              bool first) {
    if (condition.is_false()) return false;
    Conjuncts c = steps(first);
    for (const std::uint32_t i : contracts) {
      c.push_back(finite_.contract(i, first));
    }
    c.push_back(condition);
    Indices bits = finite_.all_now();
    bits.insert(
        bits.end(), finite_.all_before().begin(), finite_.all_before().end());
    return !finite_.eliminate(std::move(c), std::move(bits)).is_false();
  }

  /// Computes the reachable values before a step: least fixpoint, layer by
  /// layer.
  void reach() {
    const Indices& all = finite_.part().contracts;
    Conjuncts first = finite_.rules(all, true);
    const Conjuncts promised = finite_.promises(true);
    first.insert(first.end(), promised.begin(), promised.end());
    Indices gone;
    std::set_difference(finite_.all_now().begin(),
                        finite_.all_now().end(),
                        finite_.state_now().begin(),
                        finite_.state_now().end(),
                        std::back_inserter(gone));
    Conjuncts later = finite_.rules(all, false);
    const Conjuncts promised_later = finite_.promises(false);
    later.insert(later.end(), promised_later.begin(), promised_later.end());
    Bdd layer = finite_.eliminate(std::move(first), gone);
    Bdd reached = layer;
    // Invariant: `reached` has the values after at most as many steps as there
    // were iterations; `layer` has those that are new. The domain is finite.
    while (!layer.is_false()) {
      layer = finite_.post(layer, later, finite_.state_now()) & !reached;
      reached = reached | layer;
    }
    before_ = finite_.to_before(reached);
  }

  void add(const char* code,
           base::Severity severity,
           const std::string& message,
           const base::SourceLocation& where,
           const Indices& contracts) {
    out_.push_back({code,
                    severity,
                    message,
                    where,
                    requirement_ids(interface_, contracts),
                    ""});
  }

  [[nodiscard]] std::string names(const Indices& contracts) const {
    std::string out;
    for (const std::uint32_t c : contracts) {
      out += (out.empty() ? "" : ", ") + interface_.contracts[c].id;
    }
    return out;
  }

  /// Reports values after which the environment cannot meet its own promises:
  /// verdicts about such runs say nothing.
  void promises() {
    for (const bool first : {true, false}) {
      Conjuncts c = finite_.promises(first);
      Conjuncts stuck{!finite_.eliminate(std::move(c), finite_.inputs_now())};
      if (!first) stuck.push_back(before_);
      if (finite_.eliminate(std::move(stuck), finite_.all_before())
              .is_false()) {
        continue;
      }
      const std::vector<std::uint32_t>& p = finite_.part().promises;
      out_.push_back({"promises-unmet",
                      base::Severity::warning,
                      first ? "no input of the first step keeps the promises "
                              "of the environment"
                            : "after some runs no input keeps the promises of "
                              "the environment",
                      p.empty() ? base::SourceLocation{interface_.path, 0, 0}
                                : interface_.promises[p[0]].where,
                      {},
                      ""});
    }
  }

  /// Reports an assumption that holds at no reachable step; with the minimal
  /// set of contracts that prevents it, if it is not contradictory by itself.
  void vacuity(std::uint32_t c) {
    const model::Contract& contract = interface_.contracts[c];
    if (!contract.has_assumption || contract.assumption.is_true()) return;
    const std::array when{finite_.assumption(c, true),
                          finite_.assumption(c, false)};
    // Antitone in `others`: more contracts leave fewer steps. So the property
    // is monotone, as minimise() requires.
    const auto never = [&](const Indices& others) {
      return !possible(others, when[0], true) &&
             !possible(others, when[1], false);
    };
    if (!never(finite_.part().contracts)) return;
    vacuous_.push_back(c);
    if (never({})) {
      add("contract-vacuous",
          base::Severity::warning,
          contract.id + ": its assumption never holds",
          contract.where,
          {c});
      return;
    }
    const Indices culprits = minimise(finite_.part().contracts, {}, never);
    Indices all = culprits;
    all.push_back(c);
    make_set(all);
    add("contract-conflict-triggered",
        base::Severity::warning,
        contract.id +
            ": no allowed step meets its assumption; where it holds, " +
            names(culprits) + " cannot be met",
        contract.where,
        all);
  }

  void redundancy(std::uint32_t c) {
    // A vacuous contract follows from anything, and is reported already.
    if (std::find(vacuous_.begin(), vacuous_.end(), c) != vacuous_.end()) {
      return;
    }
    Indices others = finite_.part().contracts;
    std::erase(others, c);
    const auto follows = [&](const Indices& from) {
      return !possible(from, !finite_.contract(c, true), true) &&
             !possible(from, !finite_.contract(c, false), false);
    };
    if (!follows(others)) return;
    const Indices from = minimise(others, {}, follows);
    const model::Contract& contract = interface_.contracts[c];
    add("contract-redundant",
        base::Severity::note,
        contract.id + (from.empty() ? ": every possible step meets it anyway"
                                    : ": follows from " + names(from)),
        contract.where,
        {c});
  }

  /// Reports steps at which none of the contracts about a variable applies, so
  /// that its value is free.
  void gaps(std::uint32_t v) {
    const model::InterfaceVariable& variable = interface_.variables[v];
    if (variable.role == model::Role::input || variable.derived) return;
    Indices about;
    for (const std::uint32_t c : finite_.part().contracts) {
      if (std::binary_search(spoken_of_[c].begin(), spoken_of_[c].end(), v)) {
        about.push_back(c);
      }
    }
    // Reported by add_findings() as variable-unconstrained.
    if (about.empty()) return;  // see add_findings()
    for (const bool first : {true, false}) {
      Bdd none = finite_.manager().constant(true);
      bool any = false;
      for (const std::uint32_t c : about) {
        if (!(first ? interface_.contracts[c].at_init
                    : interface_.contracts[c].at_step)) {
          continue;
        }
        any = true;
        none = none & !finite_.assumption(c, first);
      }
      // Without any contract at such steps, `none` is true, and the gap is
      // every step.
      if (!possible(finite_.part().contracts, none, first)) continue;
      const std::string when = first ? "at the first step" : "at later steps";
      add("assumption-gap",
          base::Severity::note,
          any ? "no contract about " + variable.name + " applies " + when +
                    " when " + example(none, first, about)
              : "no contract says anything about " + variable.name + " " + when,
          variable.where,
          {});
    }
  }

  /// Describes a step of a run that meets a condition, by the variables that
  /// these contracts read.
  [[nodiscard]] std::string example(const Bdd& condition,
                                    bool first,
                                    const Indices& contracts) {
    Indices shown;
    for (const std::uint32_t c : contracts) {
      const Indices& of = structure_.of_contract(c);
      shown.insert(shown.end(), of.begin(), of.end());
    }
    make_set(shown);
    Conjuncts c = steps(first);
    const Conjuncts rules = finite_.rules(finite_.part().contracts, first);
    c.insert(c.end(), rules.begin(), rules.end());
    c.push_back(condition);
    std::string out;
    // Values before the step are chosen first, then inputs for these values, so
    // that both belong to one step.
    Bdd point = finite_.manager().constant(true);
    if (!first) {
      const Bdd before =
          finite_.to_now(finite_.eliminate(c, finite_.all_now()));
      Valuation values = finite_.pick_now(before);
      point = finite_.is_before(values);
      std::erase_if(values, [&](const auto& entry) {
        return !std::binary_search(shown.begin(), shown.end(), entry.first) ||
               !reads_before(entry.first, contracts);
      });
      out = to_text(interface_, values);
      if (!out.empty()) out += ", then ";
    }
    Valuation values = *finite_.pick_now(point, c);
    std::erase_if(values, [&](const auto& entry) {
      return !std::binary_search(shown.begin(), shown.end(), entry.first) ||
             interface_.variables[entry.first].role != model::Role::input;
    });
    const std::string now = to_text(interface_, values);
    return now.empty() && out.empty() ? "anything" : out + now;
  }

  /// Whether one of the contracts reads the previous value of a variable.
  [[nodiscard]] bool reads_before(std::uint32_t v,
                                  const Indices& contracts) const {
    return std::any_of(
        contracts.begin(), contracts.end(), [&](std::uint32_t c) {
          const logic::Term before = interface_.variables[v].before;
          return mentions(interface_.contracts[c].assumption, before) ||
                 mentions(interface_.contracts[c].guarantee, before);
        });
  }

  const model::Interface& interface_;
  const Structure& structure_;
  const std::vector<Indices>& spoken_of_;
  Finite finite_;
  std::vector<suite::Finding>& out_;
  Bdd before_;  ///< values before a step that runs reach
  Indices vacuous_;
};

/// As PartFindings::promises(), without decision diagrams.
void note_unmet_promises(const model::Interface& interface,
                         const base::Budget& budget,
                         std::vector<suite::Finding>& findings) {
  for (const bool first : {true, false}) {
    if (can_be_promised(Semantics(interface), first, budget)) continue;
    findings.push_back({"promises-unmet",
                        base::Severity::warning,
                        std::string("no input of ") +
                            (first ? "the first step" : "a later step") +
                            " keeps the promises of the environment",
                        interface.promises[0].where,
                        {},
                        ""});
  }
}

}  // namespace

std::string to_text(const model::Interface& interface,
                    const Valuation& values) {
  std::string out;
  for (const auto& [v, value] : values) {
    out += (out.empty() ? "" : ", ") + interface.variables[v].name + " = " +
           value.to_string();
  }
  return out;
}

base::StopReason add_findings(const Structure& structure,
                              const base::Budget& budget,
                              std::vector<suite::Finding>& findings) {
  const model::Interface& interface = structure.interface();
  std::vector<bool> mentioned(interface.variables.size(), false);
  const std::vector<Indices> spoken = spoken_of(structure);
  for (const Indices& variables : spoken) {
    for (const std::uint32_t v : variables) mentioned[v] = true;
  }
  for (std::uint32_t v = 0; v < interface.variables.size(); ++v) {
    const model::InterfaceVariable& variable = interface.variables[v];
    if (mentioned[v] || variable.derived ||
        variable.role == model::Role::input) {
      continue;
    }
    findings.push_back({"variable-unconstrained",
                        base::Severity::warning,
                        "no contract says anything about " + variable.name,
                        variable.where,
                        {},
                        ""});
  }
  base::StopReason stop = base::StopReason::none;
  const auto open = [&](const std::string& why) {
    findings.push_back({"findings-undecided",
                        base::Severity::warning,
                        std::string("whether contracts are vacuous, redundant "
                                    "or incomplete") +
                            (interface.promises.empty()
                                 ? ""
                                 : ", or the environment cannot keep its "
                                   "promises, so that verdicts say nothing,") +
                            " was not decided for all: " + why,
                        {interface.path, 0, 0},
                        {},
                        ""});
  };
  for (const Part& part : structure.split(structure.all_contracts())) {
    try {
      PartFindings(structure, part, spoken, budget, findings).run();
    } catch (const bdd::LimitReached& limit) {
      stop = limit.reason();
      open(base::to_string(limit.reason()));
      return stop;
    } catch (const bdd::Unsupported& what) {
      open(std::string(what.what()) + " have no decision diagrams");
      note_unmet_promises(interface, budget, findings);
      return stop;
    }
  }
  return stop;
}

}  // namespace catenary::engine::contract
