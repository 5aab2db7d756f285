// SPDX-License-Identifier: Apache-2.0
#include "app/contract/requirement_watch.h"

#include <algorithm>
#include <set>

#include "app/exploration.h"
#include "app/model_file.h"
#include "base/check.h"
#include "base/error.h"
#include "engine/contract/monitor/diagnose.h"
#include "engine/contract/monitor/monitor.h"
#include "engine/reach/replay.h"
#include "exec/adapter/model.h"

namespace catenary::app {

namespace {

namespace contract = engine::contract;
using contract::Allowed;
using contract::MonitorGoal;

/// Inputs that the code calls for have a value only where it does.
void refuse_called(const model::StepSystem& system,
                   const model::Interface& interface,
                   const contract::Binding& binding) {
  for (std::size_t v = 0; v < binding.places.size(); ++v) {
    const contract::Place& place = binding.places[v];
    if (place.side != contract::Place::Side::input) continue;
    const model::Variable& input = system.inputs[place.index];
    if (!input.called) continue;
    throw base::InputError(
        interface.variables[v].where,
        "'" + interface.variables[v].name + "' would be '" + input.name +
            "', which the program calls for within a step; expected an input "
            "that is set before it",
        "unsupported");
  }
}

std::string violated(const std::string& id) {
  return id + ".violated";
}

}  // namespace

RequirementWatch::RequirementWatch(const GenerateOptions& options,
                                   Context& context)
    : options_(options),
      context_(context),
      interface_(load_interface(options.oracle, context)),
      semantics_(interface_) {
  for (const base::Diagnostic& w : interface_.warnings) {
    context.progress.message(w.render());
  }
}

model::Goal RequirementWatch::goal_of(const MonitorGoal& goal) const {
  model::Goal out;
  out.kind = model::GoalKind::requirement;
  if (goal.kind == MonitorGoal::Kind::range) {
    const model::InterfaceVariable& v = interface_.variables[goal.index];
    out.id = violated("range of " + v.name);
    out.text = "'" + observer_->signal_of(goal.index) + "' has a value that " +
               interface_.path + " does not have";
    out.where = v.where;
    return out;
  }
  const model::Requirement& r = interface_.requirements[goal.index];
  out.id = violated(r.id);
  out.text = r.text.empty() ? "a requirement of " + interface_.path : r.text;
  out.requirements = {r.id};
  out.where = r.where;
  return out;
}

frontend::c::Watcher RequirementWatch::watcher(
    const model::StepSystem& system) {
  system_ = system;
  const suite::Signature signature = exec::signature_of(system);
  observer_.emplace(
      interface_,
      signature,
      contract::BindingTexts{options_.map, options_.map_value, options_.model});
  refuse_called(system, interface_, observer_->binding());
  contract::MonitorCode code =
      contract::write_monitor(semantics_, observer_->binding(), signature);
  frontend::c::Watcher out{std::move(code.text), {}, std::move(code.inputs)};
  std::set<std::string> taken;
  for (const model::Goal& g : system.goals) taken.insert(g.id);
  ids_.clear();
  for (const MonitorGoal& g : code.goals) {
    out.goals.push_back(goal_of(g));
    std::string& id = out.goals.back().id;
    while (!taken.insert(id).second) id += "'";
    ids_[{g.kind, g.index}] = id;
  }
  return out;
}

void RequirementWatch::confirm(const model::StepSystem& watched,
                               const std::vector<PlannedTest>& tests,
                               const base::Budget& budget) {
  std::vector<model::Trace> traces;
  for (const PlannedTest& t : tests) traces.push_back(t.trace);
  const std::vector<engine::reach::Replayed> runs =
      engine::reach::replay(system_, traces, {options_.step_timeout}, budget);
  contract::Monitor monitor(semantics_, budget);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (!runs[i].complete || !tests[i].replayed.complete) continue;
    monitor.restart();
    confirm(watched, tests[i], runs[i].simulation, monitor);
  }
}

/// Goals of what `seen`, whose last step is not allowed, may violate; nothing
/// where that could not be found out.
std::optional<std::set<std::string>> RequirementWatch::blamed(
    const std::vector<contract::Snapshot>& seen) const {
  const contract::Diagnoses why =
      contract::diagnose(semantics_, seen, {}, context_.budget);
  if (!why.complete) return std::nullopt;
  std::set<std::string> out;
  for (const contract::Diagnosis& d : why.found) {
    for (const std::size_t rule : d.rules) {
      const contract::Rule& of = semantics_.rules()[rule];
      if (of.kind == contract::Rule::Kind::range) {
        out.insert(id_of({MonitorGoal::Kind::range, of.index}));
      } else {
        out.insert(id_of({MonitorGoal::Kind::requirement,
                          interface_.contracts[of.index].requirement}));
      }
    }
  }
  return out;
}

RequirementWatch::Judged RequirementWatch::judge(
    std::vector<contract::Snapshot>& seen,
    const contract::Observation& now,
    contract::Monitor& monitor) const {
  seen.push_back(now.values);
  Judged out;
  bool odd_input = false;
  for (const auto& [v, value] : now.unfit) {
    if (interface_.variables[v].role == model::Role::input) {
      odd_input = true;
    } else {
      out.violated.insert(id_of({MonitorGoal::Kind::range, v}));
    }
  }
  const Allowed allowed =
      odd_input ? Allowed::anything : monitor.step(now.values);
  if (allowed == Allowed::anything) out.violated.clear();
  out.decided = allowed != Allowed::undecided;
  if (allowed == Allowed::no && out.violated.empty()) {
    const auto why = blamed(seen);
    out.decided = why.has_value();
    if (why) out.violated = *why;
  }
  out.over = allowed != Allowed::yes || !out.violated.empty();
  return out;
}

void RequirementWatch::confirm(const model::StepSystem& watched,
                               const PlannedTest& test,
                               const model::Simulation& run,
                               contract::Monitor& monitor) const {
  const model::Simulation& found = test.replayed.simulation;
  CATENARY_CHECK(found.steps.size() == run.steps.size(),
                 "a watcher changes no run");
  std::vector<contract::Snapshot> seen;
  Judged step;
  for (std::size_t k = 0; k < run.steps.size(); ++k) {
    if (run.steps[k].outcome != model::StepOutcome::running) return;
    if (!step.over) {
      const std::vector<std::optional<logic::Value>> outputs(
          run.steps[k].outputs.begin(), run.steps[k].outputs.end());
      step = judge(
          seen, observer_->observe(test.trace.steps[k], outputs), monitor);
      if (!step.decided) return;
    } else {
      step.violated.clear();
    }
    // Of the requirements that are goals: --goal may leave others out.
    std::erase_if(step.violated, [&](const std::string& id) {
      return std::ranges::find(watched.goals, id, &model::Goal::id) ==
             watched.goals.end();
    });
    std::set<std::string> hit;
    for (const std::uint32_t g : found.steps[k].hits) {
      if (watched.goals[g].kind != model::GoalKind::requirement) continue;
      hit.insert(watched.goals[g].id);
    }
    CATENARY_CHECK(hit == step.violated,
                   "monitors agree on what a step violates");
  }
}

}  // namespace catenary::app
