// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where the value of one input goes, and with what it is compared. Internal
/// to program/.
///
/// Method: flow-insensitive propagation of "may be this input" through
/// registers, calls and memory cells whose every access is known. Any other
/// use (arithmetic, an address that escapes) makes its classes inexact.
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
class MemIntrinsic;
class MemTransferInst;
class Use;
class User;
class Value;
}  // namespace llvm

namespace catenary::program {

/// How a register holds the input.
enum class Form : std::uint8_t { same, zero_extended, sign_extended };

/// Pointers and how many bytes they are into their object.
using Places = std::set<std::pair<const llvm::Value*, std::int64_t>>;

/// Bytes of a variable (a global or an alloca) that may hold the input.
struct Cell {
  const llvm::Value* object = nullptr;
  std::int64_t offset = 0;
  std::uint64_t size = 0;
  bool operator<(const Cell& o) const {
    return std::tie(object, offset, size) <
           std::tie(o.object, o.offset, o.size);
  }
};

/// A comparison of what may be the input with what is no constant.
struct Meeting {
  const llvm::ICmpInst* compare = nullptr;
  /// Of the input.
  unsigned operand = 0;
  Form form = Form::same;
};

class ClassFinder {
 public:
  /// Both must outlive the finder.
  ClassFinder(Workspace& w, BuiltVariable& v);

  /// The input starts in a register: a setter's argument of 64 bits.
  void start(llvm::Argument* argument);
  /// The input starts in a variable.
  void start(llvm::GlobalVariable* variable);

  /// Nothing but comparisons was found; `reason` says what else was.
  [[nodiscard]] bool exact() const { return why_.empty(); }
  [[nodiscard]] const std::string& reason() const { return why_; }
  [[nodiscard]] const std::vector<Meeting>& meetings() const {
    return meetings_;
  }
  /// The form in which a register holds what the input is in this step,
  /// whichever way the step took; nothing where it may be something else.
  [[nodiscard]] std::optional<Form> always(const llvm::Value* v) const;
  /// Both have the same type, so that each can be compared with the other.
  [[nodiscard]] bool is_like(const ClassFinder& other) const {
    return v_.type == other.v_.type;
  }

  void give_up(const llvm::User* user, const std::string& what);
  /// Behaviour may change where the order in which `compare` sees the input
  /// turns.
  void cut_at_turn(const llvm::ICmpInst& compare, Form form);
  /// Writes classes_exact, why_not_exact and cuts of the variable.
  void conclude();
  /// Requires: the classes are exact.
  void note_holders(std::uint32_t variable, bool is_initial) const;

 private:
  void spread();
  void taint(const llvm::Value* v, Form form);
  void taint_cell(const Cell& cell);
  void cut(const llvm::APInt& c, Form form);
  void follow(const llvm::Value* v, Form form);
  bool store_to(const llvm::Value* pointer, std::int64_t offset, Places& seen);
  void accesses(const Cell& cell,
                const llvm::Value* v,
                std::int64_t at,
                Places& seen);
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

  Workspace& w_;
  BuiltVariable& v_;
  const llvm::DataLayout& layout_;
  unsigned width_;
  bool signed_;
  /// Or kRunStep.
  const llvm::Function* setter_ = nullptr;
  std::map<const llvm::Value*, Form> seen_values_;
  std::vector<std::pair<const llvm::Value*, Form>> values_;
  std::set<Cell> seen_cells_;
  std::vector<Cell> cells_;
  /// By others than the setter.
  std::set<Cell> written_;
  std::vector<Meeting> meetings_;
  std::set<std::int64_t> cuts_;
  std::set<std::uint32_t> outputs_;
  std::string why_;
};

/// Reads `const` variables, volatile or not, as their initialisers; what is
/// compared with them is then compared with constants.
void fold_constants(Workspace& w);

}  // namespace catenary::program
