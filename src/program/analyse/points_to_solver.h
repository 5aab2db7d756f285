// SPDX-License-Identifier: Apache-2.0
/// \file
/// The constraint graph of the points-to analysis. Internal to points_to.cpp,
/// which has the method, and points_to_calls.cpp.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SparseBitVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace catenary::program {

/// The constraint graph and its solution. Nodes and objects are numbers, in the
/// order of the module, so the results are the same in every run.
class PointsToSolver {
 public:
  /// Numbers of objects.
  using Set = llvm::SparseBitVector<>;

  PointsToSolver(llvm::Module& m,
                 const std::function<bool(const llvm::Function&)>& is_entry);

  [[nodiscard]] Set set_of(const llvm::Value* v) const;
  [[nodiscard]] const llvm::Value* object_at(unsigned o) const {
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
    const llvm::Value* value = nullptr;  ///< null: arguments of "..."
    NodeId holds = 0;                    ///< node of its contents
  };

  NodeId new_node();
  // Edges may be added while the graph is solved: calls are bound late.
  unsigned object(const llvm::Value* v);
  NodeId node(const llvm::Value* v);
  NodeId result_of(const llvm::Function& f);
  void collect(const llvm::Constant& c, Set& out) const;
  void enqueue(NodeId n);
  void add(NodeId n, const Set& more);
  void include(NodeId smaller, NodeId larger);
  void load(NodeId pointer, NodeId into);
  void store(NodeId from, NodeId pointer);
  void copy_memory(const llvm::Value* to, const llvm::Value* from);
  void function(llvm::Function& f, bool called_from_outside);
  void instruction(llvm::Instruction& i);
  void call(llvm::CallBase& c);
  void bind(llvm::CallBase& c, llvm::Function& f);
  void library_call(llvm::CallBase& c, const llvm::Function& f);
  void anything(llvm::Instruction& i);
  void solve();

  llvm::Module& m_;
  std::vector<Node> nodes_;
  std::vector<Object> objects_;
  llvm::DenseMap<const llvm::Value*, unsigned> object_of_;
  llvm::DenseMap<const llvm::Value*, NodeId> node_of_;
  llvm::DenseMap<const llvm::Function*, NodeId> result_of_;
  std::vector<NodeId> queue_;
  /// Inclusion edges that exist.
  std::set<std::pair<NodeId, NodeId>> edges_;
  /// Calls and callees whose parameters are connected.
  std::set<std::pair<const llvm::CallBase*, const llvm::Function*>> bound_;
  Set all_;             ///< every object
  NodeId exposed_ = 0;  ///< addresses that were converted to integers
  unsigned rest_ = 0;   ///< object: all arguments of "..."
};

}  // namespace catenary::program
