// SPDX-License-Identifier: Apache-2.0
/// \file
/// The search for forgotten inputs, see forgotten_inputs.h. A heuristic for
/// warnings: a constant that is never changed looks like an input, hence only
/// variables that begin with zeros or are volatile are reported.
#include "program/analyse/forgotten_inputs.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "program/analyse/debug_types.h"
#include "program/analyse/variable_uses.h"
#include "program/build/workspace.h"
#include "program/instrument/registers/registers.h"

namespace catenary::program {

namespace {

using llvm::GlobalVariable;
using llvm::Value;

/// At most so many elements of arrays are listed in a diagnostic.
constexpr std::size_t kMostNumbers = 64;

/// "in[0..1].x[0..2]", 4 -> "in[1].x[1]": the elements in the order of the
/// offsets, the last index running fastest.
std::string element(const std::string& name, std::size_t which) {
  struct Index {
    std::size_t begin, end;  ///< of "[0..1]"
    std::size_t count;
  };
  std::vector<Index> all;
  for (std::size_t at = name.find('['); at != std::string::npos;
       at = name.find('[', at + 1)) {
    const std::size_t end = name.find(']', at) + 1;
    const std::size_t dots = name.find("..", at);
    const bool many = dots != std::string::npos && dots < end;
    all.push_back({at, end, many ? std::stoul(name.substr(dots + 2)) + 1 : 1});
  }
  std::string out = name;
  // From the last index on, like the digits of a number with mixed radices.
  for (auto i = all.rbegin(); i != all.rend(); ++i) {
    const std::string index = "[" + std::to_string(which % i->count) + "]";
    which /= i->count;
    out.replace(i->begin, i->end - i->begin, index);
  }
  return out;
}

/// Null where the variable has no debug information or was split.
const llvm::DIGlobalVariable* debug_info(const GlobalVariable& g) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> infos;
  g.getDebugInfo(infos);
  return infos.size() == 1 ? infos.front()->getVariable() : nullptr;
}

/// In bytes.
std::uint64_t size_of(const PlacedScalar& s) {
  return s.bits == 0 ? model::size_bytes(s.type)
                     : (s.first_bit + s.bits + 7) / 8;
}

}  // namespace

OutsideWriters written_outside(const Workspace& w) {
  std::set<const llvm::Function*> inside;
  for (const llvm::Function* f : reachable_functions(
           w, {w.init, w.step, w.module->getFunction(kConstructors)})) {
    inside.insert(f);
  }
  OutsideWriters out;
  for (const llvm::Function& f : *w.module) {
    if (f.isDeclaration() || inside.contains(&f) ||
        // main() is what runs the step; the harness is ours.
        f.getName().starts_with("__cat_") || f.getName() == "main") {
      continue;
    }
    for (const llvm::Instruction& i : llvm::instructions(f)) {
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
      if (store == nullptr) continue;
      const Value* object =
          llvm::getUnderlyingObject(store->getPointerOperand());
      if (!llvm::isa<GlobalVariable>(object)) continue;
      // emplace keeps the first function.
      // A demangled name has its parameters.
      const std::string name = llvm::demangle(f.getName().str());
      out.emplace(
          object->getName().str(),
          OutsideWriter{name.substr(0, name.find('(')), f.arg_size() != 0});
    }
  }
  return out;
}

namespace {

/// Variables that the harness sets: inputs and initial choices.
std::set<const Value*> set_by_harness(const llvm::Module& m) {
  std::set<const Value*> out;
  for (const llvm::Function& f : m) {
    if (!f.getName().starts_with("__cat_set") &&
        !f.getName().starts_with("__cat_ini_set")) {
      continue;
    }
    for (const llvm::Instruction& i : llvm::instructions(f)) {
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
        out.insert(llvm::getUnderlyingObject(store->getPointerOperand()));
      }
    }
  }
  return out;
}

/// Looks for forgotten inputs among the variables of a program.
class Search {
 public:
  Search(const Workspace& w, const OutsideWriters& outside)
      : w_(w), outside_(outside), inputs_(set_by_harness(*w.module)) {}

  std::vector<base::Diagnostic> find() {
    for (const GlobalVariable& g : w_.module->globals()) {
      const llvm::DIGlobalVariable* info = debug_info(g);
      if (!g.hasInitializer() || info == nullptr ||
          g.getName().starts_with("__cat_") || g.hasAttribute(kRegister)) {
        continue;
      }
      look_at(g, *info);
    }
    std::stable_sort(
        out_.begin(), out_.end(), [](const auto& a, const auto& b) {
          return std::tie(a.where.file, a.where.line, a.where.column) <
                 std::tie(b.where.file, b.where.line, b.where.column);
        });
    return std::move(out_);
  }

 private:
  /// What the program does to a variable, as far as its uses show.
  struct Seen {
    const Uses& uses;
    // Accesses runs a points-to analysis, so it is made only when needed.
    bool by_points_to = false;  ///< its address is kept: see Accesses
    bool volatile_constant = false;
    std::optional<OutsideWriter> writer{};  ///< a function outside, if any

    /// Whether these bytes may be meant as an input. A number that begins as
    /// something else than 0 is taken for a constant of the program.
    [[nodiscard]] bool may_come_from_outside(std::uint64_t at,
                                             std::uint64_t size) const {
      return uses.is_volatile() || writer.has_value() || volatile_constant ||
             uses.is_zero(at, size);
    }
  };

  Accesses& accesses() {
    if (!accesses_) accesses_.emplace(w_);
    return *accesses_;
  }

  /// Whether the program reads these bytes, and either never writes them or
  /// somebody outside does as well.
  bool is_forgotten(const GlobalVariable& g,
                    const Seen& seen,
                    std::uint64_t at,
                    std::uint64_t size) {
    if (!seen.may_come_from_outside(at, size)) return false;
    const bool read =
        seen.by_points_to ? accesses().read(g) : seen.uses.read(at, size);
    if (!read) return false;
    // A writer outside changes it, whatever the step does.
    if (seen.writer.has_value()) return true;
    return seen.by_points_to ? !accesses().written(g)
                             : !seen.uses.written(at, size);
  }

  void look_at(const GlobalVariable& g, const llvm::DIGlobalVariable& info) {
    const Uses uses(w_.module->getDataLayout(), g);
    // `const volatile` without a value is a register that is only read.
    const bool register_only = g.isConstant() && uses.is_volatile() &&
                               g.getInitializer()->isNullValue();
    if (g.isConstant() && !register_only) return;
    Seen seen{uses, uses.escapes(), register_only};
    if (const auto writer = outside_.find(g.getName().str());
        writer != outside_.end() && !inputs_.contains(&g)) {
      seen.writer = writer->second;
    }
    base::Diagnostic found;
    found.severity = base::Severity::warning;
    found.where = w_.locate(g);
    const bool has_numbers = note_numbers(g, seen, found);
    const std::uint64_t size =
        w_.module->getDataLayout().getTypeAllocSize(g.getValueType());
    // Unions, pointers and wide numbers have no names of parts: as a whole.
    if (!has_numbers && !is_forgotten(g, seen, 0, size)) return;
    // It has numbers, but none of them is forgotten.
    if (has_numbers && found.notes.empty()) return;
    const bool written = is_written(g, seen, size);
    found.code = written && seen.writer ? kChangedOutside : kForgottenInput;
    found.message = describe(info, seen, written);
    if (llvm::isa_and_nonnull<llvm::DILocalScope>(info.getScope())) {
      found.notes.clear();
      found.message +=
          "; it is a static variable of a function, which no "
          "description can name";
    } else if (found.notes.empty()) {
      found.message +=
          "; if it comes from outside, expected a description "
          "whose step sets it from inputs";
    }
    out_.push_back(std::move(found));
  }

  bool is_written(const GlobalVariable& g,
                  const Seen& seen,
                  std::uint64_t size) {
    return seen.by_points_to ? accesses().written(g)
                             : seen.uses.written(0, size);
  }

  /// Notes the numbers that are forgotten. False where the variable has none.
  bool note_numbers(const GlobalVariable& g,
                    const Seen& seen,
                    base::Diagnostic& found) {
    const std::vector<PlacedScalar> numbers = scalars_of(g);
    for (const PlacedScalar& s : numbers) {
      for (std::size_t i = 0; i < s.offsets.size(); ++i) {
        if (found.notes.size() >= kMostNumbers) return true;
        if (!is_forgotten(g, seen, s.offsets[i], size_of(s))) continue;
        found.notes.push_back(
            {base::Severity::note, found.where, element(s.name, i), "", {}});
      }
    }
    return !numbers.empty();
  }

  static std::string describe(const llvm::DIGlobalVariable& info,
                              const Seen& seen,
                              bool written) {
    std::string out = "'" + info.getName().str() + "' is read, ";
    if (!seen.writer) {
      out += "but nothing changes it";
    } else {
      out += (written ? "and " : "but only ") + seen.writer->name +
             (written ? "() changes it as well" : "() changes it") +
             ", which neither the step nor the initialisation calls";
    }
    out += written && seen.writer ? ", so that change is missing"
                                  : ", so it keeps its initial value";
    if (seen.uses.is_volatile()) out += ", although it is volatile";
    // Of a handler with arguments, only the user knows with which it is called.
    if (seen.writer && !seen.writer->takes_arguments) {
      out += "; if " + seen.writer->name +
             "() is called between steps, list it under [interrupts] of a "
             "description: \"" +
             seen.writer->name + "()\" = {}";
    }
    return out;
  }

  const Workspace& w_;
  const OutsideWriters& outside_;
  std::set<const Value*> inputs_;
  std::optional<Accesses> accesses_;
  std::vector<base::Diagnostic> out_;
};

}  // namespace

std::vector<base::Diagnostic> find_forgotten_inputs(
    const Workspace& w, const OutsideWriters& outside) {
  return Search(w, outside).find();
}

}  // namespace catenary::program
