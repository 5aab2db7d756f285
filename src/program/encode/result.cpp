// SPDX-License-Identifier: Apache-2.0
/// \file
/// The results of a part: state, outputs, goals, outcomes; and the conditions
/// under which values that are not fixed matter for them.
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>

#include "base/check.h"
#include "logic/term/traverse.h"
#include "program/encode/session.h"

namespace catenary::program {

using logic::Term;
using model::EncodedPart;
using model::ScalarType;
using model::StepOutcome;

Term EncodeSession::output(std::size_t k) {
  const ScalarType type = input_.outputs[k];
  const std::string name = is_floating(type) ? "__cat_outd_" : "__cat_outi_";
  llvm::Function* f = w_.module->getFunction(name + std::to_string(k));
  CATENARY_CHECK(f != nullptr, "the harness has its outputs");
  const RegisterValue v = executor_->call(*f, {});
  const std::uint32_t w = bits_of(type);
  if (!m_->alive || !v.term.valid()) return m_->b.bits(w, 0);
  switch (type) {
    case ScalarType::float32: {
      Term t = v.term;
      // The harness widens floats to double; undo that if it is visible.
      if (t.op() == logic::Op::fp_from_float &&
          t[0].sort() == logic::Sort::float32()) {
        t = t[0];
      } else {
        t = m_->b.apply(logic::Op::fp_from_float, {t}, {8, 24});
      }
      return m_->seen.bits_of(t);
    }
    case ScalarType::float64:
      return m_->seen.bits_of(v.term);
    case ScalarType::boolean:
      return m_->b.from_boolean(m_->b.negate(m_->b.is_zero(v.term)), w);
    default:
      return m_->b.extract(v.term, w - 1, 0);
  }
}

/// The bits of a slot that a packed state keeps; see set_bits.h.
Term EncodeSession::kept_bits(const StateSpot& spot, Term value) {
  if (input_.kept_bits.empty()) return value;
  std::uint64_t kept = 0;
  bool all = true;
  for (std::uint64_t i = 0; i < spot.size; ++i) {
    const std::uint8_t byte = input_.kept_bits.at(spot.packed + i);
    kept |= std::uint64_t{byte} << (8 * i);
    all = all && byte == 0xFF;
  }
  if (all) return value;
  return m_->b.binary(
      logic::Op::bv_and,
      value,
      m_->b.bits(static_cast<std::uint32_t>(8 * spot.size), kept));
}

/// Reads state, outputs and whether the state is final. Where an expression of
/// the description stops, the native run reports a fault of the description.
void EncodeSession::read_results(EncodedPart& part) {
  const bool alive = m_->alive;
  const std::size_t before = m_->ends.size();
  for (std::size_t k = 0; k < spots_.size(); ++k) {
    const ObjectInfo& object =
        m_->addresses.object(executor_->values().object_of(*spots_[k].global));
    const Block* block = m_->now.memory.find(object.memory);
    const Cell cell =
        read_cell(m_->b, m_->seen, *block, spots_[k].offset, spots_[k].size);
    part.next.push_back(
        kept_bits(spots_[k], executor_->access().as_bits(cell)));
    if (cell.kind == CellKind::pointer) slots_[k].address = true;
  }
  for (std::size_t k = 0; k < input_.outputs.size(); ++k) {
    part.outputs.push_back(alive && m_->alive
                               ? output(k)
                               : m_->b.bits(bits_of(input_.outputs[k]), 0));
  }
  part.final = m_->b.yes();
  llvm::Function* is_final = w_.module->getFunction("__cat_final");
  if (alive && m_->alive && is_final != nullptr) {
    const RegisterValue v = executor_->call(*is_final, {});
    part.final = m_->alive && v.term.valid()
                     ? m_->b.negate(m_->b.is_zero(v.term))
                     : m_->b.no();
  }
  blame_description(before);
}

std::vector<Term> EncodeSession::read_hits() {
  const llvm::GlobalVariable* hits = w_.module->getNamedGlobal(kHits);
  CATENARY_CHECK(hits != nullptr, "a prepared program records hits");
  const std::size_t index =
      m_->addresses.object(executor_->values().object_of(*hits)).memory;
  std::vector<Term> out;
  const Block* block = m_->now.memory.find(index);
  // 64 goals a word; constant words are common, most goals are not covered.
  for (std::size_t word = 0; out.size() < input_.goals; ++word) {
    const Cell cell = read_cell(m_->b, m_->seen, *block, 8 * word, 8);
    const Term bits = executor_->access().as_bits(cell);
    const std::size_t count =
        std::min<std::size_t>(64, input_.goals - out.size());
    if (const auto known = TermBuilder::constant(bits)) {
      for (std::size_t i = 0; i < count; ++i) {
        out.push_back(m_->b.boolean(((*known >> i) & 1U) != 0));
      }
      continue;
    }
    const std::vector<Term> slices = m_->b.slice(bits);
    out.insert(out.end(),
               slices.begin(),
               slices.begin() + static_cast<std::ptrdiff_t>(count));
  }
  return out;
}

/// The outputs of ended runs are read on their merged memory and chosen by the
/// merged condition.
const Guard* EncodeSession::read_ended(EncodedPart& part) {
  std::vector<PathState> paths;
  std::vector<const Guard*> guards;
  for (const PathEnd& end : m_->ends) {
    if (end.outcome != StepOutcome::ended) continue;
    guards.push_back(end.guard);
    paths.push_back({end.guard, end.memory});
  }
  if (paths.empty()) return nullptr;
  const std::size_t before = m_->ends.size();
  m_->merge(paths, Guards::plan(guards));
  const Term when = m_->guards.whole(m_->now.guard);
  executor_->start();
  for (std::size_t k = 0; k < input_.outputs.size() && m_->alive; ++k) {
    const Term here = output(k);
    part.outputs[k] = m_->b.choose(when, here, part.outputs[k]);
  }
  blame_description(before);
  return m_->alive ? m_->now.guard : nullptr;
}

/// Wherever an expression of the description stops, it has no value.
void EncodeSession::blame_description(std::size_t first_end) {
  for (std::size_t i = first_end; i < m_->ends.size(); ++i) {
    m_->ends[i].outcome = StepOutcome::unsupported;
    m_->ends[i].limit = true;
  }
}

void EncodeSession::add_outcomes(EncodedPart& part,
                                 const Guard* running,
                                 const Guard* ended) {
  // Several stops of one outcome: their guards exclude each other, so they can
  // be merged like paths.
  std::map<StepOutcome, std::vector<const Guard*>> by_outcome;
  for (const PathEnd& end : m_->ends) {
    by_outcome[end.outcome].push_back(end.guard);
    EncodedPart::Stop stop;
    stop.when = m_->guards.whole(end.guard);
    stop.outcome = end.outcome;
    stop.event = end.event;
    stop.limit = end.limit;
    part.stops.push_back(std::move(stop));
  }
  const auto condition = [&](StepOutcome outcome) {
    const auto at = by_outcome.find(outcome);
    return at == by_outcome.end()
               ? m_->b.no()
               : m_->guards.whole(m_->guards.merge(at->second));
  };
  part.running = running != nullptr ? m_->guards.whole(running) : m_->b.no();
  part.ended = ended != nullptr ? m_->guards.whole(ended) : m_->b.no();
  part.discarded = condition(StepOutcome::discarded);
  part.crashed = condition(StepOutcome::crashed);
  part.unfaithful = condition(StepOutcome::unsupported);
}

/// Adds the goals that were covered before a stop, and the counters as they are
/// then.
void EncodeSession::add_hits(EncodedPart& part,
                             const std::vector<Term>& while_running) {
  part.hits = while_running;
  std::vector<PathState> paths;
  std::vector<const Guard*> guards;
  for (PathEnd& end : m_->ends) {
    if (end.outcome == StepOutcome::unsupported) continue;
    guards.push_back(end.guard);
    paths.push_back({end.guard, std::move(end.memory)});
  }
  if (paths.empty()) return;
  m_->merge(paths, Guards::plan(guards));
  const Term stopped = m_->guards.whole(m_->now.guard);
  // Taken out, so that collect() must not add any.
  const std::vector<PathEnd> ends = std::move(m_->ends);
  llvm::Function* collect = w_.module->getFunction(kCollect);
  CATENARY_CHECK(collect != nullptr, "a prepared program counts");
  RegisterValue one;
  one.term = m_->b.bits(32, 1);
  executor_->start();
  executor_->call(*collect, {one});
  CATENARY_CHECK(m_->alive && m_->ends.empty(), "counting never stops");
  const std::vector<Term> at_stop = read_hits();
  for (std::size_t g = 0; g < part.hits.size(); ++g) {
    Term hit = at_stop[g];
    if (hit.is_false() && part.hits[g].is_false()) continue;
    // A discarded step is not one: its properties are not judged.
    if (g < input_.harness_goals) {
      hit = m_->b.both(hit, m_->b.negate(part.discarded));
    }
    part.hits[g] = m_->b.choose(stopped, hit, part.hits[g]);
  }
}

/// Makes the part unfaithful where a value that is not fixed matters: for
/// state, outputs, goals or outcomes.
void EncodeSession::add_late(EncodedPart& part) {
  TermBuilder& b = m_->b;
  std::vector<Term> floats;  // a NaN in the state may be the machine's
  for (const model::StateSlot& slot : slots_) {
    if (slot.floating && makes_nan_) floats.push_back(slot.variable);
  }
  if (!m_->seen.any_floats() && m_->seen.unknowns().empty() && floats.empty()) {
    return;
  }
  Taint taint(b, m_->seen.unknowns(), floats);
  Term outputs = b.no();
  // State and final count where the run goes on, outputs where it goes on or
  // ended, goals and outcomes always.
  Term while_running = taint.of(part.final, Look::exact);
  for (std::size_t k = 0; k < slots_.size(); ++k) {
    const Look look = slots_[k].floating ? Look::as_float : Look::exact;
    while_running = b.either(while_running, taint.of(part.next[k], look));
  }
  for (std::size_t k = 0; k < part.outputs.size(); ++k) {
    const Look look =
        is_floating(input_.outputs[k]) ? Look::as_float : Look::exact;
    outputs = b.either(outputs, taint.of(part.outputs[k], look));
  }
  Term when = b.both(part.running, while_running);
  const Term either = b.either(part.running, part.ended);
  when = b.either(when, b.both(either, outputs));
  for (const Term hit : part.hits) {
    when = b.either(when, taint.of(hit, Look::exact));
  }
  for (const EncodedPart::Stop& stop : part.stops) {
    when = b.either(when, taint.of(stop.when, Look::exact));
  }
  when = b.either(when, taint.of(part.running, Look::exact));
  // Already unfaithful: no need to say it twice.
  when = b.both(when, b.negate(part.unfaithful));
  if (!when.is_false()) mask(part, when);
  give_values(part);
}

/// Replaces unknowns by zero: where a result depends on them the part is
/// unfaithful, elsewhere any value is right.
void EncodeSession::give_values(EncodedPart& part) {
  std::vector<Term*> roots = {&part.running,
                              &part.ended,
                              &part.discarded,
                              &part.crashed,
                              &part.unfaithful,
                              &part.final};
  for (auto* list : {&part.next, &part.hits, &part.outputs}) {
    for (Term& t : *list) roots.push_back(&t);
  }
  for (EncodedPart::Stop& stop : part.stops) roots.push_back(&stop.when);
  std::vector<Term> all;
  for (const Term* t : roots) all.push_back(*t);
  std::map<Term, Term> fixed;
  for (const Term t : m_->seen.unknowns()) {
    fixed[t] = m_->b.manager().constant(logic::default_value(t.sort()));
  }
  // Operands come before the terms that use them.
  for (const Term t : logic::subterms(all)) {
    std::vector<Term> operands;
    bool changed = false;
    for (const Term operand : t.operands()) {
      const auto at = fixed.find(operand);
      operands.push_back(at == fixed.end() ? operand : at->second);
      changed = changed || at != fixed.end();
    }
    if (changed) fixed[t] = m_->b.apply(t.op(), operands, t.indices());
  }
  for (Term* t : roots) {
    const auto at = fixed.find(*t);
    if (at != fixed.end()) *t = at->second;
  }
}

/// Makes the part unfaithful where the condition holds, and nothing else there.
void EncodeSession::mask(EncodedPart& part, Term when) {
  TermBuilder& b = m_->b;
  const Term not_when = b.negate(when);
  for (EncodedPart::Stop& stop : part.stops) {
    stop.when = b.both(stop.when, not_when);
  }
  for (Term* outcome :
       {&part.running, &part.ended, &part.discarded, &part.crashed}) {
    *outcome = b.both(*outcome, not_when);
  }
  part.unfaithful = b.either(part.unfaithful, when);
  EncodedPart::Stop stop;
  stop.when = when;
  stop.outcome = StepOutcome::unsupported;
  stop.limit = true;
  stop.event.text =
      "a value matters that is not fixed: not initialised, an address as a "
      "number, or the bits of a NaN";
  // First: engines report the first stop whose condition holds.
  part.stops.insert(part.stops.begin(), std::move(stop));
}

}  // namespace catenary::program
