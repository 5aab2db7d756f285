// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes the tests of a state machine as a program in C++ with its code.
///
/// The program includes the C++ code that the capsule was translated to
/// (capsule.cpp), sets its variables and looks at them after each step. It
/// prints the Test Anything Protocol.
#include "report/export/machine_harness.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <variant>

#include "base/error.h"
#include "report/console/console.h"
#include "report/export/cmake_text.h"
#include "report/export/drawing/message_diagram.h"
#include "report/export/gtest/gtest.h"

namespace catenary::report {

namespace {

using logic::SortKind;
using logic::Value;

// Before the tests: what the code asks of its surroundings, and how a test sets
// and compares variables. The comments within are for its readers.
constexpr const char* kHead =
    R"c(// What the stand-in run time asks of its surroundings.
#define CATENARY_UMLRT_TESTS 1
#include "capsule.cpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdint>

extern "C" void __catenary_unset(const char*, const void*, unsigned long) {}
extern "C" void __catenary_unsupported(const char* what) {
  printf("# not modelled: %s\n", what);
  fflush(stdout);
  _exit(1);
}

static int current_step = 0;
static const char* current_goals = "";
static bool has_failed = false;

template <typename Type>
static void set(Type& to, std::int64_t value) {
  to = static_cast<Type>(value);
}
/// The value whose bits these are, or a NaN.
static double bits(std::uint64_t value) {
  double out = 0;
  memcpy(&out, &value, sizeof out);
  return out;
}
static void set(double& to, double value) { to = value; }
static void set(float& to, double value) { to = static_cast<float>(value); }

template <typename Type>
static void expect(const char* name, const Type& seen, std::int64_t wanted) {
  if (static_cast<Type>(wanted) == seen) return;
  has_failed = true;
  printf("# step %d: %s is %" PRId64 ", expected %" PRId64 "%s\n",
         current_step,
         name,
         static_cast<std::int64_t>(seen),
         wanted,
         current_goals);
}
static void expect(const char* name, double seen, double wanted) {
  if (seen == wanted || (seen != seen && wanted != wanted)) return;
  has_failed = true;
  printf("# step %d: %s is %.17g, expected %.17g%s\n",
         current_step,
         name,
         seen,
         wanted,
         current_goals);
}
static void step(int number, const char* goals = "") {
  current_step = number;
  current_goals = goals;
  catenary_step();
}

)c";

// After the tests: each runs in a process of its own, since nothing resets the
// variables of the code.
constexpr const char* kMain = R"c(
/// Whether the test passes, in a process of its own.
static bool passes(const Test& test) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    catenary_init();
    test.run();
    fflush(stdout);
    _exit(has_failed ? 1 : 0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return false;
  if (WIFSIGNALED(status)) printf("# ended by signal %d\n", WTERMSIG(status));
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool is_selected(const char* id, int count, char** prefixes) {
  for (int i = 0; i < count; ++i) {
    if (strncmp(id, prefixes[i], strlen(prefixes[i])) == 0) return true;
  }
  return count == 0;
}

int main(int argc, char** argv) {
  int count = 0;
  for (const Test& test : tests) {
    if (is_selected(test.id, argc - 1, argv + 1)) ++count;
  }
  if (count == 0) {
    fprintf(stderr, "usage: %s [TEST-ID]...\n", argv[0]);
    return 2;
  }
  printf("1..%d\n", count);
  int number = 0;
  int failed = 0;
  for (const Test& test : tests) {
    if (!is_selected(test.id, argc - 1, argv + 1)) continue;
    const bool passed = passes(test);
    if (!passed) ++failed;
    printf("%s %d - %s\n", passed ? "ok" : "not ok", ++number, test.id);
  }
  return failed > 0 ? 1 : 0;
}
)c";

// The same for TESTs of GoogleTest, in a source of their own: the stand-in run
// time has a library of its own, too.
constexpr const char* kRunTest = R"c(
static char catenary_said[16384];

/// 0 where the test passes, in a process of its own, since nothing resets the
/// variables of the code. What it printed is kept.
static int run(const Test& test) {
  int ends[2];
  catenary_said[0] = 0;
  fflush(stdout);
  if (pipe(ends) != 0) return 1;
  const pid_t child = fork();
  if (child < 0) return 1;
  if (child == 0) {
    dup2(ends[1], 1);
    catenary_init();
    test.run();
    fflush(stdout);
    _exit(has_failed ? 1 : 0);
  }
  close(ends[1]);
  unsigned long size = 0;
  char bytes[4096];
  long count = 0;
  while ((count = read(ends[0], bytes, sizeof bytes)) > 0) {
    for (long i = 0; i < count && size + 1 < sizeof catenary_said; ++i) {
      catenary_said[size++] = bytes[i];
    }
  }
  catenary_said[size] = 0;
  close(ends[0]);
  int status = 0;
  if (waitpid(child, &status, 0) != child) return 1;
  if (WIFSIGNALED(status)) {
    snprintf(catenary_said + size, sizeof catenary_said - size, "# ended by signal %d\n",
             WTERMSIG(status));
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : 1;
}

extern "C" const char* catenary_test_message() { return catenary_said; }

extern "C" int catenary_run_test(const char* id) {
  for (const Test& test : tests) {
    if (strcmp(test.id, id) == 0) return run(test);
  }
  return 1;
}
)c";

/// A string literal of ASCII; see c_string() of harness.cpp.
std::string text_of(const std::string& text) {
  std::string out = "\"";
  for (const char c : printable(text)) {
    if (c == '"' || c == '\\' || c == '?') out += '\\';
    out += c;
  }
  return out + "\"";
}

/// A C++ literal, which set() and expect() convert to the type of the variable.
std::string literal(const Value& value) {
  switch (value.kind()) {
    case SortKind::boolean:
      return value.as_bool() ? "std::int64_t{1}" : "std::int64_t{0}";
    case SortKind::floating: {
      const double d = value.as_double();
      // Neither has a literal. Their bits are those of the value, and of NaNs
      // one is as good as the other.
      if (std::isnan(d)) return "bits(0x7ff8000000000000u)";
      if (std::isinf(d)) {
        return d > 0 ? "bits(0x7ff0000000000000u)"
                     : "bits(0xfff0000000000000u)";
      }
      // Hexadecimal, so that not a bit is lost.
      return fmt::format("{:a} /* {} */", d, value.to_string());
    }
    default:
      break;
  }
  // As bits: the numbers of uint64 do not fit otherwise.
  const mpz_class& number = value.as_integer();
  if (number == INT64_MIN) return "INT64_MIN";
  if (number > INT64_MAX) {
    return "static_cast<std::int64_t>(UINT64_C(" + number.get_str() + "))";
  }
  return "INT64_C(" + number.get_str() + ")";
}

/// Writes the source file.
class Writer {
 public:
  Writer(const suite::Suite& suite, const MachineHarnessOptions& options)
      : suite_(suite), options_(options) {}

  std::string write() {
    std::string out = "// Tests of " + printable(suite_.model.name) +
                      ", exported by " + printable(suite_.tool) + ".\n";
    out += kHead;
    std::string table =
        "struct Test {\n  const char* id;\n  void (*run)();\n};\n"
        "static const Test tests[] = {\n";
    std::size_t number = 0;
    for (const suite::Test& test : suite_.tests) {
      if (!is_in_harness(test)) continue;
      const std::string name = fmt::format("test_{}", ++number);
      out += write_test(test, name);
      table += "    {" + text_of(test.id) + ", &" + name + "},\n";
    }
    if (number == 0) {
      throw base::InputError({}, "the suite has no tests", "no-tests");
    }
    return out + table + "};\n" + (options_.gtest ? kRunTest : kMain);
  }

 private:
  /// The expression that stands for a signal in the code.
  const std::string& lvalue(const suite::Signal& signal) const {
    const auto at = options_.lvalues.find(signal.name);
    if (at != options_.lvalues.end()) return at->second;
    throw base::InputError(
        {},
        "tests choose '" + signal.name +
            "', which the code asks for where it runs: 'catenary run' runs "
            "them, a program of its own cannot",
        "input-in-code");
  }

  /// A function that runs one test.
  std::string write_test(const suite::Test& test, const std::string& name) {
    std::string goals;
    for (const std::string& g : test.goals) {
      goals += "\n//   " + printable(g) + ".";
    }
    // Initial choices are made while the code starts, before a test can set
    // anything: this refuses them.
    if (!test.initial.empty()) {
      (void)lvalue(suite_.signature.initial[test.initial.front().signal]);
    }
    std::string out = "// Goals:" + goals + "\nstatic void " + name + "() {\n";
    for (std::size_t k = 0; k < test.steps.size(); ++k) {
      const suite::Step& step = test.steps[k];
      for (const suite::Assignment& a : step.inputs) {
        const suite::Signal& signal = suite_.signature.inputs[a.signal];
        out += "  set(" + lvalue(signal) + ", " + literal(a.value) + ");" +
               named(signal, a.value) + "\n";
      }
      out += fmt::format("  step({}{});\n", k + 1, about(step));
      for (const suite::ExpectedOutput& e : step.expect) {
        const suite::Signal& signal = suite_.signature.outputs[e.signal];
        const auto* value = std::get_if<Value>(&e.expectation);
        // Only single values of variables of the code can be compared here;
        // 'catenary run' checks the rest.
        if (value == nullptr || signal.derived) continue;
        out += "  expect(" + text_of(signal.name) + ", " + lvalue(signal) +
               ", " + literal(*value) + ");" + named(signal, *value) + "\n";
      }
    }
    return out + "}\n\n";
  }

  /// Goals and requirements of a step as a second argument, or nothing.
  std::string about(const suite::Step& step) const {
    if (!options_.gtest || step.goals.empty()) return "";
    std::string goals;
    std::string requirements;
    for (const std::string& id : step.goals) {
      goals += (goals.empty() ? " (goals " : ", ") + id;
      const suite::SuiteGoal* goal = suite_.find_goal(id);
      if (goal == nullptr) continue;
      for (const std::string& r : goal->requirements) {
        requirements += (requirements.empty() ? "; requirements " : ", ") + r;
      }
    }
    return ", " + text_of(goals + requirements + ")");
  }

  /// A comment with the model's name for a value, or nothing.
  static std::string named(const suite::Signal& signal, const Value& value) {
    for (const auto& [name, known] : signal.names) {
      // A backslash at the end would make the next line a part of the comment.
      if (known == value) return "  // " + printable(name) + ".";
    }
    return "";
  }

  const suite::Suite& suite_;
  const MachineHarnessOptions& options_;
};

std::string cmake_file(const suite::Suite& suite,
                       const MachineHarnessOptions& options) {
  const std::string target = options.gtest ? "tests" : "harness";
  std::string out =
      "# One CTest test for each test of the suite.\n"
      "cmake_minimum_required(VERSION 3.16)\n"
      "project(catenary_harness CXX)\n"
      "set(CMAKE_CXX_STANDARD 17)\n"
      "set(CMAKE_CXX_STANDARD_REQUIRED ON)\n"
      "enable_testing()\n"
      "# capsule.cpp is included by another source.\n"
      "add_executable(" +
      target + " tests.cpp" + (options.gtest ? " machine.cpp" : "") +
      ")\n"
      "target_include_directories(" +
      target +
      " PRIVATE "
      "${CMAKE_CURRENT_SOURCE_DIR}";
  out += cmake_list(options.include_directories);
  // Signed overflow wraps, pointers may alias and products are rounded, as in
  // the model of the code. Variables that nobody sets are 0 there.
  out +=
      ")\n"
      "target_compile_options(" +
      target +
      " PRIVATE -fwrapv "
      "-fno-strict-aliasing -ffp-contract=off)\n"
      "include(CheckCXXCompilerFlag)\n"
      "check_cxx_compiler_flag(-ftrivial-auto-var-init=zero SETS_VARIABLES)\n"
      "if(SETS_VARIABLES)\n"
      "  target_compile_options(" +
      target +
      " PRIVATE "
      "-ftrivial-auto-var-init=zero)\n"
      "endif()\n";
  if (options.gtest) return out + gtest_cmake();
  for (const suite::Test& test : suite.tests) {
    if (!is_in_harness(test)) continue;
    out += "add_test(NAME " + ctest_name(test) + " COMMAND harness " + test.id +
           ")\n";
  }
  return out;
}

}  // namespace

std::vector<HarnessFile> write_machine_harness(
    const suite::Suite& suite, const MachineHarnessOptions& options) {
  std::vector<HarnessFile> out = {
      {options.gtest ? "machine.cpp" : "tests.cpp",
       Writer(suite, options).write()},
      {"capsule.cpp", options.capsule},
      {"CMakeLists.txt", cmake_file(suite, options)},
      {"catenary/c.h", options.annotations}};
  if (options.gtest) out.push_back({"tests.cpp", gtest_source(suite)});
  return out;
}

}  // namespace catenary::report
