// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test cases: refusals and rules R1 to R11.
#include "engine/symbolic/test_case.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "unit/engine/symbolic/automata.h"

namespace catenary::engine::symbolic {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

TestCaseResult make(const model::TimedAutomaton& a,
                    const std::vector<std::string>& path,
                    const TestCaseOptions& options = {}) {
  Execution execution(a);
  return make_test_case(execution, path_of(a, path), options, base::Budget());
}

void print(const TestCaseResult& r) {
  std::cerr << to_string(r.refusal) << " " << r.tree.states.size() << " states "
            << r.tree.transitions.size() << " transitions, queries "
            << r.queries << " seconds " << r.seconds << "\n";
  for (const auto& d : r.diagnostics) std::cerr << d.render();
  for (const auto& u : r.undecided) std::cerr << "undecided: " << u << "\n";
  if (r.tree.transitions.size() > 60) return;
  for (const auto& t : r.tree.transitions) {
    std::cerr << "  ec" << t.from << " " << suite::to_string(t.action) << " "
              << t.channel << " " << t.rule << " -> "
              << (t.to_leaf ? r.tree.leaves[t.to].name
                            : r.tree.states[t.to].name)
              << "  " << t.guard
              << (t.sure_guard.empty() ? "" : "  SURE " + t.sure_guard) << "\n";
  }
}

TEST(TestCase, Prints) {
  const auto atm = cash_machine();
  print(make(atm, {"tr1", "tr2"}));
  print(make(atm, {"tr1", "tr3", "tr4", "tr1", "tr2"}));
  const char* n = std::getenv("N");
  std::vector<std::string> path;
  const std::vector<std::string> cycle{"tr1", "tr3", "tr4", "tr1", "tr2"};
  for (int i = 0; n != nullptr && i < std::atoi(n); ++i) {
    path.push_back(cycle[static_cast<std::size_t>(i % 5)]);
  }
  TestCaseOptions fast;
  fast.check = std::getenv("C") != nullptr;
  if (n != nullptr) print(make(atm, path, fast));
}

}  // namespace
}  // namespace catenary::engine::symbolic
