// SPDX-License-Identifier: Apache-2.0
/// \file
/// What happened when a suite was run on a system under test (SUT).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "suite/json.h"
#include "suite/suite.h"

namespace catenary::suite {

/// Version of the results format this build reads and writes.
inline constexpr const char* kResultsSchema = "catenary-results-1";

/// Why a test got its verdict; stable, in kebab-case when written.
enum class VerdictCode : std::uint8_t {
  ok,                    ///< pass
  expectation_violated,  ///< fail: an output was not allowed
  nothing_checked,       ///< inconclusive: no expectation could be checked
  output_missing,        ///< inconclusive: the SUT lacks an expected output
  input_missing,         ///< inconclusive: the SUT lacks an input
  not_executable,        ///< inconclusive: needs what this runner cannot do
  unresolved,            ///< inconclusive: an oracle could not decide
  interrupted,           ///< inconclusive: budget spent or Ctrl-C
  sut_ended,             ///< fail: the SUT ended before the test did
  sut_crashed,           ///< error: a signal, see reason
  sut_exited,            ///< error: the SUT called exit()
  sut_hung,              ///< error: no answer within the time limit
  sut_refused,           ///< error: the SUT reported an error
  adapter_protocol,      ///< error: nonsense from the adapter
  adapter_load,          ///< error: the SUT could not be started
  broken_test,           ///< error: the test case itself is at fault
  log_mismatch,          ///< inconclusive: a recorded log does not fit the test
  promise_broken,        ///< inconclusive: inputs that --oracle does not expect
  // Of test-case trees, called as the paper does: "PASS", "FAIL_out", …
  tree_pass,         ///< pass: the purpose was followed to its end
  fail_out,          ///< fail: an output that is not specified
  fail_dur,          ///< fail: silence where something had to come
  inc_out,           ///< inconclusive: another specified output
  inc_uc_in_spec,    ///< inconclusive: another specified input came
  inc_uc_in_unspec,  ///< inconclusive: an input that is not specified came
  inc_dur            ///< inconclusive: silence that is allowed
};
[[nodiscard]] const char* to_string(VerdictCode code);
[[nodiscard]] std::optional<VerdictCode> parse_verdict_code(std::string_view s);

/// An expectation that did not hold, or a step that an oracle forbids.
struct Violation {
  std::uint32_t step = 0;  ///< 1-based
  std::string signal;      ///< of an oracle: its name
  std::string observed;    ///< as Value::to_string() writes it; "a = 1, b = 2"
  std::string allowed;     ///< for people; of an oracle: what is violated
  std::vector<std::string> goals;
  std::vector<std::string> requirements;
  std::vector<std::string> contracts;  ///< of an oracle: those violated
  bool operator==(const Violation&) const = default;
};

/// What happened between a tester and a timed system.
struct TimedObservation {
  enum class Kind : std::uint8_t {
    sent,      ///< by the tester
    received,  ///< an output of the system, or an input it got from others
    silence    ///< nothing happened up to `at`
  };
  Kind kind = Kind::received;
  mpq_class at = 0;     ///< since the reset, in the model's time unit
  std::string channel;  ///< empty for silence
  std::vector<logic::Value> values;
  /// Real time only: seconds by which the tester was later than it wanted.
  double jitter = 0;
  bool operator==(const TimedObservation&) const = default;
};

[[nodiscard]] const char* to_string(TimedObservation::Kind kind);
/// As results have it: {"kind": "sent", "at": 2, "channel": …, "values": […]}.
[[nodiscard]] Json to_json(const TimedObservation& event);
/// A time for people: "3/2", "10"; what is longer than that, as real time is,
/// as a decimal: "1.503".
[[nodiscard]] std::string show_time(const mpq_class& time);

struct TestResult {
  std::string id;  ///< of the test
  Verdict verdict = Verdict::inconclusive;
  VerdictCode code = VerdictCode::nothing_checked;
  std::string reason;  ///< for people; empty on pass
  /// The first failing step, else the last one the SUT was asked for; 1-based;
  /// 0 = the reset; -1 = the SUT was never asked. Of a tree: how many steps of
  /// its purpose were reached.
  std::int64_t step = -1;
  std::vector<std::string> goals;         ///< those the verdict is about
  std::vector<std::string> requirements;  ///< those the verdict is about
  std::uint64_t checked = 0;              ///< expectations evaluated
  std::vector<std::string> skipped;       ///< expected signals the SUT lacks
  std::vector<Violation> violations;
  /// Values of the outputs the SUT has, step by step, in the order of the
  /// signature; absent = not provided.
  std::vector<std::vector<std::optional<logic::Value>>> observed;
  /// Of adaptive tests: which steps were run, counted in Test::steps.
  std::vector<std::uint32_t> path;
  std::vector<TimedObservation> events;  ///< of timed tests, in order of time
  std::string output;                    ///< the end of what the SUT printed
  bool flaky = false;  ///< repetitions disagreed; the worst verdict is shown
  double seconds = 0;
  bool operator==(const TestResult&) const = default;
};

struct VerdictCounts {
  std::uint64_t pass = 0, fail = 0, inconclusive = 0, error = 0;
  bool operator==(const VerdictCounts&) const = default;
};

/// Requirements that judged a run beside the expectations of its suite.
struct OracleReference {
  ModelReference model;
  std::vector<std::string> map;         ///< "VARIABLE=SIGNAL", as given
  std::vector<std::string> map_values;  ///< "VARIABLE.NAME=VALUE", as given
  bool operator==(const OracleReference&) const = default;
};

struct RunResults {
  std::string tool;
  std::string suite_path;
  std::string suite_sha256;
  ModelReference model;
  std::optional<OracleReference> oracle;
  std::string sut;      ///< as the user gave it, e.g. "native:libx.so"
  std::string sandbox;  ///< what confined it, e.g. "process, rlimits"
  std::uint32_t repeat = 1;
  std::vector<Signal> outputs;    ///< of the suite, for TestResult::observed
  std::vector<Channel> channels;  ///< of the suite, for TestResult::events
  std::vector<TestResult> tests;
  bool complete = true;  ///< false where the run stopped early

  [[nodiscard]] VerdictCounts count() const;
  bool operator==(const RunResults&) const = default;
};

/// Exit code of a run by its verdicts: 3 any error, else 1 any fail, else 4
/// not complete, else 5 any inconclusive, else 0.
[[nodiscard]] int exit_code(const RunResults& results);

/// Canonical text; same rules as suites.
[[nodiscard]] std::string write_results(const RunResults& results);

/// InputError with line and column on anything that is no results document of
/// this version. Reading what was written and writing it gives the same bytes.
[[nodiscard]] RunResults read_results(std::string_view text,
                                      const std::string& file);
[[nodiscard]] RunResults read_results_file(const std::string& path);

}  // namespace catenary::suite
