// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary check`: what is in a model, and what is wrong with it before any
/// test is made.
#include <ostream>

#include "app/commands.h"
#include "app/model_file.h"
#include "report/console.h"
#include "report/documents.h"

namespace catenary::app {

namespace {

std::vector<suite::Finding> findings_of(const model::StepSystem& system) {
  std::vector<suite::Finding> out;
  for (const auto* variables : {&system.inputs, &system.initial}) {
    for (const model::Variable& v : *variables) {
      if (v.exhaustive) continue;
      out.push_back({"input-not-enumerable",
                     base::Severity::warning,
                     v.why_not_exhaustive +
                         ": what is not reached stays undecided" +
                         (v.has_range ? "" : "; give it a range"),
                     v.where,
                     {},
                     ""});
    }
  }
  for (const base::Diagnostic& d : system.warnings) {
    out.push_back({d.code, d.severity, d.message, d.where, {}, ""});
  }
  if (system.goals.empty()) {
    out.push_back({"no-goals",
                   base::Severity::warning,
                   "the model has no goals: no properties, labels or "
                   "annotations, and no coverage criterion",
                   {system.path, 0, 0},
                   {},
                   ""});
  }
  return out;
}

suite::Json variables_json(const std::vector<model::Variable>& variables,
                           bool with_values) {
  suite::Json list = suite::Json::array();
  for (const model::Variable& v : variables) {
    suite::Json one = suite::Json::object();
    one.set("name", suite::Json::string(v.name));
    one.set("type", suite::Json::string(model::to_string(v.type)));
    if (with_values) {
      one.set("values",
              suite::Json::number(static_cast<std::int64_t>(v.domain.size())));
      one.set("exhaustive", suite::Json::boolean(v.exhaustive));
    }
    list.push(std::move(one));
  }
  return list;
}

std::uint64_t state_bytes(const model::StepSystem& system) {
  std::uint64_t bytes = 0;
  for (const model::StateField& f : system.state) bytes += f.bytes;
  return bytes;
}

suite::Json facts_of(const model::StepSystem& system) {
  suite::Json facts = suite::Json::object();
  facts.set("inputs", variables_json(system.inputs, true));
  facts.set("initial", variables_json(system.initial, true));
  facts.set("outputs", variables_json(system.outputs, false));
  facts.set(
      "state_bytes",
      suite::Json::number(static_cast<std::int64_t>(state_bytes(system))));
  facts.set(
      "goals",
      suite::Json::number(static_cast<std::int64_t>(system.goals.size())));
  return facts;
}

void print_variables(std::ostream& out,
                     const char* title,
                     const std::vector<model::Variable>& variables) {
  constexpr std::size_t kMostValues = 12;
  if (variables.empty()) return;
  out << title << "\n";
  for (const model::Variable& v : variables) {
    out << "  " << v.name << ": " << model::to_string(v.type);
    if (v.has_range) {
      out << " in [" << v.lo.to_string() << ", " << v.hi.to_string() << "]";
    }
    if (!v.domain.empty()) {
      out << ", " << v.domain.size()
          << (v.domain.size() == 1 ? " value" : " values") << " explored";
      if (v.domain.size() <= kMostValues) {
        out << ":";
        for (const logic::Value& value : v.domain)
          out << " " << value.to_string();
      }
    }
    out << "\n";
  }
}

void print(std::ostream& out, const model::StepSystem& system) {
  out << system.name << " (" << system.kind << ", " << system.path << ")\n";
  print_variables(out, "inputs", system.inputs);
  print_variables(out, "initial choices", system.initial);
  print_variables(out, "outputs", system.outputs);
  out << "state, " << state_bytes(system) << " bytes\n";
  for (const model::StateField& f : system.state) {
    out << "  " << f.name << ": " << f.bytes
        << (f.bytes == 1 ? " byte" : " bytes") << "\n";
  }
  out << "goals, " << system.goals.size() << "\n";
  for (const model::Goal& g : system.goals) {
    out << "  " << g.id << " (" << model::to_string(g.kind) << ")";
    if (!g.text.empty()) out << ": " << g.text;
    out << "\n";
  }
}

}  // namespace

ExitCode check(const CheckOptions& options, Context& context) {
  const model::StepSystem system = load_step_system(options.model, {}, context);
  const std::vector<suite::Finding> findings = findings_of(system);
  context.progress.finish();
  if (options.json) {
    context.out << report::check_document(
                       {system.name, system.kind, system.path, system.sha256},
                       facts_of(system),
                       findings)
                       .pretty();
  } else {
    print(context.out, system);
    report::ConsoleStyle style = report::console_style(1);
    style.colour = context.color;
    report::print_findings(context.out, findings, style);
  }
  for (const suite::Finding& f : findings) {
    if (f.severity == base::Severity::error) return ExitCode::findings;
  }
  return ExitCode::success;
}

}  // namespace catenary::app
