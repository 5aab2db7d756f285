// SPDX-License-Identifier: Apache-2.0
/// \file
/// A plain reading of test-case trees, for comparison: binds what was seen,
/// computes definitions, evaluates guards. Written apart from exec/.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "logic/term/evaluate/evaluate.h"
#include "logic/term/term.h"
#include "suite/suite.h"

namespace catenary::oracle {

class TreeWalker {
 public:
  explicit TreeWalker(const suite::Tree& tree);

  void reset();  ///< into state 0
  [[nodiscard]] std::uint32_t state() const { return state_; }

  /// Transitions of the state whose guards hold; -1 - t for one of which that
  /// is not known. Quiescence: no channel.
  [[nodiscard]] std::vector<std::int64_t> enabled(
      suite::Action action,
      std::uint32_t channel,
      const mpq_class& delay,
      const std::vector<double>& values);
  /// What it leads to: "NEXT" or the name of the leaf.
  [[nodiscard]] std::string target(std::uint32_t transition) const;
  /// Requires: it leads to a state.
  void follow(std::uint32_t transition,
              const mpq_class& delay,
              const std::vector<double>& values);

  [[nodiscard]] std::uint64_t quantified() const { return quantified_; }

 private:
  struct Ready {
    std::vector<logic::Term> bound;  ///< delay, then values
    logic::Term guard;
  };
  void bind(const Ready& ready,
            const mpq_class& delay,
            const std::vector<double>& values,
            logic::Assignment& to) const;
  int holds(logic::Term guard, const logic::Assignment& values);
  void enter(std::uint32_t state);

  const suite::Tree& tree_;
  std::unique_ptr<logic::TermManager> terms_;
  std::vector<Ready> transitions_;
  struct Definition {
    logic::Term variable, value;
  };
  std::vector<std::vector<Definition>> definitions_;  ///< by state
  std::uint32_t state_ = 0;
  logic::Assignment known_;
  std::uint64_t quantified_ = 0;
};

}  // namespace catenary::oracle
