// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/circuit/answer_form.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace catenary::engine::contract {

namespace {

using logic::SortKind;
using logic::Term;

/// The number that the code 0 stands for.
mpz_class lowest(const model::InterfaceVariable& variable) {
  return variable.sort().kind() == SortKind::integer ? variable.lo->as_integer()
                                                     : mpz_class(0);
}

/// The bits of the code of a word, the lowest first, as Booleans.
std::vector<Term> code_bits(logic::TermManager& terms,
                            const model::InterfaceVariable& variable,
                            Term word,
                            std::size_t count) {
  const std::uint32_t width = word.sort().bits();
  const Term code = terms.make(logic::Op::bv_sub,
                               {word, terms.bitvec(width, lowest(variable))});
  std::vector<Term> out;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Term bit = terms.make(logic::Op::bv_extract, {code}, {i, i});
    out.push_back(terms.equal(bit, terms.bitvec(1, 1)));
  }
  return out;
}

/// The word of a code.
Term word_of(logic::TermManager& terms,
             const model::InterfaceVariable& variable,
             const std::vector<Term>& bits,
             std::uint32_t width) {
  Term out = terms.bitvec(width, lowest(variable));
  for (std::uint32_t i = 0; i < bits.size(); ++i) {
    const Term zero = terms.bitvec(width, 0);
    const Term value = terms.bitvec(width, mpz_class(1) << i);
    out = terms.make(logic::Op::bv_add, {out, terms.ite(bits[i], value, zero)});
  }
  return out;
}

/// Diagrams as terms over the terms of their variables.
class Translation {
 public:
  Translation(logic::bdd::Manager& manager, logic::TermManager& terms)
      : manager_(manager), terms_(terms) {}

  void set(std::uint32_t variable, Term value) { values_[variable] = value; }

  // NOLINTNEXTLINE(misc-no-recursion): one level for each variable
  Term translate(const Bdd& f) {
    const auto known = known_.find(f.id());
    if (known != known_.end()) return known->second.second;
    const std::optional<logic::bdd::Manager::Split> parts = manager_.split(f);
    const Term out = parts ? terms_.ite(values_.at(parts->variable),
                                        translate(parts->high),
                                        translate(parts->low))
                           : terms_.boolean(f.is_true());
    known_.emplace(f.id(), std::pair{f, out});
    return out;
  }

 private:
  logic::bdd::Manager& manager_;
  logic::TermManager& terms_;
  std::map<std::uint32_t, Term> values_;
  /// By id, which a handle keeps.
  std::unordered_map<std::uint32_t, std::pair<Bdd, Term>> known_;
};

}  // namespace

AnswerForm::AnswerForm(const model::Interface& interface,
                       const base::Budget& budget,
                       bool winning)
    : interface_(interface), budget_(budget), structure_(interface) {
  for (const contract::Part& part :
       structure_.split(structure_.all_contracts())) {
    Part& out = parts_.emplace_back();
    out.game = FiniteGame::make(structure_, part, budget_, false);
    const Bdd good = winning ? out.game->winning(part.contracts)
                             : out.game->diagrams().manager().constant(true);
    out.first = out.game->answers(part.contracts, good, true);
    out.later = out.game->answers(part.contracts, good, false);
    for (const Indices& of : {part.contracts, part.definitions}) {
      met_.insert(met_.end(), of.begin(), of.end());
    }
  }
  make_set(met_);
}

void AnswerForm::answer(logic::TermManager& terms,
                        Term is_later,
                        const std::vector<std::uint32_t>& widths,
                        const Words& before,
                        Words& now) const {
  // What no part speaks of has its least value.
  for (std::size_t v = 0; v < now.size(); ++v) {
    if (interface_.variables[v].role == model::Role::input) continue;
    now[v] = terms.bitvec(widths[v], lowest(interface_.variables[v]));
  }
  for (const Part& part : parts_) {
    Finite& diagrams = part.game->diagrams();
    Translation later(diagrams.manager(), terms);
    Translation first(diagrams.manager(), terms);
    std::map<std::uint32_t, Term> answers;
    const auto set = [&](const Indices& bits, const std::vector<Term>& values) {
      for (std::size_t i = 0; i < bits.size(); ++i) {
        later.set(bits[i], values[i]);
        first.set(bits[i], values[i]);
      }
    };
    for (const std::uint32_t v : diagrams.part().variables) {
      const model::InterfaceVariable& of = interface_.variables[v];
      const Indices& old = diagrams.codes().bits(of.before);
      set(old, code_bits(terms, of, before[v], old.size()));
      if (of.role != model::Role::input) continue;
      const Indices& bits = diagrams.bits_now(v);
      set(bits, code_bits(terms, of, now[v], bits.size()));
    }
    for (std::size_t i = 0; i < part.later.size(); ++i) {
      const Term value = terms.ite(is_later,
                                   later.translate(part.later[i].second),
                                   first.translate(part.first[i].second));
      answers[part.later[i].first] = value;
      later.set(part.later[i].first, value);
      first.set(part.later[i].first, value);
    }
    for (const std::uint32_t v : diagrams.part().variables) {
      const model::InterfaceVariable& of = interface_.variables[v];
      if (of.role == model::Role::input) continue;
      std::vector<Term> bits;
      for (const std::uint32_t bit : diagrams.bits_now(v)) {
        bits.push_back(answers.at(bit));
      }
      now[v] = word_of(terms, of, bits, widths[v]);
    }
  }
}

}  // namespace catenary::engine::contract
