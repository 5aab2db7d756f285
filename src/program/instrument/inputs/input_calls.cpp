// SPDX-License-Identifier: Apache-2.0
/// \file
/// Inputs that the code asks for, see input_calls.h. Each call becomes a
/// variable that the harness sets, with a flag that it was read in this step.
#include "program/instrument/inputs/input_calls.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "program/instrument/hidden_conditions.h"
#include "program/instrument/registers/registers.h"
#include "program/instrument/stub_notes.h"
#include "program/instrument/stubs.h"

namespace catenary::program {

using llvm::CallInst;
using llvm::Function;
using llvm::Instruction;
using llvm::IRBuilder;
using model::StepOutcome;

bool is_input_function(const std::string& name) {
  return name.rfind("__VERIFIER_nondet_", 0) == 0 ||
         name.rfind("nondet_", 0) == 0 || name == "__catenary_input";
}

namespace {

/// Reads of one call in a step. Each is an input of its own, so more of them
/// cost even where they are not needed.
constexpr std::uint8_t kMostReads = 4;

/// The scalar type of a function that returns an input, from its name and the
/// machine type, which has no sign; nothing where it is not a scalar.
std::optional<model::ScalarType> input_type(const llvm::Type& type,
                                            const std::string& function) {
  using model::ScalarType;
  if (type.isFloatTy()) return ScalarType::float32;
  if (type.isDoubleTy()) return ScalarType::float64;
  if (!type.isIntegerTy()) return std::nullopt;
  const std::string suffix = function.substr(function.find("nondet_") + 7);
  if (type.getIntegerBitWidth() == 1 || suffix == "bool") {
    return ScalarType::boolean;
  }
  const bool is_unsigned = suffix.starts_with('u') || suffix == "size_t";
  switch (type.getIntegerBitWidth()) {
    case 8:
      return is_unsigned ? ScalarType::uint8 : ScalarType::int8;
    case 16:
      return is_unsigned ? ScalarType::uint16 : ScalarType::int16;
    case 32:
      return is_unsigned ? ScalarType::uint32 : ScalarType::int32;
    case 64:
      return is_unsigned ? ScalarType::uint64 : ScalarType::int64;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::string constant_text(const llvm::Value* v) {
  llvm::StringRef text;
  if (llvm::getConstantStringInfo(v, text)) return text.str();
  return "";
}

void InputCalls::find_places() {
  llvm::Function* constructors = w_.module->getFunction(kConstructors);
  for (Function* f : reachable_functions(w_, {w_.init, constructors})) {
    in_init_.insert(f);
  }
  for (Function* f : reachable_functions(w_, {w_.step})) in_step_.insert(f);
}

namespace {

/// The name of the variable or member at an address; that of the whole array
/// for an element.
std::string place_name(const llvm::Value& address) {
  const llvm::Value* at = &address;
  while (at->getName().starts_with("array")) {
    const auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(at);
    if (element == nullptr) break;
    at = element->getPointerOperand();
  }
  return at->getName().str();
}

}  // namespace

/// The variable that an input is assigned to, converted or not, else the
/// function's name; with a number where several have the same. Used as the name
/// of the input.
std::string InputCalls::input_name(const CallInst& c,
                                   const std::string& callee) {
  std::string name;
  std::vector<const llvm::Value*> work = {&c};
  while (!work.empty() && name.empty()) {
    const llvm::Value* value = work.back();
    work.pop_back();
    for (const llvm::User* user : value->users()) {
      if (llvm::isa<llvm::CastInst>(user)) work.push_back(user);
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (store == nullptr || store->getValueOperand() != value) continue;
      name = place_name(*store->getPointerOperand());
      if (name.rfind("main.", 0) == 0) name = name.substr(5);
    }
  }
  if (const auto dot = name.find('.'); dot != std::string::npos) {
    name.resize(dot);
  }
  if (name.empty() || name == "retval") name = callee;
  for (const std::string prefix : {kStubInput, kUnsignedStubInput}) {
    if (name.starts_with(prefix)) name = name.substr(prefix.size());
  }
  return unique_name(name, "");
}

/// NAME and the ending, or NAME#2, NAME#3, … and the ending: the first that no
/// input has.
std::string InputCalls::unique_name(const std::string& name,
                                    const std::string& ending) {
  std::string unique = name + ending;
  for (int n = 2; !input_names_.insert(unique).second; ++n) {
    unique = name + "#" + std::to_string(n) + ending;
  }
  return unique;
}

llvm::GlobalVariable* InputCalls::counter(const std::string& name) {
  llvm::Type* type = llvm::Type::getInt32Ty(*w_.context);
  return new llvm::GlobalVariable(*w_.module,
                                  type,
                                  false,
                                  llvm::GlobalValue::ExternalLinkage,
                                  llvm::ConstantInt::get(type, 0),
                                  name);
}

llvm::GlobalVariable* InputCalls::variable(llvm::Type* type,
                                           const std::string& name) {
  return new llvm::GlobalVariable(*w_.module,
                                  type,
                                  false,
                                  llvm::GlobalValue::ExternalLinkage,
                                  llvm::Constant::getNullValue(type),
                                  name);
}

/// The sites of a call, one for each read in a step.
std::vector<InputSite> InputCalls::sites_of(CallInst& c,
                                            llvm::Type* type,
                                            const BuiltVariable& variable) {
  const std::uint8_t most = often_.may_repeat(c) ? kMostReads : 1;
  std::vector<InputSite> out;
  llvm::GlobalVariable* used = nullptr;
  for (std::uint8_t k = 0; k < most; ++k) {
    InputSite site;
    site.variable = variable;
    // The name of a later read says which it is.
    if (k > 0) {
      site.variable.name =
          unique_name(variable.name + "@" + std::to_string(k + 1), "");
    }
    const std::string suffix = std::to_string(w_.sites.size() + k);
    site.value = this->variable(type, "__cat_input_" + suffix);
    if (k == 0) {
      used = this->variable(llvm::Type::getInt8Ty(*w_.context),
                            "__cat_input_used_" + suffix);
    }
    site.used = used;
    site.most = most;
    site.in_init = in_init_.count(c.getFunction()) != 0;
    site.in_step = in_step_.count(c.getFunction()) != 0;
    if (record_) site.place = counter("__cat_called_" + suffix);
    out.push_back(std::move(site));
  }
  return out;
}

/// Adds new inputs that are read at `c`, with code in front of `c` that stops
/// the run where they are not enough; returns the value of this read.
llvm::Value* InputCalls::read_site(CallInst& c,
                                   llvm::Type* type,
                                   const BuiltVariable& variable) {
  const std::vector<InputSite> sites = sites_of(c, type, variable);
  const InputSite& first = sites.front();
  IRBuilder<> b(&c);
  llvm::Value* used = b.CreateLoad(b.getInt8Ty(), first.used);
  Instruction* then = llvm::SplitBlockAndInsertIfThen(
      b.CreateICmpUGE(used, b.getInt8(first.most)), &c, false);
  stop_run(w_,
           *then,
           StepOutcome::unsupported,
           "input '" + variable.name + "' is read " +
               (first.most == 1
                    ? std::string("twice")
                    : "more than " + std::to_string(first.most) + " times") +
               " in one step");
  b.SetInsertPoint(&c);
  b.CreateStore(b.CreateAdd(used, b.getInt8(1)), first.used);
  llvm::Value* number = nullptr;
  if (record_) {
    if (w_.calls == nullptr) w_.calls = counter("__cat_calls");
    number = b.CreateAdd(b.CreateLoad(b.getInt32Ty(), w_.calls), b.getInt32(1));
    b.CreateStore(number, w_.calls);
  }
  llvm::Value* value = nullptr;
  for (std::size_t k = 0; k < sites.size(); ++k) {
    llvm::Value* here = b.CreateLoad(type, sites[k].value);
    llvm::Value* is_here = b.CreateICmpEQ(used, b.getInt8(k));
    value = k == 0 ? here : b.CreateSelect(is_here, here, value);
    if (number == nullptr) continue;
    llvm::Value* place = b.CreateLoad(b.getInt32Ty(), sites[k].place);
    b.CreateStore(b.CreateSelect(is_here, number, place), sites[k].place);
  }
  w_.sites.insert(w_.sites.end(), sites.begin(), sites.end());
  return value;
}

void InputCalls::replace(CallInst& c, Function& callee) {
  const std::string function = callee.getName().str();
  const auto type = input_type(*c.getType(), function);
  if (!type) {
    errors_.push_back({base::Severity::error,
                       w_.locate(c),
                       "'" + function +
                           "' does not return a number or truth value: only "
                           "integers, floats and bool can be inputs",
                       "unsupported-input",
                       {}});
    return;
  }
  BuiltVariable variable;
  variable.type = *type;
  variable.where = w_.locate(c);
  if (callee.hasFnAttribute(kStubText)) {
    // One of many characters, of which none stands for the variable.
    const auto value = [&callee](const char* attribute) {
      return callee.getFnAttribute(attribute).getValueAsString().str();
    };
    variable.name =
        unique_name(value(kStubText), "[" + value(kStubIndex) + "]");
  } else if (callee.hasFnAttribute(kInputName)) {
    variable.name = unique_name(
        callee.getFnAttribute(kInputName).getValueAsString().str(), "");
  } else {
    variable.name = input_name(c, function);
  }
  llvm::Value* value = read_site(c, c.getType(), variable);
  if (callee.hasFnAttribute(kStubText)) {
    for (InputSite& site : w_.sites) {
      if (site.used == w_.sites.back().used) {
        site.value->addAttribute(kStubText);
      }
    }
  }
  c.replaceAllUsesWith(value);
  c.eraseFromParent();
}

/// CATENARY_INPUT(lvalue).
void InputCalls::annotated(CallInst& c) {
  const auto* code = llvm::dyn_cast<llvm::ConstantInt>(c.getArgOperand(3));
  const auto* size = llvm::dyn_cast<llvm::ConstantInt>(c.getArgOperand(2));
  if (code == nullptr || size == nullptr || code->isNegative() ||
      size->getZExtValue() !=
          model::size_bytes(
              scalar_type(static_cast<std::uint32_t>(code->getZExtValue())))) {
    errors_.push_back({base::Severity::error,
                       w_.locate(c),
                       "CATENARY_INPUT needs a variable of arithmetic type",
                       "unsupported-input",
                       {}});
    return;
  }
  BuiltVariable variable;
  variable.type = scalar_type(static_cast<std::uint32_t>(code->getZExtValue()));
  variable.where = w_.locate(c);
  variable.name = constant_text(c.getArgOperand(0));
  input_names_.insert(variable.name);
  llvm::Type* type = nullptr;
  if (variable.type == model::ScalarType::float32) {
    type = llvm::Type::getFloatTy(*w_.context);
  } else if (variable.type == model::ScalarType::float64) {
    type = llvm::Type::getDoubleTy(*w_.context);
  } else {
    type = llvm::Type::getIntNTy(
        *w_.context, static_cast<unsigned>(8 * size->getZExtValue()));
  }
  llvm::Value* place = c.getArgOperand(1);
  llvm::Value* value = read_site(c, type, variable);
  IRBuilder<>(&c).CreateStore(value, place);
  c.eraseFromParent();
}

namespace {

/// Whether the function reads an input itself, and can be inlined wherever it
/// is called.
bool is_inlined_reader(const Workspace& w, const Function& f) {
  if (&f == w.init || &f == w.step || f.isDeclaration() ||
      f.hasAddressTaken()) {
    return false;
  }
  bool reads = false;
  for (const Instruction& i : llvm::instructions(f)) {
    const auto* c = llvm::dyn_cast<CallInst>(&i);
    if (c == nullptr || c->getCalledFunction() == nullptr) continue;
    if (c->getCalledFunction() == &f) return false;
    reads |= is_input_function(c->getCalledFunction()->getName().str()) &&
             c->getCalledFunction()->isDeclaration();
  }
  return reads;
}

/// Finds functions that a step may call in several ways.
class CalledOften {
 public:
  explicit CalledOften(const std::vector<Function*>& reachable) {
    for (Function* f : reachable) {
      for (Instruction& i : llvm::instructions(*f)) {
        const auto* c = llvm::dyn_cast<CallInst>(&i);
        if (c != nullptr) callers_[c->getCalledFunction()].push_back(f);
      }
    }
  }

  [[nodiscard]] bool is(const Function& f) {
    const auto [at, is_new] = known_.try_emplace(&f, false);
    if (!is_new) return at->second;
    const std::vector<const Function*>& callers = callers_[&f];
    const bool often = callers.size() > 1 ||
                       std::ranges::any_of(callers, [this](const Function* g) {
                         return is(*g);
                       });
    return known_[&f] = often;
  }

 private:
  std::map<const Function*, std::vector<const Function*>> callers_;
  std::map<const Function*, bool> known_;
};

}  // namespace

void inline_input_wrappers(Workspace& w, const std::vector<Function*>& roots) {
  constexpr int kMostRounds = 8;
  constexpr unsigned kMostInstructions = 200'000;
  for (int round = 0; round < kMostRounds; ++round) {
    if (round > 0 && w.module->getInstructionCount() > kMostInstructions) {
      return;
    }
    const std::vector<Function*> reachable = reachable_functions(w, roots);
    CalledOften often(reachable);
    bool any = false;
    for (Function* f : reachable) {
      if (!is_inlined_reader(w, *f) || (round > 0 && !often.is(*f))) continue;
      f->removeFnAttr(llvm::Attribute::NoInline);
      f->addFnAttr(llvm::Attribute::AlwaysInline);
      hide_conditions(*f);
      any = true;
    }
    if (!any) return;
    inline_always(w);
    show_conditions(*w.module);
  }
}

}  // namespace catenary::program
