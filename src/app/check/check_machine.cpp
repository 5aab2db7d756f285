// SPDX-License-Identifier: Apache-2.0
#include "app/check/check_machine.h"

#include <algorithm>
#include <chrono>
#include <ostream>

#include "app/model_file.h"
#include "app/report/publish.h"
#include "frontend/umlrt/code/machine_code.h"
#include "frontend/umlrt/system/load_machine.h"
#include "frontend/umlrt/umlrt.h"
#include "model/machine/machine_findings.h"
#include "model/machine/state_machine.h"
#include "report/console/machine_check.h"

namespace catenary::app {

namespace {

using Clock = std::chrono::steady_clock;
using Counts = std::vector<report::MachineCount>;

template <typename Elements, typename Of>
std::uint64_t sum(const Elements& elements, const Of& of) {
  std::uint64_t out = 0;
  for (const auto& e : elements) out += static_cast<std::uint64_t>(of(e));
  return out;
}

/// Elements of one capsule, in the words of --json.
Counts counts_of(const model::Capsule& c) {
  const model::StateMachine& m = c.machine;
  const auto vertices = [&m](model::VertexKind kind) {
    return sum(m.vertices, [kind](const auto& v) { return v.kind == kind; });
  };
  const auto kind = [&m](model::TransitionKind wanted) {
    return sum(m.transitions,
               [wanted](const auto& t) { return t.kind == wanted; });
  };
  const auto of_triggers = [&m](const auto& of) {
    return sum(m.transitions,
               [&](const auto& t) { return sum(t.triggers, of); });
  };
  using K = model::VertexKind;
  return {{"attributes", c.attributes.size()},
          {"ports", c.ports.size()},
          {"parts", c.parts.size()},
          {"connectors", c.connectors.size()},
          {"operations", c.operations.size()},
          {"states", vertices(K::state)},
          {"initial_pseudostates", vertices(K::initial)},
          {"choices", vertices(K::choice)},
          {"junctions", vertices(K::junction)},
          {"histories", vertices(K::deep_history)},
          {"entry_points", vertices(K::entry_point)},
          {"exit_points", vertices(K::exit_point)},
          {"transitions", m.transitions.size()},
          {"internal_transitions", kind(model::TransitionKind::internal)},
          {"local_transitions", kind(model::TransitionKind::local)},
          {"triggers", of_triggers([](const auto&) { return 1; })},
          {"guards",
           sum(m.transitions, [](const auto& t) { return !t.guard.empty(); })},
          {"trigger_guards",
           of_triggers([](const auto& t) { return !t.guard.empty(); })},
          {"effects",
           sum(m.transitions, [](const auto& t) { return !t.effect.empty(); })},
          {"entry_actions",
           sum(m.vertices, [](const auto& v) { return !v.entry.empty(); })},
          {"exit_actions",
           sum(m.vertices, [](const auto& v) { return !v.exit.empty(); })}};
}

report::CheckedCapsule checked(const model::MachineModel& model,
                               const model::Capsule& c) {
  report::CheckedCapsule out;
  out.name = c.qualified;
  out.where = c.where;
  out.has_machine = c.has_machine;
  out.counts = counts_of(c);
  for (const model::Vertex& v : c.machine.vertices) {
    out.vertices.push_back({v.qualified, model::to_string(v.kind), v.where});
  }
  for (const model::Transition& t : c.machine.transitions) {
    report::CheckedTransition one{t.qualified,
                                  model::to_string(t.kind),
                                  c.machine.vertices[t.source].qualified,
                                  c.machine.vertices[t.target].qualified,
                                  {},
                                  !t.guard.empty(),
                                  t.where};
    for (const model::Trigger& g : t.triggers) {
      one.triggers.push_back(model::to_string(model, c, g) +
                             (g.guard.empty() ? "" : " [guard]"));
    }
    out.transitions.push_back(std::move(one));
  }
  return out;
}

/// Of the capsules chosen, and of what they use.
Counts totals(const model::MachineModel& model,
              const std::vector<report::CheckedCapsule>& capsules) {
  Counts out = {
      {"capsules", capsules.size()},
      {"protocols", model.protocols.size()},
      {"messages",
       sum(model.protocols, [](const auto& p) { return p.messages.size(); })},
      {"data_types", model.types.size()}};
  for (const report::CheckedCapsule& c : capsules) {
    for (const report::MachineCount& count : c.counts) {
      const auto it =
          std::ranges::find(out, count.first, &report::MachineCount::first);
      if (it == out.end()) {
        out.push_back(count);
      } else {
        it->second += count.second;
      }
    }
  }
  return out;
}

}  // namespace

ExitCode check_machine(const CheckOptions& options, Context& context) {
  refuse_options(options, ModelKind::machine);
  const auto started = Clock::now();
  const frontend::umlrt::MachineName name =
      frontend::umlrt::machine_name(options.model);
  const model::MachineModel model =
      load_machines(name.file, options.semantics, context);
  const std::string& wanted =
      options.capsule.empty() ? name.capsule : options.capsule;
  const std::vector<const model::Capsule*> chosen =
      chosen_capsules(model, wanted);

  report::MachineCheckReport report;
  suite::Suite& suite = report.suite;
  suite.model = {model.name, model.kind, model.path, model.sha256};
  const auto add = [&suite](const base::Diagnostic& d) {
    suite.findings.push_back({d.code, d.severity, d.message, d.where, {}, ""});
  };
  for (const model::Unsupported& u : model.unsupported) {
    const bool elsewhere = !wanted.empty() && u.capsule != model::kNoIndex &&
                           &model.capsules[u.capsule] != chosen.front();
    if (elsewhere) continue;
    add({base::Severity::warning,
         u.where,
         u.qualified + ": not supported: " + u.what,
         "unsupported",
         {}});
  }
  for (const model::Capsule* c : chosen) {
    for (const base::Diagnostic& d : model::machine_findings(model, *c)) {
      add(d);
    }
    report.capsules.push_back(checked(model, *c));
    context.progress.update({"compiling", 0, 0, c->qualified});
    const frontend::umlrt::CodeCheck code = frontend::umlrt::check_code(
        model, *c, {options.include, false}, context.budget);
    report.capsules.back().has_code = code.pieces > 0;
    for (base::Diagnostic d : code.errors) {
      d.code = "action-code";
      frontend::umlrt::hint_at_include(d);
      add(d);
    }
    for (const base::Diagnostic& d : code.stubs) add(d);
  }
  for (const base::Diagnostic& w : model.warnings) add(w);
  report.counts = totals(model, report.capsules);
  report.ignored = model.ignored;
  report.seconds =
      std::chrono::duration<double>(Clock::now() - started).count();
  show_check(report,
             options,
             &report::machine_check_document,
             &report::print_machine_check,
             context);
  const bool errors = std::ranges::any_of(suite.findings, [](const auto& f) {
    return f.severity == base::Severity::error;
  });
  return errors ? ExitCode::findings : ExitCode::success;
}

}  // namespace catenary::app
