/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Suites in your own C++ test program: read what `catenary generate` wrote and
 * run it on a system under test, which is a shared library or linked into the
 * program itself. The C++ part of the public interface; library
 * catenary::catenary.
 *
 *     const auto suite = catenary::Suite::read("cruise.json");
 *     const auto results = suite.run(catenary::linked_sut());
 *     return results.passed() ? 0 : 1;
 *
 * Verdicts are those of `catenary run`. Functions throw catenary::Error with
 * the message the command line would print. A Suite does not change; it may be
 * used by several threads at once, a system under test by one.
 *
 * Valid C++17.
 */
#ifndef CATENARY_SUITE_H
#define CATENARY_SUITE_H

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "catenary/adapter.h"
#include "catenary/version.h"

namespace catenary {

/** A fault of the input, e.g. "suite.json:3:7: error: ...", or of the
 * environment. */
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/** The verdict of a test about the system. */
enum class Verdict : std::uint8_t {
  /** Something was checked, and all of it was as expected. */
  pass,
  /** An expectation was violated, or the system ended early. */
  fail,
  /** Nothing could be said; the reason tells why. */
  inconclusive,
  /** The system or its adapter failed: never a pass. */
  error
};

/** "pass", "fail", "inconclusive", "error". */
const char* to_string(Verdict verdict);

/** The result of one test. */
struct TestResult {
  /** The id of the test, as in the suite. */
  std::string id;
  Verdict verdict = Verdict::inconclusive;
  /** For people; empty on pass. */
  std::string reason;
  /** 1-based: the first failing step, else the last one the system was asked
   * for; 0 = the reset; -1 = it was never asked. */
  std::int64_t step = -1;
  /** Expectations evaluated. */
  std::uint64_t checked = 0;
  /** The goals the verdict is about; for a failed test, those of the
   * violation. */
  std::vector<std::string> goals;
  /** The requirements the verdict is about, likewise. */
  std::vector<std::string> requirements;
};

/** The results of a run. */
struct Results {
  /** In the order of the suite. */
  std::vector<TestResult> tests;
  /** The results document that `catenary trace` and `report` read. */
  std::string json;

  /** Whether there are tests and every one passed. */
  bool passed() const;
};

/** A test of a suite. */
struct TestInfo {
  /** As in the suite. */
  std::string id;
  /** Steps of it, the reset not counted. */
  std::size_t steps = 0;
  /** All goals it covers. */
  std::vector<std::string> goals;
  /** All requirements it is about. */
  std::vector<std::string> requirements;
};

/** Settings of one run; 0 = no limit. */
struct RunOptions {
  /** The limit of one step. Only if the system has a process of its own. */
  std::chrono::milliseconds step_timeout{1000};
  /** The limit of all steps of a test together. */
  std::chrono::milliseconds test_timeout{60000};
  /** Whether a test goes on after a violation. */
  bool keep_going = false;
  /** Runs of each test, to find flaky ones; at least 1. */
  std::uint32_t repeat = 1;
  /** Ids, or their beginnings; empty = all tests. */
  std::vector<std::string> tests;
};

/** A system under test. */
struct Sut {
  /** The shared library, with the functions of catenary/adapter.h; empty where
   * `functions` are given. */
  std::string library;
  /** The functions to call if no library is given; see linked_sut(). */
  catenary_adapter_functions functions{};
  /** Passed to catenary_adapter_open(). */
  std::string arguments;
  /** Runs in a forked process with limits, where a crash or an endless loop is
   * a verdict; else in this process and thread, for debuggers, sanitizers and
   * coverage. A program with other threads must leave it off for functions
   * that take locks those threads may hold. */
  bool own_process = true;
};

/** The functions of catenary/adapter.h that are linked into this program. */
inline Sut linked_sut(std::string arguments = {}) {
  Sut sut;
  sut.functions = {&catenary_adapter_abi_version,
                   &catenary_adapter_signature,
                   &catenary_adapter_open,
                   &catenary_adapter_reset,
                   &catenary_adapter_step,
                   &catenary_adapter_close,
                   &catenary_adapter_last_error};
  sut.arguments = std::move(arguments);
  return sut;
}

/** A suite that was read. It can be moved, not copied. */
class Suite {
 public:
  /** Throws Error if there is no such file or it is not a suite. */
  static Suite read(const std::string& path);
  /** The same from text; `name` stands for the file in messages. */
  static Suite parse(const std::string& text, const std::string& name);

  Suite(Suite&&) noexcept;
  Suite& operator=(Suite&&) noexcept;
  ~Suite();

  /** Name of the model the suite was made from. */
  const std::string& model() const;
  /** Its tests, in the order of the file. */
  const std::vector<TestInfo>& tests() const;

  /** Runs the tests, each from a reset. Throws Error where RunOptions::tests
   * names no test, or the Sut has neither a library nor functions. */
  Results run(const Sut& sut, const RunOptions& options = {}) const;

 private:
  struct Content;
  explicit Suite(std::unique_ptr<const Content> content);
  std::unique_ptr<const Content> content_;
};

}  // namespace catenary

#endif
