// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether a path is a test purpose, and what test cases need to know of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/symbolic/arithmetic/prover.h"
#include "engine/symbolic/execution.h"
#include "engine/symbolic/search/steps.h"
#include "engine/symbolic/testing/prefix.h"
#include "engine/symbolic/testing/test_case.h"

namespace catenary::engine::symbolic {

class Purpose {
 public:
  /// All must outlive it.
  Purpose(Execution& execution,
          Prover& prover,
          Steps& steps,
          const Path& path,
          const TestCaseOptions& options);

  /// Fills refusal, diagnostics, time-out and witness of the result. What
  /// follows requires that the path is not refused.
  void check(TestCaseResult& result);

  /// ec0 … ecn.
  [[nodiscard]] const std::vector<ContextId>& contexts() const {
    return contexts_;
  }
  [[nodiscard]] std::size_t length() const { return path_.size(); }
  [[nodiscard]] const model::TimedTransition& transition(std::size_t k) const;
  /// Whether the tester makes step k + 1.
  [[nodiscard]] bool is_stimulation(std::size_t k) const;
  /// TM of the state of ec_k.
  [[nodiscard]] mpq_class time_out(std::size_t k) const;
  /// "The purpose can be finished from ec_k on, within the time-outs", over
  /// the variables; k = length(): true.
  [[nodiscard]] logic::Term rest(std::size_t k) const { return rest_[k]; }

 private:
  enum class Limits : std::uint8_t { none, given, unknown };
  enum class Answer : std::uint8_t { yes, no, open };

  /// Structure: everything that needs no solver.
  [[nodiscard]] bool is_well_formed(TestCaseResult& result);
  /// "Steps from + 1 to `to` can be taken", for all from, by elimination; empty
  /// where that leaves too many quantifiers.
  [[nodiscard]] std::vector<logic::Term> rests(std::size_t to, Limits limits);
  [[nodiscard]] logic::Term limit(std::size_t k, Limits limits);
  /// The formula over variables at the start, of which only what is hidden
  /// there, and the unknown time-out, is left.
  [[nodiscard]] logic::Term at_start(logic::Term rest);
  [[nodiscard]] Answer is_feasible(std::size_t to, Limits limits);
  /// `start`: no term where it is not known.
  [[nodiscard]] Answer decide(logic::Term start, std::size_t to, Limits limits);
  /// Limits::given as conditions on the delays of the path.
  [[nodiscard]] std::vector<logic::Term> path_limits() const;

  void refuse_infeasible(TestCaseResult& result);
  void refuse_late(TestCaseResult& result);
  void refuse_open(TestCaseResult& result, const std::string& what);
  void add_core(base::Diagnostic& to, std::size_t step);
  [[nodiscard]] std::optional<std::string> least_time_out(bool& possible);

  [[nodiscard]] bool is_deterministic(TestCaseResult& result);
  [[nodiscard]] bool excludes(Prefix& prefix,
                              std::size_t k,
                              ContextId sibling,
                              TestCaseResult& result);
  void refuse_nondeterministic(TestCaseResult& result,
                               std::size_t k,
                               ContextId sibling);
  [[nodiscard]] bool find_witness(TestCaseResult& result);
  [[nodiscard]] bool find_witness_at_once(TestCaseResult& result);
  void read_start(TestCaseResult& result, const logic::Assignment& values);

  Execution& execution_;
  Prover& prover_;
  Steps& steps_;
  const model::TimedAutomaton& automaton_;
  Path path_;
  const TestCaseOptions& options_;
  mpq_class time_out_;
  logic::Term unknown_time_out_;
  std::vector<ContextId> contexts_;
  std::vector<logic::Term> rest_;
};

/// For messages, e.g. "'tr1' (q0 to q1)".
[[nodiscard]] std::string describe(const model::TimedAutomaton& automaton,
                                   std::uint32_t transition);

}  // namespace catenary::engine::symbolic
