// SPDX-License-Identifier: Apache-2.0
/// \file
/// Input equivalence classes: where a program only ever compares an input with
/// constants, values between two neighbouring constants behave alike in all
/// runs, so one of them stands for all. This is equivalence partitioning
/// (Myers, "The Art of Software Testing", 1979), proved for the code instead of
/// assumed.
///
/// Inputs of one step may be compared with each other as well. Then the order
/// of all of them and the constants matters; any order of n inputs between two
/// constants occurs among n values there, or among all where there are fewer.
/// That holds for values of the same step alone: a value kept from an earlier
/// step has its place in the order among the new ones already.
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "base/check.h"
#include "program/analyse/class_finder.h"

namespace catenary::program {

namespace {

using model::ScalarType;

/// Whether classes are searched: for integers only, since the boundaries must
/// fit 64 bits with sign, and not where something is known to prevent them.
bool wants_classes(const BuiltVariable& v) {
  return v.type != ScalarType::boolean && v.type != ScalarType::float32 &&
         v.type != ScalarType::float64 && v.type != ScalarType::uint64 &&
         v.why_not_exact.empty();
}

using Finders = std::vector<std::unique_ptr<ClassFinder>>;

/// Sets of inputs that are compared with each other: union-find (Tarjan, J. ACM
/// 22(2), 1975) with path halving. The root is the smallest member.
class Groups {
 public:
  explicit Groups(const Finders& finders) : parent_(finders.size()) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }
  std::uint32_t root(std::uint32_t k) {
    while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
    return k;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    const auto [low, high] = std::minmax({root(a), root(b)});
    parent_[high] = low;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

/// The input that is compared with input `k`, both of this step and of the same
/// form and type; nothing where the other side is something else.
std::optional<std::uint32_t> partner(const Finders& finders,
                                     std::uint32_t k,
                                     const Meeting& m) {
  const llvm::Value* own = m.compare->getOperand(m.operand);
  const llvm::Value* other = m.compare->getOperand(1 - m.operand);
  if (finders[k]->always(own) != m.form) return std::nullopt;
  for (std::uint32_t p = 0; p < finders.size(); ++p) {
    if (finders[p] != nullptr && finders[p]->always(other) == m.form &&
        finders[p]->is_like(*finders[k])) {
      return p;
    }
  }
  return std::nullopt;
}

/// Settles the comparisons with variables: a comparison with another input of
/// the same step joins their groups; any other makes the classes inexact.
void join_compared(const Finders& finders, Groups& groups) {
  for (std::uint32_t k = 0; k < finders.size(); ++k) {
    if (finders[k] == nullptr) continue;
    for (const Meeting& m : finders[k]->meetings()) {
      if (!finders[k]->exact()) break;
      const auto other = partner(finders, k, m);
      if (!other) {
        finders[k]->give_up(m.compare, "compared with a variable");
        break;
      }
      finders[k]->cut_at_turn(*m.compare, m.form);
      groups.join(k, *other);
    }
  }
}

/// All inputs of a group get the boundaries of all, since an order among them
/// is tested at each; if one is inexact, all are.
void share(const Finders& finders,
           Groups& groups,
           std::vector<BuiltVariable>& variables) {
  for (std::uint32_t k = 0; k < finders.size(); ++k) {
    // The root is visited first, at its own index.
    if (finders[k] == nullptr || groups.root(k) != k) continue;
    std::vector<std::uint32_t> members;
    std::set<std::int64_t> cuts;
    const ClassFinder* inexact = nullptr;
    for (std::uint32_t m = k; m < finders.size(); ++m) {
      if (finders[m] == nullptr || groups.root(m) != k) continue;
      members.push_back(m);
      finders[m]->conclude();
      cuts.insert(variables[m].cuts.begin(), variables[m].cuts.end());
      if (!finders[m]->exact() && inexact == nullptr)
        inexact = finders[m].get();
    }
    if (members.size() == 1) continue;
    for (const std::uint32_t m : members) {
      if (inexact != nullptr) {
        finders[m]->give_up(
            nullptr, "compared with an input that is " + inexact->reason());
        finders[m]->conclude();
        continue;
      }
      variables[m].cuts.assign(cuts.begin(), cuts.end());
      variables[m].compared_with = members;
    }
  }
}

/// Finds the classes of inputs (or initial choices): first those that the
/// harness sets, then those that the code asks for.
void find_for(Workspace& w,
              std::vector<BuiltVariable>& variables,
              std::uint32_t in_harness,
              const std::string& setter_prefix,
              bool is_init) {
  std::vector<InputSite*> sites;
  for (InputSite& site : w.sites) {
    if (is_init ? site.in_init : site.in_step) sites.push_back(&site);
  }
  Finders finders(variables.size());
  for (std::size_t k = 0; k < variables.size(); ++k) {
    if (!wants_classes(variables[k])) continue;
    finders[k] = std::make_unique<ClassFinder>(w, variables[k]);
    if (k >= in_harness) {
      finders[k]->start(sites[k - in_harness]->value);
    } else {
      llvm::Function* setter =
          w.module->getFunction(setter_prefix + std::to_string(k));
      CATENARY_CHECK(setter != nullptr, "a harness variable has a setter");
      finders[k]->start(setter->getArg(0));
    }
    // An initial choice is kept from the first step on, so a later comparison
    // would be with a value of another step.
    if (is_init && !finders[k]->meetings().empty()) {
      finders[k]->give_up(finders[k]->meetings().front().compare,
                          "compared with a variable");
    }
  }
  Groups groups(finders);
  join_compared(finders, groups);
  share(finders, groups, variables);
  for (std::size_t k = 0; k < variables.size(); ++k) {
    if (finders[k] != nullptr && finders[k]->exact()) {
      finders[k]->note_holders(static_cast<std::uint32_t>(k), is_init);
    }
  }
}

}  // namespace

void find_classes(Workspace& w,
                  const Recipe& recipe,
                  std::vector<BuiltVariable>& inputs,
                  std::vector<BuiltVariable>& initial) {
  find_for(w, inputs, recipe.harness.inputs, "__cat_seti_", false);
  find_for(w, initial, recipe.harness.initial, "__cat_ini_seti_", true);
}

}  // namespace catenary::program
