// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where the value of one input goes, and with what it is compared: the
/// data-flow part of the search for input equivalence classes (classes.cpp).
/// Internal to program/.
///
/// Method: flow-insensitive taint propagation: "may be this input" spreads
/// through registers, calls and memory cells whose every access is known. Any
/// other use (arithmetic, an address that escapes) makes the classes inexact.
/// The analysis stops at the first such use, so its cost is linear in the uses
/// of the input's copies.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "program/build/workspace.h"

namespace llvm {
class APInt;
class Argument;
class DataLayout;
class ICmpInst;
class LoadInst;
class MemIntrinsic;
class MemTransferInst;
class Use;
class User;
class Value;
}  // namespace llvm

namespace catenary::program {

/// How a register holds the input: in its own width, or extended to a wider
/// one.
enum class Form : std::uint8_t { same, zero_extended, sign_extended };

/// Pointers with their distance in bytes from the start of their object; the
/// visited set of a walk.
using Places = std::set<std::pair<const llvm::Value*, std::int64_t>>;

/// Bytes of a variable that may hold the input.
struct Cell {
  /// A global variable or an alloca.
  const llvm::Value* object = nullptr;
  /// In bytes, as is the size.
  std::int64_t offset = 0;
  std::uint64_t size = 0;
  bool operator<(const Cell& o) const {
    return std::tie(object, offset, size) <
           std::tie(o.object, o.offset, o.size);
  }
};

/// A comparison of what may be the input with something that is not a constant.
struct Meeting {
  const llvm::ICmpInst* compare = nullptr;
  /// Index of the operand that may be the input: 0 or 1.
  unsigned operand = 0;
  Form form = Form::same;
};

/// Follows one input. Use: start(), then meetings() and exact(); classes.cpp
/// decides about the meetings; then conclude().
class ClassFinder {
 public:
  /// Workspace and variable must outlive the finder. The type of the variable
  /// must be an integer type (classes of others are not searched).
  ClassFinder(Workspace& w, BuiltVariable& v);

  /// The input starts in a register: a setter's argument of 64 bits, to which
  /// it is extended by its own signedness.
  void start(llvm::Argument* argument);
  /// The input starts in a variable, to which the harness writes before the
  /// code asks for the input.
  void start(llvm::GlobalVariable* variable);

  /// Only comparisons were found. `reason` is the first other use, for people,
  /// e.g. "used in arithmetic at f.c:12:7"; empty if exact.
  [[nodiscard]] bool exact() const { return why_.empty(); }
  [[nodiscard]] const std::string& reason() const { return why_; }
  /// In the order in which they were found, which is the same in every run.
  [[nodiscard]] const std::vector<Meeting>& meetings() const {
    return meetings_;
  }
  /// The form in which a register holds the input of this very step, whichever
  /// path the step took; nothing where it may hold something else, for example
  /// the input of an earlier step.
  [[nodiscard]] std::optional<Form> always(const llvm::Value* v) const;
  /// Both have the same type, so that their values can be compared with each
  /// other.
  [[nodiscard]] bool is_like(const ClassFinder& other) const {
    return v_.type == other.v_.type;
  }

  /// Records a reason for inexact classes, with the place of `user` where that
  /// is an instruction; null: no place. The first reason stays.
  void give_up(const llvm::User* user, const std::string& what);
  /// Adds the boundary at which the order that `compare` sees turns: an
  /// unsigned comparison of a signed input, or the reverse, is not monotone
  /// over the range of the input.
  void cut_at_turn(const llvm::ICmpInst& compare, Form form);
  /// Writes the result to the variable: classes_exact, why_not_exact, and the
  /// sorted boundaries in cuts.
  void conclude();
  /// Adds the cells and outputs that may hold the input to Workspace::holders.
  /// Requires: the classes are exact.
  void note_holders(std::uint32_t variable, bool is_initial) const;

 private:
  /// Empties the work lists: the fixpoint of the propagation.
  void spread();
  /// Notes that a register may hold the input in this form. The classes are
  /// inexact if it may do so in two forms.
  void taint(const llvm::Value* v, Form form);
  /// Notes that a cell may hold the input.
  void taint_cell(const Cell& cell);
  void cut(const llvm::APInt& c, Form form);
  /// Notes a remainder of a division of the input by a small constant; false
  /// for other uses. What becomes of the remainder needs not be followed: each
  /// class gets all remainders.
  bool divide(const llvm::User* u, const llvm::Use& use, Form form);
  /// Handles all uses of a register that may hold the input.
  void follow(const llvm::Value* v, Form form);
  /// Taints every cell that a store through the pointer may write; false where
  /// these are not all known.
  bool store_to(const llvm::Value* pointer, std::int64_t offset, Places& seen);
  /// Handles all uses of an address into the object of a cell.
  void accesses(const Cell& cell,
                const llvm::Value* v,
                std::int64_t at,
                Places& seen);
  void loaded(const Cell& cell, const llvm::LoadInst& load, std::int64_t at);
  void overwritten(const Cell& cell,
                   const llvm::User& writer,
                   std::int64_t at,
                   std::uint64_t size);
  void overwritten(const Cell& cell,
                   const llvm::MemIntrinsic& writer,
                   std::int64_t at);
  void copied(const Cell& cell,
              const llvm::MemTransferInst& copy,
              std::int64_t at);

  // Results go to v_ and to Workspace::holders.
  Workspace& w_;
  BuiltVariable& v_;
  const llvm::DataLayout& layout_;
  /// Of the input's type, in bits.
  unsigned width_;
  bool signed_;
  /// The function whose stores set the input: a setter of the harness, or
  /// kRunStep.
  const llvm::Function* setter_ = nullptr;
  // Visited sets and work lists.
  std::map<const llvm::Value*, Form> seen_values_;
  std::vector<std::pair<const llvm::Value*, Form>> values_;
  std::set<Cell> seen_cells_;
  std::vector<Cell> cells_;
  /// Cells that are written by others than the setter: they may hold the input
  /// of an earlier step.
  std::set<Cell> written_;
  std::vector<Meeting> meetings_;
  /// The first value of each class but the first.
  std::set<std::int64_t> cuts_;
  /// The least number that all divisors of the input divide; 1 without any.
  std::int64_t divisor_ = 1;
  /// Indices of outputs that show the input.
  std::set<std::uint32_t> outputs_;
  /// The first obstacle; empty while the classes are exact.
  std::string why_;
};

/// Replaces reads of `const` variables, volatile or not, by their initialisers,
/// so that comparisons with them become comparisons with constants. Changes the
/// module.
void fold_constants(Workspace& w);

}  // namespace catenary::program
