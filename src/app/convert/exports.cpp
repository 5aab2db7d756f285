// SPDX-License-Identifier: Apache-2.0
#include "app/convert/exports.h"

#include <algorithm>
#include <array>

#include "frontend/btor2/btor2.h"
#include "frontend/contract/contract.h"
#include "frontend/umlrt/umlrt.h"
#include "frontend/xlia/xlia.h"
#include "model/machine/state_machine.h"
#include "report/export/coverage/cobertura.h"
#include "report/export/coverage/lcov.h"
#include "report/export/csv.h"
#include "report/export/drawing/diagram.h"
#include "report/export/findings/markdown.h"
#include "report/export/findings/sarif.h"
#include "report/export/model/interface_text.h"
#include "report/export/model/machine_diagram.h"
#include "report/export/model/timed_diagram.h"
#include "report/export/model/transition_smtlib.h"
#include "report/export/smtlib.h"
#include "report/export/vcd.h"
#include "report/export/xlia_tree.h"

namespace catenary::app {

namespace {

/// State machines as text: the chosen capsule alone, where one was named.
std::string write_machines(const ChosenMachines& from) {
  if (from.capsules.size() == from.model.capsules.size()) {
    return frontend::umlrt::write_sm(from.model);
  }
  model::MachineModel chosen = from.model;
  chosen.capsules.clear();
  for (const model::Capsule* c : from.capsules) chosen.capsules.push_back(*c);
  return frontend::umlrt::write_sm(chosen);
}

/// Capsules with a state machine; others have nothing to draw.
std::vector<const model::Capsule*> drawable(const ChosenMachines& from) {
  std::vector<const model::Capsule*> out = from.capsules;
  std::erase_if(out, [](const auto* c) { return !c->has_machine; });
  if (!out.empty()) return out;
  throw base::InputError({from.model.path, 0, 0},
                         "no capsule has a state machine to draw",
                         "no-machine");
}

constexpr std::array kExports{
    Export{.name = "adapter",
           .help = "C source that makes the program a system under test for "
                   "'catenary run --sut native:'",
           .job = ExportJob::adapter},
    Export{.name = "fmu",
           .help = "an FMU for co-simulation, with its sources, for simulation "
                   "benches and 'catenary run --sut fmu:'",
           .job = ExportJob::fmu},
    Export{.name = "harness",
           .help = "stand-alone tests in C or C++ with a CTest file",
           .job = ExportJob::harness},
    Export{.name = "gtest",
           .help = "stand-alone tests for GoogleTest with a CTest file",
           .job = ExportJob::harness},
    Export{.name = "test-comp",
           .help = "the values of __VERIFIER_nondet_int() and its like, in the "
                   "order of the calls, as Test-Comp has them",
           .job = ExportJob::test_comp},
    Export{.name = "ttcn3",
           .help = "a TTCN-3 module with a test port for Eclipse Titan, for "
                   "systems that speak the line protocol",
           .job = ExportJob::ttcn3},
    Export{.name = "dot",
           .help = "a drawing for Graphviz",
           .suite = report::write_dot,
           .timed = [](const auto& a) { return report::write_dot(a); },
           .machine =
               [](const ChosenMachines& m) {
                 return report::write_dot(m.model, drawable(m));
               }},
    Export{.name = "plantuml",
           .help = "a drawing for PlantUML",
           .suite = report::write_plantuml,
           .timed = [](const auto& a) { return report::write_plantuml(a); },
           .machine =
               [](const ChosenMachines& m) {
                 return report::write_plantuml(m.model, drawable(m));
               }},
    Export{.name = "mermaid",
           .help = "a drawing for Mermaid, which code hosts show; several are "
                   "written as Markdown",
           .suite = report::write_mermaid,
           .timed = [](const auto& a) { return report::write_mermaid(a); },
           .machine =
               [](const ChosenMachines& m) {
                 return report::write_mermaid(m.model, drawable(m));
               }},
    Export{.name = "csv",
           .help = "signals over steps as a table",
           .suite = report::write_csv,
           .steps_only = true},
    Export{.name = "vcd",
           .help = "signals over time for a waveform viewer",
           .suite = report::write_vcd,
           .steps_only = true},
    Export{.name = "lcov",
           .help = "the lines and branches that the tests reach, as a "
                   "tracefile of LCOV",
           .coverage = report::write_lcov},
    Export{.name = "cobertura",
           .help = "the same as Cobertura XML",
           .coverage = report::write_cobertura},
    Export{.name = "sarif",
           .help = "findings, unreachable goals and, with --results, tests "
                   "that failed, for code hosts and editors (SARIF 2.1.0)",
           .findings = report::write_sarif},
    Export{.name = "markdown",
           .help = "a summary for a pull request: goals, findings and, with "
                   "--results, verdicts",
           .findings =
               [](const suite::Suite& s, const suite::RunResults* r) {
                 return report::write_markdown(s, r);
               }},
    Export{.name = "reqif",
           .help = "the requirements of --into with what the tests say of "
                   "each, for requirements tools (ReqIF)",
           .job = ExportJob::reqif},
    Export{.name = "xlia",
           .help = "timed systems and test cases in XLIA",
           .suite = report::write_xlia,
           .timed = [](const auto& a) { return frontend::xlia::write(a); }},
    Export{.name = "smtlib",
           .help = "formulas for a solver: the guards of timed test cases, "
                   "requirements, or initial states, step and goals of a model "
                   "with steps",
           .suite = report::write_smtlib,
           .steps =
               [](const model::TransitionSystem& s, std::uint32_t steps) {
                 return report::write_smtlib(s, steps);
               },
           .requirements =
               [](const Requirements& r) {
                 return report::write_smtlib(r.interface);
               }},
    Export{.name = "btor2",
           .help = "a transition system for model checkers of hardware: each "
                   "goal is a 'bad'",
           .steps =
               [](const model::TransitionSystem& s, std::uint32_t /*steps*/) {
                 return frontend::btor2::write(s);
               }},
    Export{.name = "req",
           .help = "requirements in our layout",
           .requirements =
               [](const Requirements& r) {
                 return frontend::contract::write(r.file);
               }},
    Export{.name = "fret-variables",
           .help = "the variables of requirements of FRET, as a list in which "
                   "each empty idType is to be filled in",
           .variables = frontend::contract::write_fret_variables},
    Export{.name = "lustre",
           .help = "requirements as a CoCoSpec contract",
           .requirements =
               [](const Requirements& r) {
                 return report::write_lustre(r.interface);
               }},
    Export{.name = "sm",
           .help = "state machines as text",
           .machine = write_machines},
};

/// "a, b or c".
std::string either(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) list += i + 1 == names.size() ? " or " : ", ";
    list += names[i];
  }
  return list;
}

}  // namespace

const char* to_string(ExportSource source) {
  switch (source) {
    case ExportSource::suite:
      return "a suite";
    case ExportSource::program:
      return "a program";
    case ExportSource::transition:
      return "a transition system";
    case ExportSource::timed:
      return "a timed model";
    case ExportSource::machine:
      return "state machines";
    case ExportSource::requirements:
      return "requirements";
  }
  return "a suite";
}

bool Export::is_made_from(ExportSource source) const {
  switch (source) {
    case ExportSource::suite:
      return suite != nullptr || coverage != nullptr || findings != nullptr ||
             job == ExportJob::harness || job == ExportJob::test_comp ||
             job == ExportJob::ttcn3 || job == ExportJob::reqif;
    case ExportSource::program:
      return job == ExportJob::adapter || job == ExportJob::fmu ||
             steps != nullptr;
    case ExportSource::transition:
      return steps != nullptr;
    case ExportSource::timed:
      return timed != nullptr;
    case ExportSource::machine:
      return machine != nullptr || job == ExportJob::fmu || steps != nullptr;
    case ExportSource::requirements:
      return requirements != nullptr || variables != nullptr;
  }
  return false;
}

std::span<const Export> exports() {
  return kExports;
}

std::vector<std::string> export_names() {
  std::vector<std::string> names;
  for (const Export& e : kExports) names.emplace_back(e.name);
  return names;
}

const Export* find_export(std::string_view name) {
  const auto* const at = std::ranges::find(
      kExports, name, [](const Export& e) { return std::string_view(e.name); });
  return at == kExports.end() ? nullptr : at;
}

std::string exports_from(ExportSource source) {
  std::vector<std::string> names;
  for (const Export& e : kExports) {
    if (e.is_made_from(source)) names.emplace_back(e.name);
  }
  return either(names);
}

std::string sources_of(const Export& form) {
  std::vector<std::string> names;
  for (const ExportSource s : {ExportSource::suite,
                               ExportSource::program,
                               ExportSource::transition,
                               ExportSource::timed,
                               ExportSource::machine,
                               ExportSource::requirements}) {
    if (form.is_made_from(s)) names.emplace_back(to_string(s));
  }
  return either(names);
}

}  // namespace catenary::app
