// SPDX-License-Identifier: Apache-2.0
/// \file
/// Registers as variables and inputs, see registers.h. Works on the module as
/// Clang writes it without optimisation, where an address that the source has
/// as a constant is one.
#include "program/instrument/registers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "program/syntax/source_lines.h"

namespace catenary::program {

namespace {

using llvm::Constant;
using llvm::ConstantExpr;
using llvm::GlobalVariable;
using llvm::Instruction;

/// How far a pointer to registers may lead that is passed on.
constexpr std::uint64_t kWindow = 0x400;
/// Numbers that are passed on as pointers are markers, such as `(void *)1`,
/// where they are low, unless registers are near; very low ones always.
constexpr std::uint64_t kLowestPassedOn = 0x1000;
constexpr std::uint64_t kLowestNear = 0x10;
/// Higher ones are error codes, such as `(void *)-1`.
constexpr std::uint64_t kHighest = std::uint64_t{1} << 47;

/// The instructions on which conditions depend under which a loop is left.
std::set<const Instruction*> exiting_conditions(const llvm::Loop& loop) {
  llvm::SmallVector<llvm::BasicBlock*, 4> blocks;
  loop.getExitingBlocks(blocks);
  std::vector<const Instruction*> work;
  for (const llvm::BasicBlock* b : blocks) work.push_back(b->getTerminator());
  std::set<const Instruction*> out;
  while (!work.empty()) {
    const Instruction* i = work.back();
    work.pop_back();
    if (!loop.contains(i) || !out.insert(i).second) continue;
    for (const llvm::Value* v : i->operand_values()) {
      if (const auto* from = llvm::dyn_cast<Instruction>(v)) {
        work.push_back(from);
      }
    }
  }
  return out;
}

/// The number of a constant address; nothing for other values.
std::optional<std::uint64_t> address_of(const llvm::Value& v) {
  const auto* cast = llvm::dyn_cast<llvm::Operator>(&v);
  if (cast == nullptr || cast->getOpcode() != Instruction::IntToPtr) {
    return std::nullopt;
  }
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(cast->getOperand(0));
  if (number == nullptr || number->isZero() ||
      number->getValue().getActiveBits() > 64) {
    return std::nullopt;
  }
  return number->getZExtValue();
}

/// An instruction that reads or writes at a constant address.
struct Direct {
  Instruction* at = nullptr;
  unsigned operand = 0;  ///< the pointer
  std::uint64_t address = 0;
  std::uint64_t size = 0;
};

bool is_of_harness(const Direct& d) {
  return d.at->getFunction()->getName().starts_with("__cat_");
}

/// Memory from an address on.
struct Region {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  /// All accesses are of these very bytes.
  bool is_one = true;
  std::vector<Direct> accesses;
};

class Registers {
 public:
  explicit Registers(Workspace& w)
      : w_(w), m_(*w.module), layout_(m_.getDataLayout()) {}

  void run();

 private:
  void collect();
  void collect(Instruction& i);
  void add_direct(Instruction& i, unsigned operand, std::uint64_t size);
  void pass_on(const llvm::Value& v);
  void make_regions();
  void place(Region& region);
  [[nodiscard]] static bool is_input(const Region& region);
  [[nodiscard]] static bool is_polled(const Direct& read, const Region& region);
  void make_input(Region& region, const std::string& name);
  void make_variable(const Region& region, const PlacedRegister& as);
  [[nodiscard]] std::string name_of(const Region& region);
  void describe(GlobalVariable& g,
                const Region& region,
                const std::string& name);
  void replace_passed_on();

  Workspace& w_;
  llvm::Module& m_;
  const llvm::DataLayout& layout_;
  SourceLines lines_;
  std::vector<Direct> direct_;
  std::set<std::uint64_t> passed_on_;
  std::vector<Region> regions_;
  /// By the first address of a region.
  std::map<std::uint64_t, std::pair<std::uint64_t, GlobalVariable*>> variables_;
};

/// The constant address of a pointer operand, if it is one.
std::optional<std::uint64_t> constant_address(const llvm::Value& pointer,
                                              const llvm::DataLayout& layout) {
  llvm::APInt offset(64, 0);
  const llvm::Value* base =
      pointer.stripAndAccumulateConstantOffsets(layout, offset, true);
  const std::optional<std::uint64_t> address = address_of(*base);
  if (!address) return std::nullopt;
  return *address + offset.getZExtValue();
}

void Registers::add_direct(Instruction& i,
                           unsigned operand,
                           std::uint64_t size) {
  const auto address = constant_address(*i.getOperand(operand), layout_);
  if (address && *address < kHighest) {
    direct_.push_back({&i, operand, *address, size});
  }
}

/// Notes the constant addresses within a value that is used in another way than
/// to access it.
void Registers::pass_on(const llvm::Value& v) {
  const auto* constant = llvm::dyn_cast<Constant>(&v);
  if (constant == nullptr || llvm::isa<llvm::GlobalValue>(constant)) return;
  if (const auto address = address_of(*constant)) passed_on_.insert(*address);
  for (const llvm::Use& part : constant->operands()) pass_on(*part);
}

void Registers::collect(Instruction& i) {
  std::set<unsigned> accessed;
  const auto access = [&](unsigned operand, std::uint64_t size) {
    accessed.insert(operand);
    add_direct(i, operand, size);
  };
  if (llvm::isa<llvm::LoadInst>(i)) {
    access(0, layout_.getTypeStoreSize(i.getType()));
  } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
    access(1, layout_.getTypeStoreSize(store->getValueOperand()->getType()));
  } else if (const auto* block = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&i)) {
    if (const auto* n = llvm::dyn_cast<llvm::ConstantInt>(block->getLength())) {
      access(0, n->getZExtValue());
      if (llvm::isa<llvm::AnyMemTransferInst>(i)) access(1, n->getZExtValue());
    }
  }
  if (llvm::isa<llvm::ICmpInst>(i)) return;
  for (unsigned k = 0; k < i.getNumOperands(); ++k) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
    // A jump to an address is no access.
    if (accessed.contains(k) ||
        (call != nullptr &&
         &call->getCalledOperandUse() == &i.getOperandUse(k))) {
      continue;
    }
    pass_on(*i.getOperand(k));
  }
}

void Registers::collect() {
  for (llvm::Function& f : m_) {
    for (Instruction& i : llvm::instructions(f)) collect(i);
  }
  for (const GlobalVariable& g : m_.globals()) {
    if (g.hasInitializer()) pass_on(*g.getInitializer());
  }
}

/// Accesses that overlap are of one region.
void Registers::make_regions() {
  std::vector<Region> all;
  for (const Direct& d : direct_) {
    all.push_back({d.address, d.address + d.size, true, {d}});
  }
  for (const std::uint64_t address : passed_on_) {
    const bool is_near = std::ranges::any_of(direct_, [&](const Direct& d) {
      return d.address + kWindow > address && d.address < address + kWindow;
    });
    if (address >= kHighest || address < kLowestNear ||
        (address < kLowestPassedOn && !is_near)) {
      continue;
    }
    all.push_back({address, address + kWindow, false, {}});
  }
  std::ranges::stable_sort(all, {}, [](const Region& r) { return r.begin; });
  for (Region& r : all) {
    if (regions_.empty() || regions_.back().end <= r.begin) {
      regions_.push_back(std::move(r));
      continue;
    }
    Region& last = regions_.back();
    last.is_one =
        last.is_one && r.is_one && last.begin == r.begin && last.end == r.end;
    last.end = std::max(last.end, r.end);
    std::ranges::move(r.accesses, std::back_inserter(last.accesses));
  }
}

/// Whether what the program reads there comes from outside: nothing writes it,
/// or a loop waits for it that does not write it.
bool Registers::is_input(const Region& region) {
  const auto is_read = [](const Direct& d) {
    return llvm::isa<llvm::LoadInst>(d.at) && d.at->getType()->isIntegerTy();
  };
  if (!region.is_one) return false;
  bool is_written = false;
  for (const Direct& d : region.accesses) {
    if (is_read(d)) continue;
    // The description gives it its values.
    if (is_of_harness(d)) return false;
    is_written = true;
  }
  return !is_written ||
         std::ranges::any_of(region.accesses, [&](const Direct& d) {
           return is_read(d) && !is_of_harness(d) && is_polled(d, region);
         });
}

/// Whether a loop reads the register and does not write it.
bool Registers::is_polled(const Direct& read, const Region& region) {
  llvm::Function& f = *read.at->getFunction();
  const llvm::DominatorTree dominators(f);
  const llvm::LoopInfo loops(dominators);
  // The innermost loop: that around all is the control loop.
  const llvm::Loop* loop = loops.getLoopFor(read.at->getParent());
  return loop != nullptr && loop->isInnermost() &&
         llvm::is_contained(exiting_conditions(*loop), read.at) &&
         std::ranges::none_of(region.accesses, [loop](const Direct& d) {
           return !llvm::isa<llvm::LoadInst>(d.at) && loop->contains(d.at);
         });
}

/// Each read gets a value of its own. What is left are writes, and reads by the
/// harness.
void Registers::make_input(Region& region, const std::string& name) {
  std::vector<Direct> left;
  for (const Direct& d : region.accesses) {
    if (!llvm::isa<llvm::LoadInst>(d.at) || is_of_harness(d)) {
      left.push_back(d);
      continue;
    }
    llvm::IRBuilder<> b(d.at);
    const std::string function = "nondet_uregister_" +
                                 llvm::utohexstr(region.begin, true) + "_" +
                                 std::to_string(d.size);
    llvm::FunctionCallee read = m_.getOrInsertFunction(
        function, llvm::FunctionType::get(d.at->getType(), {}, false));
    auto* declared = llvm::cast<llvm::Function>(read.getCallee());
    declared->addFnAttr(kInputName, name);
    d.at->replaceAllUsesWith(b.CreateCall(read, {}));
    d.at->eraseFromParent();
  }
  region.accesses = std::move(left);
}

void Registers::make_variable(const Region& region, const PlacedRegister& as) {
  llvm::Type* byte = llvm::Type::getInt8Ty(*w_.context);
  llvm::Type* type = llvm::ArrayType::get(byte, as.size);
  if (as.is_number) {
    type =
        llvm::Type::getIntNTy(*w_.context, static_cast<unsigned>(8 * as.size));
  }
  auto* g = new GlobalVariable(m_,
                               type,
                               false,
                               llvm::GlobalValue::InternalLinkage,
                               Constant::getNullValue(type),
                               as.name);
  g->setAlignment(llvm::Align(16));
  describe(*g, region, as.name);
  variables_[region.begin] = {region.end, g};
  for (const Direct& d : region.accesses) {
    d.at->setOperand(
        d.operand,
        ConstantExpr::getInBoundsGetElementPtr(
            byte,
            g,
            llvm::ConstantInt::get(llvm::Type::getInt64Ty(*w_.context),
                                   d.address - region.begin)));
  }
}

/// Debug information as if the source declared the variable: reports and
/// warnings use its name.
void Registers::describe(GlobalVariable& g,
                         const Region& region,
                         const std::string& name) {
  const auto at = std::ranges::find_if(region.accesses, [](const Direct& d) {
    return d.at->getDebugLoc() &&
           !d.at->getFunction()->getName().starts_with("__cat_");
  });
  if (at == region.accesses.end()) return;
  const llvm::DILocation* where = at->at->getDebugLoc().get();
  llvm::LLVMContext& c = *w_.context;
  const std::uint64_t size = region.end - region.begin;
  const bool is_number = g.getValueType()->isIntegerTy();
  llvm::DIType* type = llvm::DIBasicType::get(
      c,
      llvm::dwarf::DW_TAG_base_type,
      "unsigned",
      is_number ? 8 * size : 8,
      0,
      is_number && size > 1 ? llvm::dwarf::DW_ATE_unsigned
                            : llvm::dwarf::DW_ATE_unsigned_char,
      llvm::DINode::FlagZero);
  if (!is_number) {
    llvm::Metadata* range =
        llvm::DISubrange::get(c, static_cast<std::int64_t>(size));
    type = llvm::DICompositeType::get(c,
                                      llvm::dwarf::DW_TAG_array_type,
                                      "",
                                      nullptr,
                                      0,
                                      nullptr,
                                      type,
                                      8 * size,
                                      0,
                                      0,
                                      llvm::DINode::FlagZero,
                                      llvm::MDNode::get(c, {range}),
                                      0,
                                      nullptr);
  }
  type = llvm::DIDerivedType::get(c,
                                  llvm::dwarf::DW_TAG_volatile_type,
                                  "",
                                  nullptr,
                                  0,
                                  nullptr,
                                  type,
                                  0,
                                  0,
                                  0,
                                  std::nullopt,
                                  std::nullopt,
                                  llvm::DINode::FlagZero);
  auto* variable = llvm::DIGlobalVariable::getDistinct(c,
                                                       nullptr,
                                                       name,
                                                       "",
                                                       where->getFile(),
                                                       where->getLine(),
                                                       type,
                                                       true,
                                                       true,
                                                       nullptr,
                                                       nullptr,
                                                       0,
                                                       nullptr);
  g.addDebugInfo(llvm::DIGlobalVariableExpression::get(
      c, variable, llvm::DIExpression::get(c, {})));
}

/// As the source writes it where that is one place, else as a cast.
std::string Registers::name_of(const Region& region) {
  const std::uint64_t size = region.end - region.begin;
  for (const Direct& d : region.accesses) {
    const base::SourceLocation where = w_.locate(*d.at);
    if (!region.is_one || where.column == 0 || is_of_harness(d)) continue;
    const std::string name = place_in_text(lines_.line(where), where.column);
    if (!name.empty()) return name;
  }
  const std::string type = size == 1   ? "unsigned char"
                           : size == 2 ? "unsigned short"
                           : size == 8 ? "unsigned long"
                                       : "unsigned int";
  const std::string address = "0x" + llvm::utohexstr(region.begin, true);
  return region.is_one && size <= 8
             ? "*(volatile " + type + " *)" + address
             : "((volatile unsigned char *)" + address + ")";
}

void Registers::place(Region& region) {
  PlacedRegister out;
  out.name = name_of(region);
  out.address = region.begin;
  out.size = region.end - region.begin;
  out.is_number = region.is_one && std::has_single_bit(out.size) &&
                  out.size <= sizeof(std::uint64_t);
  for (const Direct& d : region.accesses) {
    if (is_of_harness(d)) continue;
    if (!out.where.known()) out.where = w_.locate(*d.at);
    out.written |= !llvm::isa<llvm::LoadInst>(d.at);
  }
  if (is_input(region)) make_input(region, out.name);
  if (!region.accesses.empty() || !region.is_one) make_variable(region, out);
  w_.registers.push_back(std::move(out));
}

/// Constant addresses that are left: what is passed on, and what these are
/// compared with.
void Registers::replace_passed_on() {
  std::set<Constant*> all;
  const auto find = [&all](auto& self, llvm::Value* v) -> void {
    auto* constant = llvm::dyn_cast<Constant>(v);
    if (constant == nullptr || llvm::isa<llvm::GlobalValue>(constant)) return;
    if (address_of(*constant)) all.insert(constant);
    for (llvm::Use& part : constant->operands()) self(self, part);
  };
  for (llvm::Function& f : m_) {
    for (Instruction& i : llvm::instructions(f)) {
      for (llvm::Use& operand : i.operands()) find(find, operand);
    }
  }
  for (GlobalVariable& g : m_.globals()) {
    if (g.hasInitializer()) find(find, g.getInitializer());
  }
  for (Constant* c : all) {
    const std::uint64_t address = *address_of(*c);
    auto at = variables_.upper_bound(address);
    if (at == variables_.begin()) continue;
    --at;
    const auto& [end, variable] = at->second;
    if (address >= end) continue;
    c->replaceAllUsesWith(ConstantExpr::getInBoundsGetElementPtr(
        llvm::Type::getInt8Ty(*w_.context),
        variable,
        llvm::ConstantInt::get(llvm::Type::getInt64Ty(*w_.context),
                               address - at->first)));
  }
}

void Registers::run() {
  collect();
  make_regions();
  for (Region& region : regions_) place(region);
  if (!variables_.empty()) replace_passed_on();
}

/// Whether `=`, or an operator that ends in it, is there.
bool is_assignment(const std::string& line, std::size_t at) {
  const std::size_t equals = line.find_first_not_of("|&^+-*/%<>", at);
  return equals != std::string::npos && equals - at <= 2 &&
         line[equals] == '=' &&
         (equals + 1 == line.size() || line[equals + 1] != '=');
}

bool is_number(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
    return std::isdigit(c) != 0;
  });
}

}  // namespace

std::string place_in_text(const std::string& line, std::uint32_t column) {
  const auto is_word = [&line](std::size_t at) {
    return std::isalnum(static_cast<unsigned char>(line[at])) != 0 ||
           line[at] == '_';
  };
  if (column == 0 || column > line.size()) return "";
  std::size_t end = column - 1;
  if (is_word(end)) {
    while (end < line.size() && is_word(end)) ++end;
    // A call, or a macro with arguments.
    if (end < line.size() && line[end] == '(') return "";
    while (end < line.size() && line[end] == '[') {
      end = line.find(']', end);
      if (end++ == std::string::npos) return "";
    }
  } else {
    // The place of an assignment is that of its operator.
    if (!is_assignment(line, end)) return "";
    while (end > 0 && line[end - 1] == ' ') --end;
  }
  // Backwards: names with constant indices, joined by '.' and '->'.
  std::size_t begin = end;
  for (;;) {
    while (begin > 0 && line[begin - 1] == ']') {
      const std::size_t open = line.rfind('[', begin - 1);
      if (open == std::string::npos ||
          !is_number(line.substr(open + 1, begin - open - 2))) {
        return "";
      }
      begin = open;
    }
    const std::size_t name_end = begin;
    while (begin > 0 && is_word(begin - 1)) --begin;
    if (begin == name_end ||
        std::isdigit(static_cast<unsigned char>(line[begin])) != 0) {
      return "";
    }
    if (begin >= 2 && line.compare(begin - 2, 2, "->") == 0) {
      begin -= 2;
    } else if (begin >= 1 && line[begin - 1] == '.') {
      begin -= 1;
    } else {
      return line.substr(begin, end - begin);
    }
  }
}

void place_registers(Workspace& w) {
  Registers(w).run();
}

}  // namespace catenary::program
