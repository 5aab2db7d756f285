// SPDX-License-Identifier: Apache-2.0
#include "engine/classes/path_tree.h"

#include <optional>
#include <utility>

namespace catenary::engine::classes {

namespace {

bool holds(logic::Evaluator& evaluator, logic::Term t) {
  const std::optional<logic::Value> v = evaluator.evaluate(t);
  return v && v->as_bool();
}

}  // namespace

std::size_t PathTree::child_of(std::size_t node,
                               logic::Evaluator& evaluator) const {
  const Node& here = nodes_[node];
  bool switched = false;
  if (here.selector.valid()) {
    if (const auto value = evaluator.evaluate(here.selector)) {
      switched = true;
      const std::size_t child = here.child_with(*value);
      if (child != kNone) return child;
    }
  }
  for (const Child& c : here.children) {
    if (switched && c.is_label) continue;
    if (holds(evaluator, c.condition)) return c.node;
  }
  return kNone;
}

void PathTree::add_child(std::size_t node,
                         logic::Term condition,
                         std::size_t child) {
  Node& here = nodes_[node];
  Child added{condition, child, false};
  constexpr std::uint32_t kWidest = 64;
  if (condition.op() == logic::Op::equal) {
    const bool first = condition[0].is_constant();
    const logic::Term constant = condition[first ? 0 : 1];
    const logic::Term selector = condition[first ? 1 : 0];
    const logic::Sort& sort = selector.sort();
    if (constant.is_constant() && sort.kind() == logic::SortKind::bitvec &&
        sort.bits() <= kWidest) {
      if (here.children.empty()) here.selector = selector;
      added.is_label = selector == here.selector;
    }
    if (added.is_label) {
      here.labels.emplace(constant.value().as_bits().get_ui(), child);
    }
  }
  here.children.push_back(added);
}

const StepPath& PathTree::find(const logic::Assignment& values,
                               const Follow& follow) {
  logic::Evaluator evaluator(values);
  std::size_t at = 0;
  while (at != kNone) {
    if (nodes_[at].path != kNone) return paths_[nodes_[at].path];
    at = child_of(at, evaluator);
  }
  return insert(follow(), evaluator);
}

const StepPath& PathTree::insert(const model::FollowedPart& followed,
                                 logic::Evaluator& evaluator) {
  StepPath path;
  path.id = paths_.size();
  for (const model::PathBranch& b : followed.branches) {
    path.conditions.push_back(b.condition);
  }
  const model::EncodedPart& part = followed.part;
  path.faithful = !holds(evaluator, part.unfaithful);
  path.always_faithful = part.unfaithful.is_false();
  path.runs_on = holds(evaluator, part.running);
  path.next = part.next;
  path.running = part.running;
  path.unfaithful = part.unfaithful;
  for (const model::EncodedPart::Stop& stop : part.stops) {
    path.stops.push_back(stop.when);
  }
  for (std::uint32_t g = 0; g < part.hits.size(); ++g) {
    if (!part.hits[g].is_constant()) path.hits.emplace_back(g, part.hits[g]);
    if (part.hits[g].is_true()) path.surely_hit.push_back(g);
  }
  std::size_t at = 0;
  for (const logic::Term condition : path.conditions) {
    std::size_t next = kNone;
    for (const Child& c : nodes_[at].children) {
      if (c.condition == condition) next = c.node;
    }
    if (next == kNone) {
      next = nodes_.size();
      nodes_.emplace_back();
      add_child(at, condition, next);
    }
    at = next;
  }
  nodes_[at].path = path.id;
  paths_.push_back(std::move(path));
  return paths_.back();
}

}  // namespace catenary::engine::classes
