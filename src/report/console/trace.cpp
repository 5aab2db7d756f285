// SPDX-License-Identifier: Apache-2.0
/// \file
/// What 'catenary trace' says about failures.
#include "report/console/trace.h"

#include <algorithm>
#include <ostream>

#include "report/console/failure.h"
#include "report/console/paint.h"
#include "report/console/timed_run.h"
#include "suite/adaptive.h"
#include "suite/write.h"

namespace catenary::report {
namespace {

using suite::Json;

/// Appends what is not there yet, in the order of appearance.
void add_new(const std::vector<std::string>& from,
             std::vector<std::string>& to) {
  for (const std::string& text : from) {
    if (std::find(to.begin(), to.end(), text) == to.end()) to.push_back(text);
  }
}

/// Requirements of the goals of the test, then those the run itself named.
std::vector<std::string> requirements_of(const suite::Suite& suite,
                                         const suite::TestResult& result) {
  std::vector<std::string> out;
  for (const std::string& id : result.goals) {
    const suite::SuiteGoal* goal = suite.find_goal(id);
    if (goal != nullptr) add_new(goal->requirements, out);
  }
  add_new(result.requirements, out);
  return out;
}

/// Inputs and observed outputs of the steps up to `last` (1-based).
Json execution(const suite::Suite& suite,
               const suite::Test& test,
               const suite::TestResult& result,
               std::size_t last) {
  Json out = Json::array();
  // The steps of an adaptive test depend on the answers, so its list of steps
  // is not the run.
  const std::vector<const suite::Step*> steps = suite::steps_of(test, result);
  for (std::size_t i = 0; i < last && i < steps.size(); ++i) {
    Json& step = out.push(Json::object());
    Json& inputs = step.set("inputs", Json::object());
    for (const suite::Assignment& a : steps[i]->inputs) {
      inputs.set(suite.signature.inputs[a.signal].name,
                 suite::to_json(a.value));
    }
    Json& outputs = step.set("outputs", Json::object());
    // The run may have ended before this step was observed.
    if (i >= result.observed.size()) continue;
    for (std::size_t o = 0;
         o < result.observed[i].size() && o < suite.signature.outputs.size();
         ++o) {
      // The system may not provide every output.
      if (!result.observed[i][o]) continue;
      outputs.set(suite.signature.outputs[o].name,
                  suite::to_json(*result.observed[i][o]));
    }
  }
  return out;
}

/// Events of a timed test are all there is to show.
Json execution(const std::vector<suite::TimedObservation>& events) {
  Json out = Json::array();
  for (const suite::TimedObservation& e : events) out.push(suite::to_json(e));
  return out;
}

/// "  in=1  -> out=2 p.holds=false" of one step of an explained failure.
/// Properties that held are left out: there may be many.
std::string step_text(const suite::Json& step) {
  std::string out;
  const auto group = [&](const char* name, const char* before) {
    const suite::Json* values = step.find(name);
    if (values == nullptr || values->members().empty()) return;
    out += before;
    for (const auto& [signal, value] : values->members()) {
      if (signal.ends_with(".holds") && value == suite::Json::boolean(true)) {
        continue;
      }
      // Names and fractions are JSON strings; their quotes would only disturb.
      const bool bare = value.is(suite::Json::Kind::string);
      out += " " + signal + "=" + (bare ? value.text() : value.compact());
    }
  };
  group("inputs", " ");
  group("outputs", "  ->");
  group("hidden", "  hidden:");
  return out;
}

/// The last steps before a failure; the whole run is in the JSON document.
void print_execution(std::ostream& out, const suite::Json& execution) {
  constexpr std::size_t kShown = 5;
  const std::vector<suite::Json>& steps = execution.items();
  const std::size_t first =
      steps.size() > kShown + 1 ? steps.size() - kShown : 0;
  if (first > 0) {
    out << "    " << plural(first, "step") << " before (all with --json)\n";
  }
  for (std::size_t k = first; k < steps.size(); ++k) {
    out << "    step " << k + 1 << printable(step_text(steps[k])) << "\n";
  }
}

/// Requirements that explain the failure. Several contracts may come from one
/// requirement, which is named once.
void print_culprits(std::ostream& out, const std::vector<Culprit>& culprits) {
  std::string shown;
  for (const Culprit& c : culprits) {
    if (c.requirement.empty() || c.requirement == shown) continue;
    shown = c.requirement;
    out << "    " << printable(c.requirement) << " (view " << printable(c.view);
    if (!c.from.empty()) out << ", " << printable(c.from);
    out << ")";
    if (!c.text.empty()) out << ": " << printable(c.text);
    out << "\n";
  }
}

/// One explanation of a failure of a test in steps.
void print_steps(std::ostream& out, const Diagnosis& d) {
  const bool only_ranges = d.requirements.empty() && !d.contracts.empty();
  out << "violates "
      << (only_ranges              ? ""
          : d.requirements.empty() ? "no known requirement"
                                   : join(d.requirements));
  if (!d.contracts.empty()) {
    out << (only_ranges ? "" : " through ") << join(d.contracts);
  }
  // A violation may be observed only some steps after it happened.
  if (d.latent) out << " at step " << d.step << ", before it was seen";
  out << "\n";
  print_culprits(out, d.culprits);
  print_execution(out, d.execution);
}

/// One explanation of a failure of a timed test.
void print_timed(std::ostream& out, const Diagnosis& d) {
  out << suite::to_string(d.code);
  if (!d.requirements.empty()) out << ", violates " << join(d.requirements);
  if (!d.contracts.empty()) out << ", in the test of " << join(d.contracts);
  out << "\n";
  if (d.violations.empty()) {
    out << "    " << printable(d.reason) << "\n";
  } else {
    const suite::Violation& v = d.violations.front();
    out << "    observed  " << printable(v.observed) << "\n"
        << "    allowed   " << printable(v.allowed) << "\n"
        << "    because   " << printable(reason_beside(d.reason, v)) << "\n";
  }
  print_events(out, d.events);
}

void set_culprits(Json& diagnosis, const Diagnosis& d) {
  diagnosis.set("step", Json::number(d.step));
  diagnosis.set("latent", Json::boolean(d.latent));
  Json& culprits = diagnosis.set("culprits", Json::array());
  for (const Culprit& c : d.culprits) {
    Json& one = culprits.push(Json::object());
    one.set("contract", Json::string(c.contract));
    one.set("requirement", Json::string(c.requirement));
    one.set("text", Json::string(c.text));
    one.set("view", Json::string(c.view));
    one.set("from", Json::string(c.from));
  }
}

}  // namespace

std::vector<TestDiagnoses> trace_failures(const suite::Suite& suite,
                                          const suite::RunResults& results) {
  std::vector<TestDiagnoses> out;
  for (const suite::TestResult& result : results.tests) {
    TestDiagnoses& test = out.emplace_back();
    test.id = result.id;
    if (result.verdict != suite::Verdict::fail) continue;
    const suite::Test* source = suite.find_test(result.id);
    const bool timed = !result.events.empty();
    // Without the test only timed results hold what happened.
    if (source == nullptr && !timed) continue;
    Diagnosis diagnosis;
    diagnosis.code = result.code;
    diagnosis.reason = result.reason;
    diagnosis.violations = result.violations;
    diagnosis.contracts = result.goals;
    for (const suite::Violation& v : result.violations) {
      add_new(v.contracts, diagnosis.contracts);
    }
    diagnosis.requirements = requirements_of(suite, result);
    if (timed) {
      diagnosis.events = result.events;
      diagnosis.execution = execution(result.events);
      // Up to the last step anything was violated in, where the failing step
      // may come before it.
    } else {
      auto last =
          static_cast<std::size_t>(std::max<std::int64_t>(result.step, 0));
      for (const suite::Violation& v : result.violations) {
        last = std::max<std::size_t>(last, v.step);
      }
      diagnosis.execution = execution(suite, *source, result, last);
    }
    test.diagnoses.push_back(std::move(diagnosis));
  }
  return out;
}

Json trace_document(const std::string& results,
                    const std::vector<TestDiagnoses>& tests) {
  Json out = Json::object();
  out.set("schema", Json::string("catenary-trace-1"));
  out.set("results", Json::string(results));
  Json& list = out.set("tests", Json::array());
  for (const TestDiagnoses& test : tests) {
    Json& item = list.push(Json::object());
    item.set("id", Json::string(test.id));
    Json& diagnoses = item.set("diagnoses", Json::array());
    for (const Diagnosis& d : test.diagnoses) {
      Json& diagnosis = diagnoses.push(Json::object());
      diagnosis.set("requirements", Json::strings(d.requirements));
      diagnosis.set("contracts", Json::strings(d.contracts));
      diagnosis.set("code", Json::string(suite::to_string(d.code)));
      diagnosis.set("reason", Json::string(d.reason));
      Json& violations = diagnosis.set("violations", Json::array());
      for (const suite::Violation& v : d.violations) {
        Json& one = violations.push(Json::object());
        one.set("step", Json::number(std::int64_t{v.step}));
        one.set("signal", Json::string(v.signal));
        one.set("observed", Json::string(v.observed));
        one.set("allowed", Json::string(v.allowed));
      }
      diagnosis.set("execution", d.execution);
      // Only a diagnosis from requirements has culprits.
      if (!d.culprits.empty()) set_culprits(diagnosis, d);
    }
  }
  return out;
}

void print_trace(std::ostream& out,
                 const std::vector<TestDiagnoses>& tests,
                 const ConsoleStyle& style) {
  std::size_t explained = 0;
  for (const TestDiagnoses& test : tests) {
    if (test.diagnoses.empty()) continue;
    ++explained;
    out << paint("test " + short_id(test.id), Colour::bold, style) << "\n";
    for (std::size_t i = 0; i < test.diagnoses.size(); ++i) {
      const Diagnosis& d = test.diagnoses[i];
      out << "  diagnosis " << i + 1 << ": ";
      if (d.events.empty()) {
        print_steps(out, d);
      } else {
        print_timed(out, d);
      }
    }
  }
  if (explained == 0) out << "no failure to explain\n";
}

}  // namespace catenary::report
