// SPDX-License-Identifier: Apache-2.0
/// \file
/// The integer programme of covers by paths, and its subtour elimination.
///
/// Variables: x_a in {0, 1} for each arc a, with the depot as the vertex before
/// each first and after each last vertex. Rows: every vertex is entered once
/// and left once; the number of arcs out of the depot is within the limits.
/// Cuts: every set of vertices without the depot is entered at least once. A
/// violated cut is found as a minimum cut between the depot and a vertex
/// (Dantzig, Fulkerson, Johnson 1954; Padberg, Rinaldi 1991).
#include "logic/ilp/path_cover.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "logic/ilp/path_cover_clingo.h"

namespace catenary::logic {
namespace {

/// An arc of the programme; vertex `vertices` is the depot.
struct Arc {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

/// Maximum flow by shortest augmenting paths (Edmonds and Karp, "Theoretical
/// Improvements in Algorithmic Efficiency for Network Flow Problems", JACM
/// 1972, doi:10.1145/321694.321699). Capacities sum to a few units, so that few
/// augmentations suffice.
class Flow {
 public:
  explicit Flow(std::uint32_t vertices) : adjacent_(vertices) {}

  void clear() {
    for (auto& list : adjacent_) list.clear();
    edges_.clear();
  }
  void add(std::uint32_t from, std::uint32_t to, double capacity) {
    // Edges are stored in pairs: edge id ^ 1 is the reverse edge.
    adjacent_[from].push_back(static_cast<std::uint32_t>(edges_.size()));
    edges_.push_back({to, capacity, capacity});
    adjacent_[to].push_back(static_cast<std::uint32_t>(edges_.size()));
    edges_.push_back({from, 0, 0});
  }
  /// Flow from source to sink, at most `enough`. Afterwards `reached` marks
  /// the source side of a minimum cut.
  double run(std::uint32_t source,
             std::uint32_t sink,
             double enough,
             std::vector<bool>& reached) {
    for (Edge& edge : edges_) edge.left = edge.capacity;
    double total = 0;
    while (total < enough) {
      std::vector<std::uint32_t> via(adjacent_.size(), kNone);
      std::vector<std::uint32_t> queue{source};
      reached.assign(adjacent_.size(), false);
      reached[source] = true;
      // Breadth first: the augmenting path is a shortest one.
      for (std::size_t at = 0; at < queue.size() && !reached[sink]; ++at) {
        for (const std::uint32_t id : adjacent_[queue[at]]) {
          const Edge& edge = edges_[id];
          if (edge.left <= kTiny || reached[edge.to]) continue;
          reached[edge.to] = true;
          via[edge.to] = id;
          queue.push_back(edge.to);
        }
      }
      // No augmenting path: `reached` is the source side of a minimum cut.
      if (!reached[sink]) break;
      double push = enough - total;
      for (std::uint32_t v = sink; v != source; v = edges_[via[v] ^ 1].to) {
        push = std::min(push, edges_[via[v]].left);
      }
      for (std::uint32_t v = sink; v != source; v = edges_[via[v] ^ 1].to) {
        edges_[via[v]].left -= push;
        edges_[via[v] ^ 1].left += push;
      }
      total += push;
    }
    return total;
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  static constexpr double kTiny = 1e-9;
  struct Edge {
    std::uint32_t to = 0;
    double capacity = 0;
    double left = 0;
  };
  std::vector<std::vector<std::uint32_t>> adjacent_;
  std::vector<Edge> edges_;
};

/// One problem as an integer programme.
class Cover {
 public:
  Cover(const PathCoverProblem& problem, const PathCoverOptions& options)
      : problem_(problem),
        options_(options),
        depot_(problem.vertices),
        flow_(problem.vertices + 1) {}

  PathCoverResult run() {
    build();
    IlpOptions ilp;
    ilp.budget = options_.budget;
    ilp.max_nodes = options_.max_nodes;
    ilp.relax = options_.relax;
    if (options_.cutoff != std::numeric_limits<std::int64_t>::max()) {
      // Costs are whole, so anything that costs less is a half below.
      ilp.cutoff = static_cast<double>(options_.cutoff) - 0.5;
    }
    const IlpResult solved =
        solve(programme_, ilp, [this](const std::vector<double>& values) {
          return violated(values);
        });

    PathCoverResult result;
    result.status = solved.status;
    if (solved.status == IlpStatus::infeasible) {
      result.bound = options_.cutoff;
      return result;
    }
    result.bound = std::max<std::int64_t>(0, round_up(solved.bound));
    if (options_.relax || solved.values.empty()) return result;
    read(solved.values, result);
    if (result.status == IlpStatus::optimal) result.bound = result.cost;
    return result;
  }

 private:
  /// The smallest whole number that is not below the bound. A little is
  /// subtracted first, since the LP is solved in floating point; a bound that
  /// is too low is sound.
  static std::int64_t round_up(double bound) {
    if (!(bound > -1e15)) return 0;
    return static_cast<std::int64_t>(
        std::ceil(bound - 1e-5 * std::max(1.0, std::abs(bound) * 1e-3)));
  }

  /// A variable for an arc that exists; the cost of a path is paid where it
  /// leaves the depot.
  void add_arc(std::uint32_t from, std::uint32_t to, std::int64_t cost) {
    if (cost < 0) return;
    const std::int64_t whole = cost + (from == depot_ ? problem_.path_cost : 0);
    programme_.add_variable(
        {0, 1, static_cast<double>(whole), VariableKind::integer});
    arcs_.push_back({from, to});
    costs_.push_back(whole);
  }

  void build() {
    const std::uint32_t n = problem_.vertices;
    CATENARY_CHECK(problem_.first.size() == n && problem_.last.size() == n &&
                       problem_.between.size() == std::size_t{n} * n,
                   "cost tables of the wrong size");
    for (std::uint32_t v = 0; v < n; ++v) add_arc(depot_, v, problem_.first[v]);
    for (std::uint32_t v = 0; v < n; ++v) add_arc(v, depot_, problem_.last[v]);
    for (std::uint32_t v = 0; v < n; ++v) {
      for (std::uint32_t w = 0; w < n; ++w) {
        if (v != w) add_arc(v, w, problem_.between[std::size_t{v} * n + w]);
      }
    }
    std::vector<LinearRow> enter(n), leave(n);
    LinearRow paths;
    for (std::uint32_t a = 0; a < arcs_.size(); ++a) {
      const Arc& arc = arcs_[a];
      if (arc.to != depot_) enter[arc.to].terms.push_back({a, 1});
      if (arc.from != depot_) leave[arc.from].terms.push_back({a, 1});
      if (arc.from == depot_) paths.terms.push_back({a, 1});
    }
    for (std::uint32_t v = 0; v < n; ++v) {
      enter[v].lower = enter[v].upper = 1;
      leave[v].lower = leave[v].upper = 1;
      programme_.add_row(std::move(enter[v]));
      programme_.add_row(std::move(leave[v]));
    }
    paths.lower = problem_.min_paths;
    paths.upper = std::min(problem_.max_paths, std::max(n, 1U));
    programme_.add_row(std::move(paths));
  }

  /// Cuts that every set of vertices must satisfy (be entered at least once)
  /// and this point does not.
  std::vector<LinearRow> violated(const std::vector<double>& values) {
    flow_.clear();
    for (std::size_t a = 0; a < arcs_.size(); ++a) {
      if (values[a] > 1e-7) flow_.add(arcs_[a].from, arcs_[a].to, values[a]);
    }
    std::vector<LinearRow> cuts;
    std::vector<bool> cut_off(problem_.vertices + 1, false), source_side;
    // Once a vertex is cut off by a row of this round, no further row is sought
    // for it: one cut for each component is enough.
    for (std::uint32_t v = 0; v < problem_.vertices; ++v) {
      if (cut_off[v]) continue;
      // With tolerance: a cut that is only just violated would not change the
      // LP.
      if (flow_.run(depot_, v, 1, source_side) > 1 - 1e-4) continue;
      LinearRow row;
      row.lower = 1;
      for (std::uint32_t a = 0; a < arcs_.size(); ++a) {
        // The arcs that enter the sink side, which does not contain the depot.
        if (source_side[arcs_[a].from] && !source_side[arcs_[a].to]) {
          row.terms.push_back({a, 1});
        }
      }
      for (std::uint32_t w = 0; w < problem_.vertices; ++w) {
        if (!source_side[w]) cut_off[w] = true;
      }
      cuts.push_back(std::move(row));
    }
    return cuts;
  }

  /// The paths of a solution; checks that each vertex lies on one path.
  void read(const std::vector<double>& values, PathCoverResult& result) const {
    std::vector<std::uint32_t> next(problem_.vertices, depot_), starts;
    for (std::size_t a = 0; a < arcs_.size(); ++a) {
      if (values[a] < 0.5) continue;
      result.cost += costs_[a];
      if (arcs_[a].from == depot_) {
        starts.push_back(arcs_[a].to);
      } else {
        next[arcs_[a].from] = arcs_[a].to;
      }
    }
    std::size_t seen = 0;
    for (const std::uint32_t start : starts) {
      std::vector<std::uint32_t> path;
      for (std::uint32_t v = start; v != depot_; v = next[v]) {
        path.push_back(v);
        // Vertices that are visited again would make the walk endless.
        CATENARY_CHECK(++seen <= problem_.vertices, "paths that overlap");
      }
      result.paths.push_back(std::move(path));
    }
    CATENARY_CHECK(seen == problem_.vertices, "a vertex on no path");
  }

  const PathCoverProblem& problem_;
  const PathCoverOptions& options_;
  std::uint32_t depot_;
  Flow flow_;
  IntegerProgramme programme_;
  std::vector<Arc> arcs_;
  std::vector<std::int64_t> costs_;
};

}  // namespace

PathCoverResult cover_by_paths(const PathCoverProblem& problem,
                               const PathCoverOptions& options) {
  PathCoverResult result;
  if (problem.vertices == 0) {
    result.status = IlpStatus::optimal;
    return result;
  }
  if (options.optimiser == Optimiser::clingo && !options.relax) {
    result = cover_by_paths_with_clingo(problem, options.budget);
    // clingo knows no cutoff; the result is compared with it afterwards.
    if (result.status == IlpStatus::infeasible ||
        (result.status == IlpStatus::optimal &&
         result.cost >= options.cutoff)) {
      result = {IlpStatus::infeasible, options.cutoff, 0, {}};
    }
    return result;
  }
  return Cover(problem, options).run();
}

}  // namespace catenary::logic
