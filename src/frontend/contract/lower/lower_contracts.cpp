// SPDX-License-Identifier: Apache-2.0
/// \file
/// Views, requirements and their contracts. Contracts over several steps:
/// lower_temporal.cpp.
#include "frontend/contract/lower/lower_contracts.h"

#include <unordered_set>
#include <utility>

#include "frontend/contract/lower/partial.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/traverse.h"

namespace catenary::frontend::contract {

using logic::Term;
using When = ContractSyntax::When;
using Kind = ContractSyntax::Kind;

void ContractLowering::run(const FileSyntax& file) {
  ids(file);
  scope_.allow_memory(true);
  for (const ViewSyntax& v : file.views) {
    view(v);
    purposes(file, v.name.text);
  }
  scope_.allow_memory(false);
}

/// Purposes of a view are lowered with it, and not later: a purpose that looks
/// back has its variables in the view, beside those of the last requirement.
void ContractLowering::purposes(const FileSyntax& file,
                                const std::string& view) {
  const bool has_place = !out_.views.back().requirements.empty();
  scope_.allow_memory(has_place);
  for (std::size_t i = 0; i < file.purposes.size(); ++i) {
    const PurposeSyntax& p = file.purposes[i];
    if (p.view.text.empty() || p.view.text != view) continue;
    memory_.enter(p.name.text);
    Reads reads;
    purposes_[i] = scope_.purpose(p.value, reads);
  }
  scope_.allow_memory(true);
}

std::optional<Term> ContractLowering::purpose(std::size_t index) const {
  const auto it = purposes_.find(index);
  if (it == purposes_.end()) return std::nullopt;
  return it->second;
}

/// All ids that are written are noted first, so that generated ones are new.
void ContractLowering::ids(const FileSyntax& file) {
  const auto note = [this](const Name& name, auto& all, const char* what) {
    if (name.text.empty()) return;
    const auto [first, is_new] = all.emplace(name.text, name.where);
    if (is_new) return;
    problems_.again(name.where,
                    std::string("a second ") + what + " of the id '" +
                        name.text + "': expected another id",
                    "req-duplicate",
                    first->second);
  };
  for (const ViewSyntax& v : file.views) {
    note(v.name, view_names_, "view");
    for (const RequirementSyntax& r : v.requirements) {
      note(r.id, requirement_ids_, "requirement");
      for (const ContractSyntax& c : r.contracts) {
        note(c.id, contract_ids_, "contract");
      }
    }
  }
}

void ContractLowering::view(const ViewSyntax& syntax) {
  model::View v;
  v.name = syntax.name.text;
  v.text = syntax.doc.text;
  v.where = problems_.location(syntax.name.where);
  out_.views.push_back(std::move(v));
  scope_.enter_view();
  frames_.clear();
  open_.clear();
  for (const RequirementSyntax& r : syntax.requirements) requirement(r);
  finish_frames();
}

void ContractLowering::requirement(const RequirementSyntax& syntax) {
  model::Requirement r;
  r.id = syntax.id.text;
  r.text = syntax.doc.text;
  r.from = syntax.from.text;
  for (const Name& tag : syntax.tags) r.tags.push_back(tag.text);
  r.view = static_cast<std::uint32_t>(out_.views.size() - 1);
  r.where = problems_.location(syntax.id.where);
  out_.views.back().requirements.push_back(
      static_cast<std::uint32_t>(out_.requirements.size()));
  out_.requirements.push_back(std::move(r));
  unnamed_ = 0;
  for (const ContractSyntax& c : syntax.contracts) contract(c);
  if (syntax.contracts.empty()) {
    problems_.warning(syntax.id.where,
                      "requirement '" + syntax.id.text +
                          "' has no contract: nothing of it is checked",
                      "req-no-contract");
  }
}

std::string ContractLowering::id_of(const ContractSyntax& syntax) {
  ++unnamed_;
  if (!syntax.id.text.empty()) return syntax.id.text;
  // Numbered; a number that somebody wrote as an id is skipped.
  const std::string& requirement = out_.requirements.back().id;
  std::string id = requirement + "." + std::to_string(unnamed_);
  while (!contract_ids_.emplace(id, syntax.where).second) {
    id = requirement + "." + std::to_string(++unnamed_);
  }
  return id;
}

model::Contract& ContractLowering::add(const ContractSyntax& syntax,
                                       const std::string& id) {
  model::Contract c;
  c.id = id;
  c.requirement = static_cast<std::uint32_t>(out_.requirements.size() - 1);
  c.where = problems_.location(syntax.id.text.empty() ? syntax.where
                                                      : syntax.id.where);
  c.assumption = out_.terms->boolean(true);
  out_.requirements.back().contracts.push_back(
      static_cast<std::uint32_t>(out_.contracts.size()));
  out_.contracts.push_back(std::move(c));
  return out_.contracts.back();
}

std::optional<ContractLowering::Parts> ContractLowering::parts(
    const ContractSyntax& syntax) {
  Parts p;
  p.assumption = out_.terms->boolean(true);
  if (syntax.assumption) {
    p.assumption = scope_.condition(
        *syntax.assumption, p.assumption_reads, "an assumption");
  }
  p.guarantee =
      scope_.condition(syntax.guarantee, p.guarantee_reads, "a guarantee");
  // Both are lowered before this, so that errors of both are reported.
  const bool ends = syntax.kind == Kind::until;
  if (ends) {
    p.release = scope_.condition(
        *syntax.release, p.release_reads, "what ends a contract");
  }
  p.needed = scope_.take_needed();
  if (!p.assumption.valid() || !p.guarantee.valid()) return std::nullopt;
  if (ends && !p.release.valid()) return std::nullopt;
  return p;
}

void ContractLowering::values(const ContractSyntax& syntax, Parts& p) {
  logic::TermManager& terms = *out_.terms;
  const Term of_assumption = has_value(terms, p.assumption);
  const Term of_guarantee = has_value(terms, p.guarantee);
  const auto finish = [&terms](Term& t) { t = over_integers(terms, t); };
  finish(p.assumption);
  finish(p.guarantee);
  // What functions that look back remember is evaluated at every step.
  const std::size_t remembered = p.needed.size();
  p.needed.push_back(of_assumption);
  // The guarantee of one step is evaluated where the assumption holds only.
  p.needed.push_back(of_guarantee);
  finish(p.needed.back());
  if (syntax.kind == Kind::plain) {
    const Term left =
        logic::simplify(terms, under(terms, p.assumption, p.needed.back()));
    p.needed.back() = left.is_true() ? left : terms.implies(p.assumption, left);
  }
  if (p.release.valid()) {
    p.needed.push_back(has_value(terms, p.release));
    finish(p.release);
  }
  // What reads the step before is not evaluated at the first one.
  std::vector<Term> past;
  std::vector<Term> always;
  std::vector<Term> later;
  for (std::size_t i = 0; i < p.needed.size(); ++i) {
    const Term t = logic::simplify(terms, over_integers(terms, p.needed[i]));
    if (t.is_true()) continue;
    (model::reads_before(t) ? later
     : i < remembered       ? past
                            : always)
        .push_back(t);
  }
  if (past.empty() && always.empty() && later.empty()) return;
  const bool plain = syntax.kind == Kind::plain;
  const auto demand = [&](const std::string& id,
                          const std::vector<Term>& all,
                          bool at_init) {
    if (all.empty()) return;
    model::Contract& c = add(syntax, id);
    const bool looks_back = &all == &past;
    c.at_init = at_init && (looks_back || !plain || syntax.when != When::step);
    c.at_step = !plain || syntax.when != When::init;
    c.guarantee = terms.logical_and(all);
  };
  if (!plain || syntax.when != When::step) {
    always.insert(always.begin(), past.begin(), past.end());
    past.clear();
  }
  demand(p.id + ":divides-remembered", past, true);
  demand(p.id + ":divides", always, true);
  demand(p.id + ":divides-before", later, false);
  problems_.warning(syntax.where,
                    "this divides by what may be 0: the contract is violated "
                    "where it needs such a quotient",
                    "req-division");
}

void ContractLowering::contract(const ContractSyntax& syntax) {
  if (syntax.kind == Kind::frame) return frame(syntax);
  const std::string id = id_of(syntax);
  memory_.enter(id);
  auto p = parts(syntax);
  if (!p) return;
  p->id = id;
  values(syntax, *p);
  switch (syntax.kind) {
    case Kind::plain:
      return plain(syntax, *p);
    case Kind::within:
      return within(syntax, *p);
    case Kind::lasting:
      return lasting(syntax, *p);
    case Kind::until:
      return until(syntax, *p);
    case Kind::frame:
      return;
  }
}

// At the first step such a contract is false, which is rarely meant.
void ContractLowering::warn_always(const Reads& reads, const char* outcome) {
  if (!reads.before) return;
  problems_.warning(reads.before->where,
                    "'" + reads.before->name +
                        "' is of the step before, and the first step has "
                        "none: there this contract is " +
                        outcome + "; did you mean 'step'?",
                    "req-always-before");
}

void ContractLowering::plain(const ContractSyntax& syntax, const Parts& p) {
  const Reads& first =
      p.assumption_reads.before ? p.assumption_reads : p.guarantee_reads;
  if (first.before && syntax.when == When::init) {
    problems_.error(first.before->where,
                    "'" + first.before->name +
                        "' is of the step before, and the first step has "
                        "none: expected variables with a prime",
                    "req-init-before");
  }
  if (syntax.when == When::always) warn_always(first, "false");
  model::Contract& c = add(syntax, p.id);
  c.at_init = syntax.when != When::step;
  c.at_step = syntax.when != When::init;
  // "when true" counts as an assumption: it excepts from frames.
  c.has_assumption = syntax.assumption.has_value();
  c.assumption = p.assumption;
  c.guarantee = p.guarantee;
}

void ContractLowering::frame(const ContractSyntax& syntax) {
  for (const Name& n : syntax.frame) {
    const auto v = scope_.variable(n, "an output or hidden variable to keep");
    const std::string id = id_of(syntax);
    if (!v) continue;
    const model::InterfaceVariable& kept = out_.variables[*v];
    if (kept.role == model::Role::input) {
      problems_.error(n.where,
                      "'" + n.text +
                          "' is an input, which the environment chooses: "
                          "expected an output or hidden variable",
                      "req-frame");
      continue;
    }
    // "Keeps its value" is x' = x at every step after the first.
    model::Contract& c = add(syntax, id);
    c.where = problems_.location(n.where);
    c.at_step = true;
    c.guarantee = out_.terms->equal(kept.now, kept.before);
    frames_.push_back(
        {static_cast<std::uint32_t>(out_.contracts.size() - 1), kept.now});
  }
}

namespace {

/// Variables of the current step on which a term depends, those behind derived
/// variables included: "once(q' = 2)" mentions q'. Earlier steps that a derived
/// variable remembers do not count.
std::vector<Term> mentioned(
    Term term, const std::unordered_map<std::uint32_t, Term>& derived) {
  std::vector<Term> out = logic::free_variables(term);
  std::unordered_set<std::uint32_t> seen;
  for (const Term v : out) seen.insert(v.id());
  // The vector grows while it is visited: a transitive closure.
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto it = derived.find(out[i].id());
    if (it == derived.end()) continue;
    for (const Term v : logic::free_variables(it->second)) {
      if (seen.insert(v.id()).second) out.push_back(v);
    }
  }
  return out;
}

}  // namespace

/// Completes frames: a variable is kept unless a contract with an assumption
/// that holds constrains it. The frame's assumption is the negation of the
/// disjunction of their assumptions.
void ContractLowering::finish_frames() {
  if (frames_.empty()) return;
  std::unordered_map<std::uint32_t, std::vector<Term>> assumptions;
  for (const Frame& f : frames_) assumptions[f.kept.id()];
  std::vector<std::uint32_t> contracts;
  std::unordered_map<std::uint32_t, Term> derived;
  for (const std::uint32_t r : out_.views.back().requirements) {
    for (const std::uint32_t i : out_.requirements[r].contracts) {
      const model::Contract& c = out_.contracts[i];
      if (!c.at_step) continue;
      // Definitions of remembering variables: equations "variable = term".
      if (c.definition) {
        derived.emplace(c.guarantee[0].id(), c.guarantee[1]);
      } else if (c.has_assumption) {
        contracts.push_back(i);
      }
    }
  }
  for (const std::uint32_t i : contracts) {
    const model::Contract& c = out_.contracts[i];
    const auto open = open_.find(i);
    // While a "within" waits, its guarantee may become true at any step.
    const Term holds = open == open_.end() ? c.assumption : open->second;
    for (const Term v : mentioned(c.guarantee, derived)) {
      const auto it = assumptions.find(v.id());
      if (it != assumptions.end()) it->second.push_back(holds);
    }
  }
  for (const Frame& f : frames_) {
    const std::vector<Term>& others = assumptions[f.kept.id()];
    // A variable that no contract constrains is always kept.
    if (others.empty()) continue;
    model::Contract& c = out_.contracts[f.contract];
    c.assumption = out_.terms->logical_not(out_.terms->logical_or(others));
  }
  for (const Frame& f : frames_) {
    model::Contract& c = out_.contracts[f.contract];
    c.has_assumption = !c.assumption.is_true();
  }
}

}  // namespace catenary::frontend::contract
