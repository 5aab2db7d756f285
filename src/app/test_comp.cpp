// SPDX-License-Identifier: Apache-2.0
#include "app/test_comp.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include "app/exploration.h"
#include "app/given_tests.h"
#include "base/text_file.h"
#include "base/xml.h"
#include "engine/reach/replay.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;
namespace reach = engine::reach;

using logic::Value;
using model::ScalarType;
using model::StepOutcome;
using model::Trace;
using model::Variable;

/// A run that goes on for so long without a call is taken to make none any
/// more.
constexpr std::size_t kMostIdleSteps = 10'000;

/// The text with blanks in place of a document type that only names where it
/// is defined, as every file of the format has one.
std::string without_document_type(std::string text) {
  const std::size_t begin = text.find("<!DOCTYPE");
  if (begin == std::string::npos) return text;
  const std::size_t end = text.find_first_of("[>", begin);
  if (end == std::string::npos || text[end] == '[') return text;
  for (std::size_t i = begin; i <= end; ++i) {
    if (text[i] != '\n') text[i] = ' ';
  }
  return text;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// Nothing where the document is another one.
std::optional<TestCompTest> read_test(const std::string& path) {
  const base::XmlElement root =
      base::parse_xml(without_document_type(base::read_text_file(path)), path);
  if (root.name != "testcase") return std::nullopt;
  TestCompTest out;
  out.file = path;
  for (const base::XmlElement& child : root.children) {
    if (child.name != "input") {
      throw base::InputError(
          child.where,
          "unknown element '" + child.name + "' in a test; expected 'input'",
          "given-tests");
    }
    out.inputs.push_back({trimmed(child.text), child.where});
  }
  return out;
}

bool is_float(ScalarType type) {
  return type == ScalarType::float32 || type == ScalarType::float64;
}

/// A C constant of integer type: decimal, hexadecimal or a character, with or
/// without a sign and a suffix.
std::optional<mpz_class> integer_of(std::string text) {
  if (text.size() == 3 && text.front() == '\'' && text.back() == '\'') {
    return mpz_class(static_cast<int>(text[1]));
  }
  while (text.size() > 1 &&
         std::string("uUlL").find(text.back()) != std::string::npos) {
    text.pop_back();
  }
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.erase(0, 1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.erase(0, 2);
  const char* digits = hexadecimal ? "0123456789abcdefABCDEF" : "0123456789";
  if (text.empty() || text.find_first_not_of(digits) != std::string::npos) {
    return std::nullopt;
  }
  const mpz_class number(text, hexadecimal ? 16 : 10);
  return negative ? mpz_class(-number) : number;
}

std::optional<double> float_of(std::string text) {
  if (text.size() > 1 && !text.starts_with("0x") && !text.starts_with("-0x") &&
      (text.back() == 'f' || text.back() == 'F') &&
      text.find_first_of("0123456789") != std::string::npos) {
    text.pop_back();
  }
  if (text.empty()) return std::nullopt;
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (end != text.c_str() + text.size()) return std::nullopt;
  return number;
}

/// `number` modulo the values of an integer type.
mpz_class converted(const mpz_class& number, ScalarType type) {
  const auto bits = static_cast<mp_bitcnt_t>(8 * model::size_bytes(type));
  mpz_class out;
  mpz_fdiv_r_2exp(out.get_mpz_t(), number.get_mpz_t(), bits);
  const bool is_signed = type == ScalarType::int8 ||
                         type == ScalarType::int16 ||
                         type == ScalarType::int32 || type == ScalarType::int64;
  if (is_signed && mpz_tstbit(out.get_mpz_t(), bits - 1) != 0) {
    mpz_class all;
    mpz_ui_pow_ui(all.get_mpz_t(), 2, bits);
    out -= all;
  }
  return out;
}

/// Nothing where the text is no number.
std::optional<Value> value_of(const Variable& v,
                              const TestCompTest::Input& input) {
  std::optional<Value> value;
  if (is_float(v.type)) {
    if (const std::optional<double> number = float_of(input.value)) {
      value = v.type == ScalarType::float32
                  ? Value::float32(static_cast<float>(*number))
                  : Value::float64(*number);
    }
  } else if (const auto number = integer_of(input.value)) {
    value = v.type == ScalarType::boolean
                ? Value::boolean(*number != 0)
                : Value::integer(converted(*number, v.type));
  }
  return value;
}

/// One test on its way from values to a run.
class Deal {
 public:
  Deal(const TestCompTest& test, const model::StepSystem& system)
      : test_(test), system_(system) {
    trace_.initial = lowest(system.initial);
  }

  [[nodiscard]] bool done() const { return done_; }
  [[nodiscard]] const Trace& trace() const { return trace_; }

  /// `run` is what the trace did: sets what its calls should have been given,
  /// in the order in which they came. Where that changes a value, what comes
  /// later in `run` is a guess for the next time, and all before is right.
  void correct(const model::Simulation& run) {
    at_ = 0;
    changed_ = false;
    if (!give(run.initial.called, system_.initial, trace_.initial)) {
      throw base::InputError({test_.file, 0, 0},
                             "the initialisation calls for more than " +
                                 std::to_string(test_.inputs.size()) +
                                 " inputs",
                             "given-tests");
    }
    idle_ = 0;
    for (std::size_t k = 0; k < run.steps.size(); ++k) {
      const std::vector<std::uint32_t>& called = run.steps[k].called;
      idle_ = called.empty() ? idle_ + 1 : 0;
      if (!give(called, system_.inputs, trace_.steps[k])) {
        end_before(k);
        return;
      }
      if (run.steps[k].outcome == StepOutcome::running || changed_) continue;
      end_before(run.steps[k].outcome == StepOutcome::discarded ? k : k + 1);
      return;
    }
    if (changed_) return;
    go_on(run);
  }

 private:
  static std::vector<Value> lowest(const std::vector<Variable>& variables) {
    std::vector<Value> out;
    for (const Variable& v : variables) out.push_back(v.domain.front());
    return out;
  }

  /// False where there are too few values left. What is no value of its input
  /// is a fault only if it is known to be meant for it.
  bool give(const std::vector<std::uint32_t>& called,
            const std::vector<Variable>& variables,
            std::vector<Value>& values) {
    for (const std::uint32_t i : called) {
      if (at_ == test_.inputs.size()) return false;
      const TestCompTest::Input& input = test_.inputs[at_++];
      const std::optional<Value> value = value_of(variables[i], input);
      if (changed_ && !value) continue;
      if (!changed_)
        (void)fitted(variables[i], value, input.value, input.where);
      if (*value == values[i]) continue;
      values[i] = *value;
      changed_ = true;
    }
    return true;
  }

  /// The run has that many steps, unless a value of it is a guess.
  void end_before(std::size_t step) {
    trace_.steps.resize(changed_ ? step + 1 : step);
    done_ = !changed_;
  }

  /// More steps, as long as there are values: as many as it takes when all call
  /// as the last one does.
  void go_on(const model::Simulation& run) {
    const std::size_t left = test_.inputs.size() - at_;
    done_ = left == 0 || idle_ >= kMostIdleSteps ||
            run.initial.outcome != StepOutcome::running;
    if (done_) {
      trace_.steps.resize(trace_.steps.size() -
                          std::min(idle_, trace_.steps.size()));
      return;
    }
    const std::size_t each =
        run.steps.empty() ? left : run.steps.back().called.size();
    const std::size_t more =
        each == 0 ? idle_ : std::max<std::size_t>(1, left / each);
    trace_.steps.resize(trace_.steps.size() + more, lowest(system_.inputs));
  }

  const TestCompTest& test_;
  const model::StepSystem& system_;
  Trace trace_;
  std::size_t at_ = 0;    ///< values given
  std::size_t idle_ = 0;  ///< last steps that made no call
  bool changed_ = false;
  bool done_ = false;
};

}  // namespace

bool is_test_comp(const std::string& path) {
  return fs::is_directory(path) || fs::path(path).extension() == ".xml";
}

std::vector<TestCompTest> read_test_comp(const std::string& path) {
  std::vector<std::string> files;
  if (fs::is_directory(path)) {
    for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
      if (entry.path().extension() == ".xml") {
        files.push_back(entry.path().string());
      }
    }
    std::sort(files.begin(), files.end());
  } else {
    files.push_back(path);
  }
  std::vector<TestCompTest> out;
  for (const std::string& file : files) {
    if (std::optional<TestCompTest> test = read_test(file)) {
      out.push_back(*std::move(test));
    }
  }
  if (out.empty()) {
    throw base::InputError({path, 0, 0},
                           "no test of the Test-Comp format; expected files "
                           "NAME.xml with an element 'testcase'",
                           "given-tests");
  }
  return out;
}

std::vector<Trace> deal_calls(const std::vector<TestCompTest>& tests,
                              const model::StepSystem& system,
                              std::chrono::milliseconds step_timeout) {
  for (const auto* variables : {&system.inputs, &system.initial}) {
    for (const Variable& v : *variables) {
      if (v.called) continue;
      throw base::InputError(
          v.where,
          "'" + v.name +
              "' is no call of __VERIFIER_nondet_…(), for which alone tests of "
              "Test-Comp have values; expected a table of inputs (.csv)",
          "given-tests");
    }
  }
  std::vector<Deal> deals;
  for (const TestCompTest& test : tests) deals.emplace_back(test, system);
  std::vector<Trace> traces(tests.size());
  while (true) {
    std::vector<std::size_t> open;
    std::vector<Trace> guesses;
    for (std::size_t i = 0; i < deals.size(); ++i) {
      if (deals[i].done()) continue;
      open.push_back(i);
      guesses.push_back(deals[i].trace());
    }
    if (open.empty()) break;
    const std::vector<reach::Replayed> runs =
        reach::replay(system, guesses, {step_timeout}, replay_budget());
    for (std::size_t k = 0; k < open.size(); ++k) {
      if (!runs[k].complete) {
        throw base::InputError(
            {tests[open[k]].file, 0, 0}, runs[k].reason, "given-tests");
      }
      deals[open[k]].correct(runs[k].simulation);
    }
  }
  for (std::size_t i = 0; i < deals.size(); ++i) traces[i] = deals[i].trace();
  return traces;
}

}  // namespace catenary::app
