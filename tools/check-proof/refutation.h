// SPDX-License-Identifier: Apache-2.0
/// \file
/// A checker of refutations in the format DRAT (Wetzler, Heule, Hunt,
/// "DRAT-trim", SAT 2014, doi:10.1007/978-3-319-09284-3_31).
///
/// Method: forward. Each added clause must have the property RUP (unit
/// propagation refutes its negation; Goldberg, Novikov, DATE 2003) or RAT on
/// its first literal. Propagation by two watched literals. Deletions of clauses
/// that propagated at the top level are ignored, as DRAT-trim does; that keeps
/// more clauses, never fewer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tools/check-proof/clauses.h"

namespace check_proof {

/// One refutation.
class Refutation {
 public:
  /// Takes the clauses.
  explicit Refutation(const Cnf& cnf);

  /// Checks a proof in the text form: a clause a line, ended by 0, "d" before a
  /// deletion. Throws Rejected, naming the line, if a step does not follow, if
  /// the empty clause was not derived at the end, or for variables that the
  /// clauses do not have. Cost: about that of the solver that found it.
  void check(std::string_view proof);

  /// Clauses that the last check() found to follow.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

 private:
  using Index = std::uint32_t;
  static constexpr Index kNone = UINT32_MAX;
  /// A clause among all literals; its first two are watched.
  struct Clause {
    std::size_t begin = 0;
    std::uint32_t size = 0;
    bool deleted = false;
  };
  /// A clause is skipped where another literal of it, the blocker, is true.
  struct Watch {
    Index clause = 0;
    Literal blocker = 0;
  };

  [[nodiscard]] static std::size_t at(Literal literal) {
    return literal > 0 ? 2 * static_cast<std::size_t>(literal)
                       : 2 * static_cast<std::size_t>(-literal) + 1;
  }
  [[nodiscard]] int value(Literal literal) const {
    return values_[at(literal)];
  }
  void assign(Literal literal, Index reason);
  /// Whether the assigned literals lead to a conflict.
  [[nodiscard]] bool propagate();
  /// Looks at one clause whose watched literal became false. Returns whether
  /// it keeps that watch.
  [[nodiscard]] bool visit(const Watch& watch, Literal falsified);
  /// Takes back all assignments after the first `size`.
  void undo(std::size_t size);
  /// Adds a clause, and its consequences at the top level.
  void add(std::vector<Literal> clause);
  void remove(std::vector<Literal> clause, std::size_t line);
  /// Whether the clause is RUP; leaves the assignments that refute it.
  [[nodiscard]] bool refutes(const std::vector<Literal>& clause);
  /// Whether all resolvents on the first literal are RUP.
  [[nodiscard]] bool is_rat(Literal pivot);
  /// Adds a clause that must follow.
  void derive(std::vector<Literal> clause, std::size_t line);
  [[nodiscard]] static std::uint64_t hash(const std::vector<Literal>& sorted);

  std::uint32_t variables_;
  std::vector<Literal> literals_;
  std::vector<Clause> clauses_;
  std::vector<std::vector<Watch>> watches_;
  std::unordered_multimap<std::uint64_t, Index> by_content_;
  /// By at(): 1 true, -1 false, 0 unassigned.
  std::vector<signed char> values_;
  std::vector<Literal> trail_;
  std::size_t propagated_ = 0;
  /// The clause that propagated a variable at the top level.
  std::vector<Index> reasons_;
  bool conflict_ = false;
  bool clash_ = false;
  std::uint64_t steps_ = 0;
};

}  // namespace check_proof
