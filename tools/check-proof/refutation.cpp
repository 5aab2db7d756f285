// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/refutation.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "tools/check-proof/failure.h"

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
  const char* at = text.data();
  const char* const end = at + text.size();
  for (;;) {
    Literal literal = 0;
    const auto [next, error] = std::from_chars(at, end, literal);
    if (error != std::errc()) reject(line, "is not a clause");
    at = next;
    if (literal == 0) break;
    if (literal == INT32_MIN ||
        static_cast<std::uint32_t>(std::abs(literal)) > variables) {
      reject(line, "has an unknown variable");
    }
    out.push_back(literal);
    if (at == end || *at != ' ') reject(line, "does not end with 0");
    ++at;
  }
  if (at != end) reject(line, "goes on after its 0");
  return out;
}

/// Sorted, each literal once.
void normalise(std::vector<Literal>& clause) {
  std::sort(clause.begin(), clause.end());
  clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
}

}  // namespace

Refutation::Refutation(const Cnf& cnf)
    : variables_(cnf.variables),
      watches_(2 * (std::size_t{cnf.variables} + 1)),
      values_(2 * (std::size_t{cnf.variables} + 1), 0),
      reasons_(std::size_t{cnf.variables} + 1, kNone) {
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

std::uint64_t Refutation::hash(const std::vector<Literal>& sorted) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (const Literal literal : sorted) {
    h = (h ^ static_cast<std::uint32_t>(literal)) * 0x100000001b3;
  }
  return h;
}

void Refutation::assign(Literal literal, Index reason) {
  values_[at(literal)] = 1;
  values_[at(-literal)] = -1;
  reasons_[static_cast<std::size_t>(std::abs(literal))] = reason;
  trail_.push_back(literal);
}

bool Refutation::visit(const Watch& watch, Literal falsified) {
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
    assign(l[0], watch.clause);
  }
  return true;
}

bool Refutation::propagate() {
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

void Refutation::undo(std::size_t size) {
  while (trail_.size() > size) {
    const Literal literal = trail_.back();
    trail_.pop_back();
    values_[at(literal)] = 0;
    values_[at(-literal)] = 0;
    reasons_[static_cast<std::size_t>(std::abs(literal))] = kNone;
  }
  propagated_ = size;
}

// Requires: only assignments of the top level, all of them propagated.
void Refutation::add(std::vector<Literal> clause) {
  normalise(clause);
  const auto index = static_cast<Index>(clauses_.size());
  if (index == kNone) throw Unreadable("a proof has too many clauses");
  by_content_.emplace(hash(clause), index);
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
    assign(clause[0], index);
    if (propagate()) conflict_ = true;
  }
}

void Refutation::remove(std::vector<Literal> clause, std::size_t line) {
  normalise(clause);
  const auto [begin, end] = by_content_.equal_range(hash(clause));
  for (auto it = begin; it != end; ++it) {
    Clause& candidate = clauses_[it->second];
    const auto first =
        literals_.begin() + static_cast<std::ptrdiff_t>(candidate.begin);
    std::vector<Literal> content(first, first + candidate.size);
    std::sort(content.begin(), content.end());
    if (content != clause) continue;
    for (const Literal l : clause) {
      if (value(l) > 0 &&
          reasons_[static_cast<std::size_t>(std::abs(l))] == it->second) {
        return;
      }
    }
    candidate.deleted = true;
    by_content_.erase(it);
    return;
  }
  reject(line, "deletes a clause that is not there");
}

bool Refutation::refutes(const std::vector<Literal>& clause) {
  for (const Literal literal : clause) {
    if (value(literal) > 0) return true;
    if (value(literal) == 0) assign(-literal, kNone);
  }
  return propagate();
}

// Requires: the negation of the clause is assigned and propagated.
bool Refutation::is_rat(Literal pivot) {
  Work::spend(literals_.size());
  for (Index i = 0; i < clauses_.size(); ++i) {
    if (clauses_[i].deleted) continue;
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

void Refutation::derive(std::vector<Literal> clause, std::size_t line) {
  const std::size_t mark = trail_.size();
  bool follows = refutes(clause);
  if (!follows && !clause.empty()) follows = is_rat(clause[0]);
  undo(mark);
  if (!follows) reject(line, "does not follow");
  ++steps_;
  add(std::move(clause));
}

void Refutation::check(std::string_view proof) {
  std::size_t number = 0;
  while (!proof.empty() && !conflict_) {
    ++number;
    const std::size_t end = proof.find('\n');
    if (end == std::string_view::npos) reject(number, "does not end");
    std::string_view line = proof.substr(0, end);
    proof.remove_prefix(end + 1);
    if (line.starts_with("d ")) {
      line.remove_prefix(2);
      remove(read_clause(line, variables_, number), number);
    } else {
      derive(read_clause(line, variables_, number), number);
    }
  }
  if (!conflict_) throw Rejected("the proof does not derive the empty clause");
}

}  // namespace check_proof
