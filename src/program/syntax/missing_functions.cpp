// SPDX-License-Identifier: Apache-2.0
/// \file
/// Missing functions, from the linked module. Debug information has the types
/// of their prototypes where Clang compiles as for optimisation; the names of
/// the parameters are read from the text of the declaration.
#include "program/syntax/missing_functions.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "base/text_file.h"
#include "program/analyse/debug_types.h"
#include "program/analyse/type_shape.h"
#include "program/build/compile.h"
#include "program/build/workspace.h"
#include "program/instrument/stubs.h"

namespace catenary::program {

namespace {

namespace dwarf = llvm::dwarf;
namespace fs = std::filesystem;

/// Whether the type, or a member of the structure, is `volatile`.
bool has_volatile(const llvm::DIType* type, unsigned nesting = 4) {
  if (type == nullptr || nesting == 0) return false;
  if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
    if (derived->getTag() == dwarf::DW_TAG_volatile_type) return true;
    // What a pointer in a structure points to is another object.
    return derived->getTag() != dwarf::DW_TAG_pointer_type &&
           has_volatile(derived->getBaseType(), nesting);
  }
  const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
  if (composite == nullptr) return false;
  if (has_volatile(composite->getBaseType(), nesting)) return true;
  return std::ranges::any_of(
      composite->getElements(), [nesting](const llvm::DINode* node) {
        return has_volatile(llvm::dyn_cast_or_null<llvm::DIType>(node),
                            nesting - 1);
      });
}

/// The target of a pointer type behind qualifiers and typedefs; null for other
/// types, and for pointers to void.
const llvm::DIType* target_of(const llvm::DIType* type) {
  while (const auto* derived =
             llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    type = derived->getBaseType();
    if (derived->getTag() == dwarf::DW_TAG_pointer_type) return type;
  }
  return nullptr;
}

MissingFunction::Value value_of(const llvm::DIType* type) {
  MissingFunction::Value out;
  out.type = shape_of(type);
  bool is_const = false;
  out.scalar = scalar_of(type, is_const);
  if (const llvm::DIType* target = target_of(type);
      target != nullptr && out.type.kind == TypeShape::Kind::pointer) {
    out.scalar = scalar_of(target, is_const);
    out.is_volatile = has_volatile(target);
  }
  return out;
}

/// The text of a file from a line on, up to the end of a declaration.
std::string declaration_at(const std::string& path, std::uint32_t line) {
  std::string text;
  try {
    text = base::read_file(path);
  } catch (const base::InputError&) {
    return "";
  }
  std::size_t at = 0;
  for (std::uint32_t n = 1; n < line && at != std::string::npos; ++n) {
    at = text.find('\n', at);
    if (at != std::string::npos) ++at;
  }
  if (at == std::string::npos) return "";
  return text.substr(at, text.find(';', at) - at);
}

/// Sets the names of the parameters as far as the declaration has them.
void name_parameters(MissingFunction& f, const std::string& directory) {
  fs::path file = f.declared.file;
  if (file.is_relative() && !fs::exists(file))
    file = fs::path(directory) / file;
  const std::string text = declaration_at(file.string(), f.declared.line);
  const std::size_t at = text.find(f.name);
  if (at == std::string::npos) return;
  const std::vector<std::string> names = parameter_names(text.substr(at));
  if (names.size() != f.parameters.size()) return;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (seen.insert(names[i]).second) f.parameters[i].name = names[i];
  }
}

/// The prototype, from debug information; false where there is none.
bool describe_prototype(const llvm::Function& f,
                        const Workspace& w,
                        MissingFunction& out) {
  const llvm::DISubprogram* info = f.getSubprogram();
  if (info == nullptr || info->getType() == nullptr) return false;
  out.declared = {info->getFilename().str(), info->getLine(), 0};
  const llvm::DITypeRefArray types = info->getType()->getTypeArray();
  for (unsigned i = 0; i < types.size(); ++i) {
    if (i == 0) {
      out.result = value_of(types[i]);
    } else if (types[i] == nullptr) {
      out.is_variadic = true;
    } else {
      out.parameters.push_back(value_of(types[i]));
    }
  }
  name_parameters(out, w.directory);
  return true;
}

/// A type as the machine has it.
MissingFunction::Value value_of(const llvm::Type& type) {
  using model::ScalarType;
  MissingFunction::Value out;
  const auto number = [&out](const char* name, ScalarType scalar) {
    out.type.kind = TypeShape::Kind::scalar;
    out.type.name = name;
    out.scalar = scalar;
  };
  if (type.isVoidTy()) {
    out.type.kind = TypeShape::Kind::nothing;
  } else if (type.isDoubleTy()) {
    number("double", ScalarType::float64);
  } else if (type.isIntegerTy(32)) {
    number("int", ScalarType::int32);
  } else if (type.isIntegerTy(64)) {
    number("long", ScalarType::int64);
  } else if (type.isPointerTy()) {
    out.type.kind = TypeShape::Kind::pointer;
    out.type.target = TypeShape::Kind::other;
  }
  return out;
}

/// A function without a prototype, from its first call: arguments are passed as
/// they are promoted (C11, 6.5.2.2).
void describe_call(const llvm::CallBase& call, MissingFunction& out) {
  out.result = value_of(*call.getType());
  for (const llvm::Use& argument : call.args()) {
    out.parameters.push_back(value_of(*argument->getType()));
  }
}

/// Notes the numbers that a call passes.
void note_numbers(const llvm::CallBase& call,
                  bool is_first,
                  MissingFunction& f) {
  // Structures that are passed in pieces have more arguments than parameters.
  if (call.arg_size() != f.parameters.size()) {
    for (MissingFunction::Value& v : f.parameters) v.largest.reset();
    return;
  }
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    std::optional<std::uint64_t>& largest = f.parameters[i].largest;
    const auto* number =
        llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(i));
    if (number == nullptr || number->getBitWidth() > 64) {
      largest.reset();
    } else if (is_first) {
      largest = number->getZExtValue();
    } else if (largest) {
      largest = std::max(*largest, number->getZExtValue());
    }
  }
}

}  // namespace

std::vector<std::string> parameter_names(const std::string& prototype) {
  const std::size_t open = prototype.find_first_not_of(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ \t\n");
  if (open == std::string::npos || prototype[open] != '(') return {};
  std::vector<std::string> out;
  std::string one;
  int nesting = 0;
  // The last word of a parameter is its name, unless it is the only one, which
  // is its type.
  const auto finish = [&] {
    std::vector<std::string> words;
    std::string word;
    bool other = false;
    for (const char c : one + " ") {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
        word += c;
        continue;
      }
      if (!word.empty()) words.push_back(std::exchange(word, ""));
      other |= c == '*';
      if (c == '[' || c == '(') break;
    }
    static const std::set<std::string> types = {"int",
                                                "char",
                                                "short",
                                                "long",
                                                "float",
                                                "double",
                                                "signed",
                                                "const",
                                                "unsigned",
                                                "void",
                                                "bool",
                                                "volatile"};
    const bool named =
        !words.empty() && (words.size() > 1 || other) &&
        !types.contains(words.back()) && !one.ends_with("*") &&
        (words.size() != 2 ||
         (words[0] != "struct" && words[0] != "const" && words[0] != "enum"));
    if (words.size() == 1 && words[0] == "void" && !other) return;
    out.push_back(named ? words.back() : "");
    one.clear();
  };
  for (std::size_t i = open; i < prototype.size(); ++i) {
    const char c = prototype[i];
    if (c == '(' && nesting++ == 0) continue;
    if (c == ')' && --nesting == 0) {
      while (!one.empty() && std::isspace(one.back()) != 0) one.pop_back();
      finish();
      return out;
    }
    if (c == ',' && nesting == 1) {
      finish();
    } else {
      one += c;
    }
  }
  return {};
}

namespace {

/// A function of which only the address is used. Without a prototype only the
/// machine types are known, so that nobody can say what it would do with
/// pointers, nor how it returns a structure.
std::optional<MissingFunction> only_by_address(const llvm::Function& f,
                                               const Workspace& w) {
  MissingFunction out;
  out.name = f.getName().str();
  if (!describe_prototype(f, w, out)) {
    out.result = value_of(*f.getReturnType());
    for (const llvm::Argument& a : f.args()) {
      if (a.getType()->isPointerTy()) return std::nullopt;
      out.parameters.push_back(value_of(*a.getType()));
    }
    out.is_variadic = f.isVarArg();
  }
  for (const llvm::User* user : f.users()) {
    const auto* i = llvm::dyn_cast<llvm::Instruction>(user);
    // Other calls are of functions that no step reaches.
    if (llvm::isa<llvm::CallBase>(user) &&
        llvm::cast<llvm::CallBase>(user)->getCalledOperand() == &f) {
      continue;
    }
    if (i != nullptr) out.where = w.locate(*i);
    return out;
  }
  return std::nullopt;
}

std::vector<MissingFunction> functions_in(const Workspace& w) {
  std::map<const llvm::Function*, MissingFunction> found;
  for (llvm::Function* f : reachable_functions(w, {w.init, w.step})) {
    for (const llvm::Instruction& i : llvm::instructions(*f)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
      // A call without a prototype has a type of its own.
      const auto* callee =
          call == nullptr ? nullptr
                          : llvm::dyn_cast<llvm::Function>(
                                call->getCalledOperand()->stripPointerCasts());
      if (callee == nullptr || !may_be_stubbed(*callee)) continue;
      if (const auto at = found.find(callee); at != found.end()) {
        note_numbers(*call, false, at->second);
        continue;
      }
      MissingFunction one;
      one.name = callee->getName().str();
      one.where = w.locate(i);
      if (!describe_prototype(*callee, w, one)) describe_call(*call, one);
      note_numbers(*call, true, one);
      found.emplace(callee, std::move(one));
    }
  }
  for (const llvm::Function& f : *w.module) {
    if (f.use_empty() || !may_be_stubbed(f) || found.contains(&f)) continue;
    if (std::optional<MissingFunction> one = only_by_address(f, w)) {
      found.emplace(&f, std::move(*one));
    }
  }
  std::vector<MissingFunction> out;
  for (auto& [f, one] : found) {
    // Calls through pointers are not seen.
    if (f->hasAddressTaken()) {
      for (MissingFunction::Value& v : one.parameters) v.largest.reset();
    }
    out.push_back(std::move(one));
  }
  std::ranges::sort(out, {}, [](const MissingFunction& f) {
    return std::tie(f.where.file, f.where.line, f.where.column, f.name);
  });
  return out;
}

/// `first`: of the first unit alone.
std::vector<MissingVariable> variables_in(const Workspace& w,
                                          const llvm::Module& first) {
  std::vector<MissingVariable> out;
  for (const llvm::GlobalVariable& g : w.module->globals()) {
    const llvm::Type* type = g.getValueType();
    const auto* array = llvm::dyn_cast<llvm::ArrayType>(type);
    if (!g.isDeclaration() || g.use_empty() || g.isConstant() ||
        (array != nullptr && array->getNumElements() == 0) ||
        !type->isSized() ||
        (type->isPointerTy() && located_direction(g.getName()) == 0) ||
        first.getNamedGlobal(g.getName()) == nullptr) {
      continue;
    }
    MissingVariable one;
    one.name = g.getName().str();
    one.is_located = type->isPointerTy();
    one.is_read_number =
        (type->isIntegerTy() || type->isFloatTy() || type->isDoubleTy()) &&
        std::ranges::all_of(g.users(), [](const llvm::User* user) {
          return llvm::isa<llvm::LoadInst>(user);
        });
    for (const llvm::User* user : g.users()) {
      const auto* i = llvm::dyn_cast<llvm::Instruction>(user);
      if (i != nullptr && !one.where.known()) one.where = w.locate(*i);
    }
    out.push_back(std::move(one));
  }
  std::ranges::sort(out, {}, &MissingVariable::name);
  return out;
}

}  // namespace

char located_direction(std::string_view name) {
  constexpr std::string_view kDirections = "IQM";
  constexpr std::string_view kSizes = "XBWDL";
  constexpr std::size_t kDigits = 4;  // of "__IX0_1"
  const bool is_located =
      name.size() > kDigits && name.starts_with("__") &&
      kDirections.find(name[2]) != std::string_view::npos &&
      kSizes.find(name[3]) != std::string_view::npos &&
      name.find_first_not_of("0123456789_", kDigits) == std::string_view::npos;
  return is_located ? name[2] : '\0';
}

MissingSymbols missing_symbols(const Recipe& recipe,
                               const base::Budget& budget) {
  std::vector<base::Diagnostic> warnings;
  CompileOptions options;
  options.traps = false;
  options.prototypes = true;
  const std::vector<Bitcode> units = compile(recipe, options, budget, warnings);
  Workspace w;
  w.directory = recipe.directory;
  load_and_link(w, units);
  w.init = w.module->getFunction("__cat_init");
  w.step = w.module->getFunction(recipe.whole_program ? "main" : "__cat_step");
  Workspace first;
  load_and_link(first, {units.front()});
  return {functions_in(w), variables_in(w, *first.module)};
}

}  // namespace catenary::program
