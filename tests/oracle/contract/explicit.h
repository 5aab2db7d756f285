// SPDX-License-Identifier: Apache-2.0
/// \file
/// Finite requirement interfaces as lists of steps: an evaluator and an
/// enumeration of its own. What the oracles of this folder rest on; shares
/// nothing with engine/contract but the terms that are read.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "logic/term/term.h"
#include "model/contract/interface.h"

namespace catenary::oracle {

/// One number for each variable: Booleans 0 and 1, enumerators their index,
/// rationals in halves.
using State = std::vector<std::int64_t>;

/// A term over small numbers, read once.
class Expression {
 public:
  Expression() = default;
  Expression(const model::Interface& interface, logic::Term term);
  /// `before` may be missing where the term does not read it.
  [[nodiscard]] std::int64_t of(const State* before, const State& now) const {
    return value(nodes_.size() - 1, before, now);
  }
  [[nodiscard]] bool holds(const State* before, const State& now) const {
    return of(before, now) != 0;
  }

 private:
  struct Node {
    logic::Op op = logic::Op::constant;
    bool now = false;         ///< of a variable
    std::int64_t number = 0;  ///< of a constant; index of a variable
    std::vector<std::size_t> operands;
  };
  [[nodiscard]] std::int64_t value(std::size_t node,
                                   const State* before,
                                   const State& now) const;
  std::vector<Node> nodes_;  ///< the last is the root
};

/// A condition on the last step of an execution.
struct Condition {
  Expression first, later;
  [[nodiscard]] bool holds(const State* before, const State& now) const {
    return (before == nullptr ? first : later).holds(before, now);
  }
};

/// Something that a system may do, or may be thought to have done, in a step.
struct Step {
  State now;
  /// Bit n: rule n is violated; contracts in their order, then the ranges of
  /// outputs and hidden variables that have one, in theirs.
  std::uint64_t violated = 0;
  bool promised = true;   ///< the inputs keep promises and ranges
  bool triggered = true;  ///< some assumption holds
  bool asked = true;      ///< the same, of assumptions that were written
};

class Explicit {
 public:
  /// Rationals have only some of their values, multiples of 1/2, so that what
  /// is found is there, but not the reverse.
  /// Requires: at most 64 rules, rationals in sums and comparisons only, and
  /// definitions in an order in which each reads only what is there.
  explicit Explicit(const model::Interface& interface);

  [[nodiscard]] const model::Interface& interface() const { return interface_; }
  [[nodiscard]] Condition condition(logic::Term first, logic::Term later) const;
  /// Values of all inputs within their ranges; 0 for all else.
  [[nodiscard]] const std::vector<State>& inputs() const { return inputs_; }
  /// All steps after `before`, or first ones, with values within their ranges;
  /// kept for the next time.
  [[nodiscard]] const std::vector<Step>& steps(const State* before);
  /// Steps that show the same as `observed` does; hidden variables may leave
  /// their ranges by `margin`.
  [[nodiscard]] std::vector<Step> showing(const State* before,
                                          const State& observed,
                                          std::int64_t margin) const;
  [[nodiscard]] bool promised(const State* before, const State& now) const;
  /// The rules' numbers of what cannot be violated: definitions, and ranges
  /// of derived variables.
  [[nodiscard]] std::uint64_t definitions() const { return definitions_; }
  /// Ranges of hidden variables.
  [[nodiscard]] std::uint64_t hidden_ranges() const { return hidden_ranges_; }
  [[nodiscard]] bool same_inputs(const State& a, const State& b) const;
  [[nodiscard]] bool is(std::uint32_t variable, model::Role role) const {
    return interface_.variables[variable].role == role;
  }
  /// What is observed of a step: hidden variables are 0.
  [[nodiscard]] State observed(const State& of) const;

  [[nodiscard]] std::int64_t lo(std::uint32_t variable) const;
  [[nodiscard]] std::int64_t hi(std::uint32_t variable) const;
  [[nodiscard]] logic::Value value(std::uint32_t variable,
                                   std::int64_t number) const;
  [[nodiscard]] std::int64_t number(const logic::Value& value) const;

 private:
  [[nodiscard]] Step judged(const State* before, State now) const;
  [[nodiscard]] std::vector<State> filled(
      const std::vector<State>& begin,
      const std::vector<std::uint32_t>& variables,
      std::int64_t margin) const;

  struct Rule {
    Condition formula;
    Expression assumption;
    bool at_init = false, at_step = false, written = false;
    bool contract = false;  ///< no definition, no range
    bool assumption_reads_before = false;
  };
  struct Definition {
    std::uint32_t variable = 0;
    Expression value;
    bool at_init = false, at_step = false;
  };

  const model::Interface& interface_;
  std::vector<Rule> rules_;
  std::vector<Definition> derived_;
  std::vector<Condition> promises_;
  std::vector<std::uint32_t> input_, output_, hidden_;  ///< not derived ones
  std::vector<State> inputs_;
  std::uint64_t definitions_ = 0, hidden_ranges_ = 0;
  std::map<State, std::vector<Step>> known_;
  std::vector<Step> first_;
  bool first_known_ = false;
};

}  // namespace catenary::oracle
