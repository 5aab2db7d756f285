// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/expectations.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "engine/contract/eliminate.h"
#include "engine/contract/monitor.h"
#include "engine/contract/subset_walk.h"
#include "logic/term/simplify.h"
#include "logic/term/smtlib.h"
#include "logic/term/traverse.h"

namespace catenary::engine::contract {

namespace {

using logic::SortKind;
using logic::Substitution;
using logic::Term;
using logic::Value;
using model::Role;
using suite::Expectation;
using suite::Expected;

constexpr std::size_t kLongestText = 100'000;
constexpr std::int64_t kMostListed = 32;

/// Variables that are outputs, in order: as the signature counts them.
std::vector<std::uint32_t> outputs_of(const model::Interface& interface) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t v = 0; v < interface.variables.size(); ++v) {
    if (interface.variables[v].role == Role::output) out.push_back(v);
  }
  return out;
}

/// Names of formulas of a step: "X" now, "X@pre" and "X@N" before.
Substitution to_suite_names(const Semantics& semantics, std::size_t step) {
  logic::TermManager& terms = semantics.terms();
  Substitution out;
  for (std::size_t v = 0; v < semantics.interface().variables.size(); ++v) {
    const model::InterfaceVariable& variable =
        semantics.interface().variables[v];
    out.emplace(semantics.at(v, step), variable.before);
    if (step == 0) continue;
    out.emplace(semantics.at(v, step - 1),
                terms.variable(variable.name + "@pre", variable.sort()));
  }
  return out;
}

/// Makes expectations of one step.
class StepWriter {
 public:
  StepWriter(const model::Interface& interface, Expectations& out)
      : outputs_(outputs_of(interface)), out_(out) {}

  void add(std::size_t output, Expectation expectation) {
    step_[output] = std::move(expectation);
  }
  /// A formula, at an output that it mentions and that has no single value.
  void add(logic::TermManager& terms,
           Term formula,
           Term own,
           std::size_t output) {
    std::string text = logic::to_smtlib(
        logic::simplify(terms, terms.logical_and(formula, own)));
    if (text.size() > kLongestText) {
      out_.exact = false;
      out_.why_not = "a formula would be too long";
      return;
    }
    step_[output] = suite::Formula{std::move(text)};
  }
  void finish() {
    std::vector<Expected> step;
    for (auto& [output, expectation] : step_) {
      step.push_back(
          {static_cast<std::uint32_t>(output), std::move(expectation)});
    }
    out_.steps.push_back(std::move(step));
  }
  [[nodiscard]] const std::vector<std::uint32_t>& outputs() const {
    return outputs_;
  }
  [[nodiscard]] bool has_value(std::size_t output) const {
    const auto at = step_.find(output);
    return at != step_.end() && std::holds_alternative<Value>(at->second);
  }

 private:
  std::vector<std::uint32_t> outputs_;
  Expectations& out_;
  std::map<std::size_t, Expectation> step_;
};

/// The output to which a formula is attached.
std::size_t host(const StepWriter& writer,
                 const model::Interface& interface,
                 Term formula) {
  const std::vector<Term> read = logic::free_variables(formula);
  std::optional<std::size_t> found;
  for (std::size_t o = 0; o < writer.outputs().size(); ++o) {
    const Term name = interface.variables[writer.outputs()[o]].before;
    if (!writer.has_value(o) &&
        std::find(read.begin(), read.end(), name) != read.end()) {
      found = o;
    }
  }
  if (found) return *found;
  for (std::size_t o = 0; o < writer.outputs().size(); ++o) {
    if (!writer.has_value(o)) return o;
  }
  return 0;
}

/// An output is within its range.
Term range_term(const model::Interface& interface, std::uint32_t v) {
  logic::TermManager& terms = *interface.terms;
  const model::InterfaceVariable& variable = interface.variables[v];
  return logic::substitute(terms,
                           model::range_of(interface, variable),
                           {{variable.now, variable.before}});
}

/// Values an output may have, its range included.
Term own_values(DiagramText& text,
                const model::Interface& interface,
                std::uint32_t v,
                const Spans& spans) {
  return interface.terms->logical_and(
      text.within(interface.variables[v].before, spans, v),
      range_term(interface, v));
}

/// The values as a plain expectation; nothing where there is none to write.
std::optional<Expectation> plain(DiagramText& text,
                                 const model::Interface& interface,
                                 std::uint32_t v,
                                 const Spans& spans,
                                 bool& is_written) {
  is_written = true;
  const SortKind kind = interface.variables[v].sort().kind();
  if (spans.size() == 1 && spans[0].first == spans[0].second) {
    return text.value(v, spans[0].first);
  }
  if (kind != SortKind::integer && text.is_whole(spans, v)) return std::nullopt;
  if (kind == SortKind::integer && spans.size() == 1) {
    return suite::Interval{text.value(v, spans[0].first),
                           text.value(v, spans[0].second)};
  }
  suite::OneOf set;
  for (const auto& [lo, hi] : spans) {
    if (hi - lo >= kMostListed || set.values.size() >= kMostListed) {
      is_written = false;
      return std::nullopt;
    }
    for (std::int64_t n = lo; n <= hi; ++n) {
      set.values.push_back(text.value(v, n));
    }
  }
  return set;
}

class FiniteExpectations {
 public:
  FiniteExpectations(const model::Interface& interface,
                     const base::Budget& budget)
      : interface_(interface), walk_(interface, budget) {}

  Expectations make(const InputSequence& inputs) {
    for (std::size_t s = 0; s < inputs.size(); ++s) step(s, inputs[s]);
    if (walk_.united()) {
      out_.exact = false;
      out_.why_not = "what is allowed depends on too many earlier outputs";
    }
    return std::move(out_);
  }

 private:
  void step(std::size_t s, const std::vector<std::optional<Value>>& inputs);
  /// `given`: bits of which it need not say what they are, like those of
  /// inputs that are set.
  [[nodiscard]] Term formula(const AllowedAt& allowed,
                             const std::vector<std::optional<Value>>& inputs,
                             std::size_t s,
                             bool with_ranges,
                             Indices given = {});

  const model::Interface& interface_;
  SubsetWalk walk_;
  Expectations out_;
};

Term FiniteExpectations::formula(
    const AllowedAt& allowed,
    const std::vector<std::optional<Value>>& inputs,
    std::size_t s,
    bool with_ranges,
    Indices given) {
  logic::TermManager& terms = *interface_.terms;
  logic::bdd::Manager& manager = walk_.finite().manager();
  std::vector<std::uint32_t> order;
  Term ranges = terms.boolean(true);
  for (const Role role : {Role::input, Role::output}) {
    for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
      if (interface_.variables[v].role != role) continue;
      if (role == Role::input && inputs[v]) {
        const Indices& bits = walk_.finite().bits_now(v);
        given.insert(given.end(), bits.begin(), bits.end());
      } else {
        order.push_back(v);
      }
      if (with_ranges && role == Role::output) {
        ranges = terms.logical_and(ranges, range_term(interface_, v));
      }
    }
  }
  std::vector<Term> all;
  for (const AllowedAt::Case& c : allowed.cases) {
    if (c.anything) continue;
    const auto text = [&](const Bdd& set) {
      return walk_.text().term(
          manager.exists(set, manager.cube(given)),
          order,
          [&](std::uint32_t v) { return interface_.variables[v].before; });
    };
    Term outputs = terms.logical_and(text(c.outputs), ranges);
    if (!c.broken.is_false()) {
      outputs = terms.logical_or(outputs, text(c.broken));
    }
    all.push_back(terms.implies(c.when, outputs));
  }
  return logic::substitute(terms,
                           logic::simplify(terms, terms.logical_and(all)),
                           to_suite_names(walk_.semantics(), s));
}

void FiniteExpectations::step(std::size_t s,
                              const std::vector<std::optional<Value>>& inputs) {
  logic::TermManager& terms = *interface_.terms;
  DiagramText& text = walk_.text();
  StepWriter writer(interface_, out_);
  const AllowedAt allowed = walk_.step(inputs);
  Bdd all = walk_.finite().manager().constant(false);
  for (const AllowedAt::Case& c : allowed.cases) all = all | c.outputs;
  if (writer.outputs().empty()) return writer.finish();
  if (all.is_false()) {
    writer.add(terms, terms.boolean(false), terms.boolean(true), 0);
    return writer.finish();
  }
  const bool anything = std::any_of(
      allowed.cases.begin(), allowed.cases.end(), [&](const auto& c) {
        return c.anything || !c.broken.is_false();
      });
  if (anything) {
    const Term term = formula(allowed, inputs, s, true);
    if (term.is_true()) return writer.finish();
    writer.add(
        terms, term, terms.boolean(true), host(writer, interface_, term));
    return writer.finish();
  }
  Bdd product = allowed.inputs;
  std::vector<Spans> spans;
  Indices single;  // of outputs that have a value of their own
  for (std::size_t o = 0; o < writer.outputs().size(); ++o) {
    const std::uint32_t v = writer.outputs()[o];
    spans.push_back(text.values(all, v));
    const Term now = interface_.variables[v].now;
    product = product & walk_.finite().range(v) &
              walk_.finite().encode(text.within(now, spans.back(), v));
    bool is_written = true;
    const auto expectation =
        plain(text, interface_, v, spans.back(), is_written);
    if (expectation && std::holds_alternative<Value>(*expectation)) {
      const Indices& bits = walk_.finite().bits_now(v);
      single.insert(single.end(), bits.begin(), bits.end());
    }
    if (expectation) writer.add(o, *expectation);
    if (!is_written) {
      writer.add(terms,
                 terms.boolean(true),
                 own_values(text, interface_, v, spans.back()),
                 o);
    }
  }
  if (allowed.cases.size() > 1 || !(product == all)) {
    const Term term = formula(allowed, inputs, s, false, single);
    const std::size_t o = host(writer, interface_, term);
    writer.add(terms,
               term,
               own_values(text, interface_, writer.outputs()[o], spans[o]),
               o);
  }
  writer.finish();
}

/// By elimination: one formula a step, in which what is plain is taken out.
Expectations by_formulas(const model::Interface& interface,
                         const InputSequence& inputs,
                         const base::Budget& budget) {
  Expectations out;
  const Semantics semantics(interface);
  logic::TermManager& terms = semantics.terms();
  const std::vector<Term> allowed = allowed_outputs(semantics, inputs, budget);
  Substitution asked;  // by this step or an earlier one
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    StepWriter writer(interface, out);
    if (s >= allowed.size()) {
      out.exact = false;
      out.why_not = "hidden variables could not be eliminated";
      writer.finish();
      continue;
    }
    const Reduced reduced = reduce(terms, allowed[s]);
    Substitution facts = reduced.facts;
    std::erase_if(facts, [&](const auto& fact) {
      const auto [known, is_new] = asked.insert(fact);
      return !is_new && known->second == fact.second;
    });
    std::vector<Term> open{reduced.rest};
    for (std::size_t o = 0; o < writer.outputs().size(); ++o) {
      const auto fact = facts.find(semantics.at(writer.outputs()[o], s));
      if (fact == facts.end()) continue;
      writer.add(o, fact->second.value());
      facts.erase(fact);
    }
    // What is only clear now about earlier steps.
    for (const auto& [variable, value] : facts) {
      open.push_back(terms.equal(variable, value));
    }
    const Term rest =
        logic::substitute(terms,
                          logic::simplify(terms, terms.logical_and(open)),
                          to_suite_names(semantics, s));
    if (!rest.is_true() && !writer.outputs().empty()) {
      const std::size_t o = host(writer, interface, rest);
      Term own = terms.boolean(true);
      if (writer.has_value(o)) {
        const std::uint32_t v = writer.outputs()[o];
        own = terms.equal(interface.variables[v].before,
                          reduced.facts.at(semantics.at(v, s)));
      }
      writer.add(terms, rest, own, o);
    }
    writer.finish();
  }
  return out;
}

}  // namespace

suite::Signature signature_of(const model::Interface& interface) {
  suite::Signature out;
  for (const model::InterfaceVariable& v : interface.variables) {
    if (v.role == Role::hidden) continue;
    suite::Signal signal;
    signal.name = v.name;
    switch (v.sort().kind()) {
      case SortKind::boolean:
        signal.type = "bool";
        break;
      case SortKind::enumeration:
        signal.type = "enum";
        signal.enumeration = v.sort().enumeration_decl();
        break;
      case SortKind::real:
        signal.type = "real";
        break;
      default:
        signal.type = "int";
        break;
    }
    signal.lo = v.lo;
    signal.hi = v.hi;
    (v.role == Role::input ? out.inputs : out.outputs).push_back(signal);
  }
  return out;
}

Expectations expectations_for(const model::Interface& interface,
                              const InputSequence& inputs,
                              const base::Budget& budget) {
  if (!interface.finite()) return by_formulas(interface, inputs, budget);
  return FiniteExpectations(interface, budget).make(inputs);
}

}  // namespace catenary::engine::contract
