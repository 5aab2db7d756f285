// SPDX-License-Identifier: Apache-2.0
/// \file
/// Goals of state variables: the values of variables of an enumeration type
/// that the step may write, and pairs of such values before and after a step.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <set>

#include "program/analyse/debug_types.h"
#include "program/build/workspace.h"
#include "program/goals/criteria.h"

namespace catenary::program {

namespace {

/// Whether one of the functions may write the variable: it stores to it, or
/// gives its address away.
bool may_write(const llvm::GlobalVariable& variable,
               const std::set<const llvm::Function*>& functions) {
  std::vector<const llvm::Value*> work = {&variable};
  std::set<const llvm::Value*> seen;
  while (!work.empty()) {
    const llvm::Value* value = work.back();
    work.pop_back();
    for (const llvm::User* user : value->users()) {
      if (!seen.insert(user).second) continue;
      const auto* i = llvm::dyn_cast<llvm::Instruction>(user);
      if (i == nullptr) {
        // In the initialiser of another variable it can be found there.
        if (llvm::isa<llvm::GlobalVariable>(user)) return true;
        work.push_back(user);
        continue;
      }
      if (functions.count(i->getFunction()) == 0 ||
          llvm::isa<llvm::LoadInst>(i) || llvm::isa<llvm::CmpInst>(i)) {
        continue;
      }
      if (!llvm::isa<llvm::GetElementPtrInst>(i)) return true;
      work.push_back(i);
    }
  }
  return false;
}

/// The name of one element of an array: "t[0..3].mode" becomes "t[2].mode".
std::string element_name(const PlacedScalar& s, std::size_t element) {
  if (s.offsets.size() == 1) return s.name;
  const std::string range = "[0.." + std::to_string(s.offsets.size() - 1) + "]";
  const std::size_t at = s.name.find(range);
  const std::string number = std::to_string(element);
  if (at == std::string::npos) return s.name + "#" + number;
  return s.name.substr(0, at) + "[" + number + "]" +
         s.name.substr(at + range.size());
}

/// The variables that are states, without goals yet.
std::vector<StateVariable> find_variables(Workspace& w) {
  const std::vector<llvm::Function*> reachable =
      reachable_functions(w, {w.step});
  const std::set<const llvm::Function*> in_step(reachable.begin(),
                                                reachable.end());
  // Larger arrays would make more goals than anybody asks for.
  constexpr std::size_t kMostElements = 64;
  std::vector<StateVariable> out;
  for (llvm::GlobalVariable& g : w.module->globals()) {
    if (g.isConstant() || g.isDeclaration() ||
        g.getName().starts_with("__cat_") || !may_write(g, in_step)) {
      continue;
    }
    for (const PlacedScalar& s : scalars_of(g)) {
      if (s.values.empty() || s.offsets.size() > kMostElements) continue;
      for (std::size_t e = 0; e < s.offsets.size(); ++e) {
        StateVariable v;
        v.global = &g;
        v.offset = s.offsets[e];
        v.bits = static_cast<std::uint32_t>(8 * model::size_bytes(s.type));
        v.name = element_name(s, e);
        v.where = w.locate(g);
        v.values = s.values;
        out.push_back(std::move(v));
      }
    }
  }
  return out;
}

/// Loads a state variable.
llvm::Value* load(llvm::IRBuilderBase& b, const StateVariable& v) {
  llvm::Value* at =
      b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), v.global, v.offset);
  return b.CreateAlignedLoad(b.getIntNTy(v.bits), at, llvm::Align(1));
}

llvm::Value* is_value(llvm::IRBuilderBase& b,
                      llvm::Value* variable,
                      std::int64_t value) {
  return b.CreateICmpEQ(
      variable,
      llvm::ConstantInt::get(
          variable->getType(), static_cast<std::uint64_t>(value), true));
}

}  // namespace

/// Sets Workspace::state_variables and their goals.
/// Code that marks them is added later, around the step: record_states().
void add_state_goals(Workspace& w,
                     const Criteria& criteria,
                     llvm::GlobalVariable& /*hits*/) {
  const bool states = criteria.count(model::GoalKind::state) != 0;
  const bool transitions = criteria.count(model::GoalKind::transition) != 0;
  w.state_variables = find_variables(w);
  for (StateVariable& v : w.state_variables) {
    for (const auto& [name, value] : v.values) {
      if (states) {
        v.states.push_back(w.goal("state@" + v.name + "=" + name,
                                  model::GoalKind::state,
                                  v.where,
                                  v.name + " is " + name));
      }
      for (const auto& [next, next_value] : v.values) {
        if (!transitions) continue;
        v.transitions.push_back(
            w.goal("transition@" + v.name + ":" + name + "->" + next,
                   model::GoalKind::transition,
                   v.where,
                   v.name + " is " + name + " before a step and " + next +
                       " after it"));
      }
    }
  }
}

/// Loads what record_states() needs from before the step: an entry for each
/// state variable, null where no pair of values is asked for.
std::vector<llvm::Value*> load_states(Workspace& w, llvm::IRBuilderBase& b) {
  std::vector<llvm::Value*> out;
  for (const StateVariable& v : w.state_variables) {
    out.push_back(v.transitions.empty() ? nullptr : load(b, v));
  }
  return out;
}

/// Marks the goals for the values after a step. `before` is from load_states()
/// at the beginning of the step; empty after the initialisation, which has no
/// state before it.
void record_states(Workspace& w,
                   llvm::IRBuilderBase& b,
                   const std::vector<llvm::Value*>& before) {
  llvm::GlobalVariable& hits = *w.module->getNamedGlobal(kHits);
  for (std::size_t k = 0; k < w.state_variables.size(); ++k) {
    const StateVariable& v = w.state_variables[k];
    llvm::Value* now = load(b, v);
    for (std::size_t s = 0; s < v.states.size(); ++s) {
      record_hit_if(b, hits, v.states[s], is_value(b, now, v.values[s].second));
    }
    if (before.empty() || v.transitions.empty()) continue;
    const std::size_t count = v.values.size();
    for (std::size_t from = 0; from < count; ++from) {
      llvm::Value* was = is_value(b, before[k], v.values[from].second);
      for (std::size_t to = 0; to < count; ++to) {
        llvm::Value* is = is_value(b, now, v.values[to].second);
        record_hit_if(
            b, hits, v.transitions[from * count + to], b.CreateAnd(was, is));
      }
    }
  }
}

}  // namespace catenary::program
