// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random finite automata as systems of terms, with every outcome a step can
/// have.
#pragma once

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "unit/engine/reach/term_systems.h"

namespace catenary::engine::reach::test {

struct TableMove {
  unsigned target = 0;
  model::StepOutcome outcome = model::StepOutcome::running;
  std::vector<std::uint32_t> hits;
  std::string text;
};

struct Table {
  unsigned letters = 1;
  unsigned goals = 0;
  bool some_final = false;
  std::vector<std::vector<TableMove>> moves;  ///< [state][letter]
  std::vector<TableMove> initial;
  std::vector<bool> is_final;
};

/// `lossy`: some steps are not encoded.
inline Table random_table(unsigned seed, bool lossy, unsigned most_states) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned n) {
    return static_cast<unsigned>(random() % n);
  };
  Table a;
  const unsigned states = 1 + below(most_states);
  a.letters = 1 + below(4);
  a.goals = below(7);
  a.some_final = below(2) == 0;
  const bool deep = below(2) == 0;
  const auto move = [&](unsigned from) {
    TableMove m;
    m.target = deep ? std::min(states - 1, from + 2 - std::min(below(3), from))
                    : below(states);
    const unsigned kind = below(30);
    if (kind == 0) m.outcome = model::StepOutcome::ended;
    if (kind == 1 || kind == 2) m.outcome = model::StepOutcome::discarded;
    if (kind == 3) m.outcome = model::StepOutcome::crashed;
    if (lossy && kind == 4) m.outcome = model::StepOutcome::unsupported;
    m.text = "event " + std::to_string(below(3));
    if (a.goals > 0) {
      for (unsigned n = below(5); n > 3; --n) m.hits.push_back(below(a.goals));
      if (below(4) == 0) m.hits.push_back(below(a.goals));
    }
    return m;
  };
  a.moves.resize(states);
  for (unsigned s = 0; s < states; ++s) {
    a.is_final.push_back(below(3) == 0);
    for (unsigned l = 0; l < a.letters; ++l) a.moves[s].push_back(move(s));
  }
  const unsigned starts = 1 + below(3);
  for (unsigned l = 0; l < starts; ++l)
    a.initial.push_back(move(below(states)));
  return a;
}

inline void encode_moves(
    TermManager& t,
    const std::vector<std::pair<Term, const TableMove*>>& cases,
    model::EncodedPart& part) {
  const auto either = [&](Term& flag, Term when) {
    flag = t.logical_or(flag, when);
  };
  part.running = t.boolean(false);
  for (const auto& [when, move] : cases) {
    const Term target = t.bitvec(16, move->target);
    part.next[0] = t.ite(when, target, part.next[0]);
    for (const std::uint32_t g : move->hits) either(part.hits[g], when);
    switch (move->outcome) {
      case model::StepOutcome::running:
        either(part.running, when);
        continue;
      case model::StepOutcome::ended:
        either(part.ended, when);
        break;
      case model::StepOutcome::discarded:
        either(part.discarded, when);
        break;
      case model::StepOutcome::crashed:
        either(part.crashed, when);
        break;
      default:
        either(part.unfaithful, when);
        break;
    }
    part.stops.push_back({when, move->outcome, {move->text, {}}});
  }
}

inline model::StepSystem system_of(const Table& table) {
  Description d;
  d.encode = [table](TermManager& t) {
    model::Encoding e = blank(t, {2}, {4}, table.goals, {4});
    std::vector<std::pair<Term, const TableMove*>> cases;
    for (unsigned s = 0; s < table.moves.size(); ++s) {
      for (unsigned l = 0; l < table.letters; ++l) {
        const Term state = t.equal(e.state[0].variable, t.bitvec(16, s));
        const Term letter = t.equal(e.inputs[0], t.bitvec(32, l));
        cases.emplace_back(t.logical_and(state, letter), &table.moves[s][l]);
      }
    }
    encode_moves(t, cases, e.step);
    cases.clear();
    for (unsigned l = 0; l < table.initial.size(); ++l) {
      cases.emplace_back(t.equal(e.initial[0], t.bitvec(32, l)),
                         &table.initial[l]);
    }
    encode_moves(t, cases, e.init);
    return e;
  };
  if (table.some_final) {
    d.final = [table](TermManager& t, const std::vector<Term>& state) {
      Term f = t.boolean(false);
      for (unsigned s = 0; s < table.is_final.size(); ++s) {
        if (!table.is_final[s]) continue;
        f = t.logical_or(f, t.equal(state[0], t.bitvec(16, s)));
      }
      return f;
    };
  }
  return make_system(
      d,
      {small_range("i", static_cast<int>(table.letters))},
      table.goals,
      {small_range("s", static_cast<int>(table.initial.size()))});
}

}  // namespace catenary::engine::reach::test
