// SPDX-License-Identifier: Apache-2.0
/// \file
/// Mutation operators of contracts, applied to assumptions and guarantees.
#include "model/mutate/mutate_interface.h"

#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/check.h"
#include "logic/term/traverse.h"
#include "model/mutate/rewrite_terms.h"

namespace catenary::model {

namespace {

using logic::Op;
using logic::SortKind;
using logic::Term;

/// Enumerates the mutants of an interface, contract by contract.
class InterfaceMutants {
 public:
  explicit InterfaceMutants(const Interface& interface)
      : interface_(interface), terms_(*interface.terms) {
    for (const InterfaceVariable& v : interface.variables) {
      // Derived variables are defined by contracts that are not mutated.
      if (v.derived) continue;
      partner_.emplace(v.now, v.before);
      partner_.emplace(v.before, v.now);
    }
  }

  std::vector<InterfaceMutant> all() {
    for (std::uint32_t c = 0; c < interface_.contracts.size(); ++c) {
      const Contract& contract = interface_.contracts[c];
      if (contract.definition) continue;
      // The original is never a mutant of itself.
      seen_ = {{contract.assumption, contract.guarantee}};
      of_part(c, contract, true);
      of_part(c, contract, false);
      drop(c, contract);
    }
    return std::move(out_);
  }

 private:
  using Parts = std::pair<Term, Term>;  ///< assumption, guarantee

  void add(const char* kind,
           const Contract& contract,
           const std::string& text,
           std::function<void(Interface&)> change) {
    char id[24];
    std::snprintf(id, sizeof id, "m%03zu", out_.size() + 1);
    out_.push_back({{id, kind, contract.where, contract.id + ": " + text},
                    std::move(change)});
  }

  /// Long terms are not shown.
  [[nodiscard]] static std::string text_of(Term term) {
    constexpr std::size_t kLongest = 200;
    std::string text = infix(term);
    return text.size() > kLongest ? "…" : text;
  }

  /// Adds the mutant in which the assumption or the guarantee becomes `other`,
  /// unless the same pair of terms was there before.
  void becomes(const char* kind,
               std::uint32_t index,
               const Contract& contract,
               bool assumption,
               Term other) {
    const Term now = assumption ? contract.assumption : contract.guarantee;
    const Parts parts = assumption ? Parts{other, contract.guarantee}
                                   : Parts{contract.assumption, other};
    if (!seen_.insert(parts).second) return;
    add(kind,
        contract,
        std::string(assumption ? "when " : "then ") + text_of(now) +
            " becomes " + text_of(other),
        [=](Interface& i) {
          Contract& changed = i.contracts.at(index);
          (assumption ? changed.assumption : changed.guarantee) = other;
        });
  }

  /// All changes of one part of a contract.
  void of_part(std::uint32_t index, const Contract& contract, bool assumption) {
    const Term root = assumption ? contract.assumption : contract.guarantee;
    const auto change = [&](const char* kind, Term other) {
      becomes(kind, index, contract, assumption, without_distinct(other));
    };
    for (const Term atom : atoms_of(root)) {
      for (const AtomChange& c : changes_of_atom(terms_, atom, false)) {
        change(c.kind, replaced(terms_, root, atom, c.atom));
      }
      for (const Term other : values_of(atom)) {
        change("constant", replaced(terms_, root, atom, other));
      }
    }
    connectives(root, change);
    conjuncts(root, change);
    // At the first step there is no previous value to confuse the current one
    // with.
    if (!contract.at_init) primes(root, change);
    if (assumption && !root.is_true()) {
      change("negate", terms_.logical_not(root));
    }
  }

  /// Replaces `distinct` by a negated equation, which is the form of contracts,
  /// so that equal mutants are recognised.
  [[nodiscard]] Term without_distinct(Term root) const {
    for (const Term t : logic::subterms(root)) {
      if (t.op() != Op::distinct || t.operands().size() != 2) continue;
      const Term equal = terms_.equal(t[0], t[1]);
      return without_distinct(
          replaced(terms_, root, t, terms_.logical_not(equal)));
    }
    return root;
  }

  /// An equation with an enumerator, with every other enumerator; nothing for
  /// other atoms.
  [[nodiscard]] std::vector<Term> values_of(Term atom) {
    std::vector<Term> out;
    if (atom.op() != Op::equal && atom.op() != Op::distinct) return out;
    for (const std::size_t side : {0U, 1U}) {
      const Term constant = atom[side];
      if (!constant.is_constant() ||
          constant.sort().kind() != SortKind::enumeration) {
        continue;
      }
      const auto decl = constant.sort().enumeration_decl();
      for (std::uint32_t i = 0; i < decl->values.size(); ++i) {
        const Term other = terms_.constant(logic::Value::enumerator(decl, i));
        if (other == constant) continue;
        out.push_back(terms_.make(atom.op(), {atom[1 - side], other}));
      }
    }
    return out;
  }

  /// Exchanges connectives: and/or, or/and, => by and, and each direction of
  /// <=>.
  template <typename Change>
  void connectives(Term root, const Change& change) {
    for (const Term t : logic::subterms(root)) {
      const std::vector<Term> operands(t.operands().begin(),
                                       t.operands().end());
      switch (t.op()) {
        case Op::logical_and:
          change("connective",
                 replaced(terms_, root, t, terms_.logical_or(operands)));
          break;
        case Op::logical_or:
        case Op::implies:
          change("connective",
                 replaced(terms_, root, t, terms_.logical_and(operands)));
          break;
        case Op::equal:  // of truth values: "<=>"
          if (operands[0].sort().kind() != SortKind::boolean) break;
          change(
              "connective",
              replaced(terms_,
                       root,
                       t,
                       terms_.make(Op::implies, {operands[0], operands[1]})));
          change(
              "connective",
              replaced(terms_,
                       root,
                       t,
                       terms_.make(Op::implies, {operands[1], operands[0]})));
          break;
        default:
          break;
      }
    }
  }

  /// Omits each conjunct; a single one becomes true.
  template <typename Change>
  void conjuncts(Term root, const Change& change) {
    if (root.is_constant()) return;
    const std::vector<Term> parts = conjuncts_of(root);
    if (parts.size() < 2) {
      change("dropped-conjunct", terms_.boolean(true));
      return;
    }
    for (const Term part : parts) {
      std::vector<Term> rest;
      for (const Term p : parts) {
        if (!(p == part)) rest.push_back(p);
      }
      change("dropped-conjunct", terms_.logical_and(rest));
    }
  }

  /// Exchanges current and previous value of a variable.
  template <typename Change>
  void primes(Term root, const Change& change) {
    for (const Term t : logic::subterms(root)) {
      const auto other = partner_.find(t);
      if (other == partner_.end()) continue;
      change("prime", replaced(terms_, root, t, other->second));
    }
  }

  /// Omits the whole contract, unless omitting the only conjunct of its
  /// guarantee has the same effect.
  void drop(std::uint32_t index, const Contract& contract) {
    const Parts parts{contract.assumption, terms_.boolean(true)};
    if (!seen_.insert(parts).second) return;
    add("missing-contract", contract, "is left out", [=](Interface& i) {
      i.contracts.at(index).guarantee = i.terms->boolean(true);
    });
  }

  const Interface& interface_;
  logic::TermManager& terms_;
  std::map<Term, Term> partner_;  ///< now <-> before
  std::set<Parts> seen_;
  std::vector<InterfaceMutant> out_;
};

}  // namespace

const std::vector<MutationOperator>& interface_operators() {
  static const std::vector<MutationOperator> kOperators = {
      {"relation", "another relation in a comparison"},
      {"constant", "a number one larger or smaller, another enumerator"},
      {"negate", "a Boolean, an equation or an assumption negated"},
      {"connective", "and as or, or as and, <=> or => as another"},
      {"dropped-conjunct", "one part of an assumption or guarantee left out"},
      {"prime", "the value before in place of the current one, or reversed"},
      {"missing-contract", "a contract left out"},
  };
  return kOperators;
}

std::vector<InterfaceMutant> interface_mutants(const Interface& interface) {
  return InterfaceMutants(interface).all();
}

Interface mutate(const Interface& interface, const InterfaceMutant& mutant) {
  Interface out = interface;
  mutant.change(out);
  return out;
}

std::uint32_t changed_contract(const Interface& original,
                               const Interface& mutant) {
  CATENARY_CHECK(original.contracts.size() == mutant.contracts.size(),
                 "not a mutant of this interface");
  for (std::uint32_t c = 0; c < original.contracts.size(); ++c) {
    if (original.contracts[c].assumption != mutant.contracts[c].assumption ||
        original.contracts[c].guarantee != mutant.contracts[c].guarantee) {
      return c;
    }
  }
  CATENARY_CHECK(false, "a mutant without a change");
  return 0;
}

std::optional<InterfaceMutant> find_mutant(const Interface& interface,
                                           std::string_view id) {
  for (InterfaceMutant& m : interface_mutants(interface)) {
    if (m.mutation.id == id) return std::move(m);
  }
  return std::nullopt;
}

}  // namespace catenary::model
