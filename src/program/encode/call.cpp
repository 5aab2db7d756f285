// SPDX-License-Identifier: Apache-2.0
/// \file
/// Calls: of functions of the program, through pointers, of the library, and of
/// kStop.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <signal.h>

#include "base/check.h"
#include "program/encode/run.h"
#include "program/encode/term/remainder.h"
#include "program/instrument/address/object_range.h"

namespace catenary::program {

using logic::Op;
using logic::Term;
using model::StepOutcome;

RegisterValue Executor::call_instruction(Frame& f, const llvm::CallBase& c) {
  if (llvm::isa<llvm::DbgInfoIntrinsic>(c)) return {};
  std::vector<RegisterValue> arguments;
  for (const llvm::Use& a : c.args()) {
    const bool none = a->getType()->isMetadataTy();
    arguments.push_back(none ? RegisterValue{} : value(f, *a));
  }
  llvm::Function* callee = c.getCalledFunction();
  RegisterValue out = callee != nullptr
                          ? call_named(f, c, *callee, std::move(arguments))
                          : call_by_pointer(f, c, std::move(arguments));
  at_ = &c;
  return out;
}

RegisterValue Executor::call_named(Frame& /*f*/,
                                   const llvm::CallBase& c,
                                   llvm::Function& callee,
                                   std::vector<RegisterValue> arguments) {
  const std::string name = callee.getName().str();
  if (name == kStop) {
    stop(arguments);
    return {};
  }
  // Objects are far from each other in our numbers, so the answer is the one
  // that it is wherever they lie.
  if (name == kLiesIn || name == kLiesInConstant) {
    RegisterValue out;
    const Term from =
        b_.binary(Op::bv_sub, arguments.at(0).term, arguments.at(1).term);
    out.term = b_.binary(Op::bv_ule, from, arguments.at(2).term);
    return out;
  }
  if (name == kIsMarker) {
    RegisterValue out;
    const Term from =
        b_.binary(Op::bv_sub, arguments.at(0).term, b_.bits(64, kFirstByte));
    out.term =
        b_.binary(Op::bv_uge, from, b_.bits(64, kEndOfMemory - kFirstByte));
    return out;
  }
  if (callee.isIntrinsic()) {
    return intrinsic(c, callee.getIntrinsicID(), arguments);
  }
  if (callee.isDeclaration()) return library(c, name, arguments);
  if (callee.isVarArg() || callee.arg_size() != arguments.size()) {
    m_.unsupported("call of '" + name + "' with other arguments");
    return {};
  }
  // Structures passed by value are copies in memory of their own.
  for (llvm::Argument& a : callee.args()) {
    if (!a.hasByValAttr()) continue;
    const std::uint64_t size =
        w_.module->getDataLayout().getTypeAllocSize(a.getParamByValType());
    ObjectInfo object;
    object.name = a.getName().str();
    object.size = size;
    Block block;
    block.size = size;
    object.memory = m_.now.memory.add(std::move(block));
    RegisterValue copy;
    copy.term = m_.addresses.base(m_.addresses.add(std::move(object)));
    access_.copy(copy.term, arguments[a.getArgNo()].term, b_.bits(64, size));
    if (!m_.alive) return {};
    arguments[a.getArgNo()] = copy;
  }
  return call(callee, std::move(arguments));
}

/// Calls every function that the pointer may mean on the paths where it does,
/// and merges the results.
RegisterValue Executor::call_by_pointer(Frame& f,
                                        const llvm::CallBase& c,
                                        std::vector<RegisterValue> arguments) {
  const Term pointer = term(f, *c.getCalledOperand());
  std::vector<llvm::Function*> functions;
  std::vector<Term> conditions;
  const std::vector<Target> targets = m_.addresses.targets(pointer);
  for (const Target& t : targets) {
    if (!m_.alive) return {};
    if (t.kind == Target::Kind::null) {
      m_.crash(t.when, SIGSEGV);
      continue;
    }
    const llvm::Function* function =
        t.kind == Target::Kind::object ? m_.addresses.object(t.object).function
                                       : nullptr;
    if (function == nullptr ||
        // A call with another type is undefined; natively anything may happen.
        function->getFunctionType() != c.getFunctionType()) {
      m_.unsupported(t.when, "call through a pointer to no such function");
      continue;
    }
    // An address with an offset is not one of a function.
    const Term start = b_.is_zero(t.offset);
    m_.unsupported(b_.both(t.when, b_.negate(start)),
                   "call through a pointer into a function");
    functions.push_back(w_.module->getFunction(function->getName()));
    conditions.push_back(b_.both(t.when, start));
  }
  if (!m_.alive || functions.empty()) return {};
  if (functions.size() == 1) {
    return call_named(f, c, *functions.front(), std::move(arguments));
  }
  // The last condition is implied; as a negation it makes the split exact.
  Term others = b_.no();
  for (std::size_t i = 0; i + 1 < conditions.size(); ++i) {
    others = b_.either(others, conditions[i]);
  }
  conditions.back() = b_.negate(others);
  const std::vector<const Guard*> ways = m_.split(conditions);
  const Memory before = m_.now.memory;
  std::vector<const Guard*> guards;
  std::vector<PathState> paths;
  std::vector<RegisterValue> results;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (ways[i] == nullptr) continue;
    m_.set_path({ways[i], before});
    at_ = &c;
    RegisterValue result = call_named(f, c, *functions[i], arguments);
    if (!m_.alive) continue;
    guards.push_back(m_.now.guard);
    paths.push_back(std::move(m_.now));
    results.push_back(std::move(result));
  }
  m_.alive = !paths.empty();
  if (!m_.alive) return {};
  const MergePlan merging = Guards::plan(guards);
  m_.merge(paths, merging);
  return choose_value(b_, merging, results);
}

/// A call of kStop(outcome, event). The optimiser may have merged several calls
/// into one with chosen arguments.
void Executor::stop(const std::vector<RegisterValue>& arguments) {
  const Term outcome = arguments.at(0).term;
  const Term event = arguments.at(1).term;
  const Leaves outcomes = leaves_of(outcome);
  const Leaves events = leaves_of(event);
  // Constants only: other leaves would be computed outcomes.
  if (!outcomes.others.empty() || !events.others.empty()) {
    m_.unsupported("a stop for a reason not known");
    return;
  }
  for (const std::uint64_t o : outcomes.constants) {
    for (const std::uint64_t e : events.constants) {
      if (!m_.alive) return;
      const Term is_outcome = b_.equal(outcome, b_.bits(32, o));
      const Term here = b_.both(is_outcome, b_.equal(event, b_.bits(32, e)));
      if (here.is_false()) continue;
      CATENARY_CHECK(e < w_.events.size(), "a stop has an event");
      const StopEvent& known = w_.events[e];
      auto how = static_cast<StepOutcome>(o);
      // The native run reports it as a fault of the description.
      if (how == StepOutcome::crashed && known.in_description) {
        how = StepOutcome::unsupported;
      }
      if (how == StepOutcome::discarded) {
        m_.stop_if(here, how, "an assumption is false");
      } else {
        m_.stop_if(here, how, known.text, known.where);
      }
    }
  }
  // All combinations were stopped.
  m_.alive = false;
}

RegisterValue Executor::library(const llvm::CallBase& c,
                                const std::string& name,
                                const std::vector<RegisterValue>& arguments) {
  using llvm::Intrinsic::ID;
  // Functions with the semantics of an intrinsic.
  static const std::map<std::string, ID> same = {
      {"fabs", llvm::Intrinsic::fabs},
      {"floor", llvm::Intrinsic::floor},
      {"ceil", llvm::Intrinsic::ceil},
      {"trunc", llvm::Intrinsic::trunc},
      {"round", llvm::Intrinsic::round},
      {"rint", llvm::Intrinsic::rint},
      {"nearbyint", llvm::Intrinsic::nearbyint},
      {"sqrt", llvm::Intrinsic::sqrt},
      {"fmin", llvm::Intrinsic::minnum},
      {"fmax", llvm::Intrinsic::maxnum},
      {"copysign", llvm::Intrinsic::copysign},
      {"memcpy", llvm::Intrinsic::memcpy},
      {"memmove", llvm::Intrinsic::memmove},
      {"memset", llvm::Intrinsic::memset}};
  auto at = same.find(name);
  if (at == same.end() && name.ends_with('f')) {
    at = same.find(name.substr(0, name.size() - 1));
  }
  if (at != same.end()) {
    std::vector<RegisterValue> used = arguments;
    const bool is_fill = at->second == llvm::Intrinsic::memset;
    // memset() takes an int, of which a byte counts.
    if (is_fill) used[1].term = b_.extract(used[1].term, 7, 0);
    RegisterValue out = lanes(c, at->second, used);
    if (c.getType()->isPointerTy()) out = arguments[0];
    return out;
  }
  RegisterValue out;
  if (name == "fmod" || name == "fmodf") {
    out.term = solvable_remainder(m_, arguments[0].term, arguments[1].term);
  } else if (name == "abs" || name == "labs" || name == "llabs") {
    const Term x = arguments[0].term;
    const Term below =
        b_.binary(Op::bv_slt, x, b_.bits(TermBuilder::width(x), 0));
    out.term = b_.choose(below, b_.negative(x), x);
  } else {
    m_.unsupported("call of '" + name + "'");
  }
  return out;
}

}  // namespace catenary::program
