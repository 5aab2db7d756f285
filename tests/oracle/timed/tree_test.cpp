// SPDX-License-Identifier: Apache-2.0
// Every verdict of test cases of random automata against the grid.
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <set>
#include <string>

#include "engine/symbolic/execution.h"
#include "engine/symbolic/testing/test_case.h"
#include "frontend/xlia/xlia.h"
#include "oracle/timed/compare.h"
#include "oracle/timed/random_automaton.h"
#include "oracle/timed/settings.h"

namespace catenary::oracle {
namespace {

namespace symbolic = engine::symbolic;

symbolic::TestCaseOptions options_of(const Purpose& purpose) {
  symbolic::TestCaseOptions out;
  for (std::uint32_t c = 0; c < purpose.uncontrollable.size(); ++c) {
    if (purpose.uncontrollable[c]) out.uncontrollable.insert(c);
  }
  out.time_out = mpq_class(purpose.time_out);
  out.check = false;
  return out;
}

std::string name_of(const model::TimedAutomaton& a, const Purpose& purpose) {
  std::string out = "purpose";
  for (const std::uint32_t t : purpose.path) out += " " + a.qualified(t);
  std::ostringstream rest;
  rest << ", TM " << purpose.time_out << ", uncontrollable";
  for (std::uint32_t c = 0; c < purpose.uncontrollable.size(); ++c) {
    if (purpose.uncontrollable[c]) rest << " " << a.channels[c].name;
  }
  return out + rest.str();
}

std::string text_of(const symbolic::TestCaseResult& result) {
  std::string out = symbolic::to_string(result.refusal);
  for (const auto& d : result.diagnostics) out += "\n" + d.render();
  return out;
}

TEST(Trees, EveryVerdictIsRight) {
  Comparison total;
  std::map<std::string, std::uint64_t> refusals;
  std::uint64_t cases = 0;
  std::uint64_t open = 0;
  for (std::uint64_t n = 0; n < automata_to_try(); ++n) {
    const std::string text = random_automaton(kSeed, n);
    const model::TimedAutomaton a = frontend::xlia::parse(text, "random.xlia");
    GridModel grid(a);
    base::Rng rng = base::Rng::of_task(kSeed + 3, n);
    std::set<std::vector<std::uint32_t>> done;
    for (int i = 0; i < 6 && done.size() < 2; ++i) {
      const RandomPurpose chosen = random_purpose(grid, rng);
      if (chosen.purpose.path.empty() ||
          !done.insert(chosen.purpose.path).second) {
        continue;
      }
      const std::string what = "automaton " + std::to_string(n) + ", " +
                               name_of(a, chosen.purpose) + "\n" + text;
      symbolic::Execution execution(a);
      const symbolic::TestCaseOptions options = options_of(chosen.purpose);
      const symbolic::TestCaseResult result = symbolic::make_test_case(
          execution, chosen.purpose.path, options, base::Budget());
      ++refusals[symbolic::to_string(result.refusal)];
      if (result.refusal != symbolic::Refusal::none) {
        // The run shows that it can be followed within the time-outs.
        EXPECT_TRUE(result.refusal == symbolic::Refusal::nondeterministic ||
                    result.refusal == symbolic::Refusal::undecided)
            << text_of(result) << what;
        continue;
      }
      ++cases;
      open += result.undecided.size();
      const symbolic::TreeCheck check = symbolic::check_tree(
          result.tree,
          symbolic::signature_of(a, options.uncontrollable, "s"),
          options,
          base::Budget());
      EXPECT_TRUE(check.violations.empty()) << check.violations.front() << "\n"
                                            << what;
      open += check.undecided.size();
      const Comparison c = compare(grid, chosen, result.tree, 6, rng);
      for (const std::string& d : c.differences)
        ADD_FAILURE() << d << "\n" << what;
      total.add(c);
    }
  }
  std::cout << cases << " test cases, " << total.observations
            << " observations, " << total.stimulations << " stimulations; "
            << total.false_fail << " false FAIL, " << total.false_pass
            << " false PASS, " << total.wrong_kind << " other verdicts, "
            << total.other << " other differences; undecided "
            << total.undecided << " guards, " << open << " queries; "
            << total.quantified << " evaluations with a solver\n";
  for (const auto& [verdict, count] : total.verdicts) {
    std::cout << "  " << verdict << " " << count << "\n";
  }
  for (const auto& [refusal, count] : refusals) {
    std::cout << "  purposes: " << refusal << " " << count << "\n";
  }
  EXPECT_GT(cases, automata_to_try() / 2);
  for (const char* verdict : {"PASS",
                              "FAIL_out",
                              "FAIL_dur",
                              "INC_out",
                              "INC_dur",
                              "INC_ucInSpec",
                              "INC_ucInUspec"}) {
    EXPECT_GT(total.verdicts[verdict], 0U) << verdict;
  }
}

}  // namespace
}  // namespace catenary::oracle
