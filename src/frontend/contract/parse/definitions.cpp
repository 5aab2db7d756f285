// SPDX-License-Identifier: Apache-2.0
/// \file
/// Definitions: each is lowered after those it uses, in whatever order they
/// stand (a depth-first topological sort). A definition that looks back has its
/// variables in each view that uses it.
#include <algorithm>
#include <utility>

#include "frontend/contract/lower/lower.h"
#include "frontend/contract/parse/parser.h"

namespace catenary::frontend::contract {

using logic::Term;

namespace {

/// States of a definition in the search: not visited, on the path, done. A
/// definition that is met on the path closes a cycle.
constexpr std::uint8_t kNew = 0;
constexpr std::uint8_t kOpen = 1;
constexpr std::uint8_t kDone = 2;

bool looks_back(const std::string& function) {
  return function == "pre" || function == "once" ||
         function == "historically" || function == "since";
}

}  // namespace

void Scope::definitions(const FileSyntax& file) {
  for (const NamedSyntax& d : file.definitions) {
    Entry* entry = declare(d.name, Entry::Kind::definition, Term());
    if (entry == nullptr) continue;
    entry->index = static_cast<std::uint32_t>(definitions_.size());
    Definition made;
    made.syntax = &d;
    definitions_.push_back(std::move(made));
  }
  for (Definition& d : definitions_) uses(d.syntax->value, d);
  std::vector<std::uint8_t> state(definitions_.size(), kNew);
  for (std::uint32_t i = 0; i < definitions_.size(); ++i) in_order(i, state);
}

/// Notes the other definitions that an expression uses, and whether it looks
/// back.
void Scope::uses(const Expression& e, Definition& definition) {
  if (e.kind == Expression::Kind::name) {
    const auto it = names_.find(e.text);
    if (it != names_.end() && it->second.kind == Entry::Kind::definition) {
      definition.uses.push_back(it->second.index);
    }
  }
  if (e.kind == Expression::Kind::call && looks_back(e.text)) {
    definition.remembers = true;
  }
  for (const Expression& operand : e.operands) uses(operand, definition);
}

/// Lowers the definitions that `root` uses, then `root`. Not recursive:
/// definitions may form long chains.
void Scope::in_order(std::uint32_t root, std::vector<std::uint8_t>& state) {
  struct Open {
    std::uint32_t definition;
    std::size_t next = 0;
  };
  if (state[root] != kNew) return;
  std::vector<Open> path = {{root}};
  state[root] = kOpen;
  while (!path.empty()) {
    // All of its uses are done: it is next.
    Definition& d = definitions_[path.back().definition];
    if (path.back().next == d.uses.size()) {
      state[path.back().definition] = kDone;
      for (const std::uint32_t u : d.uses) {
        if (!definitions_[u].remembers) continue;
        d.remembers = true;
        d.depth = std::max(d.depth, definitions_[u].depth + 1);
      }
      // Definitions that look back are lowered recursively in each view, so
      // their nesting is limited.
      if (d.remembers && d.depth > base::TokenParser::kDeepest) {
        problems_.error(d.syntax->name.where,
                        "definitions that look back are nested more than " +
                            std::to_string(base::TokenParser::kDeepest) +
                            " deep",
                        "req-depth");
        d.lowered = true;
        d.remembers = false;
      }
      if (!d.remembers && !d.lowered) lower(d);
      path.pop_back();
      continue;
    }
    const std::uint32_t u = d.uses[path.back().next++];
    if (state[u] == kNew) {
      state[u] = kOpen;
      path.push_back({u});
    } else if (state[u] == kOpen) {
      std::string circle;
      const auto from = std::ranges::find(path, u, &Open::definition);
      for (auto it = from; it != path.end(); ++it) {
        // At most eight names of a cycle are shown.
        if (std::distance(from, it) == 8) {
          circle += "… -> ";
          break;
        }
        circle += definitions_[it->definition].syntax->name.text + " -> ";
      }
      problems_.error(definitions_[u].syntax->name.where,
                      "this definition needs itself: " + circle +
                          definitions_[u].syntax->name.text,
                      "req-circular");
      // It counts as lowered, without a term, so the error is reported once.
      definitions_[u].lowered = true;
      definitions_[u].remembers = false;
    }
  }
}

void Scope::lower(Definition& d) {
  d.lowered = true;
  d.reads = {};
  std::vector<Term> others = take_needed();
  d.term = term(d.syntax->value, d.reads);
  d.needed = std::exchange(needed_, std::move(others));
}

void Scope::enter_view() {
  memory_.enter_view();
  for (Definition& d : definitions_) {
    if (d.remembers) d.lowered = false;
  }
}

Term Scope::definition(const Expression& e, std::uint32_t index, Reads& reads) {
  Definition& d = definitions_[index];
  if (d.remembers && !memory_allowed_) {
    problems_.error(e.where,
                    "'" + e.text +
                        "' looks back at earlier steps: expected it in a "
                        "contract, or in a purpose for a view",
                    "req-memory");
    return {};
  }
  if (!d.lowered) lower(d);
  if (!d.term.valid()) return {};
  needed_.insert(needed_.end(), d.needed.begin(), d.needed.end());
  // As written.
  if (!e.primed) {
    reads.add(d.reads, e.where, e.text);
    return d.term;
  }
  if (d.reads.now) {
    problems_.error(e.where,
                    "'" + e.text +
                        "' speaks of the current step already: expected no "
                        "prime",
                    "req-prime");
    return {};
  }
  if (!d.primed.valid()) {
    // With a prime: the same term one step later; only variables of the step
    // before were in it.
    d.primed = memory_.at_now(d.term);
  }
  Reads primed;
  if (d.reads.before) {
    primed.now = d.reads.before;
    primed.system_now = d.reads.system_before;
  }
  reads.add(primed, e.where, e.text);
  return d.primed;
}

}  // namespace catenary::frontend::contract
