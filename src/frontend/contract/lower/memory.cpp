// SPDX-License-Identifier: Apache-2.0
/// \file
/// Variables that remember the past. Each is hidden and determined: one
/// contract defines it at the first step, one at each later step.
///
/// Method: past-time temporal logic by one state variable for each temporal
/// subterm, after Havelund and Rosu, "Synthesizing monitors for safety
/// properties", TACAS 2002 (doi:10.1007/3-540-46002-0_24). Bounded operators
/// count steps instead of remembering each.
#include <utility>

#include "frontend/contract/lower/lower.h"

namespace catenary::frontend::contract {

using logic::Op;
using logic::Term;
using model::InterfaceVariable;

namespace {

// Terms are hash-consed, so numbers identify arguments.
std::string key(const char* what, std::uint32_t bound, Term a, Term b) {
  return std::string(what) + " " + std::to_string(bound) + " " +
         std::to_string(a.id()) + " " + std::to_string(b.valid() ? b.id() : 0);
}

}  // namespace

void Memory::declared(const InterfaceVariable& v) {
  to_now_.emplace(v.before, v.now);
  to_before_.emplace(v.now, v.before);
}

Term Memory::at_now(Term t) {
  return logic::substitute(*out_.terms, t, to_now_);
}

Term Memory::at_before(Term t) {
  return logic::substitute(*out_.terms, t, to_before_);
}

std::string Memory::unique(const std::string& wanted) {
  std::string name = wanted;
  for (int n = 2; !names_.insert(name).second; ++n) {
    name = wanted + std::to_string(n);
  }
  return name;
}

InterfaceVariable Memory::make(const char* what,
                               const logic::Sort& sort,
                               const std::optional<Range>& range) {
  InterfaceVariable v;
  v.name = unique(owner_ + "." + what);
  v.role = model::Role::hidden;
  if (range) {
    v.lo = logic::Value::integer(range->first);
    v.hi = logic::Value::integer(range->second);
  }
  v.before = out_.terms->variable(v.name, sort);
  v.now = out_.terms->variable(v.name + "'", sort);
  v.view = static_cast<std::int32_t>(out_.requirements.back().view);
  v.derived = true;
  v.where = out_.requirements.back().where;
  declared(v);
  out_.variables.push_back(v);
  return v;
}

InterfaceVariable Memory::counter(const char* what, std::uint32_t most) {
  return make(what, logic::Sort::integer(), Range{0, most});
}

void Memory::define(const InterfaceVariable& v, const Steps& value) {
  const auto add = [&](const char* end, bool at_init, Term t) {
    model::Contract c;
    c.id = v.name + end;
    c.requirement = static_cast<std::uint32_t>(out_.requirements.size() - 1);
    c.at_init = at_init;
    c.at_step = !at_init;
    c.assumption = out_.terms->boolean(true);
    c.guarantee = out_.terms->equal(v.now, t);
    c.definition = true;
    c.where = v.where;
    out_.requirements.back().contracts.push_back(
        static_cast<std::uint32_t>(out_.contracts.size()));
    out_.contracts.push_back(std::move(c));
  };
  add(":init", true, value.first);
  add(":step", false, value.later);
}

Term Memory::pre(Term e, Term first, const std::optional<Range>& range) {
  const auto [it, is_new] = known_.emplace(key("pre", 0, e, first), Term());
  // The value is of the step before: e is unprimed by its definition.
  if (!is_new) return it->second;
  const InterfaceVariable v = make("pre", e.sort(), range);
  define(v, {first, at_before(e)});
  return it->second = v.now;
}

Term Memory::once(Term e, std::uint32_t bound) {
  logic::TermManager& t = *out_.terms;
  const auto [it, is_new] = known_.emplace(key("once", bound, e, {}), Term());
  if (!is_new) return it->second;
  if (bound == 0) {
    const InterfaceVariable v = make("once", logic::Sort::boolean());
    // once e = e or (once e) at the step before.
    define(v, {e, t.logical_or(e, v.before)});
    return it->second = v.now;
  }
  // Within a bound, once is since with nothing to be kept.
  return it->second = since(t.boolean(true), e, bound);
}

Term Memory::since(Term kept, Term e, std::uint32_t bound) {
  logic::TermManager& t = *out_.terms;
  const auto [it, is_new] =
      known_.emplace(key("since", bound, kept, e), Term());
  if (!is_new) return it->second;
  if (bound == 0) {
    const InterfaceVariable v = make("since", logic::Sort::boolean());
    // kept S e = e or (kept and (kept S e) at the step before).
    const Term goes_on = t.logical_and(kept, v.before);
    define(v, {e, t.logical_or(e, goes_on)});
    return it->second = v.now;
  }
  // Counts the steps since e last held; bound + 1 stands for never. The last
  // occurrence is the best one: `kept` must hold for the shortest time.
  const InterfaceVariable v = counter("since", bound + 1);
  const Term zero = t.integer(0);
  const Term never = t.integer(static_cast<long long>(bound) + 1);
  const Term recent = t.make(Op::less, {v.before, never});
  const Term one_more = t.make(Op::add, {v.before, t.integer(1)});
  const Term counts = kept.is_true() ? recent : t.logical_and(kept, recent);
  const Term later = t.ite(counts, one_more, never);
  const Term first = t.ite(e, zero, never);
  define(v, {first, t.ite(e, zero, later)});
  return it->second = t.make(Op::less, {v.now, never});
}

InterfaceVariable Memory::waiting(const Steps& trigger,
                                  const Steps& answer,
                                  std::uint32_t bound) {
  logic::TermManager& t = *out_.terms;
  // Starts with 1 at a trigger without an answer, and counts up to the bound.
  const InterfaceVariable v = counter("within", bound);
  const Term zero = t.integer(0);
  const Term one = t.integer(1);
  const Term most = t.integer(static_cast<long long>(bound));
  const Term next = t.make(Op::add, {v.before, one});
  const Term open = t.make(Op::less, {zero, v.before});
  const Term not_late = t.make(Op::less, {v.before, most});
  const Term longer = t.ite(not_late, next, most);
  const Term begins_first = t.ite(trigger.first, one, zero);
  const Term begins_later = t.ite(trigger.later, one, zero);
  const Term goes_on = t.ite(open, longer, begins_later);
  const Term first = t.ite(answer.first, zero, begins_first);
  define(v, {first, t.ite(answer.later, zero, goes_on)});
  return v;
}

InterfaceVariable Memory::owed(const Steps& trigger, std::uint32_t bound) {
  logic::TermManager& t = *out_.terms;
  // Set to the bound by a trigger, and counted down to 0.
  const InterfaceVariable v = counter("for", bound);
  const Term zero = t.integer(0);
  const Term most = t.integer(static_cast<long long>(bound));
  const Term less = t.make(Op::sub, {v.before, t.integer(1)});
  const Term some = t.make(Op::less, {zero, v.before});
  const Term rest = t.ite(some, less, zero);
  const Term first = t.ite(trigger.first, most, zero);
  define(v, {first, t.ite(trigger.later, most, rest)});
  return v;
}

InterfaceVariable Memory::held(const Steps& trigger, const Steps& release) {
  logic::TermManager& t = *out_.terms;
  // on = trigger or still held; ended by the release at the same step.
  const InterfaceVariable v = make("until", logic::Sort::boolean());
  const Term not_first = t.logical_not(release.first);
  const Term not_later = t.logical_not(release.later);
  const Term on = t.logical_or(trigger.later, v.before);
  const Term first = t.logical_and(trigger.first, not_first);
  define(v, {first, t.logical_and(on, not_later)});
  return v;
}

}  // namespace catenary::frontend::contract
