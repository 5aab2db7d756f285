// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names: constants, enumerations, variables, definitions.
#include <algorithm>
#include <utility>

#include "frontend/contract/lower/lower.h"
#include "frontend/contract/parse/parser.h"
#include "logic/term/evaluate/evaluate.h"
#include "option/suggest.h"

namespace catenary::frontend::contract {

using logic::Sort;
using logic::SortKind;
using logic::Term;

// The place is that of the whole part: a definition's inside is elsewhere.
void Reads::add(const Reads& other, Place where, const std::string& name) {
  const auto merge = [&](std::optional<First>& mine,
                         const std::optional<First>& its) {
    if (its && !mine) mine = First{where, name};
  };
  merge(before, other.before);
  merge(now, other.now);
  merge(system_before, other.system_before);
  merge(system_now, other.system_now);
  merge(memory, other.memory);
}

// Only names of similar length can be similar; the search is quadratic.
std::string suggestion(const std::string& name,
                       const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 5000;
  if (name.size() < 2) return "";  // any letter is near to any other
  // A misspelling changes at most a third of the letters.
  const std::size_t differ = std::max<std::size_t>(1, name.size() / 3);
  std::vector<std::string> candidates;
  for (const std::string& n : names) {
    if (n.size() + differ < name.size() || name.size() + differ < n.size()) {
      continue;
    }
    candidates.push_back(n);
    // A bound on the time for files with very many names.
    if (candidates.size() == kMost) break;
  }
  return option::did_you_mean(name, candidates);
}

void Scope::declare(const FileSyntax& file) {
  // In this order: later kinds may use earlier ones.
  constants(file);
  enumerations(file);
  functions(file);
  for (const VariablesSyntax& v : file.variables) variables(v);
  definitions(file);
}

Scope::Entry* Scope::declare(const Name& name, Entry::Kind kind, Term term) {
  const auto [it, is_new] =
      names_.try_emplace(name.text, Entry{kind, 0, term, name.where, false});
  if (!is_new) {
    problems_.again(
        name.where,
        "'" + name.text + "' is declared twice: expected another name",
        "req-duplicate",
        it->second.where);
    return nullptr;
  }
  in_text_order_.push_back(name.text);
  return &it->second;
}

void Scope::constants(const FileSyntax& file) {
  for (const ConstSyntax& c : file.constants) {
    const auto v = value(c.value, "a constant");
    declare(
        c.name, Entry::Kind::constant, v ? out_.terms->constant(*v) : Term());
  }
}

std::optional<logic::Value> Scope::value(const Expression& e,
                                         const char* of_what) {
  Reads reads;
  const Term t = term(e, reads);
  if (!t.valid()) return std::nullopt;
  if (!is_number(t, e.where, of_what)) return std::nullopt;
  // Evaluated without any assignment: fails if there are variables.
  auto v = logic::evaluate(t, {});
  if (v) return v;
  problems_.error(e.where,
                  std::string(of_what) +
                      " depends on variables: expected numbers and constants",
                  "req-constant");
  return std::nullopt;
}

std::optional<std::uint32_t> Scope::count(const Expression& e,
                                          std::uint32_t least,
                                          const char* of_what) {
  // Numbers of steps fit into 32 bits, sums of two as well.
  constexpr std::uint32_t kMost = 1'000'000'000;
  const auto v = value(e, of_what);
  if (!v) return std::nullopt;
  if (v->kind() != SortKind::integer || v->as_integer() < least ||
      v->as_integer() > kMost) {
    problems_.error(e.where,
                    std::string(of_what) + " is " + v->to_string() +
                        ": expected an integer from " + std::to_string(least) +
                        " to " + std::to_string(kMost),
                    "req-bound");
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(v->as_int64());
}

void Scope::enumerations(const FileSyntax& file) {
  for (const EnumSyntax& e : file.enumerations) {
    auto made = std::make_shared<logic::Enumeration>();
    // A value that occurs twice is declared once, and reported.
    made->name = e.name.text;
    std::unordered_set<std::string> seen;
    for (const Name& v : e.values) {
      if (seen.insert(v.text).second) made->values.push_back(v.text);
    }
    const auto [first, is_new] =
        type_places_.emplace(e.name.text, e.name.where);
    if (!is_new) {
      problems_.again(e.name.where,
                      "a second enumeration of the name '" + e.name.text +
                          "': expected another name",
                      "req-duplicate",
                      first->second);
      continue;
    }
    types_.emplace(e.name.text, Sort::enumeration(made));
    std::uint32_t next = 0;
    // `next` runs along the distinct values.
    for (const Name& v : e.values) {
      const bool of_this =
          next < made->values.size() && made->values[next] == v.text;
      declare(v,
              Entry::Kind::value,
              of_this
                  ? out_.terms->constant(logic::Value::enumerator(made, next))
                  : Term());
      if (of_this) ++next;
    }
  }
}

std::optional<Sort> Scope::sort(const TypeSyntax& type) {
  switch (type.base) {
    case TypeSyntax::Base::boolean:
      return Sort::boolean();
    case TypeSyntax::Base::integer:
      return Sort::integer();
    case TypeSyntax::Base::real:
      return Sort::real();
    case TypeSyntax::Base::enumeration:
      break;
  }
  const auto it = types_.find(type.enumeration);
  if (it != types_.end()) return it->second;
  std::vector<std::string> known = {"bool", "int", "real"};
  for (const auto& [type_name, place] : type_places_) {
    known.push_back(type_name);
  }
  // The map is unordered; sorted, the suggestion is deterministic.
  std::ranges::sort(known);
  problems_.error(
      type.where,
      "'" + type.enumeration +
          "' is not a type: expected 'bool', 'int LO..HI', 'real' or "
          "a declared enumeration" +
          suggestion(type.enumeration, known),
      "req-unknown-type");
  return std::nullopt;
}

void Scope::range(const TypeSyntax& type, model::InterfaceVariable& v) {
  if (!type.lo || !type.hi) return;
  auto lo = value(*type.lo, "an end of the range");
  auto hi = value(*type.hi, "an end of the range");
  if (!lo || !hi) return;
  const bool is_int = type.base == TypeSyntax::Base::integer;
  const auto fit = [&](logic::Value& end, const Expression& e) {
    // The ends of a real range may be written as integers.
    if (!is_int && end.kind() == SortKind::integer) {
      end = logic::Value::real(mpq_class(end.as_integer()));
    }
    if (!is_int || end.kind() == SortKind::integer) return true;
    problems_.error(e.where,
                    "the range of an integer has integers at its ends: "
                    "expected one, found " +
                        end.to_string(),
                    "req-range");
    return false;
  };
  if (!fit(*lo, *type.lo) || !fit(*hi, *type.hi)) return;
  // Both ends are of one kind here.
  const bool empty = is_int ? lo->as_integer() > hi->as_integer()
                            : lo->as_real() > hi->as_real();
  if (empty) {
    problems_.error(type.lo->where,
                    "the range " + lo->to_string() + ".." + hi->to_string() +
                        " is empty: expected its lower end first",
                    "req-range");
  }
  // Set even if it is empty: the error stops the reader later.
  v.lo = std::move(lo);
  v.hi = std::move(hi);
}

void Scope::variables(const VariablesSyntax& syntax) {
  const auto s = sort(syntax.type);
  model::InterfaceVariable v;
  v.role = syntax.role;
  range(syntax.type, v);
  for (const Name& n : syntax.names) {
    Entry* entry = declare(n, Entry::Kind::variable, Term());
    // Declared even without a type, so that its uses are known.
    if (entry == nullptr || !s) continue;
    v.name = n.text;
    v.before = out_.terms->variable(n.text, *s);
    v.now = out_.terms->variable(n.text + "'", *s);
    v.where = problems_.location(n.where);
    entry->index = static_cast<std::uint32_t>(out_.variables.size());
    entry->term = v.now;
    // Both terms, so that a comparison with either is examined.
    variable_of_.emplace(v.now.id(), entry->index);
    variable_of_.emplace(v.before.id(), entry->index);
    memory_.declared(v);
    out_.variables.push_back(v);
  }
}

std::optional<std::uint32_t> Scope::variable(const Name& wanted,
                                             const char* of_what) {
  const auto it = names_.find(wanted.text);
  if (it == names_.end()) {
    unknown(wanted, of_what);
    return std::nullopt;
  }
  if (it->second.kind != Entry::Kind::variable) {
    problems_.error(
        wanted.where,
        "'" + wanted.text + "' is not a variable: expected " + of_what,
        "req-unknown-name");
    return std::nullopt;
  }
  it->second.used = true;
  // An error was reported at its declaration.
  if (!it->second.term.valid()) return std::nullopt;
  return it->second.index;
}

void Scope::unknown(const Name& wanted, const std::string& expected) {
  problems_.error(wanted.where,
                  "'" + wanted.text + "' is unknown: expected " + expected +
                      suggestion(wanted.text, in_text_order_),
                  "req-unknown-name");
}

// Inputs and outputs may be unused: the interface has them anyway.
void Scope::warn_unused() {
  for (const std::string& n : in_text_order_) {
    const Entry& e = names_.at(n);
    if (e.used || e.kind == Entry::Kind::value) continue;
    if (e.kind == Entry::Kind::variable &&
        out_.variables[e.index].role != model::Role::hidden) {
      continue;
    }
    problems_.warning(e.where, "'" + n + "' is never used", "req-unused");
  }
}

}  // namespace catenary::frontend::contract
