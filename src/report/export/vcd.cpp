// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes tests as a value change dump (IEEE 1364), for viewers of waves.
///
/// All tests follow each other on one axis of time, with their number and that
/// of the step as variables beside those of the model. Inputs are shown as they
/// are set and outputs as they are expected; what is expected as a set or a
/// formula is unknown.
#include "report/export/vcd.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace catenary::report {

namespace {

using logic::SortKind;
using logic::Value;
using suite::Signal;

/// The short code of a variable. Its characters are those of printable ASCII
/// except the blank.
std::string code_of(std::size_t number) {
  std::string code;
  do {
    code += static_cast<char>('!' + number % 94);
    number /= 94;
  } while (number > 0);
  return code;
}

/// A name without blanks and control characters, which would end it.
std::string name_of(const std::string& name) {
  std::string out = name;
  for (char& c : out) {
    if (c <= ' ' || c == 127) c = '_';
  }
  return out.empty() ? "_" : out;
}

/// Bits of a machine type such as "uint16"; 0 for other types, "int" among
/// them.
std::uint32_t machine_bits(const std::string& type) {
  const std::size_t at = type.find("int");
  if (at > 1 || at + 3 >= type.size()) return 0;
  std::uint32_t bits = 0;
  for (const char c : type.substr(at + 3)) {
    bits = bits * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return bits;
}

/// One variable of the dump: its declaration, and its value as it changes.
class Wave {
 public:
  Wave(const Signal& signal, std::size_t number)
      : name_(name_of(signal.name)),
        code_(code_of(number)),
        kind_(signal.sort().kind()) {
    switch (kind_) {
      case SortKind::boolean:
        width_ = 1;
        break;
      case SortKind::bitvec:
        width_ = signal.sort().bits();
        break;
      case SortKind::enumeration:
        // The number of an enumerator is shown, and its name in a comment of
        // the header: the format has no enumerations.
        width_ = 32;
        break;
      case SortKind::integer:
        width_ = machine_bits(signal.type);
        is_unbounded_ = width_ == 0;
        is_signed_ = signal.type.front() != 'u';
        if (is_unbounded_) width_ = 64;
        break;
      default:
        break;  // a real has no width
    }
  }

  /// Unbounded integers are as wide as their values need. All values must be
  /// seen before the declaration is written.
  void make_room_for(const Value& value) {
    if (!is_unbounded_) return;
    const auto bits = static_cast<std::uint32_t>(
        mpz_sizeinbase(value.as_integer().get_mpz_t(), 2));
    width_ = std::max(width_, bits + 1);
  }

  [[nodiscard]] std::string declaration() const {
    const char* type = is_real() ? "real" : is_signed_ ? "integer" : "wire";
    return fmt::format(
        "$var {} {} {} {} $end\n", type, is_real() ? 64 : width_, code_, name_);
  }

  /// The line for a new value, nothing being unknown; "" where it is the old
  /// one: the format lists changes only.
  std::string change(const std::optional<Value>& value) {
    std::string text = value       ? text_of(*value)
                       : is_real() ? "rNaN "
                                   : unknown();
    text += code_ + "\n";
    return std::exchange(last_, text) == text ? "" : text;
  }

 private:
  /// Reals have a kind of variable of their own, without "x"; NaN stands for
  /// it.
  [[nodiscard]] bool is_real() const {
    return kind_ == SortKind::real || kind_ == SortKind::floating;
  }

  [[nodiscard]] std::string unknown() const {
    return width_ == 1 ? "x" : "bx ";
  }

  [[nodiscard]] std::string text_of(const Value& value) const {
    switch (kind_) {
      case SortKind::boolean:
        return value.as_bool() ? "1" : "0";
      case SortKind::bitvec:
        return bits_of(value.as_bits());
      case SortKind::enumeration:
        return bits_of(mpz_class(value.as_enumerator()));
      case SortKind::integer:
        return bits_of(value.as_integer());
      case SortKind::real:
        return fmt::format("r{:.17g} ", value.as_real().get_d());
      case SortKind::floating:
        return fmt::format("r{:.17g} ", value.as_double());
      default:
        return unknown();
    }
  }

  /// Two's complement; leading zeros may be left out.
  [[nodiscard]] std::string bits_of(const mpz_class& number) const {
    const mpz_class bits =
        number < 0 ? mpz_class((mpz_class(1) << width_) + number) : number;
    if (width_ == 1) return bits == 0 ? "0" : "1";
    return "b" + bits.get_str(2) + " ";
  }

  std::string name_;
  std::string code_;
  SortKind kind_;
  std::uint32_t width_ = 0;
  bool is_signed_ = false;
  bool is_unbounded_ = false;  ///< an integer of no machine type
  std::string last_;
};

/// The time axis in ticks of 10^exponent seconds, the coarsest in which all
/// durations are whole numbers, down to femtoseconds.
class Clock {
 public:
  explicit Clock(const suite::Suite& suite) {
    static const std::array<std::pair<const char*, int>, 5> kUnits{
        {{"s", 0}, {"ms", -3}, {"us", -6}, {"ns", -9}, {"ps", -12}}};
    // Another unit of the model is shown as if it were seconds.
    int unit = 0;
    for (const auto& [name, exponent] : kUnits) {
      if (suite.signature.time_unit == name) unit = exponent;
    }
    exponent_ = unit;
    for (const suite::Test& test : suite.tests) {
      for (const suite::Step& step : test.steps) {
        if (step.at_ns) exponent_ = std::min(exponent_, -9);
        // Below the finest tick the durations are rounded.
        while (exponent_ > kFinest && in_ticks(step.dt, unit).get_den() != 1) {
          --exponent_;
        }
      }
    }
    ticks_in_unit_ = in_ticks(1, unit);
    if (exponent_ <= -9) ticks_in_ns_ = in_ticks(1, -9);
  }

  /// As $timescale wants it: 1, 10 or 100 of a unit.
  [[nodiscard]] std::string timescale() const {
    static const std::array<const char*, 6> kNames{
        "s", "ms", "us", "ns", "ps", "fs"};
    // Three powers of ten belong to each unit; the factor is what is missing to
    // the finer one.
    const int below = -exponent_;
    const int unit = (below + 2) / 3;
    const std::array<const char*, 3> factors{"1 ", "10 ", "100 "};
    return std::string(factors.at(static_cast<std::size_t>(3 * unit - below))) +
           kNames.at(static_cast<std::size_t>(unit));
  }

  /// The next test begins, after the last one has ended. The reset takes a unit
  /// of time, where no clock says when the first step is.
  void reset() {
    if (!is_first_) begin_ = std::max(end_, mpz_class(now_ + 1));
    is_first_ = false;
    now_ = begin_;
    end_ = begin_ + whole(ticks_in_unit_);
  }

  /// The next step of the test, at its own time or where the one before ended.
  /// Time must grow, or a viewer shows only the last of several values.
  void advance(const suite::Step& step) {
    const mpz_class planned =
        step.at_ns ? mpz_class(begin_ + whole(*step.at_ns * ticks_in_ns_))
                   : end_;
    now_ = std::max(planned, mpz_class(now_ + 1));
    end_ = now_ + whole(step.dt * ticks_in_unit_);
  }

  [[nodiscard]] const mpz_class& now() const { return now_; }

 private:
  static constexpr int kFinest = -15;

  /// A duration in `unit` as a number of ticks, whole or not.
  [[nodiscard]] mpq_class in_ticks(const mpq_class& units, int unit) const {
    mpz_class power;
    mpz_ui_pow_ui(
        power.get_mpz_t(), 10, static_cast<unsigned long>(unit - exponent_));
    return units * power;
  }
  static mpz_class whole(const mpq_class& number) {
    return number.get_num() / number.get_den();
  }

  int exponent_ = 0;
  mpq_class ticks_in_unit_ = 1;
  mpq_class ticks_in_ns_ = 1;
  mpz_class begin_ = 0, now_ = 0, end_ = 0;
  bool is_first_ = true;
};

/// Writes the whole dump.
class Dump {
 public:
  explicit Dump(const suite::Suite& suite)
      : suite_(suite),
        clock_(suite),
        initial_(waves(suite.signature.initial)),
        inputs_(waves(suite.signature.inputs)),
        outputs_(waves(suite.signature.outputs)),
        test_(counter("test"), number_++),
        step_(counter("step"), number_++) {
    // Before anything is written, since the header has the widths.
    for (const suite::Test& test : suite.tests) make_room(test);
  }

  std::string write() {
    header();
    std::int64_t number = 0;
    for (const suite::Test& test : suite_.tests) {
      if (test.kind != suite::TestKind::tree) write_test(test, ++number);
    }
    return std::move(out_);
  }

 private:
  static Signal counter(const char* name) {
    Signal signal;
    signal.name = name;
    return signal;
  }

  std::vector<Wave> waves(const std::vector<Signal>& signals) {
    std::vector<Wave> out;
    for (const Signal& signal : signals) out.emplace_back(signal, number_++);
    return out;
  }

  void make_room(const suite::Test& test) {
    for (const suite::Assignment& a : test.initial) {
      initial_[a.signal].make_room_for(a.value);
    }
    for (const suite::Step& step : test.steps) {
      for (const suite::Assignment& a : step.inputs) {
        inputs_[a.signal].make_room_for(a.value);
      }
      for (const suite::ExpectedOutput& e : step.expect) {
        if (const auto* value = std::get_if<Value>(&e.expectation)) {
          outputs_[e.signal].make_room_for(*value);
        }
      }
    }
  }

  /// Declarations, with a scope for each kind of variable.
  void header() {
    out_ += fmt::format("$version {} $end\n$comment {} $end\n",
                        name_of(suite_.tool),
                        name_of(suite_.model.path));
    for (const std::vector<Signal>* signals : {&suite_.signature.initial,
                                               &suite_.signature.inputs,
                                               &suite_.signature.outputs}) {
      for (const Signal& signal : *signals) comment_names(signal);
    }
    out_ += "$timescale " + clock_.timescale() + " $end\n";
    out_ += "$scope module suite $end\n";
    out_ += test_.declaration() + step_.declaration();
    scope("initial", suite_.signature.initial, initial_, false);
    scope("input", suite_.signature.inputs, inputs_, false);
    scope("output", suite_.signature.outputs, outputs_, false);
    scope("derived", suite_.signature.outputs, outputs_, true);
    out_ += "$upscope $end\n$enddefinitions $end\n";
  }

  void comment_names(const Signal& signal) {
    if (signal.enumeration == nullptr) return;
    out_ += "$comment " + name_of(signal.name) + ":";
    for (std::size_t i = 0; i < signal.enumeration->values.size(); ++i) {
      out_ += fmt::format(" {}={}", i, name_of(signal.enumeration->values[i]));
    }
    out_ += " $end\n";
  }

  void scope(const char* name,
             const std::vector<Signal>& signals,
             const std::vector<Wave>& waves,
             bool derived) {
    std::string inside;
    for (std::size_t i = 0; i < signals.size(); ++i) {
      if (signals[i].derived == derived) inside += waves[i].declaration();
    }
    if (inside.empty()) return;
    out_ += fmt::format("$scope module {} $end\n", name) + inside +
            "$upscope $end\n";
  }

  /// One test: the reset with its choices, then the steps.
  void write_test(const suite::Test& test, std::int64_t number) {
    clock_.reset();
    begin_time();
    count(test_, number);
    count(step_, 0);
    const std::vector<Value> initial =
        suite::values_of(test.initial, suite_.signature.initial);
    for (std::size_t i = 0; i < initial.size(); ++i) {
      out_ += initial_[i].change(initial[i]);
    }
    // Inputs and outputs are unknown before the first step; the values of the
    // last test must not stay.
    for (Wave& wave : inputs_) out_ += wave.change(std::nullopt);
    for (Wave& wave : outputs_) out_ += wave.change(std::nullopt);
    std::int64_t at = 0;
    for (const suite::Step& step : test.steps) {
      clock_.advance(step);
      begin_time();
      count(step_, ++at);
      write_step(step);
    }
  }

  /// Values of one step. An input that the step does not set has its default,
  /// as a run would give it.
  void write_step(const suite::Step& step) {
    const std::vector<Value> inputs =
        suite::values_of(step.inputs, suite_.signature.inputs);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      out_ += inputs_[i].change(inputs[i]);
    }
    std::vector<std::optional<Value>> expected(outputs_.size());
    for (const suite::ExpectedOutput& e : step.expect) {
      if (const auto* value = std::get_if<Value>(&e.expectation)) {
        expected[e.signal] = *value;
      }
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
      out_ += outputs_[i].change(expected[i]);
    }
  }

  void begin_time() { out_ += "#" + clock_.now().get_str() + "\n"; }

  void count(Wave& wave, std::int64_t value) {
    out_ += wave.change(Value::integer(value));
  }

  const suite::Suite& suite_;
  Clock clock_;
  std::size_t number_ = 0;  ///< of variables
  std::vector<Wave> initial_, inputs_, outputs_;
  Wave test_, step_;
  std::string out_;
};

}  // namespace

std::string write_vcd(const suite::Suite& suite) {
  return Dump(suite).write();
}

}  // namespace catenary::report
