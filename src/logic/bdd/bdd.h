// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduced ordered binary decision diagrams with complement edges.
///
/// Method: Bryant, "Graph-Based Algorithms for Boolean Function Manipulation",
/// IEEE Transactions on Computers 1986 (doi:10.1109/TC.1986.1676819); unique
/// table, computed table and complement edges after Brace, Rudell, Bryant,
/// "Efficient Implementation of a BDD Package", DAC 1990
/// (doi:10.1145/123186.123222).
///
/// A package of our own, because verdicts rest on it: an operation that meets a
/// limit throws and leaves the manager as it was, while libraries in C return a
/// diagram that means something else. Variables are not reordered; near_order()
/// in codes.h proposes an order before the first diagram is built.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "base/budget.h"

namespace catenary::logic::bdd {

/// Thrown by any operation that meets a limit. Its operands, and all other
/// handles, are unchanged; the operation may be repeated with fewer nodes
/// alive.
class LimitReached : public std::runtime_error {
 public:
  explicit LimitReached(base::StopReason reason)
      : std::runtime_error(base::to_string(reason)), reason_(reason) {}
  /// `memory` for the limit of nodes, `time` or `interrupt` for the budget.
  [[nodiscard]] base::StopReason reason() const { return reason_; }

 private:
  base::StopReason reason_;
};

class Manager;

/// A Boolean function of a manager's variables. Equal functions are equal
/// handles, so that equivalence is a comparison. A handle keeps its function
/// alive and must not outlive the manager. A default-constructed handle has no
/// manager and may only be assigned to.
class Bdd {
 public:
  Bdd() = default;
  Bdd(const Bdd& other);
  Bdd(Bdd&& other) noexcept;
  Bdd& operator=(Bdd other) noexcept;
  ~Bdd();

  bool operator==(const Bdd&) const = default;
  /// A number that identifies the function in its manager as long as there is a
  /// handle to it. Suitable as a key, not for ordering across runs.
  [[nodiscard]] std::uint32_t id() const { return edge_; }
  /// Whether the function is a constant. Cost: constant.
  [[nodiscard]] bool is_true() const { return edge_ == 0; }
  [[nodiscard]] bool is_false() const { return edge_ == 1; }

  // Operands of one operation must belong to one manager. Each may throw
  // LimitReached. Cost: at worst the product of the sizes of both operands;
  // negation is free.
  [[nodiscard]] Bdd operator!() const;
  [[nodiscard]] Bdd operator&(const Bdd& other) const;
  [[nodiscard]] Bdd operator|(const Bdd& other) const;
  [[nodiscard]] Bdd operator^(const Bdd& other) const;
  /// Whether every assignment that satisfies this function satisfies `other`.
  /// Builds the counterexamples as a diagram.
  [[nodiscard]] bool implies(const Bdd& other) const;

 private:
  friend class Manager;
  Bdd(Manager* manager, std::uint32_t edge);
  Manager* manager_ = nullptr;
  std::uint32_t edge_ = 0;
};

/// A variable and its value in an assignment.
using Literal = std::pair<std::uint32_t, bool>;

/// Owns all nodes. Single-threaded; managers are independent of each other.
class Manager {
 public:
  /// The budget is polled within operations. Its memory limit, or 1 GiB if it
  /// has none, bounds the number of nodes (about 48 bytes each).
  explicit Manager(base::Budget budget);
  ~Manager();
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  /// The constant function; never fails.
  [[nodiscard]] Bdd constant(bool value);
  /// The function that is true if the variable is. Variables are ordered by
  /// their numbers: lower ones are nearer to the root. Throws LimitReached
  /// (`memory`) if variable >= max_variables.
  [[nodiscard]] Bdd variable(std::uint32_t variable);
  /// Bounds the recursion of the operations, which is one level for each
  /// variable.
  static constexpr std::uint32_t max_variables = 10'000;

  /// If f then g else h. Cost: at worst the product of the three sizes.
  [[nodiscard]] Bdd ite(const Bdd& f, const Bdd& g, const Bdd& h);
  /// The conjunction of these variables (duplicates are ignored), as the
  /// argument `cube` of the quantifiers. Requires: variables < max_variables
  /// (checked).
  [[nodiscard]] Bdd cube(std::vector<std::uint32_t> variables);
  /// f with the variables of `cube` quantified away. The result does not depend
  /// on them. Cost: exponential at worst.
  [[nodiscard]] Bdd exists(const Bdd& f, const Bdd& cube);
  [[nodiscard]] Bdd forall(const Bdd& f, const Bdd& cube);
  /// exists(f & g, cube) without building f & g: the relational product (Burch,
  /// Clarke, Long, "Symbolic Model Checking with Partitioned Transition
  /// Relations", VLSI 1991).
  [[nodiscard]] Bdd and_exists(const Bdd& f, const Bdd& g, const Bdd& cube);
  /// f with variables replaced by others, all at once; variables that `mapping`
  /// lacks are kept. Any mapping is allowed, also one that merges variables;
  /// one that keeps the order of variables costs the least. Requires: numbers <
  /// max_variables (checked).
  [[nodiscard]] Bdd rename(
      const Bdd& f, const std::map<std::uint32_t, std::uint32_t>& mapping);

  /// A function by the value of its first variable in the order.
  struct Split {
    std::uint32_t variable = 0;
    Bdd low, high;
  };
  /// Nothing for a constant. Cost: constant.
  [[nodiscard]] std::optional<Split> split(const Bdd& f);
  /// The variables that the function depends on, ascending. Cost: linear in
  /// size.
  [[nodiscard]] std::vector<std::uint32_t> support(const Bdd& f) const;
  /// A satisfying assignment, or nothing if f is false. It contains the
  /// variables on one path only, in their order; others may have any value.
  /// Prefers false wherever there is a choice, so that the result is
  /// deterministic.
  [[nodiscard]] std::optional<std::vector<Literal>> pick(const Bdd& f) const;
  /// The value of f under an assignment; variables beyond the end of `values`
  /// are false. Cost: linear in the number of variables.
  [[nodiscard]] bool evaluate(const Bdd& f,
                              const std::vector<bool>& values) const;
  /// The number of nodes of the diagram, the constant included.
  [[nodiscard]] std::size_t size(const Bdd& f) const;

  /// Nodes that are in use, dead ones that were not collected yet included.
  [[nodiscard]] std::size_t nodes() const { return used_; }
  /// The limit of nodes() that follows from the budget.
  [[nodiscard]] std::size_t max_nodes() const { return max_nodes_; }
  /// Frees the nodes that no handle needs. Operations call it themselves when
  /// the number of nodes has doubled, and when the limit is met.
  void collect();

 private:
  friend class Bdd;
  /// Node index * 2 + complemented. 0 is the constant true, 1 false.
  using Edge = std::uint32_t;
  /// A node of the unique table. Invariants: low != high; both children are
  /// below `variable` in the order; no two nodes have equal variable, low,
  /// high.
  struct Node {
    std::uint32_t variable = 0;
    /// `high` is never complemented, which makes diagrams canonical.
    Edge low = 0, high = 0;
    /// The next node in its bucket, or of the free list.
    std::uint32_t next = 0;
  };
  /// An entry of the computed table, which is a cache: later results overwrite
  /// earlier ones of the same slot.
  struct Computed {
    std::uint32_t operation = 0;
    Edge a = 0, b = 0, c = 0, result = 0;
  };
  /// A node taken apart.
  struct Cofactors {
    std::uint32_t variable;
    Edge low, high;
  };

  /// A handle to an edge.
  [[nodiscard]] Bdd handle(Edge edge) { return {this, edge}; }
  /// Runs `operation` and returns a handle to its result. Collects before if
  /// the number of nodes suggests it; collects and runs the operation once more
  /// if the nodes did not suffice.
  template <typename Operation>
  Bdd guarded(Operation operation);
  /// References from handles; nodes reference each other without counting.
  void retain(Edge edge) { ++references_[edge >> 1]; }
  void release(Edge edge) { --references_[edge >> 1]; }

  /// The unique node of these parts, found or made. The only place that makes
  /// nodes. Throws LimitReached (`memory`).
  [[nodiscard]] Edge make(std::uint32_t variable, Edge low, Edge high);
  /// The variable of the root; above all variables for a constant.
  [[nodiscard]] std::uint32_t top(Edge edge) const {
    return nodes_[edge >> 1].variable;
  }
  /// The cofactors of an edge: a complement mark moves down to the children.
  [[nodiscard]] Edge low(Edge edge) const {
    return nodes_[edge >> 1].low ^ (edge & 1);
  }
  [[nodiscard]] Edge high(Edge edge) const {
    return nodes_[edge >> 1].high ^ (edge & 1);
  }
  /// The cofactors with respect to `variable`, which is not below the root.
  [[nodiscard]] Edge low_at(Edge edge, std::uint32_t variable) const {
    return top(edge) == variable ? low(edge) : edge;
  }
  [[nodiscard]] Edge high_at(Edge edge, std::uint32_t variable) const {
    return top(edge) == variable ? high(edge) : edge;
  }
  /// The recursive operations on edges. They create nodes that nothing refers
  /// to yet, so that no collection may happen while they run.
  [[nodiscard]] Edge conjunction(Edge f, Edge g);
  [[nodiscard]] Edge exclusive_or(Edge f, Edge g);
  [[nodiscard]] Edge choice(Edge f, Edge g, Edge h);
  [[nodiscard]] Edge quantify(Edge f, Edge cube);
  [[nodiscard]] Edge product(Edge f, Edge g, Edge cube);
  [[nodiscard]] Edge replace(Edge f,
                             const std::vector<std::uint32_t>& mapping,
                             std::map<Edge, Edge>& done);
  [[nodiscard]] Edge literal(std::uint32_t variable);

  /// The slot of the computed table for these operands. The reference is valid
  /// until the table grows.
  [[nodiscard]] Computed& slot(std::uint32_t operation, Edge a, Edge b, Edge c);
  /// Polls the budget once in 4096 calls; throws LimitReached.
  void poll();
  /// Doubles the number of buckets; the computed table grows with them.
  void grow_buckets();
  /// The indices of the nodes below an edge, its own included, each once; the
  /// constant is left out.
  [[nodiscard]] std::vector<std::uint32_t> below(Edge root) const;

  base::Budget budget_;
  std::size_t max_nodes_;
  /// Nodes that are not on the free list.
  std::size_t used_ = 1;
  /// Number of used nodes at which the next operation collects first.
  std::size_t collect_at_ = std::size_t{1} << 17;
  /// The first free node; 0 = none, since node 0 is the constant.
  std::uint32_t free_ = 0;
  std::uint32_t ticks_ = 0;
  std::vector<Node> nodes_;
  /// References from handles, by node.
  std::vector<std::uint32_t> references_;
  /// Heads of the chains of the unique table; 0 = empty. A power of two.
  std::vector<std::uint32_t> buckets_;
  std::vector<Computed> computed_;
  /// The number of the walk of below() that last met a node.
  mutable std::vector<std::uint32_t> stamps_;
  mutable std::uint32_t stamp_ = 0;
};

}  // namespace catenary::logic::bdd
