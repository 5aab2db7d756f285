// SPDX-License-Identifier: Apache-2.0
/// \file
/// What of a run is worth a row: inputs where they change, outputs where they
/// are violated.
#include "report/console/failure_rows.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "suite/adaptive.h"
#include "suite/texts.h"
#include "suite/value_names.h"
#include "suite/write.h"

namespace catenary::report {
namespace {

using suite::Signal;
using suite::Violation;
using Values = std::vector<logic::Value>;

/// Steps with changed inputs that are shown up to the first violation.
constexpr std::size_t kMostSteps = 5;
/// Inputs of one of them.
constexpr std::size_t kMostInputs = 12;
constexpr std::size_t kMostViolations = 8;
constexpr std::size_t kMostEvents = 8;

/// Rows of one step.
struct StepRows {
  std::size_t number = 0;
  std::vector<FailureRow> inputs;
  std::vector<FailureRow> outputs;
};

const Signal* signal_called(const std::vector<Signal>& signals,
                            const std::string& name) {
  const auto at = suite::find_signal(signals, name);
  return at ? &signals[*at] : nullptr;
}

/// Rows of the signals whose values are not those of before; all of them
/// without `before`. The characters of a string are one row.
void add_inputs(const std::vector<Signal>& signals,
                const Values& values,
                const Values* before,
                std::vector<FailureRow>& out) {
  for (std::size_t i = 0; i < signals.size(); ++i) {
    std::string name = signals[i].name;
    std::string value;
    std::size_t last = i;
    if (const auto text = suite::text_at(signals, i)) {
      std::map<std::uint32_t, logic::Value> letters;
      last = i + text->size - 1;
      for (std::size_t k = i; k <= last; ++k) {
        letters.emplace(static_cast<std::uint32_t>(k), values[k]);
      }
      if (const auto spelt = suite::spelt(*text, letters)) {
        name = text->name;
        value = '"' + *spelt + '"';
      } else {
        last = i;
      }
    }
    if (value.empty()) {
      value = named_value(signals[i], values[i].to_string());
    }
    bool changed = before == nullptr;
    for (std::size_t k = i; k <= last && !changed; ++k) {
      changed = !((*before)[k] == values[k]);
    }
    if (changed) out.push_back({"", name, "set to " + value, ""});
    i = last;
  }
}

FailureRow violation_row(const suite::Suite& suite, const Violation& v) {
  return {"", v.signal, allowed_of(suite, v), observed_of(suite, v)};
}

/// Every output of a step, with what was expected of it, or only those that are
/// violated.
void add_outputs(const suite::Suite& suite,
                 const suite::Step* step,
                 const suite::TestResult& result,
                 FailureDetail detail,
                 StepRows& out) {
  const auto is_here = [&](const Violation& v) {
    return v.step == out.number && v.contracts.empty();
  };
  for (const Violation& v : result.violations) {
    if (is_here(v)) out.outputs.push_back(violation_row(suite, v));
  }
  if (detail == FailureDetail::brief || out.number == 0 ||
      out.number > result.observed.size()) {
    return;
  }
  const auto& observed = result.observed[out.number - 1];
  const std::vector<Signal>& signals = suite.signature.outputs;
  for (std::size_t o = 0; o < observed.size() && o < signals.size(); ++o) {
    const bool is_shown =
        std::ranges::any_of(result.violations, [&](const Violation& v) {
          return is_here(v) && v.signal == signals[o].name;
        });
    if (is_shown || !observed[o]) continue;
    FailureRow row{"",
                   signals[o].name,
                   "",
                   named_value(signals[o], observed[o]->to_string())};
    for (const suite::ExpectedOutput& e : step->expect) {
      if (e.signal != o) continue;
      row.expected = named_value(signals[o], suite::to_string(e.expectation));
    }
    out.outputs.push_back(std::move(row));
  }
}

/// The steps of the run, up to the last one that something is known about.
std::vector<StepRows> rows_of_steps(const suite::Suite& suite,
                                    const suite::Test& test,
                                    const suite::TestResult& result,
                                    FailureDetail detail) {
  const bool all = detail == FailureDetail::everything;
  const std::vector<const suite::Step*> steps = suite::steps_of(test, result);
  std::size_t last =
      static_cast<std::size_t>(std::max<std::int64_t>(result.step, 0));
  for (const Violation& v : result.violations) {
    last = std::max<std::size_t>(last, v.step);
  }
  if (all) last = std::max(last, result.observed.size());
  std::vector<StepRows> out;
  if (!test.initial.empty()) {
    StepRows& start = out.emplace_back();
    add_inputs(suite.signature.initial,
               suite::values_of(test.initial, suite.signature.initial),
               nullptr,
               start.inputs);
  }
  // What has no value yet is "changed" by the first step that sets it.
  Values before = suite::values_of({}, suite.signature.inputs);
  for (std::size_t s = 0; s < steps.size() && s < last; ++s) {
    StepRows& step = out.emplace_back();
    step.number = s + 1;
    Values now = suite::values_of(steps[s]->inputs, suite.signature.inputs);
    add_inputs(suite.signature.inputs,
               now,
               all || s == 0 ? nullptr : &before,
               step.inputs);
    add_outputs(suite, steps[s], result, detail, step);
    before = std::move(now);
  }
  return out;
}

/// Violations alone: the test is not known.
std::vector<StepRows> rows_of_violations(const suite::Suite& suite,
                                         const suite::TestResult& result) {
  std::vector<StepRows> out;
  for (const Violation& v : result.violations) {
    if (!v.contracts.empty()) continue;
    if (out.empty() || out.back().number != v.step) {
      out.emplace_back().number = v.step;
    }
    out.back().outputs.push_back(violation_row(suite, v));
  }
  return out;
}

/// Leaves out what comes long before the failure, and violations after many.
void shorten(std::vector<StepRows>& steps, FailureRows& out) {
  std::erase_if(steps, [](const StepRows& s) {
    return s.inputs.empty() && s.outputs.empty();
  });
  const auto first = std::ranges::find_if(
      steps, [](const StepRows& s) { return !s.outputs.empty(); });
  const auto upto = static_cast<std::size_t>(
      (first == steps.end() ? first : first + 1) - steps.begin());
  // One more is shown rather than a line that says one was left out.
  if (upto > kMostSteps + 1) {
    const std::size_t away = upto - kMostSteps;
    steps.erase(steps.begin(),
                steps.begin() + static_cast<std::ptrdiff_t>(away));
    out.before = steps.front().number - 1;
  }
  for (StepRows& step : steps) {
    if (step.inputs.size() <= kMostInputs + 1) continue;
    const std::size_t more = step.inputs.size() - kMostInputs;
    step.inputs.resize(kMostInputs);
    step.inputs.push_back(
        {"", "and " + std::to_string(more) + " inputs more", "", ""});
  }
  std::size_t all = 0;
  for (const StepRows& step : steps) all += step.outputs.size();
  std::size_t left = all > kMostViolations + 1 ? kMostViolations : all;
  out.more = all - left;
  std::size_t keep = 0;
  // Steps behind the last violation that is shown say nothing about it.
  while (keep < steps.size() && (left > 0 || all == 0)) {
    std::vector<FailureRow>& here = steps[keep++].outputs;
    here.resize(std::min(here.size(), left));
    left -= here.size();
  }
  steps.resize(keep);
}

std::string message_text(const suite::Suite& suite,
                         const suite::TimedObservation& event) {
  const auto channel = std::ranges::find(
      suite.signature.channels, event.channel, &suite::Channel::name);
  std::string out;
  for (std::size_t k = 0; k < event.values.size(); ++k) {
    std::string value = event.values[k].to_string();
    if (channel != suite.signature.channels.end() &&
        k < channel->parameters.size()) {
      value = named_value(channel->parameters[k], value);
    }
    out += (k == 0 ? "(" : ", ") + value;
  }
  return out + (event.values.empty() ? "" : ")");
}

/// The messages of a timed test; the last one is what the verdict is about.
FailureRows rows_of_events(const suite::Suite& suite,
                           const suite::TestResult& result,
                           FailureDetail detail) {
  FailureRows out;
  out.timed = true;
  const std::vector<suite::TimedObservation>& events = result.events;
  if (detail == FailureDetail::brief && events.size() > kMostEvents + 1) {
    out.before = events.size() - kMostEvents;
  }
  for (std::size_t i = out.before; i < events.size(); ++i) {
    const std::string values = message_text(suite, events[i]);
    out.rows.push_back({suite::show_time(events[i].at),
                        events[i].channel,
                        "",
                        suite::to_string(events[i].kind) +
                            (values.empty() ? "" : " " + values)});
  }
  if (!result.violations.empty()) {
    out.rows.back().expected = result.violations.front().allowed;
  }
  return out;
}

/// The signal that a violation is about, or none.
const Signal* signal_of(const suite::Suite& suite, const Violation& v) {
  return signal_called(suite.signature.outputs, v.signal);
}

}  // namespace

std::string named_value(const Signal& signal, const std::string& spelling) {
  constexpr std::string_view kOneOf = "one of ";
  std::string name = spelling;
  bool is_named = false;
  const suite::NamedValues names = suite::named_values(signal);
  const auto translate = [&](std::string& text) {
    for (const auto& [called, value] : names) {
      if (value.to_string() != text) continue;
      text = called;
      is_named = true;
      return;
    }
  };
  if (spelling.starts_with(kOneOf)) {
    name = std::string(kOneOf);
    std::string_view rest = std::string_view(spelling).substr(kOneOf.size());
    for (bool more = true; more;) {
      const std::size_t end = rest.find(", ");
      std::string one(rest.substr(0, end));
      translate(one);
      more = end != std::string_view::npos;
      name += one + (more ? ", " : "");
      if (more) rest.remove_prefix(end + 2);
    }
  } else {
    translate(name);
  }
  const bool has_unit =
      !signal.unit.empty() && signal.unit != suite::kCharacter;
  return is_named || !has_unit ? name : name + " " + signal.unit;
}

std::string observed_of(const suite::Suite& suite, const Violation& v) {
  const Signal* signal = signal_of(suite, v);
  return signal == nullptr ? v.observed : named_value(*signal, v.observed);
}

std::string allowed_of(const suite::Suite& suite, const Violation& v) {
  const Signal* signal = signal_of(suite, v);
  return signal == nullptr ? v.allowed : named_value(*signal, v.allowed);
}

FailureRows failure_rows(const suite::Suite& suite,
                         const suite::Test* test,
                         const suite::TestResult& result,
                         FailureDetail detail) {
  if (!result.events.empty()) return rows_of_events(suite, result, detail);
  FailureRows out;
  const bool is_known = test != nullptr && !suite::is_automaton(*test) &&
                        suite::why_not_its_path(*test, result).empty();
  // A system that was never asked did nothing.
  if (result.step < 0 && result.violations.empty()) return out;
  std::vector<StepRows> steps =
      is_known ? rows_of_steps(suite, *test, result, detail)
               : rows_of_violations(suite, result);
  if (detail == FailureDetail::brief) shorten(steps, out);
  for (StepRows& step : steps) {
    bool first = true;
    for (std::vector<FailureRow>* rows : {&step.inputs, &step.outputs}) {
      for (FailureRow& row : *rows) {
        if (std::exchange(first, false)) {
          row.at = step.number == 0 ? "0" : std::to_string(step.number);
        }
        out.rows.push_back(std::move(row));
      }
    }
  }
  return out;
}

}  // namespace catenary::report
