// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writing and reading of results. Both directions list the keys in the same
/// order. Names of verdict codes, counts and exit codes.
#include "suite/results.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "base/check.h"
#include "suite/read.h"
#include "suite/read_parts.h"
#include "suite/write.h"

namespace catenary::suite {
namespace {

/// From this number of observed steps on, each step is written on one line,
/// however long it is: half the size.
constexpr std::size_t kManyObserved = 1000;

/// A violation. The contracts exist only where an oracle judged.
Json violation_to_json(const Violation& v) {
  Json out = Json::object();
  out.set("step", Json::number(std::int64_t{v.step}));
  out.set("signal", Json::string(v.signal));
  out.set("observed", Json::string(v.observed));
  out.set("allowed", Json::string(v.allowed));
  if (!v.contracts.empty()) out.set("contracts", Json::strings(v.contracts));
  out.set("goals", Json::strings(v.goals));
  out.set("requirements", Json::strings(v.requirements));
  return out;
}

/// Which model the suite was made from.
Json model_to_json(const ModelReference& model) {
  Json out = Json::object();
  out.set("name", Json::string(model.name));
  out.set("kind", Json::string(model.kind));
  out.set("path", Json::string(model.path));
  out.set("sha256", Json::string(model.sha256));
  return out;
}

/// The requirements that judged besides the suite, with their names for
/// signals.
Json oracle_to_json(const OracleReference& oracle) {
  Json out = Json::object();
  out.set("model", model_to_json(oracle.model));
  out.set("map", Json::strings(oracle.map));
  out.set("map_values", Json::strings(oracle.map_values));
  return out;
}

/// The inverse of oracle_to_json().
OracleReference read_oracle(const std::string& file, const Json& json) {
  FieldReader in(file, json, "an oracle");
  OracleReference out;
  out.model = read_model(file, in.require("model"));
  out.map = read_strings(file, in.require("map"));
  out.map_values = read_strings(file, in.require("map_values"));
  in.done();
  return out;
}

/// One result. Members that only some kinds of tests have are left out for the
/// others.
Json result_to_json(const TestResult& test) {
  Json out = Json::object();
  out.set("id", Json::string(test.id));
  out.set("verdict", Json::string(to_string(test.verdict)));
  out.set("code", Json::string(to_string(test.code)));
  out.set("reason", Json::string(test.reason));
  out.set("step", Json::number(test.step));
  out.set("goals", Json::strings(test.goals));
  out.set("requirements", Json::strings(test.requirements));
  out.set("checked", Json::number(static_cast<std::int64_t>(test.checked)));
  if (!test.skipped.empty()) out.set("skipped", Json::strings(test.skipped));
  Json& violations = out.set("violations", Json::array());
  for (const Violation& v : test.violations)
    violations.push(violation_to_json(v));
  Json& observed = out.set("observed", Json::array());
  for (const auto& step : test.observed) {
    Json& values = observed.push(Json::array());
    // A value that the SUT did not provide is null.
    for (const auto& value : step) {
      values.push(value ? to_json(*value) : Json());
    }
    if (test.observed.size() >= kManyObserved) values.keep_on_one_line();
  }
  if (!test.path.empty()) {
    Json& path = out.set("path", Json::array());
    for (const std::uint32_t s : test.path) {
      path.push(Json::number(std::int64_t{s}));
    }
  }
  if (!test.events.empty()) {
    Json& events = out.set("events", Json::array());
    for (const TimedObservation& e : test.events) events.push(to_json(e));
  }
  // The system may print anything.
  if (!test.output.empty()) {
    out.set("output", Json::string(to_utf8(test.output)));
  }
  if (!test.sut.empty()) out.set("sut", Json::string(test.sut));
  if (test.flaky) out.set("flaky", Json::boolean(true));
  out.set("seconds", Json::number(test.seconds));
  return out;
}

/// A float64, with the strings for NaN and infinities.
double read_double(const std::string& file,
                   const Json& json,
                   const char* name) {
  Signal number;
  number.name = name;
  number.type = "float64";
  return value_from_json(json, number, file).as_double();
}

constexpr std::uint64_t kMost = std::uint64_t{1} << 53;

/// The inverse of violation_to_json().
Violation read_violation(const std::string& file, const Json& json) {
  FieldReader in(file, json, "a violation");
  Violation v;
  v.step = static_cast<std::uint32_t>(read_unsigned(
      file, in.require("step"), std::numeric_limits<std::uint32_t>::max()));
  v.signal = in.text("signal");
  v.observed = in.text("observed");
  v.allowed = in.text("allowed");
  v.contracts = in.texts_or_none("contracts");
  v.goals = read_strings(file, in.require("goals"));
  v.requirements = read_strings(file, in.require("requirements"));
  in.done();
  return v;
}

/// An event; its values have the types of the channel's parameters.
TimedObservation read_event(const std::string& file,
                            const Json& json,
                            const std::vector<Channel>& channels) {
  FieldReader in(file, json, "an event");
  TimedObservation event;
  event.kind = read_enum(in, "kind", TimedObservation::Kind::silence);
  event.at = read_duration(file, in.require("at"));
  if (const Json* jitter = in.optional("jitter")) {
    event.jitter = read_double(file, *jitter, "jitter");
  }
  // Silence has neither channel nor values.
  if (event.kind != TimedObservation::Kind::silence) {
    const Json& name = in.require("channel");
    event.channel = read_string(file, name);
    const auto channel =
        std::find_if(channels.begin(), channels.end(), [&](const Channel& c) {
          return c.name == event.channel;
        });
    if (channel == channels.end()) {
      fail_at(file, name, "no channel is called \"" + event.channel + "\"");
    }
    const Json& values = in.require("values");
    if (read_array(file, values).size() != channel->parameters.size()) {
      fail_at(file, values, "expected one value for each parameter");
    }
    for (std::size_t i = 0; i < values.items().size(); ++i) {
      event.values.push_back(
          value_from_json(values.items()[i], channel->parameters[i], file));
    }
  }
  in.done();
  return event;
}

/// The inverse of result_to_json(). Observed values are read with the types of
/// the results' own signature, so the suite is not needed.
TestResult read_test(const std::string& file,
                     const Json& json,
                     const std::vector<Signal>& outputs,
                     const std::vector<Channel>& channels) {
  FieldReader in(file, json, "a test result");
  TestResult test;
  test.id = in.text("id");
  test.verdict = read_enum(in, "verdict", Verdict::error);
  test.code = read_enum(in, "code", VerdictCode::inc_dur);
  test.reason = in.text("reason");
  const Json& step = in.require("step");
  // The only negative number that may occur.
  const bool before_first = step.is(Json::Kind::number) && step.text() == "-1";
  test.step = before_first
                  ? -1
                  : static_cast<std::int64_t>(read_unsigned(file, step, kMost));
  test.goals = read_strings(file, in.require("goals"));
  test.requirements = read_strings(file, in.require("requirements"));
  test.checked = read_unsigned(file, in.require("checked"), kMost);
  test.skipped = in.texts_or_none("skipped");
  for (const Json& v : read_array(file, in.require("violations"))) {
    test.violations.push_back(read_violation(file, v));
  }
  for (const Json& row : read_array(file, in.require("observed"))) {
    if (read_array(file, row).size() != outputs.size()) {
      fail_at(file, row, "expected one value for each output");
    }
    auto& values = test.observed.emplace_back();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const Json& value = row.items()[i];
      values.emplace_back();
      if (value.is(Json::Kind::null)) continue;
      values.back() = value_from_json(value, outputs[i], file);
    }
  }
  if (const Json* path = in.optional("path")) {
    for (const Json& s : read_array(file, *path)) {
      test.path.push_back(static_cast<std::uint32_t>(
          read_unsigned(file, s, std::numeric_limits<std::uint32_t>::max())));
    }
  }
  if (const Json* events = in.optional("events")) {
    for (const Json& event : read_array(file, *events)) {
      test.events.push_back(read_event(file, event, channels));
    }
  }
  test.output = in.text_or("output", "");
  test.sut = in.text_or("sut", "");
  test.flaky = in.flag("flaky");
  test.seconds = read_double(file, in.require("seconds"), "seconds");
  in.done();
  return test;
}

}  // namespace

Json to_json(const TimedObservation& event) {
  Json out = Json::object();
  out.set("kind", Json::string(to_string(event.kind)));
  out.set("at", to_json(event.at));
  if (event.kind != TimedObservation::Kind::silence) {
    out.set("channel", Json::string(event.channel));
    Json& values = out.set("values", Json::array());
    for (const logic::Value& value : event.values) values.push(to_json(value));
  }
  if (event.jitter != 0) out.set("jitter", Json::number(event.jitter));
  return out;
}

const char* to_string(TimedObservation::Kind kind) {
  switch (kind) {
    case TimedObservation::Kind::sent:
      return "sent";
    case TimedObservation::Kind::received:
      return "received";
    case TimedObservation::Kind::silence:
      return "silence";
  }
  return "silence";
}

std::string show_time(const mpq_class& time) {
  constexpr std::size_t kShort = 8;
  std::string exact = time.get_str();
  // Real time has long fractions, which nobody reads.
  if (exact.size() <= kShort || time.get_den() == 1) return exact;
  char text[64];
  std::snprintf(text, sizeof text, "%.3f", time.get_d());
  return text;
}

std::string write_results(const RunResults& results) {
  Json out = Json::object();
  out.set("schema", Json::string(kResultsSchema));
  out.set("tool", Json::string(results.tool));
  Json& suite = out.set("suite", Json::object());
  suite.set("path", Json::string(results.suite_path));
  suite.set("sha256", Json::string(results.suite_sha256));
  out.set("model", model_to_json(results.model));
  if (results.oracle) out.set("oracle", oracle_to_json(*results.oracle));
  out.set("sut", Json::string(results.sut));
  out.set("sandbox", Json::string(results.sandbox));
  out.set("repeat", Json::number(std::int64_t{results.repeat}));
  out.set("complete", Json::boolean(results.complete));
  // For those who read the document without this tool.
  const VerdictCounts counts = results.count();
  Json& summary = out.set("summary", Json::object());
  const auto set_count = [&](const char* key, std::uint64_t n) {
    summary.set(key, Json::number(static_cast<std::int64_t>(n)));
  };
  set_count("pass", counts.pass);
  set_count("fail", counts.fail);
  set_count("inconclusive", counts.inconclusive);
  set_count("error", counts.error);
  Json& outputs = out.set("outputs", Json::array());
  for (const Signal& signal : results.outputs) outputs.push(to_json(signal));
  if (!results.channels.empty()) {
    Json& channels = out.set("channels", Json::array());
    for (const Channel& c : results.channels) channels.push(to_json(c));
  }
  Json& tests = out.set("tests", Json::array());
  for (const TestResult& test : results.tests) tests.push(result_to_json(test));
  return out.pretty();
}

RunResults read_results(std::string_view text, const std::string& file) {
  const Json json = parse_suite_json(text, file);
  FieldReader in(file, json, "a results document");
  check_schema(in, kResultsSchema);
  RunResults out;
  out.tool = in.text("tool");
  FieldReader suite(file, in.require("suite"), "a suite reference");
  out.suite_path = suite.text("path");
  out.suite_sha256 = suite.text("sha256");
  suite.done();
  out.model = read_model(file, in.require("model"));
  if (const Json* oracle = in.optional("oracle")) {
    out.oracle = read_oracle(file, *oracle);
  }
  out.sut = in.text("sut");
  out.sandbox = in.text("sandbox");
  out.repeat = static_cast<std::uint32_t>(read_unsigned(
      file, in.require("repeat"), std::numeric_limits<std::uint32_t>::max()));
  // Required, unlike other flags: whether a run is complete must be said.
  (void)in.require("complete");
  out.complete = in.flag("complete");
  // Checked below, once the verdicts are known.
  const Json& summary = in.require("summary");
  out.outputs = read_signals(file, in.require("outputs"));
  if (const Json* channels = in.optional("channels")) {
    out.channels = read_channels(file, *channels);
  }
  for (const Json& test : read_array(file, in.require("tests"))) {
    out.tests.push_back(read_test(file, test, out.outputs, out.channels));
  }
  in.done();
  // The summary is redundant, and checked for that reason.
  const VerdictCounts counts = out.count();
  FieldReader sums(file, summary, "a summary");
  const bool right =
      read_unsigned(file, sums.require("pass"), kMost) == counts.pass &&
      read_unsigned(file, sums.require("fail"), kMost) == counts.fail &&
      read_unsigned(file, sums.require("inconclusive"), kMost) ==
          counts.inconclusive &&
      read_unsigned(file, sums.require("error"), kMost) == counts.error;
  sums.done();
  if (!right) {
    fail_at(file, summary, "the summary does not count the verdicts below");
  }
  return out;
}

RunResults read_results_file(const std::string& path) {
  return read_results(read_suite_text(path), path);
}

const char* to_string(VerdictCode code) {
  switch (code) {
    case VerdictCode::ok:
      return "ok";
    case VerdictCode::expectation_violated:
      return "expectation-violated";
    case VerdictCode::nothing_checked:
      return "nothing-checked";
    case VerdictCode::output_missing:
      return "output-missing";
    case VerdictCode::input_missing:
      return "input-missing";
    case VerdictCode::not_executable:
      return "not-executable";
    case VerdictCode::unresolved:
      return "unresolved";
    case VerdictCode::interrupted:
      return "interrupted";
    case VerdictCode::sut_ended:
      return "sut-ended";
    case VerdictCode::sut_crashed:
      return "sut-crashed";
    case VerdictCode::sut_exited:
      return "sut-exited";
    case VerdictCode::sut_hung:
      return "sut-hung";
    case VerdictCode::sut_refused:
      return "sut-refused";
    case VerdictCode::adapter_protocol:
      return "adapter-protocol";
    case VerdictCode::adapter_load:
      return "adapter-load";
    case VerdictCode::broken_test:
      return "broken-test";
    case VerdictCode::log_mismatch:
      return "log-mismatch";
    case VerdictCode::promise_broken:
      return "promise-broken";
    case VerdictCode::tree_pass:
      // The outcomes of test-case trees have the names of the literature.
      return "PASS";
    case VerdictCode::fail_out:
      return "FAIL_out";
    case VerdictCode::fail_dur:
      return "FAIL_dur";
    case VerdictCode::inc_out:
      return "INC_out";
    case VerdictCode::inc_uc_in_spec:
      return "INC_ucInSpec";
    case VerdictCode::inc_uc_in_unspec:
      return "INC_ucInUspec";
    case VerdictCode::inc_dur:
      return "INC_dur";
  }
  // Unreachable; the answer is the worst there is.
  return "adapter-protocol";
}

VerdictCounts RunResults::count() const {
  VerdictCounts out;
  for (const TestResult& test : tests) {
    ++(test.verdict == Verdict::pass           ? out.pass
       : test.verdict == Verdict::fail         ? out.fail
       : test.verdict == Verdict::inconclusive ? out.inconclusive
                                               : out.error);
  }
  return out;
}

int exit_code(const RunResults& results) {
  // The most severe of them; an incomplete run is worse than inconclusive.
  const VerdictCounts counts = results.count();
  if (counts.error > 0) return 3;
  if (counts.fail > 0) return 1;
  return !results.complete ? 4 : counts.inconclusive > 0 ? 5 : 0;
}

}  // namespace catenary::suite
