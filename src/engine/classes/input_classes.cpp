// SPDX-License-Identifier: Apache-2.0
#include "engine/classes/input_classes.h"

#include <algorithm>
#include <set>
#include <utility>

#include "logic/term/traverse.h"

namespace catenary::engine::classes {

using logic::Term;

InputClasses::InputClasses(StepPaths& paths, const base::Budget& budget)
    : paths_(paths),
      system_(paths.system()),
      budget_(budget),
      terms_(paths.terms()),
      simplifier_(paths.simplifier()),
      follower_(paths.follower()),
      letters_(system_, follower_, terms_, budget) {
  const std::vector<model::StateSlot>& slots = follower_.state();
  for (std::uint32_t k = 0; k < slots.size(); ++k) {
    slot_of_.emplace(slots[k].variable.id(), k);
  }
  for (const model::StateSlot& slot : slots) {
    packed_bytes_ = std::max(packed_bytes_, slot.offset + slot.size);
  }
  set_free(std::vector<bool>(slots.size(), false));
}

void InputClasses::find_inputs() {
  inputs_.clear();
  for (const Term input : follower_.inputs()) inputs_.insert(input.id());
  for (std::size_t k = 0; k < free_.size(); ++k) {
    if (free_[k]) inputs_.insert(follower_.state()[k].variable.id());
  }
}

void InputClasses::set_free(std::vector<bool> slots) {
  letters_.set_free(slots);
  free_ = std::move(slots);
  find_inputs();
  slots_in_.clear();
  reads_input_.clear();
  parts_.clear();
  part_numbers_.clear();
  found_.clear();
  (void)part(0, {});
}

std::vector<double> InputClasses::reads() const {
  std::vector<double> out(free_.size(), 0);
  for (const Part& part : parts_) part.memo.add_shares(out);
  for (double& share : out) share /= static_cast<double>(parts_.size());
  return out;
}

void InputClasses::fill_free(const Bytes& letter, std::byte* state) const {
  auto from =
      letter.begin() + static_cast<std::ptrdiff_t>(
                           std::max<std::size_t>(system_.letter_bytes(), 1));
  for (std::size_t k = 0; k < free_.size(); ++k) {
    if (!free_[k]) continue;
    const model::StateSlot& slot = follower_.state()[k];
    const auto end = from + static_cast<std::ptrdiff_t>(slot.size);
    std::copy(from, end, state + slot.offset);
    from = end;
  }
}

void InputClasses::note_gap(const std::string& why) {
  if (here_.gap.empty()) here_.gap = why;
}

const LetterClasses::Classes& InputClasses::classes(
    const std::vector<Term>& conditions, const std::vector<Term>& open) {
  const std::uint64_t before = letters_.questions();
  const LetterClasses::Classes& out = letters_.of(conditions, open);
  // What there was no time for may be known later.
  if (!out.complete && letters_.questions() != before &&
      budget_.poll() != base::StopReason::none) {
    note_gap("there was no time to tell all inputs apart");
  }
  return out;
}

const StepPath& InputClasses::follow(const std::byte* state,
                                     const Bytes& letter) {
  std::vector<std::byte> filled(state, state + packed_bytes_);
  fill_free(letter, filled.data());
  return paths_.find(filled.data(), letter);
}

std::vector<std::uint32_t> InputClasses::free_reads(const std::byte* state,
                                                    const Bytes& letter) {
  const StepPath& path = follow(state, letter);
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
    here_.too_many =
        here_.too_many || group.classes->letters.size() >= LetterClasses::kMost;
    note_gap("a step has more classes of inputs than are told apart");
  }
  bool leaves = unfaithful.is_true();
  if (!unfaithful.is_constant()) {
    for (const auto& values : group.classes->values) {
      leaves = leaves || values.front().as_bool();  // kept first
    }
  }
  if (leaves) note_gap("a step does what has no formula");
  for (std::size_t i = 0; i < group.classes->letters.size(); ++i) {
    here_.letters.push_back(&group.classes->letters[i]);
  }
  groups_.push_back(std::move(group));
  const Group& kept = groups_.back();
  for (std::size_t i = 0; i < kept.classes->letters.size(); ++i) {
    all_.all.push_back({&kept.classes->letters[i], &kept, i});
  }
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
    bool splits;
  };
  std::vector<Way> ways;
  std::size_t looked = 0;
  for (;;) {
    const PathTree::Node& here = paths_.tree().node(node);
    if (here.path != PathTree::kNone)
      return end(paths_.tree().path(here.path), by);
    bool switched = false;
    const std::size_t next = labelled(here, by, switched);
    if (next != PathTree::kNone) return visit(next, by);
    for (; looked < here.children.size(); ++looked) {
      const PathTree::Child& child = here.children[looked];
      if (switched && child.is_label) continue;
      depend_on(child.condition);
      const Term t = by(child.condition);
      if (t.is_true()) return visit(child.node, by);
      if (!t.is_false()) ways.push_back({t, child.node, splits(child)});
    }
    std::vector<Term> rest = conditions_;
    for (const Way& way : ways) {
      rest.push_back(simplifier_.simplify(terms_.logical_not(way.condition)));
    }
    if (ways.size() == 2 && rest.back() == ways.front().condition) break;
    const LetterClasses::Classes& others = classes(rest, {});
    if (!others.complete) note_gap("a solver did not answer");
    if (others.letters.empty()) break;
    (void)follow(state_, others.letters.front());
    if (paths_.tree().node(node).children.size() == looked &&
        paths_.tree().node(node).path == PathTree::kNone) {
      note_gap("a path is not the one that its conditions say");
      break;
    }
  }
  const bool split = split_;
  for (const Way& way : ways) {
    conditions_.push_back(way.condition);
    const LetterClasses::Classes& some = classes(conditions_, {});
    if (!some.complete) note_gap("a solver did not answer");
    if (!some.letters.empty() && split && way.splits) {
      here_.parts.push_back(part(way.node, conditions_));
    } else if (!some.letters.empty()) {
      split_ = false;
      visit(way.node, by);
      split_ = split;
    }
    conditions_.pop_back();
  }
}

/// Whether no state matters to the condition.
bool InputClasses::splits(const PathTree::Child& way) {
  const std::vector<std::uint32_t>& slots = slots_in(way.condition);
  return std::all_of(
      slots.begin(), slots.end(), [this](std::uint32_t k) { return free_[k]; });
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

std::size_t InputClasses::part(std::size_t node,
                               const std::vector<Term>& conditions) {
  std::vector<std::uint32_t> key = {static_cast<std::uint32_t>(node)};
  for (const Term t : conditions) key.push_back(t.id());
  const auto [at, fresh] = part_numbers_.try_emplace(key, parts_.size());
  if (fresh) parts_.push_back({node, conditions, {}});
  return at->second;
}

/// The values of the state's slots, put for their variables.
Replacement& InputClasses::values(const std::byte* state) {
  if (values_) return *values_;
  values_.emplace(terms_, simplifier_);
  const std::vector<model::StateSlot>& slots = follower_.state();
  for (std::size_t k = 0; k < slots.size(); ++k) {
    if (free_[k]) continue;
    const logic::Value value = model::slot_value(slots[k], state);
    values_->set(slots[k].variable, terms_.constant(value));
  }
  return *values_;
}

/// What the part has for a state that is not like one before. Its inputs go to
/// `all_`.
std::uint32_t InputClasses::find(Part& part, const std::byte* state) {
  here_ = {};
  conditions_ = part.conditions;
  split_ = true;
  used_.assign(follower_.state().size(), false);
  visit(part.node, values(state));
  // Which slots hold one is known only when steps were followed.
  if (const std::string one = address(); !one.empty()) note_gap(one);
  const auto number = static_cast<std::uint32_t>(found_.size());
  found_.push_back(std::move(here_));
  part.memo.keep(follower_.state(), state, used_, number);
  return number;
}

void InputClasses::look(std::size_t part, const std::byte* state) {
  Part& what = parts_[part];
  std::uint32_t number = what.memo.find(follower_.state(), state);
  if (number == SupportMemo::kNone) {
    number = find(what, state);
  } else {
    for (const Bytes* letter : found_[number].letters) {
      all_.all.push_back({letter, nullptr, 0});
    }
  }
  const Found& found = found_[number];
  to_look_at_.insert(to_look_at_.end(), found.parts.begin(), found.parts.end());
  if (all_.gap.empty()) all_.gap = found.gap;
  all_.too_many = all_.too_many || found.too_many;
}

const InputClasses::Inputs& InputClasses::of(const std::byte* state) {
  all_.all.clear();
  all_.gap.clear();
  all_.too_many = false;
  groups_.clear();
  values_.reset();
  state_ = state;
  to_look_at_ = {0};
  for (std::size_t i = 0; i < to_look_at_.size(); ++i) {
    look(to_look_at_[i], state);
  }
  return all_;
}

std::string InputClasses::address() const {
  for (const model::StateSlot& slot : follower_.state()) {
    if (slot.address) return "the state holds an address: " + slot.name;
  }
  return "";
}

}  // namespace catenary::engine::classes
