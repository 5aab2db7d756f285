// SPDX-License-Identifier: Apache-2.0
/// \file
/// Integer programmes against enumeration, and what the solver must not do.
#include "logic/ilp/programme.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/check.h"

namespace catenary::logic {
namespace {

TEST(IntegerProgramme, AgreesWithEnumeration) {
  std::mt19937 rng(3);
  const auto draw = [&rng](int low, int high) {
    return low +
           static_cast<int>(rng() % static_cast<unsigned>(high - low + 1));
  };
  int solved = 0;
  for (int round = 0; round < 200; ++round) {
    IntegerProgramme programme;
    const int n = draw(1, 4);
    for (int i = 0; i < n; ++i) {
      programme.add_variable(
          {-2, 3, static_cast<double>(draw(-5, 5)), VariableKind::integer});
    }
    const int rows = draw(0, 4);
    for (int r = 0; r < rows; ++r) {
      LinearRow row;
      for (int i = 0; i < n; ++i) {
        row.terms.push_back(
            {static_cast<std::uint32_t>(i), static_cast<double>(draw(-4, 4))});
      }
      row.lower = draw(-6, 4);
      if (draw(0, 1) == 0) row.upper = row.lower + draw(0, 3);
      programme.add_row(row);
    }
    double best = kUnbounded;
    int points = 1;
    for (int i = 0; i < n; ++i) points *= 6;
    for (int point = 0; point < points; ++point) {
      std::vector<int> x;
      for (int i = 0, rest = point; i < n; ++i, rest /= 6) {
        x.push_back(rest % 6 - 2);
      }
      double cost = 0;
      for (int i = 0; i < n; ++i) cost += programme.variables()[i].cost * x[i];
      const bool holds =
          std::all_of(programme.rows().begin(),
                      programme.rows().end(),
                      [&](const LinearRow& row) {
                        double sum = 0;
                        for (const auto& t : row.terms)
                          sum += t.coefficient * x[t.variable];
                        return sum >= row.lower && sum <= row.upper;
                      });
      if (holds) best = std::min(best, cost);
    }
    testing::internal::CaptureStdout();
    const IlpResult found = solve(programme, {});
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
    if (best == kUnbounded) {
      EXPECT_EQ(found.status, IlpStatus::infeasible) << round;
    } else {
      ++solved;
      ASSERT_EQ(found.status, IlpStatus::optimal) << round;
      EXPECT_NEAR(found.objective, best, 1e-6) << round;
    }
  }
  EXPECT_GT(solved, 50);
}

TEST(IntegerProgramme, RelaxationIsALowerBound) {
  IntegerProgramme programme;
  const auto x = programme.add_variable({0, 10, 1, VariableKind::integer});
  programme.add_row({1, kUnbounded, {{x, 2}}});
  IlpOptions relaxed;
  relaxed.relax = true;
  EXPECT_NEAR(solve(programme, relaxed).bound, 0.5, 1e-9);
  EXPECT_NEAR(solve(programme, {}).objective, 1, 1e-9);
}

TEST(IntegerProgramme, LazyRowsHold) {
  IntegerProgramme programme;
  const auto x = programme.add_variable({0, 9, -1, VariableKind::integer});
  const auto y = programme.add_variable({0, 9, -1, VariableKind::integer});
  const RowSource at_most_seven = [&](const std::vector<double>& values) {
    std::vector<LinearRow> rows;
    if (values[x] + values[y] > 7 + 1e-6) {
      rows.push_back({-kUnbounded, 7, {{x, 1}, {y, 1}}});
    }
    return rows;
  };
  const IlpResult found = solve(programme, {}, at_most_seven);
  ASSERT_EQ(found.status, IlpStatus::optimal);
  EXPECT_NEAR(found.values[x] + found.values[y], 7, 1e-6);
}

TEST(IntegerProgramme, RefusesUnknownVariables) {
  IntegerProgramme programme;
  EXPECT_THROW(programme.add_row({0, 1, {{0, 1}}}), base::InternalError);
}

}  // namespace
}  // namespace catenary::logic
