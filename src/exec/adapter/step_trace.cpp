// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recorded logs of steps as adapters.
#include "exec/adapter/step_trace.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "exec/adapter/line/message.h"
#include "suite/adaptive.h"

namespace catenary::exec {
namespace {

using logic::Value;
using suite::Json;
using suite::Signal;
/// One for each signal; absent = not in the log.
using Recorded = std::vector<std::optional<Value>>;

/// A line of the log.
struct RecordedStep {
  std::uint64_t line = 0;
  mpq_class dt{1};
  Recorded in, out;
};

/// From one reset to the next.
struct RecordedRun {
  std::uint64_t line = 0;  ///< of the reset, or 1
  Recorded initial;
  std::vector<RecordedStep> steps;
};

/// Reads a log.
class LogReader {
 public:
  LogReader(const std::string& file, const suite::Signature& signature)
      : file_(file), signature_(signature) {}

  std::vector<RecordedRun> read(std::string_view rest) {
    for (line_ = 1; !rest.empty(); ++line_) {
      const std::size_t end = rest.find('\n');
      const std::string_view line = rest.substr(0, end);
      rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
      if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
      read_line(line);
    }
    if (runs_.empty()) {
      line_ = 0;
      fail(
          "the log is empty; expected lines such as {\"in\": {…}, \"out\": "
          "{…}}");
    }
    return std::move(runs_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw base::InputError(
        {file_, static_cast<std::uint32_t>(line_), 0}, what, "trace");
  }

  RecordedRun& last_run() {
    if (runs_.empty()) {
      runs_.push_back({line_, Recorded(signature_.initial.size()), {}});
    }
    return runs_.back();
  }

  void read_line(std::string_view text) {
    const Json json = [&] {
      try {
        return parse_line(text, "the line");
      } catch (const base::InputError& error) {
        fail(error.diagnostics().front().message);
      }
    }();
    if (!json.is(Json::Kind::object)) fail("expected an object");
    const Json* reset = json.find("reset");
    for (const auto& [key, value] : json.members()) {
      const bool known = reset != nullptr ? key == "reset"
                                          : key == "in" || key == "out" ||
                                                key == "dt" || key == "step";
      if (!known) fail("\"" + excerpt(key) + "\" is not known here");
    }
    if (reset != nullptr) {
      read_reset(*reset);
    } else {
      read_step(json);
    }
  }

  void read_reset(const Json& reset) {
    RecordedRun run{line_, Recorded(signature_.initial.size()), {}};
    if (reset.is(Json::Kind::object)) {
      run.initial = values(reset, signature_.initial, "initial choice");
    } else if (!reset.is(Json::Kind::boolean) || !reset.as_bool()) {
      fail("expected \"reset\": true, or an object of initial choices");
    }
    runs_.push_back(std::move(run));
  }

  void read_step(const Json& json) {
    RecordedStep step;
    step.line = line_;
    const Json* in = json.find("in");
    const Json* out = json.find("out");
    if (in == nullptr || !in->is(Json::Kind::object)) {
      fail("expected the inputs of the step, \"in\": {…}");
    }
    if (out == nullptr || !out->is(Json::Kind::object)) {
      fail("expected the outputs of the step, \"out\": {…}");
    }
    step.in = values(*in, signature_.inputs, "input");
    step.out = values(*out, signature_.outputs, nullptr);
    if (const Json* dt = json.find("dt")) {
      try {
        step.dt = read_time(*dt, "dt");
      } catch (const base::InputError& error) {
        fail(error.diagnostics().front().message);
      }
    }
    RecordedRun& run = last_run();
    if (const Json* number = json.find("step")) {
      const std::string expected = std::to_string(run.steps.size() + 1);
      if (!number->is(Json::Kind::number) || number->text() != expected) {
        fail("expected \"step\": " + expected + ", the next step of the run");
      }
    }
    run.steps.push_back(std::move(step));
  }

  /// The values of an object. Names that the suite does not know are an error
  /// where `what` says what they should be: an input that is not compared may
  /// be what the system reacted to.
  Recorded values(const Json& json,
                  const std::vector<Signal>& signals,
                  const char* what) {
    Recorded out(signals.size());
    for (const auto& [name, value] : json.members()) {
      const auto at = suite::find_signal(signals, name);
      if (!at && what != nullptr) {
        fail("\"" + excerpt(name) + "\" is not an " + what + " of the suite");
      }
      if (!at) continue;
      try {
        out[*at] = read_value(value, signals[*at], excerpt(name));
      } catch (const base::InputError& error) {
        fail(error.diagnostics().front().message);
      }
    }
    return out;
  }

  const std::string& file_;
  const suite::Signature& signature_;
  std::uint64_t line_ = 1;
  std::vector<RecordedRun> runs_;
};

/// The log as a system. What it answers was always observed in one run, whose
/// inputs were those of the test up to there.
class StepTrace final : public Adapter {
 public:
  StepTrace(std::vector<RecordedRun> runs, std::string file)
      : runs_(std::move(runs)), file_(std::move(file)) {}

  SutReply open(const suite::Signature& signature, SutInfo& info) override {
    signature_ = &signature;
    info.name = file_;
    info.inputs.assign(signature.inputs.size(), true);
    info.initial.assign(signature.initial.size(), true);
    // An output that is in no line is missing at the step that asks for it.
    info.outputs.assign(signature.outputs.size(), true);
    return {};
  }

  SutReply reset(std::span<const Value> initial,
                 std::chrono::milliseconds) override {
    position_ = 0;
    fitting_.clear();
    std::string why;
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      const std::string other =
          difference(signature_->initial, runs_[r].initial, initial);
      if (other.empty()) {
        fitting_.push_back(r);
      } else if (why.empty()) {
        why = at(runs_[r].line) + other;
      }
    }
    if (!fitting_.empty()) return {};
    return {SutOutcome::mismatch, why, {}};
  }

  SutReply step(const mpq_class& dt,
                std::span<const Value> inputs,
                std::chrono::milliseconds) override {
    std::vector<std::size_t> next;
    std::string why;
    for (const std::size_t r : fitting_) {
      const std::string other = why_not(runs_[r], dt, inputs);
      if (other.empty()) {
        next.push_back(r);
      } else if (why.empty()) {
        why = other;
      }
    }
    if (next.empty()) return {SutOutcome::mismatch, why, {}};
    SutReply reply;
    const RecordedStep& first = runs_[next.front()].steps[position_];
    reply.outputs = first.out;
    // Which of them is the answer is not for us to choose: one may be a failure
    // that happens now and then.
    for (const std::size_t r : next) {
      const RecordedStep& other = runs_[r].steps[position_];
      if (other.out == first.out) continue;
      return {SutOutcome::mismatch,
              at(other.line) + "the outputs are not those of line " +
                  std::to_string(first.line) +
                  ", though the inputs of both runs are those of the test",
              {}};
    }
    fitting_ = std::move(next);
    ++position_;
    return reply;
  }

  void close() override {}

 private:
  [[nodiscard]] std::string at(std::uint64_t line) const {
    return file_ + ":" + std::to_string(line) + ": ";
  }

  /// The first signal whose value is another one in the log; empty if none is.
  static std::string difference(const std::vector<Signal>& signals,
                                const Recorded& recorded,
                                std::span<const Value> sent) {
    for (std::size_t i = 0; i < signals.size(); ++i) {
      if (recorded[i] == sent[i]) continue;
      return signals[i].name + " is " +
             (recorded[i] ? recorded[i]->to_string() : "not recorded") +
             ", and the test sets it to " + sent[i].to_string();
    }
    return {};
  }

  /// Why the next step of a run is not the one that is asked for.
  [[nodiscard]] std::string why_not(const RecordedRun& run,
                                    const mpq_class& dt,
                                    std::span<const Value> inputs) const {
    if (position_ == run.steps.size()) {
      const std::uint64_t last =
          run.steps.empty() ? run.line : run.steps.back().line;
      return at(last) + "the run ends here, after " +
             std::to_string(run.steps.size()) + " steps";
    }
    const RecordedStep& step = run.steps[position_];
    if (step.dt != dt) {
      return at(step.line) + "the step takes " + decimal_text(step.dt) +
             ", and in the test " + decimal_text(dt);
    }
    const std::string other = difference(signature_->inputs, step.in, inputs);
    return other.empty() ? "" : at(step.line) + other;
  }

  std::vector<RecordedRun> runs_;
  std::string file_;
  const suite::Signature* signature_ = nullptr;
  /// The runs that have all inputs of the test so far; their outputs up to here
  /// are the same.
  std::vector<std::size_t> fitting_;
  std::size_t position_ = 0;  ///< the next step
};

Json object_of(const std::vector<Signal>& signals,
               const std::vector<std::optional<Value>>& values) {
  Json out = Json::object();
  for (std::size_t i = 0; i < signals.size() && i < values.size(); ++i) {
    if (values[i]) out.set(signals[i].name, suite::to_json(*values[i]));
  }
  return out;
}

Json object_of(const std::vector<Signal>& signals,
               const std::vector<suite::Assignment>& assignments) {
  std::vector<std::optional<Value>> values;
  for (Value& v : suite::values_of(assignments, signals)) {
    values.emplace_back(std::move(v));
  }
  return object_of(signals, values);
}

}  // namespace

std::unique_ptr<Adapter> make_step_trace(const std::string& text,
                                         const std::string& file,
                                         const suite::Signature& signature) {
  return std::make_unique<StepTrace>(LogReader(file, signature).read(text),
                                     file);
}

std::string write_step_log(const suite::Suite& suite,
                           const suite::RunResults& results) {
  std::string out;
  for (const suite::TestResult& result : results.tests) {
    const suite::Test* test = suite.find_test(result.id);
    if (test == nullptr || suite::is_automaton(*test)) continue;
    Json begin = Json::object();
    if (suite.signature.initial.empty()) {
      begin.set("reset", Json::boolean(true));
    } else {
      begin.set("reset", object_of(suite.signature.initial, test->initial));
    }
    out += begin.compact() + "\n";
    const std::vector<const suite::Step*> steps =
        suite::steps_of(*test, result);
    for (std::size_t s = 0; s < steps.size() && s < result.observed.size();
         ++s) {
      Json line = Json::object();
      if (steps[s]->dt != 1) line.set("dt", suite::to_json(steps[s]->dt));
      line.set("in", object_of(suite.signature.inputs, steps[s]->inputs));
      line.set("out", object_of(suite.signature.outputs, result.observed[s]));
      out += line.compact() + "\n";
    }
  }
  return out;
}

}  // namespace catenary::exec
