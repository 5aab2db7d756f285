// SPDX-License-Identifier: Apache-2.0
/// \file
/// The results of running a suite on a system under test (SUT).
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

/// The version of the results format that this build reads and writes.
inline constexpr const char* kResultsSchema = "catenary-results-1";

/// Why a test has its verdict; stable, in kebab-case when written.
enum class VerdictCode : std::uint8_t {
  /// Pass: all expectations hold.
  ok,
  /// Fail: an output was not allowed.
  expectation_violated,
  /// Inconclusive: no expectation could be checked.
  nothing_checked,
  /// Inconclusive: the SUT lacks an expected output.
  output_missing,
  /// Inconclusive: the SUT lacks an input.
  input_missing,
  /// Inconclusive: the test needs what this runner cannot do.
  not_executable,
  /// Inconclusive: an oracle could not decide.
  unresolved,
  /// Inconclusive: the budget was spent, or the user interrupted.
  interrupted,
  /// Fail: the SUT ended before the test did.
  sut_ended,
  /// Error: a signal killed the SUT, see the reason.
  sut_crashed,
  /// Error: the SUT called exit().
  sut_exited,
  /// Error: no answer within the time limit.
  sut_hung,
  /// Error: the SUT reported an error.
  sut_refused,
  /// Error: the adapter violated its protocol.
  adapter_protocol,
  /// Error: the SUT could not be started.
  adapter_load,
  /// Error: the test case itself is at fault.
  broken_test,
  /// Inconclusive: a recorded log does not fit the test.
  log_mismatch,
  /// Inconclusive: inputs that --oracle does not expect.
  promise_broken,
  // Of test-case trees, named as in the paper: "PASS", "FAIL_out", …
  /// Pass: the purpose was followed to its end.
  tree_pass,
  /// Fail: an output that is not specified.
  fail_out,
  /// Fail: silence where an output was required.
  fail_dur,
  /// Inconclusive: another specified output.
  inc_out,
  /// Inconclusive: another specified input arrived.
  inc_uc_in_spec,
  /// Inconclusive: an input that is not specified arrived.
  inc_uc_in_unspec,
  /// Inconclusive: silence that is allowed.
  inc_dur
};
/// The name as results contain it.
[[nodiscard]] const char* to_string(VerdictCode code);

/// An expectation that did not hold, or a step that an oracle forbids.
struct Violation {
  /// From 1.
  std::uint32_t step = 0;
  /// The output; for an oracle: its name.
  std::string signal;
  /// As Value::to_string() writes it; several as "a = 1, b = 2".
  std::string observed;
  /// For people; for an oracle: what is violated.
  std::string allowed;
  /// Goals that the step or output is about.
  std::vector<std::string> goals;
  /// Requirements of these goals, or of the contracts.
  std::vector<std::string> requirements;
  /// For an oracle: the contracts that are violated.
  std::vector<std::string> contracts;
  bool operator==(const Violation&) const = default;
};

/// An observation of the communication with a timed system.
struct TimedObservation {
  /// Who did something.
  enum class Kind : std::uint8_t {
    /// The tester sent a message.
    sent,
    /// An output of the system, or an input that it received from others.
    received,
    /// Nothing happened up to `at`.
    silence
  };
  Kind kind = Kind::received;
  /// Time since the reset, in the model's time unit.
  mpq_class at = 0;
  /// Empty for silence.
  std::string channel;
  /// One for each parameter of the channel.
  std::vector<logic::Value> values;
  /// In real time only: the seconds by which the tester was later than planned.
  double jitter = 0;
  bool operator==(const TimedObservation&) const = default;
};

/// The name as results contain it.
[[nodiscard]] const char* to_string(TimedObservation::Kind kind);
/// As results contain it: {"kind": "sent", "at": 2, "channel": …, "values":
/// […]}.
[[nodiscard]] Json to_json(const TimedObservation& event);
/// A time for people: "3/2", "10". Fractions that would be long, as those of
/// real time, become decimals: "1.503".
[[nodiscard]] std::string show_time(const mpq_class& time);

/// The result of one test.
struct TestResult {
  /// The id of the test.
  std::string id;
  /// The verdict and its code belong together, as VerdictCode says.
  Verdict verdict = Verdict::inconclusive;
  VerdictCode code = VerdictCode::nothing_checked;
  /// For people; empty on pass.
  std::string reason;
  /// The first failing step, else the last step that the SUT was asked for;
  /// from 1. 0 = the reset; -1 = the SUT was never asked. For a tree: how many
  /// steps of its purpose were reached.
  std::int64_t step = -1;
  /// The goals that the verdict is about.
  std::vector<std::string> goals;
  /// The requirements that the verdict is about.
  std::vector<std::string> requirements;
  /// The number of expectations that were evaluated.
  std::uint64_t checked = 0;
  /// Expected signals that the SUT lacks.
  std::vector<std::string> skipped;
  /// In the order in which they were found; the test may go on after one.
  std::vector<Violation> violations;
  /// The values of the outputs, step by step, in the order of the signature;
  /// absent = the SUT does not provide it.
  std::vector<std::vector<std::optional<logic::Value>>> observed;
  /// For adaptive tests: the steps that were run, counted in Test::steps.
  std::vector<std::uint32_t> path;
  /// For timed tests, in order of time.
  std::vector<TimedObservation> events;
  /// The end of what the SUT printed.
  std::string output;
  /// Of several systems, the one that ran the test; else empty.
  std::string sut;
  /// Repetitions disagreed; the worst verdict is shown.
  bool flaky = false;
  /// Wall-clock time of all repetitions.
  double seconds = 0;
  bool operator==(const TestResult&) const = default;
};

/// How many tests have each verdict.
struct VerdictCounts {
  /// Their sum is the number of tests.
  std::uint64_t pass = 0, fail = 0, inconclusive = 0, error = 0;
  bool operator==(const VerdictCounts&) const = default;
};

/// Requirements that served as an oracle, besides the expectations of the
/// suite.
struct OracleReference {
  /// The file of the requirements.
  ModelReference model;
  /// "VARIABLE=SIGNAL", as given.
  std::vector<std::string> map;
  /// "VARIABLE.NAME=VALUE", as given.
  std::vector<std::string> map_values;
  bool operator==(const OracleReference&) const = default;
};

/// The results of all tests of a run.
struct RunResults {
  /// For example "catenary 0.1.0".
  std::string tool;
  /// As the user gave it; the hash tells whether it is still the same file.
  std::string suite_path;
  std::string suite_sha256;
  /// The model that the suite was made from.
  ModelReference model;
  /// If there was one.
  std::optional<OracleReference> oracle;
  /// As the user gave it, e.g. "native:libx.so"; several as "tcp:a:1, tcp:b:1".
  std::string sut;
  /// How the SUT was confined, e.g. "process, rlimits".
  std::string sandbox;
  /// How often each test was run.
  std::uint32_t repeat = 1;
  /// Those of the suite, for TestResult::observed.
  std::vector<Signal> outputs;
  /// Those of the suite, for TestResult::events.
  std::vector<Channel> channels;
  /// In the order of the suite; shorter if the run stopped early.
  std::vector<TestResult> tests;
  /// False if the run stopped early.
  bool complete = true;

  /// Counts the verdicts of `tests`.
  [[nodiscard]] VerdictCounts count() const;
  bool operator==(const RunResults&) const = default;
};

/// The exit code of a run by its verdicts: 3 for any error, else 1 for any
/// fail, else 4 if not complete, else 5 for any inconclusive, else 0.
[[nodiscard]] int exit_code(const RunResults& results);

/// The canonical text, by the same rules as for suites.
[[nodiscard]] std::string write_results(const RunResults& results);

/// Reads results. Throws InputError with line and column on anything that is
/// not a results document of this version. Reading and writing again gives the
/// same bytes.
[[nodiscard]] RunResults read_results(std::string_view text,
                                      const std::string& file);
/// Reads a file.
[[nodiscard]] RunResults read_results_file(const std::string& path);

}  // namespace catenary::suite
