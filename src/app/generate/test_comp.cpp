// SPDX-License-Identifier: Apache-2.0
#include "app/generate/test_comp.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "app/generate/given_traces.h"
#include "base/inputs/input_log.h"
#include "base/process.h"
#include "base/text/xml.h"
#include "base/text_file.h"
#include "base/wire.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;

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

/// What a test's calls were, in their order: of the initialisation, then of
/// every step.
struct Calls {
  std::vector<std::vector<std::uint32_t>> parts;
};

/// Runs a program, giving values to calls as they come. In a child process.
class Dealer {
 public:
  Dealer(const model::StepSystem& system, base::ForkedOutput& output)
      : system_(system),
        stepper_(system.factory->make()),
        saved_(stepper_->state_bytes()),
        output_(output) {}

  void deal(const TestCompTest& test) {
    test_ = &test;
    at_ = 0;
    std::vector<std::vector<std::uint32_t>> steps;
    StepOutcome outcome = part(system_.initial, true);
    const std::vector<std::uint32_t> initial = called_;
    std::size_t idle = 0;
    while (outcome == StepOutcome::running && fits_ &&
           at_ < test.inputs.size() && idle < kMostIdleSteps) {
      stepper_->save(saved_.data());
      const std::size_t before = at_;
      outcome = part(system_.inputs, false);
      const bool is_whole = at_ <= test.inputs.size();
      if (fits_ && (!is_whole || outcome == StepOutcome::discarded)) {
        at_ = before;
        break;
      }
      idle = called_.empty() ? idle + 1 : 0;
      steps.push_back(called_);
    }
    steps.resize(steps.size() - std::min(idle, steps.size()));
    steps.insert(steps.begin(), initial);
    base::WireWriter message;
    message.put(steps);
    output_.write(message.frame());
  }

 private:
  /// The initialisation or a step, again until every call has its value: which
  /// calls there are may depend on the values of those before. Then `called_`
  /// and `at_` are behind it, `at_` beyond the end where values were too few.
  StepOutcome part(const std::vector<Variable>& variables, bool is_init) {
    std::vector<std::byte> letter(is_init ? system_.initial_letter_bytes() + 8
                                          : system_.letter_bytes() + 8);
    for (const Variable& v : variables) {
      model::encode_scalar(v.type, v.domain.front(), letter.data() + v.offset);
    }
    const std::size_t begin = at_;
    std::size_t known = 0;  // calls that have their value
    while (true) {
      StepOutcome outcome = StepOutcome::running;
      if (is_init) {
        outcome = stepper_->reset(letter.data());
      } else {
        stepper_->load(saved_.data());
        outcome = stepper_->step(letter.data());
      }
      called_ = stepper_->called();
      at_ = begin + called_.size();
      if (known == called_.size()) return outcome;
      const std::size_t input = begin + known;
      if (input >= test_->inputs.size()) return outcome;
      const Variable& v = variables[called_[known]];
      const std::optional<Value> value = value_of(v, test_->inputs[input]);
      fits_ = value && is_of(v, *value);
      if (!fits_) {
        // The parent says what is wrong with it.
        called_.resize(known + 1);
        return outcome;
      }
      model::encode_scalar(v.type, *value, letter.data() + v.offset);
      ++known;
    }
  }

  const model::StepSystem& system_;
  std::unique_ptr<model::Stepper> stepper_;
  std::vector<std::byte> saved_;
  base::ForkedOutput& output_;
  const TestCompTest* test_ = nullptr;
  std::vector<std::uint32_t> called_;
  std::size_t at_ = 0;  ///< values given
  bool fits_ = true;    ///< the last one was one of its input
};

std::vector<Value> lowest(const std::vector<Variable>& variables) {
  std::vector<Value> out;
  for (const Variable& v : variables) out.push_back(v.domain.front());
  return out;
}

/// The run in which the calls of the test were these.
Trace trace_of(const TestCompTest& test,
               const Calls& calls,
               const model::StepSystem& system) {
  Trace out;
  std::size_t at = 0;
  for (std::size_t k = 0; k < calls.parts.size(); ++k) {
    const std::vector<Variable>& variables =
        k == 0 ? system.initial : system.inputs;
    std::vector<Value> values = lowest(variables);
    for (const std::uint32_t i : calls.parts[k]) {
      if (at == test.inputs.size()) {
        throw base::InputError({test.file, 0, 0},
                               "the initialisation calls for more than " +
                                   std::to_string(test.inputs.size()) +
                                   " inputs",
                               "given-tests");
      }
      const TestCompTest::Input& input = test.inputs[at++];
      values[i] = fitted(variables[i],
                         value_of(variables[i], input),
                         input.value,
                         input.where);
    }
    if (k == 0) {
      out.initial = std::move(values);
    } else {
      out.steps.push_back(std::move(values));
    }
  }
  return out;
}

}  // namespace

bool is_test_comp(const std::string& path) {
  std::error_code failed;  // a link in circles is read, and refused, as a file
  return fs::is_directory(path, failed) || fs::path(path).extension() == ".xml";
}

std::vector<TestCompTest> read_test_comp(const std::string& path) {
  std::vector<std::string> files;
  std::error_code failed;
  if (fs::is_directory(path, failed)) {
    base::note_input_folder(path, ".xml");
    for (const fs::directory_entry& entry :
         fs::directory_iterator(path, failed)) {
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

void require_calls(const model::StepSystem& system,
                   const std::string& instead) {
  for (const auto* variables : {&system.inputs, &system.initial}) {
    for (const Variable& v : *variables) {
      if (v.called) continue;
      throw base::InputError(
          v.where,
          "'" + v.name +
              "' is not a call of __VERIFIER_nondet_…(), and tests of "
              "Test-Comp have values for these alone; expected " +
              instead,
          "given-tests");
    }
  }
}

std::vector<Trace> deal_calls(const std::vector<TestCompTest>& tests,
                              const model::StepSystem& system,
                              const base::Budget& budget) {
  require_calls(system, "a table of inputs (.csv)");
  base::ForkedTask task;
  task.body = [&](base::ForkedOutput& output) {
    Dealer dealer(system, output);
    for (const TestCompTest& test : tests) dealer.deal(test);
  };
  system.factory->prepare();
  const base::ForkedResult result = base::run_forked(task, budget);
  std::vector<Calls> calls;
  base::WireFrames frames;
  frames.add(result.bytes);
  while (const auto message = frames.next()) {
    base::WireReader(*message).get(calls.emplace_back().parts);
  }
  if (!result.process.succeeded()) {
    if (budget.poll() != base::StopReason::none) {
      throw base::StoppedError("reading the given tests was stopped: " +
                               result.process.describe());
    }
    throw base::InputError({tests[calls.size()].file, 0, 0},
                           "the program does not survive this test: it " +
                               result.process.describe(),
                           "given-tests");
  }
  std::vector<Trace> traces;
  for (std::size_t t = 0; t < tests.size(); ++t) {
    traces.push_back(trace_of(tests[t], calls[t], system));
  }
  return traces;
}

}  // namespace catenary::app
