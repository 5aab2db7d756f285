// SPDX-License-Identifier: Apache-2.0
/// \file
/// Andersen's analysis as a worklist algorithm over a constraint graph, with
/// the difference propagation of Pearce, Kelly and Hankin ("Online cycle
/// detection and difference propagation for pointer analysis", SCAM 2003): only
/// members of a set that are new since the node was handled are propagated to
/// loads, stores and calls. There is no cycle elimination; programs here are
/// small.
///
/// Constraints, with p, q values and *p the contents of all objects in the set
/// of p:  p ⊇ {o} (add), p ⊇ q (include), p ⊇ *q (load), *p ⊇ q (store).
#include "program/analyse/points_to.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SparseBitVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <set>
#include <utility>

#include "program/analyse/points_to_rules.h"
#include "program/build/library.h"
#include "program/build/workspace.h"

namespace catenary::program {

using llvm::Constant;
using llvm::Function;
using llvm::Instruction;
using llvm::Value;

using Set = llvm::SparseBitVector<>;

/// The constraint graph and its solution. Nodes and objects are numbers, in the
/// order of the module, so the results are the same in every run.
class PointsToSolver {
 public:
  PointsToSolver(llvm::Module& m,
                 const std::function<bool(const Function&)>& is_entry);

  [[nodiscard]] Set set_of(const Value* v) const;
  [[nodiscard]] const Value* object_at(unsigned o) const {
    return objects_[o].value;
  }
  [[nodiscard]] bool holds_address(unsigned o) const {
    return !nodes_[objects_[o].holds].points_to.empty();
  }

 private:
  /// A value, a function's result, or the contents of an object.
  using NodeId = unsigned;
  struct Node {
    // handled: the part of points_to that loads, stores and calls have seen.
    Set points_to, handled;
    std::vector<NodeId> copies;  ///< nodes that include this one
    std::vector<NodeId> loads;   ///< nodes that include what it points to
    std::vector<NodeId> stores;  ///< nodes that what it points to includes
    std::vector<llvm::CallBase*> calls;  ///< through this pointer
    bool queued = false;
  };
  struct Object {
    const Value* value = nullptr;  ///< null: arguments of "..."
    NodeId holds = 0;              ///< node of its contents
  };

  NodeId new_node();
  // Edges may be added while the graph is solved: calls are bound late.
  unsigned object(const Value* v);
  NodeId node(const Value* v);
  NodeId result_of(const Function& f);
  void collect(const Constant& c, Set& out) const;
  void enqueue(NodeId n);
  void add(NodeId n, const Set& more);
  void point_to(NodeId n, unsigned object);
  void include(NodeId smaller, NodeId larger);
  void load(NodeId pointer, NodeId into);
  void store(NodeId from, NodeId pointer);
  void copy_memory(const Value* to, const Value* from);
  void function(Function& f, bool called_from_outside);
  void instruction(Instruction& i);
  void call(llvm::CallBase& c);
  void bind(llvm::CallBase& c, Function& f);
  void library_call(llvm::CallBase& c, const Function& f);
  void anything(Instruction& i);
  void solve();

  llvm::Module& m_;
  std::function<bool(const Function&)> is_entry_;
  std::vector<Node> nodes_;
  std::vector<Object> objects_;
  llvm::DenseMap<const Value*, unsigned> object_of_;
  llvm::DenseMap<const Value*, NodeId> node_of_;
  llvm::DenseMap<const Function*, NodeId> result_of_;
  std::vector<NodeId> queue_;
  /// Inclusion edges that exist.
  std::set<std::pair<NodeId, NodeId>> edges_;
  /// Calls and callees whose parameters are connected.
  std::set<std::pair<const llvm::CallBase*, const Function*>> bound_;
  Set all_;             ///< every object
  NodeId exposed_ = 0;  ///< addresses that were converted to integers
  unsigned rest_ = 0;   ///< object: all arguments of "..."
};

PointsToSolver::PointsToSolver(
    llvm::Module& m, const std::function<bool(const Function&)>& is_entry)
    : m_(m), is_entry_(is_entry) {
  exposed_ = new_node();
  rest_ = static_cast<unsigned>(objects_.size());
  // Objects first, all of them: all_ must be complete before it is used.
  objects_.push_back({nullptr, new_node()});
  for (const llvm::GlobalVariable& g : m.globals()) object(&g);
  for (const Function& f : m) {
    object(&f);
    for (const llvm::Argument& a : f.args()) {
      if (a.hasByValAttr()) object(&a);
    }
    for (const Instruction& i : llvm::instructions(f)) {
      if (llvm::isa<llvm::AllocaInst>(i)) object(&i);
    }
  }
  for (unsigned o = 0; o < objects_.size(); ++o) all_.set(o);
  // An object of "..." is read by walking a list that is kept in memory: it
  // contains addresses of itself.
  point_to(objects_[rest_].holds, rest_);
  // A variable without an initialiser may hold anything.
  for (const llvm::GlobalVariable& g : m.globals()) {
    Set held;
    if (g.hasInitializer()) {
      collect(*g.getInitializer(), held);
    } else {
      held = all_;
    }
    add(objects_[object(&g)].holds, held);
  }
  for (Function& f : m) {
    if (!f.isDeclaration()) {
      // A function that is visible outside may be called with any address.
      function(f, !f.hasLocalLinkage() && !is_entry_(f));
    }
  }
  solve();
}

PointsToSolver::NodeId PointsToSolver::new_node() {
  nodes_.emplace_back();
  return static_cast<NodeId>(nodes_.size() - 1);
}

/// The number of a variable, function, local variable or copy of an argument.
unsigned PointsToSolver::object(const Value* v) {
  const auto [at, inserted] =
      object_of_.try_emplace(v, static_cast<unsigned>(objects_.size()));
  if (inserted) objects_.push_back({v, new_node()});
  return at->second;
}

PointsToSolver::NodeId PointsToSolver::node(const Value* v) {
  const auto [at, is_new] = node_of_.try_emplace(v, 0);
  if (!is_new) return at->second;
  const NodeId n = at->second = new_node();
  // A constant never changes: its set is known at once.
  if (const auto* c = llvm::dyn_cast<Constant>(v)) {
    Set set;
    collect(*c, set);
    add(n, set);
  }
  return n;
}

PointsToSolver::NodeId PointsToSolver::result_of(const Function& f) {
  const auto [at, is_new] = result_of_.try_emplace(&f, 0);
  if (is_new) at->second = new_node();
  return at->second;
}

/// All objects whose addresses a constant is made of.
void PointsToSolver::collect(const Constant& c, Set& out) const {
  const NamedObjects named = objects_named_by(c);
  if (named.any) out |= all_;
  for (const Constant* object : named.objects) {
    // A function or variable that was added later: be safe.
    const auto found = object_of_.find(object);
    if (found == object_of_.end()) {
      out |= all_;
    } else {
      out.set(found->second);
    }
  }
}

Set PointsToSolver::set_of(const Value* v) const {
  if (const auto* c = llvm::dyn_cast<Constant>(v)) {
    Set out;
    collect(*c, out);
    return out;
  }
  const auto at = node_of_.find(v);
  return at == node_of_.end() ? Set() : nodes_[at->second].points_to;
}

void PointsToSolver::enqueue(NodeId n) {
  if (nodes_[n].queued) return;
  nodes_[n].queued = true;
  queue_.push_back(n);
}

void PointsToSolver::add(NodeId n, const Set& more) {
  const bool is_more = nodes_[n].points_to |= more;
  if (is_more) enqueue(n);
}

void PointsToSolver::point_to(NodeId n, unsigned object) {
  Set one;
  one.set(object);
  add(n, one);
}

void PointsToSolver::include(NodeId smaller, NodeId larger) {
  if (smaller == larger || !edges_.emplace(smaller, larger).second) return;
  nodes_[smaller].copies.push_back(larger);
  add(larger, nodes_[smaller].points_to);
}

void PointsToSolver::load(NodeId pointer, NodeId into) {
  nodes_[pointer].loads.push_back(into);
  // The new edge applies to members that were handled before, too.
  nodes_[pointer].handled.clear();
  enqueue(pointer);
}

void PointsToSolver::store(NodeId from, NodeId pointer) {
  nodes_[pointer].stores.push_back(from);
  nodes_[pointer].handled.clear();
  enqueue(pointer);
}

/// *to ⊇ *from.
void PointsToSolver::copy_memory(const Value* to, const Value* from) {
  const NodeId held = new_node();
  load(node(from), held);
  store(held, node(to));
}

void PointsToSolver::function(Function& f, bool called_from_outside) {
  for (const llvm::Argument& a : f.args()) {
    if (a.hasByValAttr()) point_to(node(&a), object(&a));
    if (called_from_outside) add(node(&a), all_);
  }
  for (Instruction& i : llvm::instructions(f)) instruction(i);
}

void PointsToSolver::instruction(Instruction& i) {
  if (llvm::isa<llvm::AllocaInst>(i)) {
    point_to(node(&i), object(&i));
  } else if (const auto* l = llvm::dyn_cast<llvm::LoadInst>(&i)) {
    load(node(l->getPointerOperand()), node(&i));
  } else if (const auto* s = llvm::dyn_cast<llvm::StoreInst>(&i)) {
    store(node(s->getValueOperand()), node(s->getPointerOperand()));
  } else if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&i)) {
    load(node(rmw->getPointerOperand()), node(&i));
    store(node(rmw->getValOperand()), node(rmw->getPointerOperand()));
  } else if (const auto* swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&i)) {
    load(node(swap->getPointerOperand()), node(&i));
    store(node(swap->getNewValOperand()), node(swap->getPointerOperand()));
  } else if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&i)) {
    // Only the base: an index does not lead to another object, since arithmetic
    // that leaves an object has no defined behaviour.
    include(node(gep->getPointerOperand()), node(&i));
  } else if (auto* c = llvm::dyn_cast<llvm::CallBase>(&i)) {
    call(*c);
  } else if (const auto* ret = llvm::dyn_cast<llvm::ReturnInst>(&i)) {
    if (ret->getReturnValue() != nullptr) {
      include(node(ret->getReturnValue()), result_of(*i.getFunction()));
    }
  } else if (llvm::isa<llvm::CmpInst>(i) || i.isTerminator() ||
             // Control dependence is not tracked, only data flow.
             llvm::isa<llvm::FenceInst>(i)) {
    return;  // true or false, or nothing
  } else if (i.mayReadOrWriteMemory()) {
    anything(i);
  } else {
    if (llvm::isa<llvm::PtrToIntInst>(i)) {
      // Exposed provenance: an integer may come back as an address elsewhere,
      // even without data flow that is visible here.
      include(node(i.getOperand(0)), exposed_);
    } else if (llvm::isa<llvm::IntToPtrInst>(i)) {
      include(exposed_, node(&i));
    }
    for (const Value* operand : i.operand_values()) {
      include(node(operand), node(&i));
    }
  }
}

void PointsToSolver::call(llvm::CallBase& c) {
  if (has_no_effect(c)) return;
  if (c.isInlineAsm()) return anything(c);
  if (Function* f = c.getCalledFunction()) return bind(c, *f);
  // An indirect call is bound to each function that its set gets.
  const NodeId callee = node(c.getCalledOperand());
  nodes_[callee].calls.push_back(&c);
  nodes_[callee].handled.clear();
  enqueue(callee);
}

void PointsToSolver::bind(llvm::CallBase& c, Function& f) {
  // Each pair once: sets only grow.
  if (!bound_.emplace(&c, &f).second) return;
  // Through a pointer, the program does not call what calls it.
  if (c.getCalledFunction() == nullptr && is_entry_(f)) return;
  if (f.isDeclaration()) return library_call(c, f);
  for (unsigned k = 0; k < c.arg_size(); ++k) {
    const Value* given = c.getArgOperand(k);
    // More arguments than parameters: a variadic function.
    if (k >= f.arg_size()) {
      include(node(given), objects_[rest_].holds);
    } else if (f.getArg(k)->hasByValAttr()) {
      // The callee has a copy of the object.
      load(node(given), objects_[object(f.getArg(k))].holds);
    } else {
      include(node(given), node(f.getArg(k)));
    }
  }
  include(result_of(f), node(&c));
}

void PointsToSolver::library_call(llvm::CallBase& c, const Function& f) {
  const llvm::StringRef name = f.getName();
  // Named functions first; all others by what they may do.
  if (name == kStop || only_reads(name)) return;
  // A pointer to a function of another type, which no valid run calls here.
  if (c.arg_size() < f.arg_size()) return anything(c);
  if (f.getIntrinsicID() == llvm::Intrinsic::vastart) {
    const NodeId list = new_node();
    point_to(list, rest_);
    store(list, node(c.getArgOperand(0)));
  } else if (llvm::isa<llvm::AnyMemTransferInst>(c) || copies_memory(name) ||
             f.getIntrinsicID() == llvm::Intrinsic::vacopy) {
    copy_memory(c.getArgOperand(0), c.getArgOperand(1));
    include(node(c.getArgOperand(0)), node(&c));
  } else if (llvm::isa<llvm::AnyMemSetInst>(c) || name == "memset") {
    store(node(c.getArgOperand(1)), node(c.getArgOperand(0)));
    include(node(c.getArgOperand(0)), node(&c));
  } else if (f.isIntrinsic() && is_pure(c)) {
    // Without memory effects the result is made of the arguments.
    for (const llvm::Use& a : c.args()) include(node(a.get()), node(&c));
  } else {
    anything(c);
  }
}

/// Everything that can be reached from the operands may be stored to
/// everything that can be reached, and be the result.
void PointsToSolver::anything(Instruction& i) {
  const NodeId reached = new_node();
  const auto* c = llvm::dyn_cast<llvm::CallBase>(&i);
  const Function* f = c == nullptr ? nullptr : c->getCalledFunction();
  const bool known = f != nullptr && (f->isIntrinsic() ||
                                      is_native_function(f->getName().str()));
  // An unknown function may have kept any address before.
  if (c != nullptr && !known) add(reached, all_);
  // Functions as operands are callees; their code is analysed anyway.
  for (const Value* operand : i.operand_values()) {
    if (!llvm::isa<Function>(operand)) include(node(operand), reached);
  }
  load(reached, reached);
  store(reached, reached);
  include(reached, node(&i));
}

void PointsToSolver::solve() {
  // Invariant: a node that is not queued satisfies all its constraints. Ends,
  // since sets only grow and are bounded.
  while (!queue_.empty()) {
    const NodeId n = queue_.back();
    queue_.pop_back();
    nodes_[n].queued = false;
    // Difference propagation: only new members.
    Set fresh = nodes_[n].points_to;
    fresh.intersectWithComplement(nodes_[n].handled);
    nodes_[n].handled = nodes_[n].points_to;
    // Vectors are copied: include() and bind() may add nodes, and so move them.
    for (const unsigned o : fresh) {
      const NodeId holds = objects_[o].holds;
      const std::vector<NodeId> loads = nodes_[n].loads;
      for (const NodeId to : loads) include(holds, to);
      const std::vector<NodeId> stores = nodes_[n].stores;
      for (const NodeId from : stores) include(from, holds);
      const std::vector<llvm::CallBase*> calls = nodes_[n].calls;
      for (llvm::CallBase* c : calls) {
        const auto* f = llvm::dyn_cast_or_null<Function>(objects_[o].value);
        if (f != nullptr) bind(*c, const_cast<Function&>(*f));
      }
    }
    for (const NodeId to : std::vector<NodeId>(nodes_[n].copies))
      add(to, nodes_[n].points_to);
  }
}

PointsTo::PointsTo(llvm::Module& m,
                   const std::function<bool(const Function&)>& is_entry)
    : solver_(std::make_unique<PointsToSolver>(m, is_entry)) {}

PointsTo::~PointsTo() = default;

std::vector<const Value*> PointsTo::objects(const Value* pointer) const {
  std::vector<const Value*> out;
  for (const unsigned o : solver_->set_of(pointer)) {
    out.push_back(solver_->object_at(o));
  }
  return out;
}

/// The objects of one kind.
template <typename T>
static std::vector<T*> only(const std::vector<const Value*>& objects) {
  std::vector<T*> out;
  for (const Value* o : objects) {
    const auto* t = llvm::dyn_cast_or_null<T>(o);
    if (t != nullptr) out.push_back(const_cast<T*>(t));
  }
  return out;
}

std::vector<llvm::GlobalVariable*> PointsTo::variables(
    const Value* pointer) const {
  return only<llvm::GlobalVariable>(objects(pointer));
}

std::vector<Function*> PointsTo::callees(const llvm::CallBase& call) const {
  return only<Function>(objects(call.getCalledOperand()));
}

bool PointsTo::may_be_address(const Value* v) const {
  return !solver_->set_of(v).empty();
}

bool PointsTo::may_lead_to_address(const Value* pointer) const {
  for (const unsigned o : solver_->set_of(pointer)) {
    if (solver_->holds_address(o)) return true;
  }
  return false;
}

}  // namespace catenary::program
