// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reduced ordered binary decision diagrams with complement edges.
///
/// Method: Bryant, "Graph-Based Algorithms for Boolean Function Manipulation",
/// IEEE ToC 1986 (doi:10.1109/TC.1986.1676819); unique table, computed table
/// and complement edges after Brace, Rudell, Bryant, DAC 1990
/// (doi:10.1145/123186.123222). Own, because verdicts rest on it: a limit that
/// is met in the middle of an operation throws, and leaves the manager as it
/// was, where libraries in C answer with a diagram that means something else.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "base/budget.h"

namespace catenary::logic::bdd {

/// Thrown by any operation that met a limit; its operands are as before.
class LimitReached : public std::runtime_error {
 public:
  explicit LimitReached(base::StopReason reason)
      : std::runtime_error(base::to_string(reason)), reason_(reason) {}
  [[nodiscard]] base::StopReason reason() const { return reason_; }

 private:
  base::StopReason reason_;
};

class Manager;

/// A function of a manager's variables. Equal functions are equal handles. A
/// handle keeps its function alive and must not outlive the manager; one that
/// was made without a manager may only be assigned to.
class Bdd {
 public:
  Bdd() = default;
  Bdd(const Bdd& other);
  Bdd(Bdd&& other) noexcept;
  Bdd& operator=(Bdd other) noexcept;
  ~Bdd();

  bool operator==(const Bdd&) const = default;
  /// Equal for equal functions of a manager while there is a handle to them.
  [[nodiscard]] std::uint32_t id() const { return edge_; }
  [[nodiscard]] bool is_true() const { return edge_ == 0; }
  [[nodiscard]] bool is_false() const { return edge_ == 1; }

  // Cost: quadratic in the sizes of two operands, at worst; negation is free.
  [[nodiscard]] Bdd operator!() const;
  [[nodiscard]] Bdd operator&(const Bdd& other) const;
  [[nodiscard]] Bdd operator|(const Bdd& other) const;
  [[nodiscard]] Bdd operator^(const Bdd& other) const;
  [[nodiscard]] bool implies(const Bdd& other) const;

 private:
  friend class Manager;
  Bdd(Manager* manager, std::uint32_t edge);
  Manager* manager_ = nullptr;
  std::uint32_t edge_ = 0;
};

/// What an assignment says of a variable.
using Literal = std::pair<std::uint32_t, bool>;

/// Holds all nodes. Single-threaded; managers know nothing of each other.
class Manager {
 public:
  /// The budget is polled within operations; its memory, or 1 GiB where it has
  /// none, is what the manager may hold.
  explicit Manager(base::Budget budget);
  ~Manager();
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  [[nodiscard]] Bdd constant(bool value);
  /// Variables are ordered by their numbers: lower ones are nearer to the root.
  /// Requires: variable < max_variables.
  [[nodiscard]] Bdd variable(std::uint32_t variable);
  static constexpr std::uint32_t max_variables = 10'000;

  [[nodiscard]] Bdd ite(const Bdd& f, const Bdd& g, const Bdd& h);
  /// The conjunction of these variables, for the quantifiers.
  [[nodiscard]] Bdd cube(std::vector<std::uint32_t> variables);
  [[nodiscard]] Bdd exists(const Bdd& f, const Bdd& cube);
  [[nodiscard]] Bdd forall(const Bdd& f, const Bdd& cube);
  /// exists(f & g) without building f & g (Burch, Clarke, Long, 1991).
  [[nodiscard]] Bdd and_exists(const Bdd& f, const Bdd& g, const Bdd& cube);
  /// Variables become others, all at once. Any mapping is right; one that
  /// keeps the order costs the least.
  [[nodiscard]] Bdd rename(
      const Bdd& f, const std::map<std::uint32_t, std::uint32_t>& mapping);

  /// Variables that the function depends on, ascending.
  [[nodiscard]] std::vector<std::uint32_t> support(const Bdd& f) const;
  /// Values under which f is true, false wherever there is a choice, for the
  /// variables on the path only; nothing where f is false.
  [[nodiscard]] std::optional<std::vector<Literal>> pick(const Bdd& f) const;
  /// Value under an assignment; variables beyond its end are false.
  [[nodiscard]] bool evaluate(const Bdd& f,
                              const std::vector<bool>& values) const;
  [[nodiscard]] std::size_t size(const Bdd& f) const;  ///< nodes

  [[nodiscard]] std::size_t nodes() const { return used_; }
  [[nodiscard]] std::size_t max_nodes() const { return max_nodes_; }
  /// Frees what no handle needs. Operations call it themselves.
  void collect();

 private:
  friend class Bdd;
  using Edge = std::uint32_t;  ///< node * 2 + complemented; 0 = true
  struct Node {
    std::uint32_t variable = 0;
    Edge low = 0, high = 0;  ///< high is never complemented
    std::uint32_t next = 0;  ///< in its bucket, or of the free list
  };
  struct Computed {
    std::uint32_t operation = 0;
    Edge a = 0, b = 0, c = 0, result = 0;
  };
  struct Cofactors {
    std::uint32_t variable;
    Edge low, high;
  };

  [[nodiscard]] Bdd handle(Edge edge) { return {this, edge}; }
  /// Makes room, runs `operation`, and once more after a collection where the
  /// nodes did not suffice.
  template <typename Operation>
  Bdd guarded(Operation operation);
  void retain(Edge edge) { ++references_[edge >> 1]; }
  void release(Edge edge) { --references_[edge >> 1]; }

  [[nodiscard]] Edge make(std::uint32_t variable, Edge low, Edge high);
  [[nodiscard]] std::uint32_t top(Edge edge) const {
    return nodes_[edge >> 1].variable;
  }
  [[nodiscard]] Edge low(Edge edge) const {
    return nodes_[edge >> 1].low ^ (edge & 1);
  }
  [[nodiscard]] Edge high(Edge edge) const {
    return nodes_[edge >> 1].high ^ (edge & 1);
  }
  [[nodiscard]] Edge low_at(Edge edge, std::uint32_t variable) const {
    return top(edge) == variable ? low(edge) : edge;
  }
  [[nodiscard]] Edge high_at(Edge edge, std::uint32_t variable) const {
    return top(edge) == variable ? high(edge) : edge;
  }
  [[nodiscard]] Edge conjunction(Edge f, Edge g);
  [[nodiscard]] Edge exclusive_or(Edge f, Edge g);
  [[nodiscard]] Edge choice(Edge f, Edge g, Edge h);
  [[nodiscard]] Edge quantify(Edge f, Edge cube);
  [[nodiscard]] Edge product(Edge f, Edge g, Edge cube);
  [[nodiscard]] Edge replace(Edge f,
                             const std::vector<std::uint32_t>& mapping,
                             std::map<Edge, Edge>& done);
  [[nodiscard]] Edge literal(std::uint32_t variable);

  [[nodiscard]] Computed& slot(std::uint32_t operation, Edge a, Edge b, Edge c);
  void poll();
  void grow_buckets();
  /// The nodes below, itself included, each once; constants left out.
  [[nodiscard]] std::vector<std::uint32_t> below(Edge root) const;

  base::Budget budget_;
  std::size_t max_nodes_;
  std::size_t used_ = 1;
  std::size_t collect_at_ = std::size_t{1} << 17;
  std::uint32_t free_ = 0;  ///< first free node; 0 = none
  std::uint32_t ticks_ = 0;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> references_;
  std::vector<std::uint32_t> buckets_;
  std::vector<Computed> computed_;
  mutable std::vector<std::uint32_t> stamps_;  ///< of the walk that met a node
  mutable std::uint32_t stamp_ = 0;
};

}  // namespace catenary::logic::bdd
