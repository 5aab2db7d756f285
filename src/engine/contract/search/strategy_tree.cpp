// SPDX-License-Identifier: Apache-2.0
/// \file
/// Depth-first search for an adaptive test, guided by the ranks of the game of
/// complete information.
#include "engine/contract/search/strategy_tree.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/contract/testing/step_writer.h"

namespace catenary::engine::contract {

namespace {

/// Limit on the steps of a tree, and on the groups of one step.
constexpr std::size_t kMostSteps = 256;
/// Limit on the steps that one attempt may try and drop again.
constexpr std::size_t kMostTried = 4 * kMostSteps;
/// Extra depth allowed beyond the rank of the first step, tried in this order:
/// finding out what is hidden may take steps that do not lower the rank.
constexpr std::size_t kDetours[] = {0, 2, 8};

}  // namespace

StrategyTree::StrategyTree(FiniteSearch& search, const Target& target)
    : search_(search),
      finite_(search.finite_),
      target_(target),
      text_(search.interface_, finite_),
      sets_(search.interface_, finite_, text_) {
  for (const std::uint32_t v : outputs_of(search.interface_)) {
    const Indices& bits = finite_.bits_now(v);
    output_bits_.insert(output_bits_.end(), bits.begin(), bits.end());
  }
  make_set(output_bits_);
}

bool StrategyTree::fail(const std::string& why) {
  if (why_not_.empty()) why_not_ = why;
  return false;
}

Bdd StrategyTree::cube(const Inputs& inputs) {
  return search_.cube({inputs}, 0);
}

Bdd StrategyTree::forcing(std::size_t rank, bool first) {
  const auto [at, fresh] = forcing_.try_emplace({rank, first});
  if (fresh) at->second = search_.forces(target_, first, won_[rank - 1]);
  return at->second;
}

Bdd StrategyTree::outputs_of_set(const Bdd& set) {
  Indices others;
  std::ranges::set_difference(
      finite_.all_now(), output_bits_, std::back_inserter(others));
  return finite_.eliminate({set}, std::move(others));
}

Bdd StrategyTree::state_of_set(const Bdd& set) {
  Indices others;
  std::ranges::set_difference(
      finite_.all_now(), search_.kept_, std::back_inserter(others));
  return finite_.eliminate({set}, std::move(others));
}

std::optional<StrategyTree::Choice> StrategyTree::choose(const Known& known,
                                                         std::size_t most) {
  if (most == 0) return std::nullopt;
  most = std::min(most, won_.size());
  // Ranks are monotone: inputs that force a state of rank n force it for higher
  // ranks, too. So the lowest rank is found by binary search. Executions that
  // have met the target go on with the same inputs, so promises are asked of
  // them, too.
  const Bdd promised = search_.promised(known.all);
  const auto inputs = [&](std::size_t rank) {
    return promised &
           search_.common(known.open, forcing(rank, known.open == nullptr));
  };
  Bdd found = inputs(most);
  if (found.is_false()) return std::nullopt;
  std::size_t low = 1;
  std::size_t high = most;
  // Invariant: inputs(high) is not empty and is `found`; below `low` all are
  // empty.
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    Bdd fewer = inputs(middle);
    if (fewer.is_false()) {
      low = middle + 1;
    } else {
      high = middle;
      found = std::move(fewer);
    }
  }
  return Choice{search_.pick_inputs(found), high};
}

StrategyTree::Answers StrategyTree::answers(const Known& known,
                                            const Bdd& inputs) {
  const bool first = known.open == nullptr;
  Indices seen = output_bits_;
  seen.insert(seen.end(), search_.kept_.begin(), search_.kept_.end());
  make_set(seen);
  Indices bits;
  std::ranges::set_difference(
      finite_.all_now(), seen, std::back_inserter(bits));
  bits.insert(
      bits.end(), finite_.all_before().begin(), finite_.all_before().end());
  // One image that keeps current outputs besides the state.
  const auto after = [&](const Bdd* from, const Bdd& extra) {
    Conjuncts all = search_.theta_[first];
    all.push_back(inputs);
    all.push_back(extra);
    if (from != nullptr) all.push_back(finite_.to_before(*from));
    return finite_.eliminate(std::move(all), bits);
  };
  return {after(known.open, !search_.of(target_, first)),
          after(known.all, finite_.manager().constant(true))};
}

std::optional<std::vector<StrategyTree::Group>> StrategyTree::groups_of(
    const Answers& answers, std::size_t left, bool alone) {
  std::vector<Group> out;
  Bdd rest = outputs_of_set(answers.open);
  // Invariant: `rest` has the outputs of open executions that are in no group.
  // Each round takes at least the outputs of the point that was picked.
  while (!rest.is_false()) {
    if (out.size() > kMostSteps) {
      fail("more than " + std::to_string(kMostSteps) +
           " answers of one step want different inputs");
      return std::nullopt;
    }
    const Valuation picked = finite_.pick_now(rest);
    Bdd point = finite_.manager().constant(true);
    for (const std::uint32_t v : outputs_of(search_.interface_)) {
      point = point & finite_.is_now(v, picked.at(v));
    }
    const Bdd open = state_of_set(answers.open & point);
    const Bdd all = state_of_set(answers.all & point);
    const auto choice = choose({&open, &all}, left);
    if (!choice) return std::nullopt;
    Bdd outputs = point;
    if (!alone) {
      // Outputs after which the inputs chosen for the point are right as well:
      // none of the executions with these outputs needs other inputs or breaks
      // a promise.
      const Bdd right = finite_.to_now(finite_.eliminate(
          {forcing(choice->rank, false), cube(choice->inputs)},
          finite_.inputs_now()));
      Conjuncts promised = finite_.promises(false);
      promised.push_back(cube(choice->inputs));
      const Bdd kept = finite_.to_now(
          finite_.eliminate(std::move(promised), finite_.inputs_now()));
      outputs = rest & !outputs_of_set(answers.open & !right) &
                !outputs_of_set(answers.all & !kept);
    }
    rest = rest & !outputs;
    out.push_back({std::move(outputs), *choice});
  }
  return out;
}

bool StrategyTree::add(const Known& known,
                       const Choice& choice,
                       std::size_t left,
                       std::vector<Bdd>& path) {
  if (out_.inputs.size() == kMostSteps) {
    return fail("as a test it would have more than " +
                std::to_string(kMostSteps) + " steps");
  }
  if (++tried_ > kMostTried) {
    return fail(std::to_string(kMostTried) + " steps were tried");
  }
  const auto step = static_cast<std::uint32_t>(out_.inputs.size());
  const std::size_t ways = out_.ways.size();
  const logic::Term known_before = known_;
  const Bdd inputs = cube(choice.inputs);
  // First with groups that share a subtree, which keeps the tree small. A group
  // knows less than each of its answers, so if it fails, once more with one
  // branch for each answer.
  const Answers after = answers(known, inputs);
  for (const bool alone : {false, true}) {
    const auto groups = groups_of(after, left - 1, alone);
    if (!groups) break;
    out_.inputs.push_back(choice.inputs);
    out_.next.emplace_back();
    out_.known.push_back(known_before);
    path.push_back(inputs);
    way_.push_back(step);
    const bool done = add_branches(step, after, *groups, left - 1, path);
    way_.pop_back();
    path.pop_back();
    if (done) return true;
    // Take back all that was added since.
    out_.inputs.resize(step);
    out_.next.resize(step);
    out_.known.resize(step);
    out_.ways.resize(ways);
    if (!why_not_.empty()) return false;
  }
  return false;
}

bool StrategyTree::add_branches(std::uint32_t step,
                                const Answers& answers,
                                const std::vector<Group>& groups,
                                std::size_t left,
                                std::vector<Bdd>& path) {
  std::vector<Bdd> sets;
  Bdd leads_on = finite_.manager().constant(false);
  for (const Group& group : groups) {
    sets.push_back(group.outputs);
    leads_on = leads_on | group.outputs;
  }
  // Answers after which no execution is open: the run may end here. They need
  // no branch, but they must be told apart from those of the branches.
  const Bdd ends = outputs_of_set(answers.all) & !leads_on;
  const bool may_end = !ends.is_false();
  if (may_end) sets.push_back(ends);
  const std::vector<OutputSets::Told> told =
      sets_.tell_apart(std::move(sets), may_end);
  const Bdd inputs = path.back();
  Bdd goes_on = finite_.manager().constant(false);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const Bdd& outputs = groups[g].outputs;
    goes_on = goes_on | told[g].set;
    const Bdd open = state_of_set(answers.open & outputs);
    const Bdd all = state_of_set(answers.all & outputs);
    out_.next[step].push_back(
        {told[g].when, static_cast<std::uint32_t>(out_.inputs.size())});
    // From here on the outputs that fit the branch, which may be more than the
    // group has: outputs that cannot occur do not matter.
    path.back() = inputs & told[g].set;
    known_ = told[g].term;
    const bool done = add({&open, &all}, groups[g].choice, left, path);
    path.back() = inputs;
    if (!done) return false;
  }
  if (!may_end) return true;
  // Only executions that meet the target with this step are a way to end. If
  // there are none, all that end here have met it before, and there is nothing
  // to replay. If there are some, but none that asks something at every step,
  // the test would not be allowed by Triggering.
  path.back() = inputs & !goes_on;
  std::vector<Snapshot> run = search_.through(target_, path);
  const bool unasked = run.empty() && search_.leads(target_, path);
  path.back() = inputs;
  if (unasked) return fail("some step of it would ask nothing of the system");
  if (run.empty()) return true;
  Strategy::Way way;
  way.run = std::move(run);
  way.steps = way_;
  out_.ways.push_back(std::move(way));
  return true;
}

Strategy StrategyTree::make(std::optional<std::uint32_t> max_steps) {
  out_ = {};
  Bdd begin;
  out_.forced = search_.attract(target_, max_steps, won_, begin);
  if (out_.forced != Forced::yes) return out_;
  // The rank of the first step: the shortest strategy for one who sees
  // everything.
  const std::size_t least = won_.size();
  for (const std::size_t detour : kDetours) {
    std::size_t left = least + detour;
    if (max_steps) left = std::min<std::size_t>(left, *max_steps);
    // More iterates than attract() needed, for states reached by detours.
    while (won_.size() < left) {
      Bdd next = search_.wider(target_, won_.back());
      if (next == won_.back()) break;
      won_.push_back(std::move(next));
    }
    std::vector<Bdd> path;
    out_ = {};
    out_.forced = Forced::yes;
    why_not_.clear();
    tried_ = 0;
    const auto choice = choose({}, least);
    if (choice && add({}, *choice, left, path)) return std::move(out_);
  }
  out_ = {};
  out_.why_not = !why_not_.empty()
                     ? why_not_
                     : "one who saw all could, but what cannot be seen decides "
                       "which inputs are right";
  return out_;
}

}  // namespace catenary::engine::contract
