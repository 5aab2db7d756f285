// SPDX-License-Identifier: Apache-2.0
/// \file
/// Registers as variables and inputs, see registers.h. Works on the module as
/// Clang writes it without optimisation, where an address that the source has
/// as a constant is one.
#include "program/instrument/registers/registers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "program/instrument/registers/describe_register.h"
#include "program/instrument/registers/place_in_text.h"
#include "program/instrument/registers/regions.h"
#include "program/instrument/stub_notes.h"
#include "program/syntax/source_lines.h"

namespace catenary::program {

namespace {

using llvm::Constant;
using llvm::ConstantExpr;
using llvm::GlobalVariable;
using llvm::Instruction;

class Registers {
 public:
  Registers(Workspace& w, std::vector<base::Diagnostic>& warnings)
      : w_(w), warnings_(warnings), m_(*w.module) {}

  void run();

 private:
  void place(Region& region);
  void refuse_expression(const Direct& d, const std::string& name);
  void make_input(Region& region, const std::string& name);
  void make_variable(const Region& region, const PlacedRegister& as);
  [[nodiscard]] std::string name_of(const Region& region);
  void assume_kept(const PlacedRegister& r);
  void replace_passed_on();

  Workspace& w_;
  std::vector<base::Diagnostic>& warnings_;
  llvm::Module& m_;
  SourceLines lines_;
  std::set<std::string> names_;
  /// By the first address of a region.
  std::map<std::uint64_t, std::pair<std::uint64_t, GlobalVariable*>> variables_;
};

/// An expression of the description would not see what the program reads. An
/// output shows what the program wrote.
void Registers::refuse_expression(const Direct& d, const std::string& name) {
  if (!is_of_harness(d) ||
      d.at->getFunction()->getName().starts_with("__cat_out")) {
    return;
  }
  throw base::InputError(
      w_.locate(*d.at),
      "'" + name +
          "' is a register, of which each read of the program is an input of "
          "its own; expected it under [inputs], where it has one value in a "
          "step",
      "register-read");
}

/// Each read gets a value of its own. What is left are writes, and reads by the
/// harness.
void Registers::make_input(Region& region, const std::string& name) {
  std::vector<Direct> left;
  for (const Direct& d : region.accesses) {
    if (d.writes || is_of_harness(d)) {
      refuse_expression(d, name);
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
  g->addAttribute(kRegister);
  describe_register(*g, region, as.name);
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

std::string lvalue_of(const Region& region) {
  const std::uint64_t size = region.end - region.begin;
  const std::string type = size == 1   ? "unsigned char"
                           : size == 2 ? "unsigned short"
                           : size == 8 ? "unsigned long"
                                       : "unsigned int";
  const std::string address = "0x" + llvm::utohexstr(region.begin, true);
  return region.is_one && size <= sizeof(std::uint64_t)
             ? "*(volatile " + type + " *)" + address
             : "((volatile unsigned char *)" + address + ")";
}

/// As the source writes it where that is one place, else as a cast.
std::string Registers::name_of(const Region& region) {
  for (const Direct& d : region.accesses) {
    const base::SourceLocation where = w_.locate(*d.at);
    if (!region.is_one || where.column == 0 || is_of_harness(d)) continue;
    const std::string name = place_in_text(lines_.line(where), where.column);
    // The same text may mean different places in different files.
    if (!name.empty() && names_.insert(name).second) return name;
  }
  return lvalue_of(region);
}

void Registers::place(Region& region) {
  PlacedRegister out;
  out.name = name_of(region);
  out.lvalue = lvalue_of(region);
  out.size = region.end - region.begin;
  out.is_number = region.is_one && std::has_single_bit(out.size) &&
                  out.size <= sizeof(std::uint64_t);
  for (const Direct& d : region.accesses) {
    if (is_of_harness(d)) continue;
    if (!out.where.known()) out.where = w_.locate(*d.at);
    out.written |= d.writes;
  }
  const bool is_input = comes_from_outside(region);
  const bool is_set = std::ranges::any_of(region.accesses, [](const auto& d) {
    return d.writes && is_of_harness(d);
  });
  if (!is_input && !is_set && (!region.is_one || is_tested(region))) {
    assume_kept(out);
  }
  if (is_input) make_input(region, out.name);
  if (!region.accesses.empty() || !region.is_one) make_variable(region, out);
  w_.registers.push_back(std::move(out));
}

/// The hardware may change it at any time, which is not modelled.
void Registers::assume_kept(const PlacedRegister& r) {
  warnings_.push_back(
      {base::Severity::warning,
       r.where,
       "'" + r.name +
           "' is in registers that the program reads and writes: it is taken "
           "to change only as the code says; if the hardware changes it, "
           "expected under [inputs] of a description",
       kRegisterKept,
       {}});
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
  for (Instruction* i : computed_addresses(m_)) {
    stop_run(w_,
             *i,
             model::StepOutcome::unsupported,
             "memory at a computed address");
  }
  for (Region& region : regions_of(m_)) place(region);
  if (!variables_.empty()) replace_passed_on();
}

}  // namespace

void place_registers(Workspace& w, std::vector<base::Diagnostic>& warnings) {
  Registers(w, warnings).run();
}

}  // namespace catenary::program
