// SPDX-License-Identifier: Apache-2.0
/// \file
/// Path covers against the enumeration of every order and every way to cut it
/// into paths.
#include "logic/ilp/path_cover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include "base/error.h"
#include "logic/ilp/path_cover_clingo.h"

namespace catenary::logic {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

std::int64_t enumerate(const PathCoverProblem& p) {
  std::vector<std::uint32_t> order(p.vertices);
  std::iota(order.begin(), order.end(), 0U);
  std::int64_t best = kNever;
  do {
    for (std::uint32_t cuts = 0; cuts < (1U << (p.vertices - 1)); ++cuts) {
      std::int64_t cost = p.path_cost;
      std::uint32_t paths = 1;
      bool possible = true;
      const auto add = [&](std::int64_t arc) {
        possible = possible && arc != kNoArc;
        cost += arc;
      };
      add(p.first[order[0]]);
      for (std::uint32_t i = 0; i + 1 < p.vertices; ++i) {
        if ((cuts >> i & 1U) != 0) {
          add(p.last[order[i]]);
          add(p.first[order[i + 1]]);
          cost += p.path_cost;
          ++paths;
        } else {
          add(p.between[order[i] * p.vertices + order[i + 1]]);
        }
      }
      add(p.last[order.back()]);
      if (possible && paths >= p.min_paths && paths <= p.max_paths) {
        best = std::min(best, cost);
      }
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

PathCoverProblem random_problem(std::mt19937& rng) {
  const auto draw = [&rng](int low, int high) {
    return low +
           static_cast<int>(rng() % static_cast<unsigned>(high - low + 1));
  };
  PathCoverProblem p;
  p.vertices = static_cast<std::uint32_t>(draw(1, 6));
  const int hole = draw(0, 60);
  const auto arc = [&] {
    return draw(0, 99) < hole ? kNoArc : std::int64_t{draw(0, 9)};
  };
  for (std::uint32_t v = 0; v < p.vertices; ++v) {
    p.first.push_back(arc());
    p.last.push_back(arc());
  }
  for (std::uint32_t v = 0; v < p.vertices * p.vertices; ++v) {
    p.between.push_back(arc());
  }
  p.path_cost = draw(0, 1) == 0 ? draw(0, 5) : 1000;
  p.min_paths = static_cast<std::uint32_t>(draw(1, 2));
  if (draw(0, 1) == 0) p.max_paths = static_cast<std::uint32_t>(draw(1, 3));
  return p;
}

TEST(PathCover, AgreesWithEnumeration) {
  std::mt19937 rng(1);
  int feasible = 0;
  for (int round = 0; round < 300; ++round) {
    const PathCoverProblem p = random_problem(rng);
    const std::int64_t best = enumerate(p);
    const PathCoverResult found = cover_by_paths(p, {});
    if (best == kNever) {
      EXPECT_EQ(found.status, IlpStatus::infeasible) << round;
      continue;
    }
    ++feasible;
    ASSERT_EQ(found.status, IlpStatus::optimal) << round;
    EXPECT_EQ(found.cost, best) << round;
    EXPECT_EQ(found.bound, best) << round;

    PathCoverOptions relaxed;
    relaxed.relax = true;
    EXPECT_LE(cover_by_paths(p, relaxed).bound, best) << round;

    PathCoverOptions cut;
    cut.cutoff = best;
    EXPECT_EQ(cover_by_paths(p, cut).status, IlpStatus::infeasible) << round;
    cut.cutoff = best + 1;
    EXPECT_EQ(cover_by_paths(p, cut).cost, best) << round;
  }
  EXPECT_GT(feasible, 100);
}

TEST(PathCover, ClingoAgreesWithCbcAndEnumeration) {
  if (clingo_version().empty()) GTEST_SKIP() << "clingo is not installed";
  std::mt19937 rng(2);
  PathCoverOptions with_clingo;
  with_clingo.optimiser = Optimiser::clingo;
  int feasible = 0;
  for (int round = 0; round < 60; ++round) {
    const PathCoverProblem p = random_problem(rng);
    const std::int64_t best = enumerate(p);
    const PathCoverResult found = cover_by_paths(p, with_clingo);
    const PathCoverResult other = cover_by_paths(p, {});
    EXPECT_EQ(found.status, other.status) << round;
    if (best == kNever) continue;
    ++feasible;
    EXPECT_EQ(found.cost, best) << round;
    EXPECT_EQ(found.bound, best) << round;
    EXPECT_EQ(other.cost, best) << round;
    with_clingo.cutoff = best;
    EXPECT_EQ(cover_by_paths(p, with_clingo).status, IlpStatus::infeasible);
    with_clingo.cutoff = PathCoverOptions().cutoff;
  }
  EXPECT_GT(feasible, 20);
}

TEST(PathCover, ClingoIsToldTheProblem) {
  PathCoverProblem p;
  p.vertices = 2;
  p.first = {3, kNoArc};
  p.last = {kNoArc, 1};
  p.between = {0, 7, kNoArc, 0};
  const std::string text = as_answer_set_programme(p);
  for (const char* fact : {"vertex(0..1).",
                           "first(0,3).",
                           "last(1,1).",
                           "between(0,1,7).",
                           "#const max_paths = 2."}) {
    EXPECT_NE(text.find(fact), std::string::npos) << fact;
  }
  EXPECT_EQ(text.find("between(1,0"), std::string::npos);
  p.first[0] = std::int64_t{1} << 31;
  EXPECT_THROW((void)as_answer_set_programme(p), base::ToolError);
}

TEST(PathCover, CutsSubtours) {
  // Two cheap triangles, joined by dear arcs: without the cuts the cheapest
  // assignment is a triangle that no path enters.
  PathCoverProblem p;
  p.vertices = 6;
  p.first = {0, 50, 50, 50, 50, 50};
  p.last.assign(6, 0);
  p.between.assign(36, 20);
  for (const std::uint32_t base : {0U, 3U}) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      p.between[(base + i) * 6 + base + (i + 1) % 3] = 1;
    }
  }
  p.max_paths = 1;
  const PathCoverResult found = cover_by_paths(p, {});
  ASSERT_EQ(found.status, IlpStatus::optimal);
  EXPECT_EQ(found.cost, 1 + 1 + 20 + 1 + 1);
  ASSERT_EQ(found.paths.size(), 1U);
  EXPECT_EQ(found.paths[0].size(), 6U);
}

TEST(PathCover, EightyVerticesProved) {
  std::mt19937 rng(7);
  PathCoverProblem p;
  p.vertices = 80;
  for (int i = 0; i < 80; ++i) p.first.push_back(rng() % 100);
  for (int i = 0; i < 80; ++i) p.last.push_back(rng() % 100);
  for (int i = 0; i < 6400; ++i) p.between.push_back(rng() % 100);
  p.max_paths = 1;
  const PathCoverResult found = cover_by_paths(p, {});
  ASSERT_EQ(found.status, IlpStatus::optimal);
  ASSERT_EQ(found.paths.size(), 1U);
  EXPECT_EQ(found.paths[0].size(), 80U);
}

TEST(PathCover, StopsWhenInterrupted) {
  PathCoverProblem p;
  p.vertices = 2;
  p.first = {3, 3};
  p.last = {0, 0};
  p.between.assign(4, 5);
  PathCoverOptions options;
  options.budget.interrupt();
  const PathCoverResult found = cover_by_paths(p, options);
  EXPECT_EQ(found.status, IlpStatus::limit);
  EXPECT_LE(found.bound, 6);
}

TEST(PathCover, NothingToCover) {
  const PathCoverResult found = cover_by_paths({}, {});
  EXPECT_EQ(found.status, IlpStatus::optimal);
  EXPECT_EQ(found.cost, 0);
}

}  // namespace
}  // namespace catenary::logic
