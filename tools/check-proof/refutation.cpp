// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/proofs.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "tools/check-proof/text.h"

namespace check_proof {

namespace {

[[noreturn]] void reject(std::size_t line, const std::string& why) {
  throw Rejected("line " + std::to_string(line) + " of the proof " + why);
}

/// The literals of one line. `line` is its number.
std::vector<Literal> read_clause(std::string_view text,
                                 std::uint32_t variables,
                                 std::size_t line) {
  std::vector<Literal> out;
  for (;;) {
    const auto literal = parse<Literal>(word(text));
    if (!literal) reject(line, "is not a clause that ends with 0");
    if (*literal == 0) break;
    if (*literal == INT32_MIN ||
        static_cast<std::uint32_t>(std::abs(*literal)) > variables) {
      reject(line, "has an unknown variable");
    }
    out.push_back(*literal);
  }
  if (!text.empty()) reject(line, "goes on after its 0");
  return out;
}

/// Sorted, each literal once.
void normalise(std::vector<Literal>& clause) {
  std::sort(clause.begin(), clause.end());
  clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
}

/// One refutation.
class Refutation {
 public:
  explicit Refutation(const Cnf& cnf)
      : variables_(cnf.variables),
        watches_(2 * (std::size_t{cnf.variables} + 1)),
        values_(2 * (std::size_t{cnf.variables} + 1), 0) {
    std::vector<Literal> clause;
    for (const Literal literal : cnf.clauses) {
      if (literal != 0) {
        clause.push_back(literal);
        continue;
      }
      add(clause);
      clause.clear();
    }
  }

  void check(std::string_view proof) {
    std::size_t number = 0;
    while (!proof.empty() && !conflict_) {
      ++number;
      const std::size_t end = proof.find('\n');
      if (end == std::string_view::npos) reject(number, "does not end");
      std::string_view line = proof.substr(0, end);
      proof.remove_prefix(end + 1);
      if (line.starts_with("d ")) {
        line.remove_prefix(2);
        remove(read_clause(line, variables_, number));
      } else {
        derive(read_clause(line, variables_, number), number);
      }
    }
    if (!conflict_)
      throw Rejected("the proof does not derive the empty clause");
  }

 private:
  using Index = std::uint32_t;
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
    return 2 * static_cast<std::size_t>(std::abs(literal)) + (literal < 0);
  }
  [[nodiscard]] int value(Literal l) const { return values_[at(l)]; }

  void assign(Literal literal) {
    values_[at(literal)] = 1;
    values_[at(-literal)] = -1;
    trail_.push_back(literal);
  }

  /// Looks at one clause whose watched literal became false. Returns whether it
  /// keeps that watch.
  bool visit(const Watch& watch, Literal falsified) {
    const Clause& clause = clauses_[watch.clause];
    if (clause.deleted) return false;
    Literal* const l = &literals_[clause.begin];
    // The falsified literal second.
    if (l[0] == falsified) std::swap(l[0], l[1]);
    if (value(l[0]) > 0) return true;
    for (std::uint32_t i = 2; i < clause.size; ++i) {
      if (value(l[i]) < 0) continue;
      Work::spend(i);
      std::swap(l[1], l[i]);
      watches_[at(l[1])].push_back({watch.clause, l[0]});
      return false;
    }
    if (value(l[0]) < 0) {
      clash_ = true;
    } else {
      assign(l[0]);
    }
    return true;
  }

  /// Whether the assigned literals lead to a conflict.
  bool propagate() {
    clash_ = false;
    while (propagated_ < trail_.size() && !clash_) {
      const Literal falsified = -trail_[propagated_++];
      std::vector<Watch>& list = watches_[at(falsified)];
      Work::spend(list.size() + 1);
      std::size_t kept = 0;
      std::size_t i = 0;
      for (; i < list.size() && !clash_; ++i) {
        const Watch watch = list[i];
        if (value(watch.blocker) > 0 || visit(watch, falsified)) {
          list[kept++] = watch;
        }
      }
      for (; i < list.size(); ++i) list[kept++] = list[i];
      list.resize(kept);
    }
    return clash_;
  }

  /// Takes back all assignments after the first `size`.
  void undo(std::size_t size) {
    while (trail_.size() > size) {
      const Literal literal = trail_.back();
      trail_.pop_back();
      values_[at(literal)] = 0;
      values_[at(-literal)] = 0;
    }
    propagated_ = size;
  }

  /// Adds a clause, and its consequences at the top level. Requires: only
  /// assignments of the top level, all of them propagated.
  void add(std::vector<Literal> clause) {
    normalise(clause);
    const auto index = static_cast<Index>(clauses_.size());
    if (index == UINT32_MAX) throw Unreadable("a proof has too many clauses");
    by_content_[clause].push_back(index);
    // The literals that are not false first: these may be watched.
    const auto open = std::partition(
        clause.begin(), clause.end(), [&](Literal l) { return value(l) >= 0; });
    const auto count = static_cast<std::size_t>(open - clause.begin());
    clauses_.push_back(
        {literals_.size(), static_cast<std::uint32_t>(clause.size()), false});
    literals_.insert(literals_.end(), clause.begin(), clause.end());
    if (clause.size() >= 2) {
      watches_[at(clause[0])].push_back({index, clause[1]});
      watches_[at(clause[1])].push_back({index, clause[0]});
    }
    if (count == 0) {
      conflict_ = true;
    } else if (count == 1 && value(clause[0]) == 0) {
      assign(clause[0]);
      if (propagate()) conflict_ = true;
    }
  }

  /// Leaves a clause out of propagation. It stays among those that is_rat()
  /// asks for.
  void remove(std::vector<Literal> clause) {
    normalise(clause);
    const auto found = by_content_.find(clause);
    if (found == by_content_.end() || found->second.empty()) return;
    clauses_[found->second.back()].deleted = true;
    found->second.pop_back();
  }

  /// Whether the clause is RUP; leaves the assignments that refute it.
  bool refutes(const std::vector<Literal>& clause) {
    for (const Literal literal : clause) {
      if (value(literal) > 0) return true;
      if (value(literal) == 0) assign(-literal);
    }
    return propagate();
  }

  /// Whether all resolvents on the first literal are RUP. Requires: the
  /// negation of the clause is assigned and propagated.
  bool is_rat(Literal pivot) {
    Work::spend(literals_.size());
    for (Index i = 0; i < clauses_.size(); ++i) {
      const Literal* const l = literals_.data() + clauses_[i].begin;
      std::vector<Literal> rest(l, l + clauses_[i].size);
      const auto found = std::find(rest.begin(), rest.end(), -pivot);
      if (found == rest.end()) continue;
      rest.erase(found);
      const std::size_t mark = trail_.size();
      const bool fine = refutes(rest);
      undo(mark);
      if (!fine) return false;
    }
    return true;
  }

  /// Adds a clause that must follow.
  void derive(std::vector<Literal> clause, std::size_t line) {
    const std::size_t mark = trail_.size();
    bool follows = refutes(clause);
    if (!follows && !clause.empty()) follows = is_rat(clause[0]);
    undo(mark);
    if (!follows) reject(line, "does not follow");
    add(std::move(clause));
  }

  std::uint32_t variables_;
  std::vector<Literal> literals_;
  std::vector<Clause> clauses_;
  std::vector<std::vector<Watch>> watches_;
  std::map<std::vector<Literal>, std::vector<Index>> by_content_;
  /// By at(): 1 true, -1 false, 0 unassigned.
  std::vector<signed char> values_;
  std::vector<Literal> trail_;
  std::size_t propagated_ = 0;
  bool conflict_ = false, clash_ = false;
};

}  // namespace

void check_refutation(const Cnf& cnf,
                      std::string_view proof,
                      const std::string& name) try {
  Refutation(cnf).check(proof);
} catch (const Rejected& e) {
  throw Rejected("proof '" + name + "': " + e.what());
}

}  // namespace check_proof
