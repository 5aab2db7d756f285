// SPDX-License-Identifier: Apache-2.0
#include "app/contract/contract_oracle.h"

#include <algorithm>
#include <set>
#include <utility>

#include "app/model_file.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/traverse.h"

namespace catenary::app {

namespace {

namespace contract = engine::contract;
using contract::Rule;
using exec::StepVerdict;
using model::Role;

void add_new(std::vector<std::string>& to, const std::string& text) {
  if (std::find(to.begin(), to.end(), text) == to.end()) to.push_back(text);
}

std::string joined(const std::vector<std::string>& texts, const char* between) {
  std::string out;
  for (const std::string& t : texts) out += (out.empty() ? "" : between) + t;
  return out;
}

StepVerdict verdict(StepVerdict::Kind kind, std::string why) {
  StepVerdict out;
  out.kind = kind;
  out.why = std::move(why);
  return out;
}

}  // namespace

ContractOracle::ContractOracle(const RunOptions& options,
                               const suite::Suite& suite,
                               Context& context)
    : context_(context),
      interface_(load_interface(options.oracle, context)),
      semantics_(interface_),
      observer_(interface_,
                suite.signature,
                {options.map, options.map_value, options.suite}),
      monitor_(semantics_, context.budget),
      reference_{{interface_.name, "req", interface_.path, interface_.sha256},
                 options.map,
                 options.map_value} {
  for (const base::Diagnostic& w : interface_.warnings) {
    context.progress.message(w.render());
  }
}

void ContractOracle::restart() {
  monitor_.restart();
  run_.clear();
}

StepVerdict ContractOracle::step(
    std::span<const logic::Value> inputs,
    std::span<const std::optional<logic::Value>> outputs) {
  const Observation seen = observer_.observe(inputs, outputs);
  if (!seen.missing.empty()) {
    const std::uint32_t v = seen.missing.front();
    return verdict(StepVerdict::Kind::unresolved,
                   "the SUT does not provide '" + observer_.signal_of(v) +
                       "', which " + interface_.path + " speaks of");
  }
  run_.push_back(seen.values);
  const bool odd_input =
      std::any_of(seen.unfit.begin(), seen.unfit.end(), [&](const auto& u) {
        return interface_.variables[u.first].role == Role::input;
      });
  const contract::Allowed allowed =
      odd_input ? contract::Allowed::anything : monitor_.step(seen.values);
  switch (allowed) {
    case contract::Allowed::anything:
      return verdict(StepVerdict::Kind::nothing_asked, broken_promise(seen));
    case contract::Allowed::undecided:
      return verdict(StepVerdict::Kind::unresolved,
                     "whether " + interface_.path +
                         " allows it could not be decided in time");
    case contract::Allowed::no:
      return seen.unfit.empty() ? explained() : unfit(seen);
    case contract::Allowed::yes:
      break;
  }
  return seen.unfit.empty() ? StepVerdict{} : unfit(seen);
}

std::string ContractOracle::broken_promise(const Observation& seen) const {
  const std::string after =
      "; from here on " + interface_.path + " asks for nothing";
  const auto of_range = [&](std::uint32_t v, const logic::Value& value) {
    return "the input " + observer_.signal_of(v) + " = " + value.to_string() +
           " is not in the " + range_text(v) + after;
  };
  for (const auto& [v, value] : seen.unfit) {
    if (interface_.variables[v].role == Role::input) return of_range(v, value);
  }
  logic::TermManager& terms = semantics_.terms();
  const bool first = run_.size() == 1;
  logic::Substitution known;
  for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
    if (!semantics_.observable(v)) continue;
    const model::InterfaceVariable& variable = interface_.variables[v];
    known.emplace(variable.now, terms.constant(run_.back()[v]));
    if (first) continue;
    known.emplace(variable.before, terms.constant(run_[run_.size() - 2][v]));
  }
  const auto fails = [&](logic::Term condition) {
    return logic::simplify(terms, logic::substitute(terms, condition, known))
        .is_false();
  };
  for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
    const model::InterfaceVariable& variable = interface_.variables[v];
    if (variable.role != Role::input) continue;
    if (fails(model::range_of(interface_, variable))) {
      return of_range(v, run_.back()[v]);
    }
  }
  for (const model::Promise& p : interface_.promises) {
    if (!fails(model::formula_at(interface_, p, first))) continue;
    return "the inputs break the promise " + p.id +
           (p.text.empty() ? "" : " \"" + p.text + "\"") + after;
  }
  return "the inputs may break a promise" + after;
}

std::string ContractOracle::range_text(std::uint32_t variable) const {
  const model::InterfaceVariable& v = interface_.variables[variable];
  std::string out = "range of " + v.name;
  switch (v.sort().kind()) {
    case logic::SortKind::boolean:
      return out + ": false, true";
    case logic::SortKind::enumeration:
      return out + ": " + joined(v.sort().enumerators().values, ", ");
    default:
      return out + ": " + (v.lo ? v.lo->to_string() : "") + ".." +
             (v.hi ? v.hi->to_string() : "");
  }
}

StepVerdict ContractOracle::unfit(const Observation& seen) const {
  StepVerdict out;
  out.kind = StepVerdict::Kind::forbidden;
  suite::Violation& v = out.violation;
  v.signal = interface_.name;
  std::vector<std::string> observed;
  std::vector<std::string> ranges;
  for (const auto& [variable, value] : seen.unfit) {
    observed.push_back(observer_.signal_of(variable) + " = " +
                       value.to_string());
    ranges.push_back("the " + range_text(variable));
    v.contracts.push_back("range of " + interface_.variables[variable].name);
  }
  v.observed = joined(observed, ", ");
  v.allowed = joined(ranges, " and ");
  return out;
}

std::string ContractOracle::observed_by(
    const std::vector<std::size_t>& rules) const {
  std::set<logic::Term> mentioned;
  for (const std::size_t rule : rules) {
    for (const logic::Term t :
         logic::subterms(semantics_.rule(rule, run_.size() == 1))) {
      mentioned.insert(t);
    }
  }
  std::vector<std::string> some;
  std::vector<std::string> all;
  for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
    const model::InterfaceVariable& variable = interface_.variables[v];
    if (variable.role != Role::output) continue;
    all.push_back(observer_.signal_of(v) + " = " + run_.back()[v].to_string());
    if (mentioned.contains(variable.now)) some.push_back(all.back());
  }
  return joined(some.empty() ? all : some, ", ");
}

/// E.g. `CC-3 "The brake …" (contract brake, view driver)`.
std::string ContractOracle::text_of(const Diagnosis& diagnosis) const {
  std::vector<std::string> parts;
  for (const std::uint32_t r : diagnosis.requirements) {
    const model::Requirement& requirement = interface_.requirements[r];
    std::vector<std::string> ids;
    for (const std::size_t rule : diagnosis.rules) {
      const Rule& of = semantics_.rules()[rule];
      if (of.kind != Rule::Kind::contract) continue;
      const model::Contract& c = interface_.contracts[of.index];
      if (c.requirement == r) ids.push_back(c.id);
    }
    parts.push_back(
        requirement.id +
        (requirement.text.empty() ? "" : " \"" + requirement.text + "\"") +
        (ids.size() == 1 ? " (contract " : " (contracts ") + joined(ids, ", ") +
        ", view " + interface_.views[requirement.view].name + ")");
  }
  for (const std::size_t rule : diagnosis.rules) {
    const Rule& of = semantics_.rules()[rule];
    if (of.kind == Rule::Kind::range) {
      parts.push_back("the " + range_text(of.index));
    }
  }
  return joined(parts, " and ");
}

StepVerdict ContractOracle::explained() const {
  const contract::Diagnoses found =
      contract::diagnose(semantics_, run_, {}, context_.budget);
  StepVerdict out;
  out.kind = StepVerdict::Kind::forbidden;
  suite::Violation& v = out.violation;
  v.signal = interface_.name;
  std::vector<std::size_t> rules;
  std::vector<std::string> texts;
  constexpr std::size_t kMost = 3;
  for (const Diagnosis& d : found.found) {
    rules.insert(rules.end(), d.rules.begin(), d.rules.end());
    if (texts.size() < kMost) texts.push_back(text_of(d));
    for (const std::uint32_t r : d.requirements) {
      add_new(v.requirements, interface_.requirements[r].id);
    }
    for (const std::size_t rule : d.rules) {
      const Rule& of = semantics_.rules()[rule];
      add_new(v.contracts,
              of.kind == Rule::Kind::range
                  ? "range of " + interface_.variables[of.index].name
                  : interface_.contracts[of.index].id);
    }
  }
  if (found.found.size() > kMost) {
    texts.push_back(std::to_string(found.found.size() - kMost) +
                    " other explanations");
  }
  v.observed = observed_by(rules);
  v.allowed = joined(texts, "; or ");
  if (texts.empty()) {
    v.allowed = "what " + interface_.path +
                " allows (which requirements: " + found.why_not + ")";
  }
  return out;
}

}  // namespace catenary::app
