// SPDX-License-Identifier: Apache-2.0
/// \file
/// Conformance checks in a child process, their verdicts, and blame.
#include "engine/contract/refinement/conformance.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/process.h"
#include "base/wire.h"
#include "engine/contract/monitor/monitor.h"
#include "engine/contract/refinement/conformance_search.h"
#include "logic/bdd/codes.h"
#include "model/step/wire.h"

namespace catenary::engine::contract {

namespace {

using Observed = std::vector<std::optional<logic::Value>>;

/// The result of a search, for the pipe from the child.
std::string message_of(const Found& found, const model::StepSystem& system) {
  base::WireWriter to;
  to.put(found.outcome, found.reason, found.death, found.states, found.assumed);
  to.put(found.initial, found.letters);
  for (const auto& step : found.outputs) write_outputs(to, system, step);
  return to.bytes();
}

/// The inverse. The child runs arbitrary user code but writes this itself, at
/// the end; a damaged message is an error of ours.
Found found_in(const std::string& message, const model::StepSystem& system) {
  base::WireReader from(message);
  Found found;
  found.outcome = from.get_enum(Conformity::undecided);
  from.get(found.reason, found.death, found.states, found.assumed);
  from.get(found.initial, found.letters);
  while (!from.at_end()) found.outputs.push_back(read_outputs(from, system));
  return found;
}

/// Turns the letters of a run into values of program and interface.
void describe(const model::StepSystem& system,
              const model::Interface& interface,
              const Binding& binding,
              const Found& found,
              const model::Alphabet& letters,
              const model::Alphabet& initial,
              ConformanceResult& out) {
  out.run.initial = initial.values(found.initial);
  for (std::size_t s = 0; s < found.letters.size(); ++s) {
    out.run.steps.push_back(letters.values(found.letters[s]));
    Observed& step = out.observed.emplace_back(interface.variables.size());
    for (std::size_t v = 0; v < interface.variables.size(); ++v) {
      const Place& place = binding.places[v];
      if (place.side == Place::Side::none) continue;
      const bool is_input = place.side == Place::Side::input;
      if (!is_input && found.outputs[s].empty()) continue;
      step[v] = binding.to_variable(interface,
                                    static_cast<std::uint32_t>(v),
                                    is_input ? out.run.steps[s][place.index]
                                             : found.outputs[s][place.index]);
    }
  }
  CATENARY_CHECK(out.run.initial.size() == system.initial.size(),
                 "a value for each initial choice");
}

/// The steps as Monitor takes them; no value if one lacks a value.
std::optional<std::vector<Snapshot>> snapshots(
    const model::Interface& interface, const std::vector<Observed>& observed) {
  std::vector<Snapshot> out;
  for (const Observed& step : observed) {
    Snapshot& to = out.emplace_back();
    for (std::size_t v = 0; v < step.size(); ++v) {
      const model::InterfaceVariable& variable = interface.variables[v];
      if (variable.role != model::Role::hidden && !step[v]) return std::nullopt;
      to.push_back(step[v] ? *step[v] : logic::default_value(variable.sort()));
    }
  }
  return out;
}

/// Checks a failing run by a Monitor, which follows hidden groups apart and
/// evaluates other rules, where the search uses one automaton. A disagreement
/// is an error of this tool.
void confirm(const model::Interface& interface,
             const base::Budget& budget,
             ConformanceResult& out) {
  const auto steps = snapshots(interface, out.observed);
  if (!steps || !out.death.empty()) return;
  const Semantics semantics(interface);
  Monitor monitor(semantics, budget);
  for (std::size_t s = 0; s < steps->size(); ++s) {
    const Allowed allowed = monitor.step((*steps)[s]);
    if (allowed == Allowed::undecided) return;
    const bool last = s + 1 == steps->size();
    CATENARY_CHECK(
        allowed == (last ? Allowed::no : Allowed::yes),
        "monitor and search agree about step " + std::to_string(s + 1));
  }
}

/// Calls `search`; limits on memory and time become the reason of a result that
/// is undecided.
template <typename Search>
Found guarded(const Search& search) {
  Found found;
  try {
    found = search();
  } catch (const logic::bdd::LimitReached& e) {
    found.reason = base::to_string(e.reason());
  } catch (const std::bad_alloc&) {
    found.reason = base::to_string(base::StopReason::memory);
  }
  return found;
}

/// Why the child did not write a result.
std::string why_without_result(const base::ForkedResult& result,
                               const base::Budget& budget) {
  const base::StopReason stop = budget.poll();
  return stop != base::StopReason::none
             ? base::to_string(stop)
             : "the process that ran the program was " +
                   result.process.describe();
}

/// The result without the run. A search that ended without a fault is a proof
/// only if all inputs were tried.
void conclude(const Tries& tries, const Found& found, ConformanceResult& out) {
  out.outcome = found.outcome;
  out.reason = found.reason;
  out.death = found.death;
  out.states = found.states;
  out.left_out = tries.left_out;
  if (found.assumed) {
    out.left_out += out.left_out.empty() ? "" : "; ";
    out.left_out += "inputs that its description assumes never to come";
  }
  if (out.outcome != Conformity::conforms) return;
  if (!tries.why_not_all.empty()) {
    out.outcome = Conformity::undecided;
    out.reason = "no fault was found, but " + tries.why_not_all;
    return;
  }
  out.reason = "all " + std::to_string(out.states) +
               " states that it and the requirements reach answer all " +
               std::to_string(out.letters) + " inputs as allowed";
}

}  // namespace

const char* to_string(Conformity conformity) {
  switch (conformity) {
    case Conformity::conforms:
      return "conforms";
    case Conformity::fails:
      return "does not conform";
    case Conformity::undecided:
      return "undecided";
  }
  return "?";
}

ConformanceResult check_conformance(const model::StepSystem& system,
                                    const model::Interface& interface,
                                    const Binding& binding,
                                    const ConformanceOptions& options,
                                    const base::Budget& budget) {
  ConformanceResult out;
  if (!interface.finite()) {
    out.reason =
        "the requirements speak of rationals, which are too many to "
        "try";
    return out;
  }
  try {
    Beliefs beliefs(interface, budget);
    const Tries tries =
        tries_for(system, interface, binding, options.max_letters, beliefs);
    if (model::Alphabet::size_of(tries.initial) > options.max_letters) {
      out.reason = "there are too many initial choices to try";
      return out;
    }
    const model::Alphabet letters(tries.inputs);
    const model::Alphabet initial(tries.initial);
    out.letters = letters.size();
    base::ForkedTask task;
    task.body = [&](base::ForkedOutput& to) {
      const Found found = guarded([&] {
        return ConformanceSearch(system,
                                 interface,
                                 binding,
                                 tries,
                                 letters,
                                 initial,
                                 beliefs,
                                 options,
                                 budget)
            .run();
      });
      to.write(message_of(found, system));
    };
    // Make all that the child can share before the fork.
    system.factory->prepare();
    // The child may die in user code at any time: then there is no result.
    const base::ForkedResult result = base::run_forked(task, budget);
    if (result.process.succeeded()) {
      const Found found = found_in(result.bytes, system);
      conclude(tries, found, out);
      if (out.outcome != Conformity::fails) return out;
      describe(system, interface, binding, found, letters, initial, out);
      confirm(interface, budget, out);
      return out;
    }
    out.reason = why_without_result(result, budget);
  } catch (const logic::bdd::LimitReached& e) {
    out.reason = base::to_string(e.reason());
  } catch (const logic::bdd::Unsupported& e) {
    out.reason = std::string("no decision diagrams for ") + e.what();
  }
  return out;
}

Blame blame(const model::Interface& interface,
            const std::vector<Observed>& observed,
            const base::Budget& budget) {
  Blame out;
  if (observed.empty()) return out;
  for (std::size_t v = 0; v < interface.variables.size(); ++v) {
    const model::InterfaceVariable& variable = interface.variables[v];
    if (variable.role == model::Role::hidden || observed.back()[v]) continue;
    out.contracts.push_back("range of " + variable.name);
  }
  if (!out.contracts.empty()) return out;
  const auto trace = snapshots(interface, observed);
  if (!trace) return out;
  const Semantics semantics(interface);
  DiagnosisOptions all;
  all.all = true;
  const Diagnoses found = diagnose(semantics, *trace, all, budget);
  if (found.found.empty()) return out;
  // The simplest explanation: the first of those with the fewest violations.
  const Diagnosis& best =
      *std::min_element(found.found.begin(),
                        found.found.end(),
                        [](const Diagnosis& a, const Diagnosis& b) {
                          return a.rules.size() < b.rules.size();
                        });
  for (const std::size_t rule : best.rules) {
    const Rule& r = semantics.rules()[rule];
    out.contracts.push_back(r.kind == Rule::Kind::range
                                ? "range of " +
                                      interface.variables[r.index].name
                                : interface.contracts[r.index].id);
  }
  for (const std::uint32_t r : best.requirements) {
    out.requirements.push_back(interface.requirements[r].id);
  }
  return out;
}

}  // namespace catenary::engine::contract
