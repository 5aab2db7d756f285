// SPDX-License-Identifier: Apache-2.0
#include "app/contract/shared_tests.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace catenary::app {

void share_tests(suite::Suite& suite) {
  std::map<std::string, std::size_t> known;
  std::vector<suite::Test> tests;
  for (suite::Test& t : suite.tests) {
    suite::Test bare = t;
    bare.goals.clear();
    bare.requirements.clear();
    bare.note.clear();
    for (suite::Step& step : bare.steps) step.goals.clear();
    const auto [at, is_new] =
        known.emplace(suite::content_id(bare, suite.signature), tests.size());
    if (is_new) {
      tests.push_back(std::move(t));
      continue;
    }
    suite::Test& same = tests[at->second];
    same.goals.push_back(t.goals.front());
    for (std::size_t s = 0; s < t.steps.size(); ++s) {
      std::vector<std::string>& goals = same.steps[s].goals;
      goals.insert(
          goals.end(), t.steps[s].goals.begin(), t.steps[s].goals.end());
    }
    same.note += "\n" + t.note;
    std::set<std::string> both(same.requirements.begin(),
                               same.requirements.end());
    both.insert(t.requirements.begin(), t.requirements.end());
    same.requirements.assign(both.begin(), both.end());
  }
  for (suite::Test& t : tests) t.id.clear();
  suite.tests = std::move(tests);
}

}  // namespace catenary::app
