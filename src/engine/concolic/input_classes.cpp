// SPDX-License-Identifier: Apache-2.0
#include "engine/concolic/input_classes.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "logic/term/evaluate.h"
#include "logic/term/traverse.h"
#include "logic/value/ieee754.h"

namespace catenary::engine::concolic {

using logic::Term;
using logic::smt::Answer;

namespace {

/// Classes of one path that are told apart: more of them mean that a state
/// keeps what an input brings.
constexpr std::size_t kMostClasses = 256;
/// Questions after which a solver, which keeps what it was asked, is replaced.
constexpr std::uint64_t kMostQuestions = 20'000;

/// Of NaNs of different bits steps cannot tell one from another.
bool same_value(const model::StateSlot& slot,
                const logic::Value& a,
                const logic::Value& b) {
  if (a == b) return true;
  if (!slot.floating) return false;
  const model::ScalarType type = slot.size == sizeof(float)
                                     ? model::ScalarType::float32
                                     : model::ScalarType::float64;
  return model::from_machine_bits(type, a) == model::from_machine_bits(type, b);
}

}  // namespace

InputClasses::InputClasses(const model::StepSystem& system,
                           const base::Budget& budget)
    : system_(system),
      budget_(budget),
      simplifier_(terms_),
      follower_(path_encoder_of(system).follower(terms_, {}, budget)) {
  const std::vector<model::StateSlot>& slots = follower_->state();
  for (std::uint32_t k = 0; k < slots.size(); ++k) {
    slot_of_.emplace(slots[k].variable.id(), k);
  }
  for (const model::StateSlot& slot : slots) {
    packed_bytes_ = std::max(packed_bytes_, slot.offset + slot.size);
  }
  free_.assign(slots.size(), false);
  find_inputs();
}

void InputClasses::find_inputs() {
  inputs_.clear();
  for (const Term input : follower_->inputs()) inputs_.insert(input.id());
  for (std::size_t k = 0; k < free_.size(); ++k) {
    if (free_[k]) inputs_.insert(follower_->state()[k].variable.id());
  }
}

void InputClasses::set_free(std::vector<bool> slots) {
  free_ = std::move(slots);
  find_inputs();
  slots_in_.clear();
  reads_input_.clear();
  known_.clear();
  supports_.clear();
  common_.clear();
  by_common_.clear();
  solver_.reset();
}

std::vector<std::uint64_t> InputClasses::reads() {
  std::vector<std::uint64_t> out(free_.size(), 0);
  for (std::size_t p = 0; p < tree_.size(); ++p) {
    std::unordered_set<std::uint32_t> here;
    for (const Term condition : tree_.path(p).conditions) {
      const std::vector<std::uint32_t>& some = slots_in(condition);
      here.insert(some.begin(), some.end());
    }
    for (const std::uint32_t k : here) ++out[k];
  }
  return out;
}

void InputClasses::fill_free(const Bytes& letter, std::byte* state) const {
  auto from =
      letter.begin() + static_cast<std::ptrdiff_t>(
                           std::max<std::size_t>(system_.letter_bytes(), 1));
  for (std::size_t k = 0; k < free_.size(); ++k) {
    if (!free_[k]) continue;
    const model::StateSlot& slot = follower_->state()[k];
    const auto end = from + static_cast<std::ptrdiff_t>(slot.size);
    std::copy(from, end, state + slot.offset);
    from = end;
  }
}

Bytes InputClasses::letter(logic::smt::Solver& solver) {
  Bytes out = letter_of(
      solver, system_.inputs, follower_->inputs(), system_.letter_bytes());
  for (std::size_t k = 0; k < free_.size(); ++k) {
    if (!free_[k]) continue;
    const model::StateSlot& slot = follower_->state()[k];
    mpz_class bits = solver.value(slot.variable).as_bits();
    for (std::uint64_t i = 0; i < slot.size; ++i) {
      out.push_back(static_cast<std::byte>(bits.get_ui() & 0xFFU));
      bits >>= 8;
    }
  }
  return out;
}

logic::smt::Solver& InputClasses::solver() {
  if (solver_ == nullptr || asked_ >= kMostQuestions) {
    solver_ = logic::smt::make_bitblast(terms_, {});
    solver_->assert_term(
        in_ranges(terms_, system_.inputs, follower_->inputs()));
    asked_ = 0;
  }
  ++asked_;
  ++questions_;
  return *solver_;
}

void InputClasses::note_gap(const std::string& why) {
  if (gap_.empty()) gap_ = why;
}

void InputClasses::solve(const std::vector<Term>& conditions,
                         const std::vector<Term>& open,
                         Group::Classes& out) {
  std::vector<Term> assumptions = conditions;
  for (;;) {
    logic::smt::Solver& s = solver();
    const Answer answer = s.check(assumptions, budget_);
    if (answer == Answer::unknown) out.complete = false;
    if (answer != Answer::sat) return;
    out.letters.push_back(letter(s));
    std::vector<logic::Value> values;
    std::vector<Term> same;
    for (const Term t : open) {
      values.push_back(s.value(t));
      same.push_back(terms_.equal(t, terms_.constant(values.back())));
    }
    out.values.push_back(std::move(values));
    if (open.empty()) return;
    if (out.letters.size() == kMostClasses) {
      out.complete = false;
      return;
    }
    assumptions.push_back(terms_.logical_not(terms_.logical_and(same)));
  }
}

const InputClasses::Group::Classes& InputClasses::classes(
    const std::vector<Term>& conditions, const std::vector<Term>& open) {
  Key key;
  key.reserve(conditions.size() + open.size() + 1);
  for (const Term t : conditions) key.push_back(t.id());
  std::sort(key.begin(), key.end());
  key.erase(std::unique(key.begin(), key.end()), key.end());
  key.push_back(0);
  for (const Term t : open) key.push_back(t.id());
  const auto [at, fresh] = known_.try_emplace(std::move(key));
  if (fresh) {
    solve(conditions, open, at->second);
    // What there was no time for may be known later.
    if (!at->second.complete && budget_.poll() != base::StopReason::none) {
      note_gap("there was no time to tell all inputs apart");
    }
  }
  return at->second;
}

const StepPath& InputClasses::follow(const Bytes& letter) {
  const std::vector<logic::Value> values = letter_bits(system_.inputs, letter);
  logic::Assignment assignment;
  for (std::size_t i = 0; i < values.size(); ++i) {
    assignment.set(follower_->inputs()[i], values[i]);
  }
  const std::vector<model::StateSlot>& slots = follower_->state();
  std::vector<std::byte> filled(state_, state_ + packed_bytes_);
  fill_free(letter, filled.data());
  std::vector<logic::Value> state;
  for (const model::StateSlot& slot : slots) {
    state.push_back(model::slot_value(slot, filled.data()));
    assignment.set(slot.variable, state.back());
  }
  return tree_.find(assignment,
                    [&] { return follower_->follow_step(state, values); });
}

std::vector<std::uint32_t> InputClasses::free_reads(const std::byte* state,
                                                    const Bytes& letter) {
  state_ = state;
  const StepPath& path = follow(letter);
  std::set<std::uint32_t> all;
  const auto look = [&](Term t) {
    for (const std::uint32_t k : slots_in(t)) {
      if (free_[k]) all.insert(k);
    }
  };
  for (const Term t : path.conditions) look(t);
  for (std::size_t k = 0; k < path.next.size(); ++k) {
    if (!free_[k]) look(path.next[k]);
  }
  for (const auto& [goal, hit] : path.hits) look(hit);
  look(path.running);
  return {all.begin(), all.end()};
}

std::vector<std::uint32_t> InputClasses::free_in_groups() {
  std::set<std::uint32_t> all;
  for (const Group& group : groups_) {
    for (const Term t : group.open) {
      for (const std::uint32_t k : slots_in(t)) {
        if (free_[k]) all.insert(k);
      }
    }
  }
  return {all.begin(), all.end()};
}

void InputClasses::end(const StepPath& path, Replacement& by) {
  Group group;
  const auto keep = [&group](Term t) {
    if (t.is_constant()) return;
    if (std::find(group.open.begin(), group.open.end(), t) ==
        group.open.end()) {
      group.open.push_back(t);
    }
  };
  depend_on(path.unfaithful);
  depend_on(path.running);
  for (std::size_t k = 0; k < path.next.size(); ++k) {
    if (free_[k]) continue;
    // What no input matters to makes no classes.
    const Term t = path.next[k];
    (void)slots_in(t);
    if (reads_input_.at(t.id())) depend_on(t);
  }
  for (const auto& [goal, hit] : path.hits) depend_on(hit);
  for (const Term stop : path.stops) depend_on(stop);
  const Term unfaithful = by(path.unfaithful);
  const Term running = by(path.running);
  keep(unfaithful);
  keep(running);
  group.running = running;
  group.path = &path;
  if (!running.is_false()) {
    for (std::size_t k = 0; k < path.next.size(); ++k) {
      group.next.push_back(free_[k] ? path.next[k] : by(path.next[k]));
      if (!free_[k]) keep(group.next.back());
    }
  }
  for (const auto& [goal, hit] : path.hits) {
    group.hits.emplace_back(goal, by(hit));
    keep(group.hits.back().second);
  }
  for (const Term stop : path.stops) keep(by(stop));
  group.classes = &classes(conditions_, group.open);
  if (!group.classes->complete) {
    too_many_ = too_many_ || group.classes->letters.size() >= kMostClasses;
    note_gap("a step has more classes of inputs than are told apart");
  }
  bool leaves = unfaithful.is_true();
  if (!unfaithful.is_constant()) {
    for (const auto& values : group.classes->values) {
      leaves = leaves || values.front().as_bool();  // kept first
    }
  }
  if (leaves) note_gap("a step does what has no formula");
  groups_.push_back(std::move(group));
}

/// The child of the node that a label of its switch leads to; kNone where there
/// is none, or what it switches on depends on the inputs.
std::size_t InputClasses::labelled(const PathTree::Node& node,
                                   Replacement& by,
                                   bool& known) {
  known = false;
  if (!node.selector.valid()) return PathTree::kNone;
  const Term selector = by(node.selector);
  if (!selector.is_constant()) return PathTree::kNone;
  depend_on(node.selector);
  known = true;
  return node.child_with(selector.value());
}

// All paths through the node that the state and the conditions leave.
void InputClasses::visit(std::size_t node, Replacement& by) {
  struct Way {
    Term condition;
    std::size_t node;
  };
  std::vector<Way> ways;
  std::size_t looked = 0;
  for (;;) {
    const PathTree::Node& here = tree_.node(node);
    if (here.path != PathTree::kNone) return end(tree_.path(here.path), by);
    bool switched = false;
    const std::size_t next = labelled(here, by, switched);
    if (next != PathTree::kNone) return visit(next, by);
    for (; looked < here.children.size(); ++looked) {
      const PathTree::Child& child = here.children[looked];
      if (switched && child.is_label) continue;
      depend_on(child.condition);
      const Term t = by(child.condition);
      if (t.is_true()) return visit(child.node, by);
      if (!t.is_false()) ways.push_back({t, child.node});
    }
    std::vector<Term> rest = conditions_;
    for (const Way& way : ways) {
      rest.push_back(simplifier_.simplify(terms_.logical_not(way.condition)));
    }
    if (ways.size() == 2 && rest.back() == ways.front().condition) break;
    const Group::Classes& others = classes(rest, {});
    if (!others.complete) note_gap("a solver did not answer");
    if (others.letters.empty()) break;
    (void)follow(others.letters.front());
    if (tree_.node(node).children.size() == looked &&
        tree_.node(node).path == PathTree::kNone) {
      note_gap("a path is not the one that its conditions say");
      break;
    }
  }
  for (const Way& way : ways) {
    conditions_.push_back(way.condition);
    const Group::Classes& some = classes(conditions_, {});
    if (!some.complete) note_gap("a solver did not answer");
    if (!some.letters.empty()) visit(way.node, by);
    conditions_.pop_back();
  }
}

const std::vector<std::uint32_t>& InputClasses::slots_in(Term t) {
  const auto [at, fresh] = slots_in_.try_emplace(t.id());
  if (!fresh) return at->second;
  bool reads_input = false;
  for (const Term part : logic::subterms(t)) {
    const auto slot = slot_of_.find(part.id());
    if (slot != slot_of_.end()) at->second.push_back(slot->second);
    reads_input = reads_input || inputs_.contains(part.id());
  }
  reads_input_[t.id()] = reads_input;
  return at->second;
}

void InputClasses::depend_on(Term t) {
  for (const std::uint32_t slot : slots_in(t)) {
    if (!free_[slot]) used_[slot] = true;
  }
}

std::string InputClasses::values_of(const std::vector<model::StateSlot>& slots,
                                    const std::vector<std::uint32_t>& which,
                                    const std::byte* state) {
  std::string out;
  for (const std::uint32_t k : which) {
    out.append(reinterpret_cast<const char*>(state + slots[k].offset),
               slots[k].size);
  }
  return out;
}

/// What is known of states that agree with this one in all that matters.
InputClasses::Inputs* InputClasses::known_of(const std::byte* state) {
  const std::vector<model::StateSlot>& slots = follower_->state();
  const auto some = by_common_.find(values_of(slots, common_, state));
  if (some == by_common_.end()) return nullptr;
  for (const std::size_t s : some->second) {
    Support& support = supports_[s];
    const auto at = support.known.find(values_of(slots, support.slots, state));
    if (at != support.known.end()) return &at->second;
  }
  return nullptr;
}

/// Supports by the values of what they have in common: of most systems their
/// control state.
void InputClasses::index() {
  by_common_.clear();
  const std::vector<model::StateSlot>& slots = follower_->state();
  for (std::size_t s = 0; s < supports_.size(); ++s) {
    const Support& support = supports_[s];
    for (const auto& [values, inputs] : support.known) {
      std::string common;
      std::size_t at = 0;
      for (const std::uint32_t k : support.slots) {
        if (std::binary_search(common_.begin(), common_.end(), k)) {
          common += values.substr(at, slots[k].size);
        }
        at += slots[k].size;
      }
      std::vector<std::size_t>& list = by_common_[common];
      if (list.empty() || list.back() != s) list.push_back(s);
    }
  }
}

InputClasses::Inputs& InputClasses::keep(const std::byte* state,
                                         Inputs inputs) {
  const std::vector<model::StateSlot>& slots = follower_->state();
  std::vector<std::uint32_t> used;
  for (std::uint32_t k = 0; k < used_.size(); ++k) {
    if (used_[k]) used.push_back(k);
  }
  auto at = std::find_if(
      supports_.begin(), supports_.end(), [&used](const Support& support) {
        return support.slots == used;
      });
  const auto number = static_cast<std::size_t>(at - supports_.begin());
  if (at == supports_.end()) {
    std::vector<std::uint32_t> common;
    std::set_intersection(used.begin(),
                          used.end(),
                          common_.begin(),
                          common_.end(),
                          std::back_inserter(common));
    if (supports_.empty()) common = used;
    const bool fewer = common != common_;
    common_ = std::move(common);
    supports_.push_back({std::move(used), {}});
    if (fewer) index();
  }
  Support& support = supports_[number];
  std::vector<std::size_t>& list = by_common_[values_of(slots, common_, state)];
  if (std::find(list.begin(), list.end(), number) == list.end()) {
    list.push_back(number);
  }
  return support.known[values_of(slots, support.slots, state)] =
             std::move(inputs);
}

const InputClasses::Inputs& InputClasses::of(const std::byte* state) {
  if (Inputs* known = known_of(state)) {
    known->fresh = false;
    return *known;
  }
  groups_.clear();
  conditions_.clear();
  gap_.clear();
  too_many_ = false;
  state_ = state;
  used_.assign(follower_->state().size(), false);
  Replacement by(terms_, simplifier_);
  const std::vector<model::StateSlot>& slots = follower_->state();
  for (std::size_t k = 0; k < slots.size(); ++k) {
    if (free_[k]) continue;
    const logic::Value value = model::slot_value(slots[k], state);
    by.set(slots[k].variable, terms_.constant(value));
  }
  visit(0, by);
  // Which slots hold one is known only when steps were followed.
  if (const std::string one = address(); !one.empty()) note_gap(one);
  Inputs out;
  for (const Group& group : groups_) {
    for (const Bytes& letter : group.classes->letters) {
      out.letters.push_back(&letter);
    }
  }
  out.gap = gap_;
  out.too_many = too_many_;
  return keep(state, std::move(out));
}

std::string InputClasses::address() const {
  for (const model::StateSlot& slot : follower_->state()) {
    if (slot.address) return "the state holds an address: " + slot.name;
  }
  return "";
}

std::string InputClasses::start(const Bytes& initial, const std::byte* after) {
  const std::vector<logic::Value> values =
      letter_bits(system_.initial, initial);
  const model::EncodedPart part = follower_->follow_init(values).part;
  logic::Assignment assignment;
  for (std::size_t i = 0; i < values.size(); ++i) {
    assignment.set(follower_->initial()[i], values[i]);
  }
  logic::Evaluator evaluator(assignment);
  const auto value = [&evaluator](Term t) { return evaluator.evaluate(t); };
  const auto unfaithful = value(part.unfaithful);
  if (!unfaithful || unfaithful->as_bool()) {
    return "the initialisation does what has no formula";
  }
  if (std::string one = address(); !one.empty()) return one;
  const auto running = value(part.running);
  bool same = running && running->as_bool() == (after != nullptr);
  const std::vector<model::StateSlot>& slots = follower_->state();
  for (std::size_t k = 0; same && after != nullptr && k < slots.size(); ++k) {
    const auto next = value(part.next[k]);
    same =
        next && same_value(slots[k], *next, model::slot_value(slots[k], after));
  }
  return same ? "" : "the initialisation leads elsewhere than its formula says";
}

bool InputClasses::holds_nan(const std::byte* state) const {
  const std::vector<model::StateSlot>& slots = follower_->state();
  return std::any_of(slots.begin(), slots.end(), [state](const auto& slot) {
    if (!slot.floating) return false;
    const model::ScalarType type = slot.size == sizeof(float)
                                       ? model::ScalarType::float32
                                       : model::ScalarType::float64;
    return logic::is_nan(
        model::from_machine_bits(type, model::slot_value(slot, state)));
  });
}

bool InputClasses::agrees(const Group& group,
                          std::size_t index,
                          const std::uint64_t* hits,
                          const std::byte* after) const {
  const auto value = [&](Term t) {
    if (t.is_constant()) return t.value();
    const auto at = std::find(group.open.begin(), group.open.end(), t);
    const auto which = static_cast<std::size_t>(at - group.open.begin());
    return group.classes->values[index][which];
  };
  if (value(group.running).as_bool() != (after != nullptr)) return false;
  std::vector<std::uint64_t> said(system_.hit_words());
  const auto hit = [&said](std::uint32_t g) {
    said[g / 64] |= std::uint64_t{1} << (g % 64);
  };
  for (const std::uint32_t g : group.path->surely_hit) hit(g);
  for (const auto& [g, t] : group.hits) {
    if (value(t).as_bool()) hit(g);
  }
  if (!std::equal(said.begin(), said.end(), hits)) return false;
  const std::vector<model::StateSlot>& slots = follower_->state();
  for (std::size_t k = 0; after != nullptr && k < slots.size(); ++k) {
    if (free_[k]) continue;
    if (!same_value(slots[k],
                    value(group.next[k]),
                    model::slot_value(slots[k], after))) {
      return false;
    }
  }
  return true;
}

}  // namespace catenary::engine::concolic
