// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes the tests of a suite as a program in C11 for an adapter.
///
/// The program consists of declarations, tables with the tests, and the code
/// that runs them (harness_program.h). It needs nothing of this tool but
/// catenary/adapter.h, which is exported with it.
#include "report/export/harness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "base/error.h"
#include "base/printable.h"
#include "report/export/adapter_type.h"
#include "report/export/cmake_text.h"
#include "report/export/harness_program.h"

namespace catenary::report {
namespace {

using logic::SortKind;
using logic::Value;
using suite::Signal;

/// A C string literal. Octal escapes end after three digits, so that what
/// follows cannot become part of them; "?" is escaped against trigraphs.
std::string c_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '?') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte >= 0x7f) {
      out += fmt::format("\\{:03o}", byte);
    } else {
      out += c;
    }
  }
  return out + "\"";
}

/// The constant of adapter.h for the type of the signal.
std::string type_macro(const Signal& signal) {
  if (const char* constant = adapter_type(signal.type)) return constant;
  // Refused as a whole: a suite with values left out would test less than it
  // says.
  throw base::InputError(base::SourceLocation{},
                         "signal " + signal.name + " is of type " +
                             signal.type + ", which has no form in C",
                         "harness-type");
}

/// An initialiser of catenary_value. All members are written as 64 bits, which
/// keeps the bits of every double and does not depend on the locale.
std::string c_value(const Value& value, const Signal& signal) {
  const std::string head = "{" + type_macro(signal) + ", 0, {";
  switch (value.kind()) {
    case SortKind::boolean:
      return head + ".b = " + (value.as_bool() ? "1" : "0") + "}}";
    case SortKind::floating: {
      const double d = value.as_double();
      std::uint64_t bits = 0;
      std::memcpy(&bits, &d, sizeof bits);
      // A conversion to double could change a NaN: the bits of a float32 stand
      // beside it.
      if (std::isnan(d) && value.sort() == logic::Sort::float32()) {
        return "{" + type_macro(signal) +
               fmt::format(", 0x{:x}u, ", value.as_bits().get_ui()) +
               fmt::format("{{.u = UINT64_C(0x{:016x})", bits) + "}} /* " +
               value.to_string() + " */";
      }
      return head + fmt::format(".u = UINT64_C(0x{:016x})", bits) + "}} /* " +
             value.to_string() + " */";
    }
    case SortKind::enumeration:
      return head + ".i = " + std::to_string(value.as_enumerator()) + "}}";
    default:
      break;
  }
  if (signal.type[0] == 'u') {
    return head + ".u = UINT64_C(" + value.to_string() + ")}}";
  }
  // The literal would be the negation of a number that does not fit.
  if (value.as_int64() == INT64_MIN) return head + ".i = INT64_MIN}}";
  return head + ".i = INT64_C(" + value.to_string() + ")}}";
}

/// Writes the source file.
class Harness {
 public:
  Harness(const suite::Suite& suite, bool with_requirements)
      : suite_(suite), with_requirements_(with_requirements) {}

  std::string write() {
    out_ = "/* Tests of " + base::printable_comment(suite_.model.name) +
           ", exported by " + base::printable_comment(suite_.tool) +
           ".\n * Link with a source that defines the functions of "
           "catenary/adapter.h. */\n";
    out_ += harness_declarations();
    signals("input", "INPUT_COUNT", suite_.signature.inputs);
    signals("initial", "INITIAL_COUNT", suite_.signature.initial);
    signals("output", "OUTPUT_COUNT", suite_.signature.outputs);
    for (const suite::Test& test : suite_.tests) {
      if (is_in_harness(test)) write_test(test);
    }
    out_ += fmt::format("enum {{ TEST_COUNT = {} }};\n", count_);
    out_ += "static const test_t tests[TEST_COUNT + 1] = {\n" + tests_ +
            // C has no empty arrays, so each ends with a row nobody reads.
            "  {NULL, NULL, NULL, NULL, 0}};\n";
    return out_ + harness_program();
  }

 private:
  /// The table of signals, after the names of their values.
  void signals(const std::string& what,
               const std::string& size,
               const std::vector<Signal>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list[i].enumeration == nullptr) continue;
      out_ +=
          fmt::format("static const char* const {}_names_{}[] = {{\n", what, i);
      for (const std::string& name : list[i].enumeration->values) {
        out_ += "  " + c_string(name) + ",\n";
      }
      out_ += "  NULL};\n";
    }
    out_ += fmt::format("enum {{ {} = {} }};\n", size, list.size());
    out_ += fmt::format("static const signal_t {}_signals[] = {{\n", what);
    for (std::size_t i = 0; i < list.size(); ++i) {
      out_ += fmt::format("  {{{}, {}, {}, {}}},\n",
                          c_string(list[i].name),
                          type_macro(list[i]),
                          list[i].derived ? 1 : 0,
                          list[i].enumeration == nullptr
                              ? "NULL"
                              : fmt::format("{}_names_{}", what, i));
    }
    out_ += "  {NULL, 0, 0, NULL}};\n\n";
  }

  /// An array of one value for each signal; which of them the test sets goes
  /// to `given`.
  void values(const std::string& name,
              const std::vector<suite::Assignment>& assignments,
              const std::vector<Signal>& list,
              std::string& given) {
    // Adapters read all inputs in each step; those that the test does not set
    // have their default value.
    std::vector<Value> all;
    for (const Signal& signal : list) {
      all.push_back(suite::default_value(signal));
    }
    given.assign(list.size(), '0');
    for (const suite::Assignment& a : assignments) {
      all[a.signal] = a.value;
      given[a.signal] = '1';
    }
    out_ += "static const catenary_value " + name + "[] = {\n";
    for (std::size_t i = 0; i < list.size(); ++i) {
      out_ += "  " + c_value(all[i], list[i]) + ",\n";
    }
    out_ += "  {0, 0, {0}}};\n";
  }

  /// The table row of an expectation; its values go before it. Nothing for a
  /// formula.
  std::optional<std::string> expectation(
      const std::string& name, const suite::ExpectedOutput& expected) {
    const Signal& signal = suite_.signature.outputs[expected.signal];
    std::vector<std::string> values;
    // An empty set of values allows nothing, like the set it stands for.
    std::string kind = "ONE_OF, 0, 0, 0, 0";
    if (const auto* v = std::get_if<Value>(&expected.expectation)) {
      kind = "EQUAL, 0, 0, 0, 0";
      values = {c_value(*v, signal)};
    } else if (const auto* i =
                   std::get_if<suite::Interval>(&expected.expectation)) {
      // An end that does not exist has some value, which is not looked at.
      const Value any = suite::default_value(signal);
      values = {c_value(i->lo.value_or(any), signal),
                c_value(i->hi.value_or(any), signal)};
      kind = fmt::format("BETWEEN, {}, {}, {}, {}",
                         i->lo ? 1 : 0,
                         i->hi ? 1 : 0,
                         i->lo_open ? 1 : 0,
                         i->hi_open ? 1 : 0);
    } else if (const auto* s =
                   std::get_if<suite::OneOf>(&expected.expectation)) {
      for (const Value& element : s->values) {
        values.push_back(c_value(element, signal));
      }
    } else {
      // A formula over several steps is beyond the program; such an expectation
      // is left to 'catenary run'.
      return std::nullopt;
    }
    out_ += "static const catenary_value " + name + "[] = {\n";
    for (const std::string& value : values) out_ += "  " + value + ",\n";
    out_ += "};\n";
    return fmt::format("  {{{}, {}, {}, {}, {}}},\n",
                       expected.signal,
                       kind,
                       values.size(),
                       name,
                       c_string(suite::to_string(expected.expectation)));
  }

  /// The tables of one test; its row in the table of tests comes last.
  void write_test(const suite::Test& test) {
    const std::string prefix = fmt::format("t{}", ++count_);
    std::string goals;
    for (const std::string& goal : test.goals) goals += " " + goal;
    out_ += fmt::format("/* Test {}{}{}: {}; goals{} */\n",
                        count_,
                        test.name.empty() ? "" : " ",
                        base::printable_comment(test.name),
                        suite::to_string(test.kind),
                        base::printable_comment(goals));
    std::string initial_given;
    values(prefix + "_initial",
           test.initial,
           suite_.signature.initial,
           initial_given);
    std::string rows;
    for (std::size_t i = 0; i < test.steps.size(); ++i) {
      rows += write_step(fmt::format("{}_s{}", prefix, i + 1), test.steps[i]);
    }
    out_ += "static const step_t " + prefix + "_steps[] = {\n" + rows +
            "  {NULL, NULL, NULL, 0, NULL}};\n\n";
    tests_ += fmt::format("  {{{}, {}_initial, \"{}\", {}_steps, {}}},\n",
                          c_string(test.id),
                          prefix,
                          initial_given,
                          prefix,
                          test.steps.size());
  }

  /// The tables of one step, and its row.
  std::string write_step(const std::string& name, const suite::Step& step) {
    std::string given;
    values(name + "_in", step.inputs, suite_.signature.inputs, given);
    std::string rows;
    std::size_t count = 0;
    for (const suite::ExpectedOutput& expected : step.expect) {
      const auto row =
          expectation(fmt::format("{}_e{}", name, count + 1), expected);
      // The generated program counts only what it can check, and calls a test
      // that checks nothing inconclusive.
      if (!row) continue;
      rows += *row;
      ++count;
    }
    out_ += "static const expectation_t " + name + "_expect[] = {\n" + rows +
            "  {0, 0, 0, 0, 0, 0, 0, NULL, NULL}};\n";
    std::string goals;
    for (const std::string& goal : step.goals) {
      goals += (goals.empty() ? "" : ", ") + goal;
    }
    if (with_requirements_ && !goals.empty()) goals += requirements_of(step);
    return fmt::format("  {{{}_in, \"{}\", {}_expect, {}, {}}},\n",
                       name,
                       given,
                       name,
                       count,
                       c_string(goals));
  }

  /// "; requirements A, B" of the goals of a step, or nothing.
  std::string requirements_of(const suite::Step& step) const {
    std::string out;
    for (const std::string& id : step.goals) {
      const suite::SuiteGoal* goal = suite_.find_goal(id);
      if (goal == nullptr) continue;
      for (const std::string& r : goal->requirements) {
        out += (out.empty() ? "; requirements " : ", ") + r;
      }
    }
    return out;
  }

  const suite::Suite& suite_;
  bool with_requirements_;
  std::string out_;
  std::string tests_;
  std::size_t count_ = 0;
};

/// A project that builds the program and registers each test with CTest.
std::string write_cmake(const suite::Suite& suite,
                        const HarnessOptions& options) {
  std::string out =
      "# One CTest test for each test of the suite.\n"
      "cmake_minimum_required(VERSION 3.16)\n"
      "project(" +
      options.project +
      " C)\n"
      "set(CMAKE_C_STANDARD 11)\n"
      "option(LLVM_PROFILE \"Build for llvm-cov (needs clang)\" OFF)\n"
      "enable_testing()\n"
      "add_executable(harness harness.c" +
      cmake_list(options.sources) +
      ")\n"
      "target_include_directories(harness PRIVATE "
      "${CMAKE_CURRENT_SOURCE_DIR}" +
      cmake_list(options.include_directories) + ")\n";
  // Options of the user's program come before those of coverage.
  if (!options.compile_options.empty()) {
    out += "target_compile_options(harness PRIVATE" +
           cmake_list(options.compile_options) + ")\n";
  }
  // The harness itself is not to be covered: only the system under test counts.
  out +=
      "if(LLVM_PROFILE)\n"
      "  target_compile_options(harness PRIVATE -fprofile-instr-generate "
      "-fcoverage-mapping)\n"
      "  if(CMAKE_C_COMPILER_VERSION VERSION_GREATER_EQUAL 18)\n"
      "    target_compile_options(harness PRIVATE -fcoverage-mcdc)\n"
      "    set_source_files_properties(harness.c PROPERTIES COMPILE_OPTIONS "
      "-fno-coverage-mcdc)\n"
      "  endif()\n"
      "  target_link_options(harness PRIVATE -fprofile-instr-generate)\n"
      "endif()\n";
  if (!options.libraries.empty()) {
    out += "target_link_libraries(harness PRIVATE" +
           cmake_list(options.libraries) + ")\n";
  }
  for (const suite::Test& test : suite.tests) {
    if (!is_in_harness(test)) continue;
    const std::string name = ctest_name(test);
    // 77 is what automake and CTest know as "skipped": here for inconclusive.
    out += "add_test(NAME " + name + " COMMAND harness " + test.id + ")\n" +
           "set_tests_properties(" + name +
           " PROPERTIES SKIP_RETURN_CODE 77)\n";
  }
  return out;
}

}  // namespace

/// Trees and timed events need a clock and answers that choose the next step.
bool is_in_harness(const suite::Test& test) {
  return test.kind != suite::TestKind::tree &&
         std::all_of(test.steps.begin(), test.steps.end(), [](const auto& s) {
           return s.events.empty();
         });
}

std::string harness_tables(const suite::Suite& suite) {
  return Harness(suite, true).write();
}

std::vector<HarnessFile> write_harness(const suite::Suite& suite,
                                       const HarnessOptions& options) {
  return {{"harness.c", Harness(suite, false).write() + harness_main()},
          {"CMakeLists.txt", write_cmake(suite, options)},
          {"catenary/adapter.h", adapter_header()}};
}

}  // namespace catenary::report
