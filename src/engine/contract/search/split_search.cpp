// SPDX-License-Identifier: Apache-2.0
/// \file
/// Searches by components, with the whole interface as fallback.
///
/// Soundness: given the inputs, executions of the whole are exactly the
/// combinations of executions of components. So whatever the core cannot reach,
/// the whole cannot; and what the core reaches, the whole reaches if every
/// other component has an execution with the same inputs.
#include "engine/contract/search/split_search.h"

#include <algorithm>
#include <utility>

#include "engine/contract/testing/expectations.h"
#include "engine/contract/testing/step_writer.h"
#include "logic/term/traverse.h"

namespace catenary::engine::contract {

using logic::Term;
using model::Role;

namespace {

/// Inputs that more of the other components read are not left open: the
/// expectation of each of them would become a formula over the open input.
constexpr std::uint32_t kMostReaders = 4;

}  // namespace

bool SplitSearch::suits(const Structure& structure, Triggering triggering) {
  const model::Interface& interface = structure.interface();
  if (!interface.finite() || all_components(structure).size() < 2) return false;
  if (triggering == Triggering::none) return true;
  for (const bool first : {true, false}) {
    // Triggering must not rule out any step: at each kind of step some
    // assumption that counts must always hold, or none may count at all.
    bool any = false;
    bool always = false;
    for (const std::uint32_t c : structure.all_contracts()) {
      const model::Contract& contract = interface.contracts[c];
      if (!(first ? contract.at_init : contract.at_step)) continue;
      if (triggering == Triggering::written && !contract.has_assumption) {
        continue;
      }
      any = true;
      always = always || contract.assumption.is_true();
    }
    if (any && !always) return false;
  }
  return true;
}

SplitSearch::SplitSearch(const model::Interface& interface,
                         Triggering triggering,
                         std::span<const Target> targets,
                         const base::Budget& budget)
    : interface_(interface),
      triggering_(triggering),
      targets_(targets.begin(), targets.end()),
      budget_(budget),
      structure_(interface),
      parts_(all_components(structure_)) {}

Target SplitSearch::anything() const {
  const Term yes = interface_.terms->boolean(true);
  return {yes, yes};
}

FiniteSearch& SplitSearch::whole() {
  if (!whole_) {
    whole_ = std::make_unique<FiniteSearch>(
        interface_, triggering_, targets_, budget_);
  }
  return *whole_;
}

SplitSearch::Searched& SplitSearch::other(std::size_t part) {
  const auto [at, fresh] = apart_.try_emplace(part);
  Searched& out = at->second;
  if (fresh) {
    out.component = component_of(interface_, parts_[part]);
    out.search = std::make_unique<FiniteSearch>(out.component.interface,
                                                Triggering::none,
                                                std::span<Target>(),
                                                budget_);
  }
  return out;
}

SplitSearch::Division& SplitSearch::division_of(const Target& target) {
  Indices read;
  for (const Term t :
       logic::free_variables(std::vector<Term>{target.first, target.later})) {
    read.push_back(structure_.variable_of(t));
  }
  make_set(read);
  Indices key;
  Indices inputs;
  for (const std::uint32_t v : read) {
    if (interface_.variables[v].role == Role::input) {
      inputs.push_back(v);
      continue;
    }
    for (std::uint32_t p = 0; p < parts_.size(); ++p) {
      if (std::ranges::binary_search(parts_[p].variables, v)) key.push_back(p);
    }
  }
  // A target over inputs alone still needs a core.
  if (key.empty()) key.push_back(0);
  make_set(key);
  const std::pair<Indices, Indices> name{key, inputs};
  if (const auto known = divisions_.find(name); known != divisions_.end()) {
    return *known->second;
  }
  // Stored only when it is complete: what follows may throw. The search refers
  // to the component, which therefore must not move.
  auto made = std::make_unique<Division>();
  Division& out = *made;
  Part core;
  for (const std::uint32_t p : key) core = joined(core, parts_[p]);
  out.core.component = component_of(interface_, core, inputs);
  // Only targets whose variables the core has: its states need not keep what
  // other targets read.
  std::vector<Target> own;
  for (const Target& t : targets_) {
    const std::vector<Term> of_target =
        logic::free_variables(std::vector<Term>{t.first, t.later});
    if (std::ranges::all_of(of_target, [&](Term x) {
          return std::ranges::binary_search(out.core.component.in_whole,
                                            structure_.variable_of(x));
        })) {
      own.push_back(t);
    }
  }
  out.core.search = std::make_unique<FiniteSearch>(
      out.core.component.interface, Triggering::none, own, budget_);
  for (std::uint32_t p = 0; p < parts_.size(); ++p) {
    if (!std::ranges::binary_search(key, p)) out.others.push_back(&other(p));
  }
  return *divisions_.emplace(name, std::move(made)).first->second;
}

std::vector<Snapshot> SplitSearch::joined_run(Division& division,
                                              const std::vector<Snapshot>& core,
                                              InputSequence inputs,
                                              bool& chosen) {
  std::vector<Snapshot> out(core.size(), Snapshot(interface_.variables.size()));
  const auto take = [&](const Component& component,
                        const std::vector<Snapshot>& run) {
    component.add(run, out);
    for (const std::uint32_t v : component.in_whole) {
      if (interface_.variables[v].role != Role::input) continue;
      for (std::size_t s = 0; s < run.size(); ++s) {
        chosen = chosen || !inputs[s][v];
        inputs[s][v] = out[s][v];
      }
    }
  };
  chosen = false;
  take(division.core.component, core);
  for (Searched* other : division.others) {
    // Each component adds its inputs to those that are fixed for the next ones.
    const std::vector<Snapshot> run =
        other->search->along(anything(), other->component.own(inputs));
    if (run.empty()) return {};
    take(other->component, run);
  }
  return out;
}

Reached SplitSearch::shortest(const Target& target,
                              std::optional<std::uint32_t> max_steps,
                              std::vector<Snapshot>& run) {
  run.clear();
  Division& division = division_of(target);
  std::vector<Snapshot> core;
  // A proof that the core cannot reach the target holds for the whole: other
  // components can only rule out more.
  const Reached reached =
      division.core.search->shortest(target, max_steps, core);
  if (reached != Reached::yes) return reached;
  InputSequence open(core.size());
  for (auto& step : open) step.resize(interface_.variables.size());
  bool chosen = false;
  run = joined_run(division, core, std::move(open), chosen);
  if (!run.empty()) return reached;
  // The others cannot join this run, but another one, perhaps as short.
  return whole().shortest(target, max_steps, run);
}

std::vector<Snapshot> SplitSearch::along(const Target& target,
                                         const InputSequence& inputs) {
  Division& division = division_of(target);
  const std::vector<Snapshot> core =
      division.core.search->along(target, division.core.component.own(inputs));
  if (core.empty()) return {};
  bool chosen = false;
  std::vector<Snapshot> run = joined_run(division, core, inputs, chosen);
  // Where all inputs were given, no other choice exists.
  if (!run.empty() || !chosen) return run;
  return whole().along(target, inputs);
}

std::vector<std::uint32_t> SplitSearch::readers_of(
    const Division& division) const {
  std::vector<std::uint32_t> out(interface_.variables.size(), 0);
  for (const Searched* other : division.others) {
    for (const std::uint32_t v : other->component.in_whole) {
      if (interface_.variables[v].role == Role::input) ++out[v];
    }
  }
  return out;
}

InputSequence SplitSearch::generalise(const Target& target,
                                      const std::vector<Snapshot>& run) {
  Division& division = division_of(target);
  InputSequence out(run.size());
  for (auto& step : out) step.resize(interface_.variables.size());
  // An input matters if it matters to any component: each of them then still
  // has an execution for all values of the inputs that are left out.
  const auto keep = [&](const Searched& of, const Target& reached) {
    const InputSequence kept =
        of.search->generalise(reached, of.component.own(run));
    for (std::size_t s = 0; s < kept.size(); ++s) {
      for (std::size_t v = 0; v < kept[s].size(); ++v) {
        if (kept[s][v]) out[s][of.component.in_whole[v]] = kept[s][v];
      }
    }
  };
  keep(division.core, target);
  const std::vector<std::uint32_t> readers = readers_of(division);
  for (std::size_t s = 0; s < run.size(); ++s) {
    for (std::size_t v = 0; v < readers.size(); ++v) {
      if (readers[v] > kMostReaders) out[s][v] = run[s][v];
    }
  }
  for (const Searched* other : division.others) {
    // If all inputs of a component are kept, it has the run that was given.
    bool open = false;
    for (const std::uint32_t v : other->component.in_whole) {
      if (interface_.variables[v].role != Role::input) continue;
      for (const auto& step : out) open = open || !step[v];
    }
    if (open) keep(*other, anything());
  }
  return out;
}

bool SplitSearch::guaranteed(const Target& target,
                             const InputSequence& inputs) {
  Division& division = division_of(target);
  for (Searched* other : division.others) {
    // An execution of another component that ends in a dead end would make the
    // guarantee of the whole vacuous; the whole decides such cases.
    if (!other->search->goes_along(other->component.own(inputs))) {
      return whole().guaranteed(target, inputs);
    }
  }
  return division.core.search->guaranteed(target,
                                          division.core.component.own(inputs));
}

InputSequence SplitSearch::sure(const Target& target,
                                std::optional<std::uint32_t> max_steps) {
  Division& division = division_of(target);
  const InputSequence core = division.core.search->sure(target, max_steps);
  if (core.empty()) return {};
  InputSequence open(core.size());
  for (std::size_t s = 0; s < core.size(); ++s) {
    open[s].resize(interface_.variables.size());
    for (std::size_t v = 0; v < core[s].size(); ++v) {
      open[s][division.core.component.in_whole[v]] = core[s][v];
    }
  }
  const std::vector<Snapshot> own = division.core.search->along(
      anything(), division.core.component.own(open));
  // Inputs that force the target may leave the last steps without any
  // execution.
  if (own.empty()) return whole().sure(target, max_steps);
  bool chosen = false;
  const std::vector<Snapshot> run = joined_run(division, own, open, chosen);
  if (run.empty()) return whole().sure(target, max_steps);
  InputSequence out = inputs_of(interface_, run);
  return guaranteed(target, out) ? out : whole().sure(target, max_steps);
}

bool SplitSearch::join(Division& division, Strategy& strategy) {
  const Component& core = division.core.component;
  const Indices outputs = outputs_of(interface_);
  // Signals count outputs of the core; rename them to those of the whole.
  const Indices own_outputs = outputs_of(core.interface);
  for (auto& branches : strategy.next) {
    for (suite::AdaptiveBranch& branch : branches) {
      for (suite::ExpectedOutput& when : branch.when) {
        const auto at =
            std::ranges::find(outputs, core.in_whole[own_outputs[when.signal]]);
        when.signal = static_cast<std::uint32_t>(at - outputs.begin());
      }
    }
  }
  // The tree of the core fixes its own inputs. The others may have any value
  // that is promised, because their components are receptive.
  const suite::Signature signature = signature_of(interface_);
  for (auto& step : strategy.inputs) {
    std::vector<std::optional<logic::Value>> all(interface_.variables.size());
    std::size_t signal = 0;
    for (std::size_t v = 0; v < all.size(); ++v) {
      if (interface_.variables[v].role != Role::input) continue;
      all[v] = suite::default_value(signature.inputs[signal++]);
    }
    for (std::size_t v = 0; v < step.size(); ++v) {
      if (step[v]) all[core.in_whole[v]] = step[v];
    }
    step = std::move(all);
  }
  for (Strategy::Way& way : strategy.ways) {
    InputSequence inputs;
    for (const std::uint32_t s : way.steps) {
      inputs.push_back(strategy.inputs[s]);
    }
    bool chosen = false;
    way.run = joined_run(division, way.run, std::move(inputs), chosen);
    if (way.run.empty()) return false;
  }
  return true;
}

Strategy SplitSearch::force(const Target& target,
                            std::optional<std::uint32_t> max_steps) {
  Division& division = division_of(target);
  // Otherwise another component might have to be led around its dead ends.
  const bool go_along = std::ranges::all_of(
      division.others,
      [](const Searched* other) { return other->search->receptive(); });
  if (!go_along) return whole().force(target, max_steps);
  Strategy out = division.core.search->force(target, max_steps);
  if (out.forced == Forced::yes && !join(division, out)) {
    return whole().force(target, max_steps);
  }
  return out;
}

}  // namespace catenary::engine::contract
