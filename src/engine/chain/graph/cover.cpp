// SPDX-License-Identifier: Apache-2.0
/// \file
/// Set cover in three stages: reductions, a greedy solution as the cutoff, and
/// branch and bound for the rest. Every stage resolves ties by the index, so
/// that the result is always the same.

#include "engine/chain/graph/cover.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/check.h"
#include "logic/ilp/programme.h"

namespace catenary::engine::chain {

namespace {

using Elements = std::vector<std::uint32_t>;

/// Nodes of branch and bound. The same on every machine, unlike a limit of
/// time.
constexpr std::int64_t kMostNodes = 5000;

/// Whether `part` is a subset of `all`; both ascending.
bool includes(const Elements& all, const Elements& part) {
  return std::includes(all.begin(), all.end(), part.begin(), part.end());
}

/// A set during the reductions: its elements that are not covered yet.
struct Column {
  std::uint32_t index = 0;
  std::uint64_t weight = 0;
  Elements open;
};

/// The reductions of Garfinkel and Nemhauser.
class Reducer {
 public:
  explicit Reducer(const std::vector<CoverSet>& sets) {
    for (std::uint32_t i = 0; i < sets.size(); ++i) {
      CATENARY_CHECK(sets[i].weight <= std::uint64_t{1} << 40,
                     "a weight of a cover is at most 2^40");
      columns_.push_back({i, sets[i].weight, sets[i].elements});
    }
  }

  /// Applies the reductions until none changes anything: taking a set makes
  /// others dominated, and dropping sets makes others essential.
  void reduce() {
    do {
      drop_dominated();
    } while (take_essential());
  }

  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  [[nodiscard]] const std::vector<std::uint32_t>& taken() const {
    return taken_;
  }

 private:
  /// A set is dominated if another one has all of its elements and costs no
  /// more.
  void drop_dominated() {
    // By rising weight; among equals the larger and then the earlier first.
    // Then a set can only be dominated by one before it.
    std::sort(
        columns_.begin(), columns_.end(), [](const Column& a, const Column& b) {
          if (a.weight != b.weight) return a.weight < b.weight;
          if (a.open.size() != b.open.size()) {
            return a.open.size() > b.open.size();
          }
          return a.index < b.index;
        });
    std::vector<Column> kept;
    for (Column& c : columns_) {
      const bool needless =
          c.open.empty() ||
          std::any_of(kept.begin(), kept.end(), [&c](const Column& k) {
            return includes(k.open, c.open);
          });
      if (!needless) kept.push_back(std::move(c));
    }
    columns_ = std::move(kept);
  }

  /// Takes the sets that alone have some element. Returns whether there was
  /// any.
  bool take_essential() {
    std::vector<std::pair<std::uint32_t, std::size_t>> places;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      for (const std::uint32_t e : columns_[c].open) places.emplace_back(e, c);
    }
    std::sort(places.begin(), places.end());
    std::set<std::size_t> essential;
    for (std::size_t i = 0; i < places.size(); ++i) {
      // Places are sorted by element: an element with no equal neighbour is in
      // one set only.
      const bool before = i > 0 && places[i - 1].first == places[i].first;
      const bool after =
          i + 1 < places.size() && places[i + 1].first == places[i].first;
      if (!before && !after) essential.insert(places[i].second);
    }
    std::set<std::uint32_t> covered;
    for (const std::size_t c : essential) {
      taken_.push_back(columns_[c].index);
      covered.insert(columns_[c].open.begin(), columns_[c].open.end());
    }
    for (Column& c : columns_) {
      std::erase_if(c.open,
                    [&](std::uint32_t e) { return covered.contains(e); });
    }
    return !essential.empty();
  }

  std::vector<Column> columns_;
  std::vector<std::uint32_t> taken_;
};

/// Greedy set cover: always the set with the least weight for each new element
/// (Chvátal 1979).
std::vector<std::size_t> greedy(const std::vector<Column>& columns) {
  std::vector<std::size_t> chosen;
  std::set<std::uint32_t> open;
  for (const Column& c : columns) open.insert(c.open.begin(), c.open.end());
  while (!open.empty()) {
    std::size_t best = columns.size();
    double best_price = 0;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const auto fresh =
          std::count_if(columns[c].open.begin(),
                        columns[c].open.end(),
                        [&open](std::uint32_t e) { return open.contains(e); });
      if (fresh == 0) continue;
      const double price =
          static_cast<double>(columns[c].weight) / static_cast<double>(fresh);
      if (best == columns.size() || price < best_price) {
        best = c;
        best_price = price;
      }
    }
    chosen.push_back(best);
    for (const std::uint32_t e : columns[best].open) open.erase(e);
  }
  return chosen;
}

/// Sum of the weights of the chosen columns.
std::uint64_t cost_of(const std::vector<Column>& columns,
                      const std::vector<std::size_t>& chosen) {
  std::uint64_t cost = 0;
  for (const std::size_t c : chosen) cost += columns[c].weight;
  return cost;
}

/// The cheapest choice of columns. `bound` is a lower bound, equal to the cost
/// if the choice is proved optimal.
std::vector<std::size_t> solve(const std::vector<Column>& columns,
                               const base::Budget& budget,
                               std::uint64_t& bound) {
  std::vector<std::size_t> chosen = greedy(columns);
  const std::uint64_t known = cost_of(columns, chosen);
  bound = known;
  if (columns.empty()) return chosen;
  logic::IntegerProgramme programme;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places;
  for (const Column& c : columns) {
    const std::uint32_t x = programme.add_variable(
        {0, 1, static_cast<double>(c.weight), logic::VariableKind::integer});
    for (const std::uint32_t e : c.open) places.emplace_back(e, x);
  }
  std::sort(places.begin(), places.end());
  // One row for each element: at least one of its sets is chosen.
  for (auto at = places.begin(); at != places.end();) {
    logic::LinearRow row;
    row.lower = 1;
    for (const std::uint32_t e = at->first;
         at != places.end() && at->first == e;
         ++at) {
      row.terms.push_back({at->second, 1});
    }
    programme.add_row(std::move(row));
  }
  logic::IlpOptions options;
  options.budget = budget;
  options.max_nodes = kMostNodes;
  // Only solutions that are better by at least one are searched: weights are
  // integers.
  options.cutoff = static_cast<double>(known) - 0.5;
  const logic::IlpResult result = logic::solve(programme, options);
  // No better solution exists: the greedy one is optimal.
  if (result.status == logic::IlpStatus::infeasible) return chosen;
  // Costs are integers, so the bound may be rounded up. The small number allows
  // for the solver's tolerance.
  bound = result.bound > 0
              ? static_cast<std::uint64_t>(std::ceil(result.bound - 1e-4))
              : 0;
  if (!result.values.empty()) {
    chosen.clear();
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (result.values[c] > 0.5) chosen.push_back(c);
    }
  }
  bound = std::min(bound, cost_of(columns, chosen));
  return chosen;
}

}  // namespace

/// The sets taken by reductions are part of some optimal cover; the rest is
/// solved without them.
Cover cheapest_cover(const std::vector<CoverSet>& sets,
                     const base::Budget& budget) {
  Reducer reducer(sets);
  reducer.reduce();
  Cover cover;
  cover.chosen = reducer.taken();
  std::uint64_t bound = 0;
  for (const std::size_t c : solve(reducer.columns(), budget, bound)) {
    cover.chosen.push_back(reducer.columns()[c].index);
  }
  for (const std::uint32_t i : reducer.taken()) bound += sets[i].weight;
  std::sort(cover.chosen.begin(), cover.chosen.end());
  std::set<std::uint32_t> open;
  for (const CoverSet& s : sets) {
    open.insert(s.elements.begin(), s.elements.end());
  }
  for (const std::uint32_t i : cover.chosen) {
    cover.cost += sets[i].weight;
    for (const std::uint32_t e : sets[i].elements) open.erase(e);
  }
  CATENARY_CHECK(open.empty(), "a cover covers all elements");
  cover.bound = bound;
  return cover;
}

}  // namespace catenary::engine::chain
