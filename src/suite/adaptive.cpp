// SPDX-License-Identifier: Apache-2.0
/// \file
/// Trees of steps: paths, and the checks that steps form a tree and that a
/// result's path follows its branches.
#include "suite/adaptive.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace catenary::suite {
namespace {

/// For each step the step whose branch leads to it; the first step has none
/// (0).
std::vector<std::uint32_t> parents_of(const std::vector<Step>& steps) {
  std::vector<std::uint32_t> out(steps.size(), 0);
  for (std::uint32_t s = 0; s < steps.size(); ++s) {
    for (const AdaptiveBranch& branch : steps[s].next) out[branch.to] = s;
  }
  return out;
}

/// The path from the first step to `step`.
std::vector<std::uint32_t> path_by(const std::vector<std::uint32_t>& parents,
                                   std::uint32_t step) {
  std::vector<std::uint32_t> out{step};
  while (out.back() != 0) out.push_back(parents[out.back()]);
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace

bool is_adaptive(const Test& test) {
  return test.kind == TestKind::tree && !test.steps.empty();
}

bool is_automaton(const Test& test) {
  return test.kind == TestKind::tree && test.steps.empty();
}

std::vector<std::vector<std::uint32_t>> paths_of(const Test& test) {
  std::vector<std::vector<std::uint32_t>> out;
  if (!is_adaptive(test)) {
    out.emplace_back(test.steps.size());
    std::iota(out.front().begin(), out.front().end(), 0U);
    return out;
  }
  // Depth first, branches in order: the stack receives them in reverse.
  const std::vector<std::uint32_t> parents = parents_of(test.steps);
  std::vector<std::uint32_t> open{0};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    const std::vector<AdaptiveBranch>& next = test.steps[at].next;
    // A step without branches ends a path.
    if (next.empty()) out.push_back(path_by(parents, at));
    for (std::size_t b = next.size(); b-- > 0;) open.push_back(next[b].to);
  }
  return out;
}

std::vector<const Step*> steps_of(const Test& test, const TestResult& result) {
  std::vector<const Step*> out;
  if (!is_adaptive(test)) {
    for (const Step& step : test.steps) out.push_back(&step);
    return out;
  }
  for (const std::uint32_t at : result.path) out.push_back(&test.steps.at(at));
  return out;
}

std::string why_not_its_path(const Test& test, const TestResult& result) {
  const std::vector<std::uint32_t>& path = result.path;
  // Other tests have one path, which results do not repeat.
  if (!is_adaptive(test)) {
    return path.empty() ? ""
                        : "the test has no branches, so its result has no path";
  }
  for (std::size_t n = 0; n < path.size(); ++n) {
    const bool leads_here =
        n == 0 ? path[0] == 0
               : std::ranges::any_of(
                     test.steps[path[n - 1]].next,
                     [&](const AdaptiveBranch& b) { return b.to == path[n]; });
    if (!leads_here) {
      return "no branch of the test leads to step " + std::to_string(path[n]) +
             ", entry " + std::to_string(n) + " of the path";
    }
  }
  // The SUT may have failed in the last step, before it answered.
  const std::size_t answers = result.observed.size();
  if (path.size() == answers || path.size() == answers + 1) return {};
  return "the path has " + std::to_string(path.size()) + " steps, and " +
         std::to_string(answers) + " were observed";
}

std::string why_no_tree(const std::vector<Step>& steps) {
  std::vector<bool> reached(steps.size(), false);
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const std::string at = "step " + std::to_string(s);
    // Branches lead to later steps, so that the predecessors of s were seen.
    if (s > 0 && !reached[s]) return "no branch leads to " + at;
    for (const AdaptiveBranch& branch : steps[s].next) {
      const std::string to = "step " + std::to_string(branch.to);
      if (branch.to >= steps.size()) {
        return "a branch of " + at + " leads to " + to + ", which is not there";
      }
      if (branch.to <= s) {
        return "a branch of " + at + " leads back, to " + to;
      }
      if (reached[branch.to]) return "two branches lead to " + to;
      reached[branch.to] = true;
    }
  }
  return {};
}

}  // namespace catenary::suite
