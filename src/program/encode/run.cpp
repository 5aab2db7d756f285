// SPDX-License-Identifier: Apache-2.0
/// \file
/// Control flow of the symbolic execution, see run.h.
#include "program/encode/run.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "base/check.h"
#include "base/work_clock.h"
#include "logic/term/traverse.h"

namespace catenary::program {

using llvm::BasicBlock;
using logic::Term;
using model::StepOutcome;

Executor::Executor(Machine& m, Workspace& w)
    : m_(m), b_(m.b), w_(w), values_(m, w.module->getDataLayout()), access_(m) {
  m_.where = [this] {
    return at_ != nullptr ? w_.locate(*at_) : base::SourceLocation{};
  };
}

const Region& Executor::plan(llvm::Function& f) {
  std::unique_ptr<Region>& plan = plans_[&f];
  if (plan == nullptr) plan = plan_blocks(f);
  return *plan;
}

RegisterValue Executor::call(llvm::Function& f,
                             std::vector<RegisterValue> arguments,
                             bool by_outcome) {
  std::uint32_t& depth = depth_[&f];
  // A bound on recursion, as on loops: beyond it nothing is claimed.
  if (depth >= m_.options().unroll) {
    m_.unsupported("recursion of '" + f.getName().str() + "' beyond " +
                   std::to_string(m_.options().unroll) + " calls");
    return {};
  }
  ++depth;
  Frame frame;
  frame.function = &f;
  frame.by_outcome = by_outcome;
  for (llvm::Argument& a : f.args()) {
    frame.registers[&a] = std::move(arguments[a.getArgNo()]);
  }
  // The path waits at the entry like at any other block.
  frame.pending[&f.getEntryBlock()].push_back({std::move(m_.now), {}});
  m_.alive = false;
  const llvm::Instruction* caller = at_;
  run_region(frame, plan(f));
  at_ = caller;
  --depth;

  if (frame.returns.empty()) {
    m_.alive = false;
    return {};
  }
  std::vector<const Guard*> guards;
  std::vector<PathState> paths;
  std::vector<RegisterValue> results;
  for (Edge& e : frame.returns) {
    guards.push_back(e.path.guard);
    // Locals end with the call; addresses of them then mean no object.
    for (const std::size_t local : frame.locals) {
      if (local < e.path.memory.size()) e.path.memory.drop(local);
    }
    paths.push_back(std::move(e.path));
    results.push_back(std::move(e.phis.front()));
  }
  const MergePlan merging = Guards::plan(guards);
  m_.merge(paths, merging);
  return choose_value(b_, merging, results);
}

void Executor::run_region(Frame& f, const Region& region) {
  for (const Region::Item& item : region.items) {
    if (item.loop != nullptr) {
      run_loop(f, *item.loop);
    } else {
      run_block(f, *item.block);
    }
  }
}

void Executor::run_loop(Frame& f, const Region& loop) {
  // A header with waiting paths is one more iteration.
  const auto waiting = [&] {
    const auto at = f.pending.find(loop.header);
    return at != f.pending.end() && !at->second.empty();
  };
  std::uint32_t iterations = 0;
  // Iterations that might have been the last: `open` counts those with an exit
  // that stayed undecided and none that was decided, `mixed` all since the
  // first undecided exit.
  std::uint32_t open = 0;
  std::uint64_t mixed = 0;
  constexpr std::uint64_t kMixed = 16;  // times as many
  f.loops.push_back(&loop);
  while (waiting()) {
    if (open > m_.options().unroll || mixed > kMixed * m_.options().unroll) {
      // The waiting paths are stopped: nothing is claimed about them.
      at_ = loop.header->getTerminator();
      arrive(f, *loop.header, std::exchange(f.pending[loop.header], {}));
      m_.unsupported("loop not unwound beyond " +
                     std::to_string(m_.options().unroll) + " iterations");
      break;
    }
    f.iterations.push_back({});
    run_region(f, loop);
    const Frame::Iteration iteration = f.iterations.back();
    f.iterations.pop_back();
    ++iterations;
    if (iteration.exits && !iteration.decided) ++open;
    if (iteration.exits || mixed > 0) ++mixed;
  }
  f.loops.pop_back();
  m_.stats.deepest_loop = std::max(m_.stats.deepest_loop, iterations);
}

// Phis read their operands at the source of the edge, in send(): so all phis of
// a block change at once.
void Executor::arrive(Frame& f,
                      const BasicBlock& block,
                      std::vector<Edge> edges) {
  std::vector<const Guard*> guards;
  std::vector<PathState> paths;
  for (Edge& e : edges) {
    guards.push_back(e.path.guard);
    paths.push_back(std::move(e.path));
  }
  const MergePlan merging = Guards::plan(guards);
  m_.merge(paths, merging);
  std::size_t k = 0;
  for (const llvm::PHINode& phi : block.phis()) {
    std::vector<RegisterValue> incoming;
    for (Edge& e : edges) incoming.push_back(std::move(e.phis[k]));
    f.registers[&phi] = choose_value(b_, merging, incoming);
    ++k;
  }
}

void Executor::run_block(Frame& f, const BasicBlock& block) {
  const auto at = f.pending.find(&block);
  if (at == f.pending.end() || at->second.empty()) return;
  std::vector<Edge> edges = std::move(at->second);
  f.pending.erase(at);
  // The list is taken first: the block may send a path to itself.
  arrive(f, block, std::move(edges));
  at_ = &block.front();
  // A bound on the whole run; it also ends loops without exits.
  if (++blocks_ > m_.options().max_blocks) {
    m_.unsupported("a step of more than " +
                   std::to_string(m_.options().max_blocks) + " blocks");
  }
  for (const llvm::Instruction& i : block) {
    if (!m_.alive) return;
    if (llvm::isa<llvm::PHINode>(i)) continue;
    at_ = &i;
    m_.spend();
    if (i.isTerminator()) {
      leave(f, i);
    } else {
      execute(f, i);
    }
  }
  m_.alive = false;
}

void Executor::send(Frame& f,
                    const BasicBlock& from,
                    const BasicBlock& to,
                    PathState path) {
  // The memory is copied where paths part, and compared where they meet.
  constexpr base::WorkClock::duration kObject{20};
  base::WorkClock::charge(path.memory.size(), kObject);
  Edge edge;
  edge.path = std::move(path);
  // Searching the incoming edges of a block with thousands of them for each
  // edge would be quadratic, so the index is kept.
  const auto* first = llvm::dyn_cast<llvm::PHINode>(&to.front());
  if (first != nullptr) {
    const auto [at, fresh] = incoming_.try_emplace({&from, &to}, 0U);
    if (fresh) {
      at->second = static_cast<unsigned>(first->getBasicBlockIndex(&from));
    }
    for (const llvm::PHINode& phi : to.phis()) {
      const bool same = phi.getIncomingBlock(at->second) == &from;
      edge.phis.push_back(value(f,
                                same ? *phi.getIncomingValue(at->second)
                                     : *phi.getIncomingValueForBlock(&from)));
    }
  }
  f.pending[&to].push_back(std::move(edge));
}

/// Whether the jump at the end of the block may leave the loop. An edge to a
/// stop does not count as an exit.
bool Executor::may_leave(const BasicBlock& from, const Region& loop) {
  const auto [at, fresh] = may_leave_.try_emplace({&from, &loop}, false);
  if (fresh && loop.blocks.count(&from) != 0) {
    const auto ways = llvm::successors(&from);
    at->second = std::any_of(ways.begin(), ways.end(), [&](const auto* b) {
      return loop.blocks.count(b) == 0 &&
             !llvm::isa<llvm::UnreachableInst>(b->getTerminator());
    });
  }
  return at->second;
}

/// Notes for the current loops that a jump may leave whether it is known if it
/// does.
void Executor::note_exit(Frame& f, const BasicBlock& from, bool decided) {
  const std::size_t loops = std::min(f.loops.size(), f.iterations.size());
  for (std::size_t l = 0; l < loops; ++l) {
    if (!may_leave(from, *f.loops[l])) continue;
    (decided ? f.iterations[l].decided : f.iterations[l].exits) = true;
  }
}

void Executor::leave(Frame& f, const llvm::Instruction& terminator) {
  const BasicBlock& from = *terminator.getParent();
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator)) {
    const BasicBlock* then = branch->getSuccessor(0);
    if (branch->isUnconditional()) {
      return send(f, from, *then, std::move(m_.now));
    }
    const BasicBlock* otherwise = branch->getSuccessor(1);
    // Both ways lead to the same block: no condition.
    if (then == otherwise) return send(f, from, *then, std::move(m_.now));
    const Term condition = term(f, *branch->getCondition());
    if (!m_.alive) return;
    // A split by a condition and its negation.
    const std::vector<const Guard*> ways =
        m_.split({condition, b_.negate(condition)});
    note_exit(f, from, ways[0] == nullptr || ways[1] == nullptr);
    if (ways[0] != nullptr) {
      PathState path{ways[0], m_.now.memory};
      if (ways[1] == nullptr) path.memory = std::move(m_.now.memory);
      send(f, from, *then, std::move(path));
    }
    if (ways[1] != nullptr) {
      send(f, from, *otherwise, {ways[1], std::move(m_.now.memory)});
    }
    return;
  }
  if (llvm::isa<llvm::SwitchInst>(terminator)) {
    return leave_switch(f, terminator);
  }
  if (const auto* back = llvm::dyn_cast<llvm::ReturnInst>(&terminator)) {
    Edge edge;
    edge.phis.emplace_back();
    if (back->getReturnValue() != nullptr) {
      edge.phis.front() = value(f, *back->getReturnValue());
    }
    // An entry returns an outcome; other than 0, the step is refused.
    if (f.by_outcome && m_.alive) {
      m_.stop_if(b_.negate(b_.is_zero(edge.phis.front().term)),
                 StepOutcome::discarded,
                 "an assumption is false");
      edge.phis.front() = {};
    }
    if (!m_.alive) return;
    edge.path = std::move(m_.now);
    f.returns.push_back(std::move(edge));
    return;
  }
  m_.unsupported(llvm::isa<llvm::UnreachableInst>(terminator)
                     ? "undefined behaviour"
                     : std::string("control flow by '") +
                           terminator.getOpcodeName() + "'");
}

const Executor::SwitchWays& Executor::ways_of(const llvm::Instruction& jump) {
  SwitchWays& ways = switches_[&jump];
  if (ways.otherwise != nullptr) return ways;
  const auto& choice = llvm::cast<llvm::SwitchInst>(jump);
  ways.otherwise = choice.getDefaultDest();
  for (const auto& label : choice.cases()) {
    const Term k = values_.constant(*label.getCaseValue()).term;
    ways.labels.emplace_back(k, label.getCaseSuccessor());
    ways.by_value.emplace(k.value().as_bits().get_ui(),
                          label.getCaseSuccessor());
    ways.by_target[label.getCaseSuccessor()].push_back(k);
  }
  return ways;
}

/// The condition that the selector is one of the labels that lead to `to`;
/// null: that it is one of those that lead elsewhere than the default.
Term Executor::literal_of(const SwitchWays& table,
                          const BasicBlock* to,
                          Term selector) {
  Term here = b_.no();
  if (to != nullptr) {
    for (const Term label : table.by_target.at(to)) {
      here = b_.either(here, b_.equal(selector, label));
    }
    return here;
  }
  for (const auto& [label, target] : table.labels) {
    if (target == table.otherwise) continue;
    here = b_.either(here, b_.equal(selector, label));
  }
  return here;
}

/// Takes the one way of a switch whose selector is known on the path that is
/// followed, without looking at the others. False where it is not known.
bool Executor::leave_by_label(Frame& f,
                              const llvm::Instruction& jump,
                              Term selector) {
  constexpr std::uint32_t kWidest = 64;
  if (TermBuilder::width(selector) > kWidest) return false;
  std::optional<logic::Value> value;
  if (selector.is_constant()) {
    value = selector.value();
  } else if (m_.decide) {
    value = m_.decide(selector);
  }
  if (!value) return false;
  const BasicBlock& from = *jump.getParent();
  const SwitchWays& table = ways_of(jump);
  const auto at = table.by_value.find(value->as_bits().get_ui());
  const BasicBlock* to =
      at == table.by_value.end() ? table.otherwise : at->second;
  // The default is taken where no other label matches.
  const bool other = to == table.otherwise;
  Term& here = switch_literals_[{to, selector}];
  if (!here.valid()) here = literal_of(table, other ? nullptr : to, selector);
  const Term not_here = b_.negate(here);
  const std::vector<const Guard*> ways =
      m_.split({other ? not_here : here, other ? here : not_here});
  if (ways[0] == nullptr) return false;
  note_exit(f, from, true);
  send(f, from, *to, {ways[0], std::move(m_.now.memory)});
  return true;
}

void Executor::leave_switch(Frame& f, const llvm::Instruction& jump) {
  const auto& choice = llvm::cast<llvm::SwitchInst>(jump);
  const BasicBlock& from = *jump.getParent();
  const Term selector = term(f, *choice.getCondition());
  if (!m_.alive || leave_by_label(f, jump, selector)) return;
  std::vector<const BasicBlock*> targets;
  std::vector<Term> literals;
  // A selector that was set in this run is one of few constants: other labels
  // cannot match, and are not asked about.
  const auto possible = logic::chosen_constants(selector);
  for (const auto& label : choice.cases()) {
    const BasicBlock* to = label.getCaseSuccessor();
    if (to == choice.getDefaultDest()) continue;
    const Term k = values_.constant(*label.getCaseValue()).term;
    if (possible &&
        // Both are sorted by term.
        !std::binary_search(possible->begin(), possible->end(), k)) {
      continue;
    }
    const Term here = b_.equal(selector, k);
    const auto at = std::find(targets.begin(), targets.end(), to);
    if (at == targets.end()) {
      targets.push_back(to);
      literals.push_back(here);
    } else {
      Term& literal = literals[static_cast<std::size_t>(at - targets.begin())];
      literal = b_.either(literal, here);
    }
  }
  // The default: none of the others, so that exactly one literal holds.
  Term others = b_.no();
  for (const Term literal : literals) others = b_.either(others, literal);
  targets.push_back(choice.getDefaultDest());
  literals.push_back(b_.negate(others));
  const std::vector<const Guard*> ways = m_.split(literals);
  const auto open = std::count_if(
      ways.begin(), ways.end(), [](const Guard* g) { return g != nullptr; });
  note_exit(f, from, open <= 1);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (ways[i] != nullptr) {
      send(f, from, *targets[i], {ways[i], m_.now.memory});
    }
  }
}

}  // namespace catenary::program
