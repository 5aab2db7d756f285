// SPDX-License-Identifier: Apache-2.0
#include "app/generate/pair_goals.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/check.h"
#include "engine/reach/engine.h"
#include "logic/ilp/programme.h"

namespace catenary::app {

namespace {

using model::GoalResult;
using model::GoalStatus;
using Pair = std::pair<std::uint32_t, std::uint32_t>;
using Pairs = std::vector<Pair>;

/// The pairs of a goal whose hits are both known to be possible.
Pairs feasible(const model::PairGoal& goal,
               const std::vector<GoalResult>& results) {
  Pairs out;
  for (const Pair& p : goal.pairs) {
    if (results[p.first].status == GoalStatus::covered &&
        results[p.second].status == GoalStatus::covered) {
      out.push_back(p);
    }
  }
  return out;
}

/// Hits that are in each of the pairs.
std::set<std::uint32_t> common(const Pairs& pairs) {
  std::set<std::uint32_t> out = {pairs.front().first, pairs.front().second};
  for (const Pair& p : pairs) {
    std::erase_if(
        out, [&p](std::uint32_t g) { return g != p.first && g != p.second; });
  }
  return out;
}

/// Chooses for goals that share no hit with others.
class Chooser {
 public:
  Chooser(const std::vector<GoalResult>& results,
          const std::set<std::uint32_t>& given)
      : results_(results), given_(given) {}

  void add(Pairs pairs) { goals_.push_back(std::move(pairs)); }

  [[nodiscard]] std::set<std::uint32_t> choose() const;

 private:
  /// Steps of the run to a hit.
  [[nodiscard]] double steps(std::uint32_t goal) const {
    return std::max(0.0, static_cast<double>(results_[goal].depth));
  }

  const std::vector<GoalResult>& results_;
  const std::set<std::uint32_t>& given_;
  std::vector<Pairs> goals_;
};

std::set<std::uint32_t> Chooser::choose() const {
  logic::IntegerProgramme programme;
  std::map<std::uint32_t, std::uint32_t> hits;  // to their variables
  for (const Pairs& pairs : goals_) {
    for (const auto& [a, b] : pairs) {
      hits.emplace(a, 0);
      hits.emplace(b, 0);
    }
  }
  // A hit more costs more than any longer runs.
  double all_steps = 1;
  for (const auto& hit : hits) all_steps += steps(hit.first);
  for (auto& [goal, variable] : hits) {
    const bool is_there = given_.count(goal) != 0;
    variable = programme.add_variable(
        {0, 1, is_there ? 0 : 1 + steps(goal) / all_steps});
  }
  for (const Pairs& pairs : goals_) {
    logic::LinearRow one;
    one.lower = 1;
    for (const auto& [a, b] : pairs) {
      const std::uint32_t chosen = programme.add_variable({0, 1, 0});
      one.terms.push_back({chosen, 1});
      for (const std::uint32_t hit : {hits.at(a), hits.at(b)}) {
        logic::LinearRow needs;  // hit - chosen >= 0
        needs.lower = 0;
        needs.terms = {{hit, 1}, {chosen, -1}};
        programme.add_row(std::move(needs));
      }
    }
    programme.add_row(std::move(one));
  }
  constexpr std::int64_t kMostNodes = 100'000;
  logic::IlpOptions options;
  options.max_nodes = kMostNodes;
  const logic::IlpResult solved = logic::solve(programme, options);
  std::set<std::uint32_t> out;
  constexpr double kHalf = 0.5;
  for (const auto& [goal, at] : hits) {
    // Without a solution all of them do.
    if (solved.values.empty() || solved.values[at] > kHalf) out.insert(goal);
  }
  return out;
}

/// Which goals share hits: a number for each, -1 where it has no pairs.
std::vector<std::int64_t> components(const std::vector<Pairs>& goals) {
  std::map<std::uint32_t, std::uint32_t> parent;
  const auto root = [&parent](std::uint32_t g) {
    parent.emplace(g, g);
    while (parent[g] != g) g = parent[g] = parent[parent[g]];
    return g;
  };
  for (const Pairs& pairs : goals) {
    for (const auto& [a, b] : pairs) {
      const std::uint32_t first = root(pairs.front().first);
      parent[root(a)] = first;
      parent[root(b)] = first;
    }
  }
  std::vector<std::int64_t> out;
  for (const Pairs& pairs : goals) {
    out.push_back(pairs.empty() ? -1 : root(pairs.front().first));
  }
  return out;
}

/// Whether no pair may be shown with fewer steps than `depth`.
bool is_least_depth(std::int64_t depth,
                    const model::PairGoal& pair,
                    const std::vector<GoalResult>& results) {
  const auto needs_as_many = [&](std::uint32_t g) {
    const GoalResult& r = results[g];
    return r.status == GoalStatus::unreachable ||
           (r.status == GoalStatus::not_within_bound && r.depth >= depth) ||
           (r.status == GoalStatus::covered && r.depth >= depth &&
            !engine::reach::may_be_shorter(r));
  };
  return std::ranges::all_of(pair.pairs, [&](const Pair& p) {
    return needs_as_many(p.first) || needs_as_many(p.second);
  });
}

/// Why neither hit of a pair was found out to be impossible.
const GoalResult& open_hit(const Pair& p,
                           const std::vector<GoalResult>& results) {
  return results[p.first].status != GoalStatus::covered ? results[p.first]
                                                        : results[p.second];
}

}  // namespace

VectorChoice choose_vectors(const model::StepSystem& system,
                            const std::vector<GoalResult>& results,
                            const std::vector<std::uint32_t>& given) {
  CATENARY_CHECK(results.size() == system.goals.size(), "a result a goal");
  std::vector<Pairs> goals;
  std::set<std::uint32_t> needed;
  const std::set<std::uint32_t> there(given.begin(), given.end());
  for (const model::PairGoal& goal : system.pair_goals) {
    if (is_hit(goal, there)) continue;
    goals.push_back(feasible(goal, results));
    if (!goals.back().empty()) needed.merge(common(goals.back()));
  }
  std::map<std::int64_t, Chooser> choosers;
  const std::vector<std::int64_t> parts = components(goals);
  std::set<std::uint32_t> chosen = needed;
  for (std::size_t g = 0; g < goals.size(); ++g) {
    // What has only one pair is settled, but its hits may help others.
    if (parts[g] < 0) continue;
    choosers.try_emplace(parts[g], results, there).first->second.add(goals[g]);
  }
  for (const auto& [part, chooser] : choosers) {
    chosen.merge(chooser.choose());
  }
  for (const std::uint32_t g : given) {
    needed.erase(g);
    chosen.erase(g);
  }
  return {{chosen.begin(), chosen.end()}, {needed.begin(), needed.end()}};
}

model::GoalResult result_of(const model::PairGoal& pair,
                            const std::vector<model::Goal>& goals,
                            const std::vector<GoalResult>& results) {
  GoalResult out;
  if (!pair.obstacle.empty()) {
    out.reason = pair.obstacle;
    return out;
  }
  const Pair* best = nullptr;
  const GoalResult* open = nullptr;
  const auto depth = [&results](const Pair& p) {
    return std::max(results[p.first].depth, results[p.second].depth);
  };
  bool all_bounded = true;
  const Pairs possible = feasible(pair, results);
  for (const Pair& p : possible) {
    if (best == nullptr || depth(p) < depth(*best)) best = &p;
  }
  if (best != nullptr) {
    out.status = GoalStatus::covered;
    out.trust =
        std::max(results[best->first].trust, results[best->second].trust);
    out.depth = depth(*best);
    out.reason =
        "shown by " + goals[best->first].id + " and " + goals[best->second].id;
    if (!is_least_depth(out.depth, pair, results)) {
      out.reason += engine::reach::kPerhapsNotShortest;
    }
    return out;
  }
  for (const Pair& p : pair.pairs) {
    if (results[p.first].status == GoalStatus::unreachable ||
        results[p.second].status == GoalStatus::unreachable) {
      continue;
    }
    const GoalResult& hit = open_hit(p, results);
    if (open == nullptr) open = &hit;
    all_bounded &= results[p.first].status == GoalStatus::not_within_bound ||
                   results[p.second].status == GoalStatus::not_within_bound;
    if (hit.status == GoalStatus::not_within_bound) open = &hit;
  }
  if (open == nullptr) {
    out.status = GoalStatus::unreachable;
    out.trust = model::Trust::proved;
    out.reason = pair.pairs.empty()
                     ? "no two evaluations of the decision could show it"
                     : "it takes two evaluations, of which one is proved "
                       "unreachable (pairs that would do: " +
                           std::to_string(pair.pairs.size()) + ")";
    return out;
  }
  out.status =
      all_bounded ? GoalStatus::not_within_bound : GoalStatus::undecided;
  out.depth = all_bounded ? open->depth : -1;
  out.reason = "no pair of evaluations was found: " + open->reason;
  return out;
}

bool is_hit(const model::PairGoal& pair, const std::set<std::uint32_t>& hit) {
  return std::any_of(
      pair.pairs.begin(), pair.pairs.end(), [&hit](const Pair& p) {
        return hit.count(p.first) != 0 && hit.count(p.second) != 0;
      });
}

}  // namespace catenary::app
