// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rules R1 to R11: the test case of a purpose, state by state.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/symbolic/execution.h"
#include "engine/symbolic/testing/prefix.h"
#include "engine/symbolic/testing/purpose.h"
#include "engine/symbolic/testing/test_case.h"
#include "suite/suite.h"

namespace catenary::engine::symbolic {

class TreeBuilder {
 public:
  /// All must outlive it. Requires: the purpose was checked, and not refused.
  TreeBuilder(Execution& execution,
              Prover& prover,
              Steps& steps,
              Purpose& purpose,
              const TestCaseOptions& options);

  /// Fills the tree, warnings, and what is undecided, of the result.
  void build(TestCaseResult& result);

 private:
  /// What the rules of one state share.
  struct Here {
    std::size_t k = 0;
    ContextId context = 0;
    std::uint32_t state = 0;  ///< of the automaton
    mpq_class time_out;
    logic::Term delay;
    logic::Term in_time;     ///< T<=
    logic::Term before_end;  ///< T<
    logic::Term no_late;
    Knowledge known;    ///< of values
    Knowledge general;  ///< and that delays are not negative
    Knowledge timely;   ///< and T<=
  };
  /// A step from the state, and when it is possible.
  struct Child {
    ContextId context = 0;
    std::uint32_t transition = 0;
    logic::Term possible;  ///< there are hidden values with its condition
  };

  [[nodiscard]] Here look(Prefix& prefix, std::size_t k);
  void add_state(const Here& here, Prefix& prefix);
  void observe_outputs(const Here& here, Prefix& prefix);
  void observe_inputs(const Here& here, Prefix& prefix);
  void observe_silence(const Here& here, Prefix& prefix);
  void stimulate(const Here& here, Prefix& prefix);

  /// Steps on the channel; those proved impossible are left out.
  [[nodiscard]] std::vector<Child> children(const Here& here,
                                            Prefix& prefix,
                                            std::uint32_t channel);
  [[nodiscard]] std::vector<logic::Term> conditions_of(const Here& here,
                                                       const Context& step);
  [[nodiscard]] logic::Term silence(const Here& here,
                                    Prefix& prefix,
                                    logic::Term generic);
  [[nodiscard]] logic::Term any(const std::vector<Child>& children);
  [[nodiscard]] logic::Term tidy(const Knowledge& known,
                                 std::vector<logic::Term> conjuncts);

  struct Leaf {
    const char* name;
    suite::Verdict verdict;
    std::string reason;
  };
  void to_leaf(const Here& here,
               suite::Action action,
               std::uint32_t channel,
               logic::Term guard,
               const char* rule,
               Leaf leaf);
  void to_next(const Here& here,
               suite::Action action,
               std::uint32_t channel,
               logic::Term guard,
               const char* rule,
               logic::Term sure = {});
  suite::TreeTransition& add(const Here& here,
                             suite::Action action,
                             std::uint32_t channel,
                             logic::Term guard,
                             const char* rule);
  void warn(const std::string& once,
            base::SourceLocation where,
            std::string message);
  [[nodiscard]] std::string names(const std::vector<Child>& children) const;

  Execution& execution_;
  Prover& prover_;
  Steps& steps_;
  Purpose& purpose_;
  const model::TimedAutomaton& automaton_;
  const TestCaseOptions& options_;
  TestCaseResult* result_ = nullptr;
  std::set<std::string> warned_;
};

}  // namespace catenary::engine::symbolic
