// SPDX-License-Identifier: Apache-2.0
/// \file
/// Stubs: calls of functions that no source defines, in programs that ask for
/// it; their results are inputs of the test. Their writes cannot be known from
/// the code, so only calls that are given nothing to write to go on; others end
/// the run, except for strings, which become inputs as well.
#include "program/instrument/stubs.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "program/build/c_library/c_library.h"
#include "program/build/compile.h"
#include "program/build/library.h"
#include "program/build/recipe.h"
#include "program/instrument/signature.h"
#include "program/instrument/stub_notes.h"

namespace catenary::program {

namespace {

using llvm::CallBase;
using llvm::Function;

/// What is known about a function of the C library.
enum class Known : std::uint8_t {
  reads,   ///< writes to nothing that its arguments point to
  handle,  ///< the same, and returns null or something to hand on
  buffer   ///< writes a text to its first argument, and returns it or null
};

const std::map<std::string, Known>& library() {
  static const std::map<std::string, Known> table = {
      {"fopen", Known::handle},   {"popen", Known::handle},
      {"fdopen", Known::handle},  {"freopen", Known::handle},
      {"tmpfile", Known::handle}, {"fclose", Known::reads},
      {"pclose", Known::reads},   {"feof", Known::reads},
      {"ferror", Known::reads},   {"clearerr", Known::reads},
      {"fgetc", Known::reads},    {"getc", Known::reads},
      {"fseek", Known::reads},    {"ftell", Known::reads},
      {"rewind", Known::reads},   {"fileno", Known::reads},
      {"setvbuf", Known::reads},  {"setbuf", Known::reads},
      {"system", Known::reads},   {"remove", Known::reads},
      {"rename", Known::reads},   {"unlink", Known::reads},
      {"access", Known::reads},   {"open", Known::reads},
      {"usleep", Known::reads},   {"sleep", Known::reads},
      {"setenv", Known::reads},   {"fgets", Known::buffer}};
  return table;
}

/// Whether a function of the C library has the same result for the same
/// arguments, so that a test must not choose it.
bool has_one_result(const std::string& function) {
  static const std::set<std::string> others = {"div",
                                               "ldiv",
                                               "lldiv",
                                               "mktime",
                                               "strcoll",
                                               "setjmp",
                                               "_setjmp",
                                               "sigsetjmp",
                                               "__sigsetjmp"};
  static const llvm::Triple here(llvm::sys::getProcessTriple());
  static const llvm::TargetLibraryInfoImpl known(here);
  llvm::LibFunc found = llvm::NumLibFuncs;
  return others.contains(function) || known.getLibFunc(function, found);
}

/// Functions that other passes handle, or that are run natively.
bool means_something(const Function& f) {
  const std::string name = f.getName().str();
  return f.isIntrinsic() || is_verifier_function(name) ||
         is_in_c_library(name) || is_native_function(name) || ends_run(name) ||
         is_output_only(name) || trap_of(name) || name.starts_with("__cat") ||
         name == "__assert_fail" || name.starts_with("__cxa_") ||
         name.starts_with("llvm.") || name.starts_with("__llvm") ||
         name == "_Znwm" || name == "_Znam";
}

class Stubs {
 public:
  Stubs(Workspace& w, std::vector<base::Diagnostic>& notes)
      : w_(w), m_(*w.module), notes_(notes) {}

  void run() {
    std::vector<CallBase*> calls;
    for (Function& f : m_) {
      for (llvm::Instruction& i : llvm::instructions(f)) {
        auto* c = llvm::dyn_cast<CallBase>(&i);
        if (c == nullptr || c->getCalledFunction() == nullptr) continue;
        const Function& callee = *c->getCalledFunction();
        if (callee.isDeclaration() && !means_something(callee)) {
          calls.push_back(c);
        }
      }
    }
    for (CallBase* c : calls) replace(*c);
  }

 private:
  llvm::FunctionCallee declared(const std::string& name,
                                llvm::Type* result,
                                const std::vector<llvm::Type*>& parameters) {
    return m_.getOrInsertFunction(
        name, llvm::FunctionType::get(result, parameters, false));
  }

  /// The name with '_' for what no identifier has.
  static std::string identifier(const std::string& name) {
    std::string out;
    for (const char c : name) {
      out += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    }
    return out;
  }

  /// A value of the type that the test chooses: a call of an input function,
  /// which instrument() replaces.
  llvm::CallInst* chosen(llvm::IRBuilder<>& b,
                         llvm::Type* type,
                         const std::string& name) {
    const std::string plain = kStubInput + identifier(name);
    // Functions of one name may return different types.
    std::string called = plain;
    for (int n = 2; m_.getFunction(called) != nullptr &&
                    m_.getFunction(called)->getReturnType() != type;
         ++n) {
      called = plain + "_" + std::to_string(n);
    }
    return b.CreateCall(declared(called, type, {}), {});
  }

  void refuse(CallBase& c, const Signature& s, const std::string& why) {
    llvm::IRBuilder<> b(&c);
    llvm::Value* text =
        b.CreateGlobalString("call of '" + s.name + "', which " + why);
    b.CreateCall(declared("__catenary_unsupported",
                          b.getVoidTy(),
                          {llvm::PointerType::getUnqual(*w_.context)}),
                 {text});
    finish(c,
           llvm::Constant::getNullValue(c.getType()->isVoidTy() ? b.getInt8Ty()
                                                                : c.getType()));
  }

  void finish(CallBase& c, llvm::Value* value) {
    if (!c.getType()->isVoidTy()) c.replaceAllUsesWith(value);
    c.eraseFromParent();
  }

  static bool is_number(const llvm::Type& type) {
    if (type.isFloatTy() || type.isDoubleTy()) return true;
    if (!type.isIntegerTy()) return false;
    const unsigned bits = type.getIntegerBitWidth();
    return bits == 1 || bits == 8 || bits == 16 || bits == 32 || bits == 64;
  }

  /// Whether nothing can be written through that argument.
  static bool is_constant(const llvm::Value& pointer) {
    if (llvm::isa<llvm::ConstantPointerNull>(pointer)) return true;
    const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(
        llvm::getUnderlyingObject(&pointer));
    return g != nullptr && g->isConstant();
  }

  enum class Use : std::uint8_t { reads, text, may_write };

  /// What a function does with a pointer, by the type of its parameter. A
  /// pointer to const may still lead to others, but only `const` at the
  /// outermost target is accepted.
  static Use use_of(const std::string& type) {
    if (type == "std::string&") return Use::text;
    const bool points = type.ends_with("*") || type.ends_with("&");
    if (!points) return Use::reads;  // passed by value
    const std::string target = type.substr(0, type.size() - 1);
    const bool constant = target.ends_with(" const") &&
                          target.find_first_of("*&") == std::string::npos;
    return constant ? Use::reads : Use::may_write;
  }

  /// A character of a text, chosen by the test.
  llvm::Value* character(llvm::IRBuilder<>& b,
                         const std::string& text,
                         unsigned i) {
    const std::string index = std::to_string(i);
    llvm::CallInst* c = chosen(b, b.getInt8Ty(), "text_" + text + "_" + index);
    c->getCalledFunction()->addFnAttr(kStubText, identifier(text));
    c->getCalledFunction()->addFnAttr(kStubIndex, index);
    return c;
  }

  /// Writes characters chosen by the test, as many as fit, and a 0.
  void write_text(llvm::IRBuilder<>& b,
                  llvm::Value* to,
                  unsigned size,
                  const std::string& name) {
    for (unsigned i = 0; i < size; ++i) {
      llvm::Value* c = i + 1 < size ? character(b, name, i) : b.getInt8(0);
      b.CreateStore(c, b.CreateConstGEP1_64(b.getInt8Ty(), to, i));
    }
  }

  /// Writes a line of a file as fgets() does (C11, 7.21.7.2): up to the end of
  /// the line and a 0. What is behind stays, and all of it if the call fails.
  void write_line(llvm::IRBuilder<>& b,
                  llvm::Value* to,
                  unsigned size,
                  const std::string& name,
                  llvm::Value* succeeds) {
    llvm::Value* goes_on = succeeds;
    llvm::Value* is_ended = b.getFalse();
    for (unsigned i = 0; i < size; ++i) {
      llvm::Value* place = b.CreateConstGEP1_64(b.getInt8Ty(), to, i);
      llvm::Value* zero = b.getInt8(0);
      llvm::Value* c = i + 1 < size ? character(b, name, i) : zero;
      c = b.CreateSelect(is_ended, zero, c);
      llvm::Value* kept = b.CreateLoad(b.getInt8Ty(), place);
      b.CreateStore(b.CreateSelect(goes_on, c, kept), place);
      is_ended = b.CreateICmpEQ(c, b.getInt8('\n'));
      goes_on = b.CreateAnd(goes_on, b.CreateIsNotNull(c));
    }
  }

  /// Whether a call never returns. Where Clang checks for unreachable code,
  /// only the trap behind the call shows it.
  static bool does_not_return(const CallBase& c) {
    if (c.doesNotReturn()) return true;
    const llvm::Instruction* next = c.getNextNonDebugInstruction();
    if (next == nullptr || !next->isTerminator()) return false;
    if (llvm::isa<llvm::UnreachableInst>(next)) return true;
    for (unsigned i = 0; i < next->getNumSuccessors(); ++i) {
      const llvm::Instruction* end = next->getSuccessor(i)->getTerminator();
      if (!llvm::isa<llvm::UnreachableInst>(end)) return false;
    }
    return next->getNumSuccessors() > 0;
  }

  /// Once for each function, where it is called first.
  void note(const CallBase& c, const Signature& s) {
    if (!noted_.insert(s.name).second) return;
    notes_.push_back({base::Severity::note,
                      w_.locate(c),
                      "'" + s.name +
                          "' has no source: its result is an input of the "
                          "test, and it is taken to change nothing that the "
                          "code sees",
                      kStubCode,
                      {}});
  }

  // Each refusal ends runs that reach the call; the order gives the most
  // specific reason.
  void replace(CallBase& c) {
    const Signature s = signature_of(c.getCalledFunction()->getName().str());
    note(c, s);
    if (!c.getType()->isVoidTy() && !c.getType()->isPointerTy() &&
        !is_number(*c.getType())) {
      return refuse(c, s, "returns neither a number nor a truth value");
    }
    if (does_not_return(c)) return refuse(c, s, "does not return");
    const auto known = s.cpp ? library().end() : library().find(s.name);
    if (known != library().end()) return library_call(c, s, known->second);
    if (!s.cpp && has_one_result(s.name)) {
      return refuse(c, s, "is of the library and not modelled");
    }
    if (c.getType()->isPointerTy()) return refuse(c, s, "returns a pointer");
    constexpr unsigned kTextSize = 16;
    std::vector<llvm::Value*> texts;
    // The object of a method, and where a result is put, come first.
    const std::size_t all = c.arg_size();
    const std::size_t hidden =
        s.cpp && all > s.parameters.size() ? all - s.parameters.size() : 0;
    if (c.arg_size() > 0 && c.paramHasAttr(0, llvm::Attribute::StructRet)) {
      return refuse(c, s, "returns a structure");
    }
    for (std::size_t i = 0; i < all; ++i) {
      llvm::Value* argument = c.getArgOperand(static_cast<unsigned>(i));
      if (!argument->getType()->isPointerTy() || is_constant(*argument)) {
        continue;
      }
      if (s.cpp && i < hidden) continue;
      const Use use = s.cpp && i - hidden < s.parameters.size()
                          ? use_of(s.parameters[i - hidden])
                          : Use::may_write;
      if (use == Use::may_write) {
        return refuse(c, s, "may write to what it is given");
      }
      if (use == Use::text) texts.push_back(argument);
    }
    llvm::IRBuilder<> b(&c);
    for (std::size_t t = 0; t < texts.size(); ++t) {
      const std::string name =
          s.name + "_text" + (t == 0 ? "" : std::to_string(t + 1));
      // Room of the stand-in for std::string behind it is cleared.
      b.CreateMemSet(texts[t], b.getInt8(0), 2 * kTextSize, llvm::Align(1));
      write_text(b, texts[t], kTextSize, name);
    }
    finish(c,
           c.getType()->isVoidTy() ? nullptr : chosen(b, c.getType(), s.name));
  }

  void library_call(CallBase& c, const Signature& s, Known known) {
    llvm::IRBuilder<> b(&c);
    switch (known) {
      case Known::reads:
        if (c.getType()->isPointerTy())
          return refuse(c, s, "returns a pointer");
        return finish(
            c,
            c.getType()->isVoidTy() ? nullptr : chosen(b, c.getType(), s.name));
      case Known::handle:
        return finish(c, null_unless(b, succeeds(b, s.name), handle()));
      case Known::buffer: {
        const auto* size =
            llvm::dyn_cast<llvm::ConstantInt>(c.getArgOperand(1));
        constexpr std::uint64_t kMost = 64;
        if (size == nullptr || size->isZero() || size->getZExtValue() > kMost) {
          return refuse(c, s, "may write more than 64 characters");
        }
        llvm::Value* to = c.getArgOperand(0);
        llvm::Value* succeeds = this->succeeds(b, s.name);
        write_line(b,
                   to,
                   static_cast<unsigned>(size->getZExtValue()),
                   s.name + "_text",
                   succeeds);
        return finish(c, null_unless(b, succeeds, to));
      }
    }
  }

  /// Whether a call succeeds, as the test says.
  llvm::Value* succeeds(llvm::IRBuilder<>& b, const std::string& name) {
    return chosen(b, b.getInt1Ty(), name + "_succeeds");
  }

  static llvm::Value* null_unless(llvm::IRBuilder<>& b,
                                  llvm::Value* succeeds,
                                  llvm::Value* pointer) {
    return b.CreateSelect(
        succeeds, pointer, llvm::Constant::getNullValue(pointer->getType()));
  }

  /// The address of a constant that can be passed on and compared, and nothing
  /// else.
  llvm::GlobalVariable* handle() {
    constexpr const char* kName = "catenary.handle";
    llvm::GlobalVariable* g = m_.getNamedGlobal(kName);
    if (g != nullptr) return g;
    llvm::Type* byte = llvm::Type::getInt8Ty(*w_.context);
    return new llvm::GlobalVariable(m_,
                                    byte,
                                    true,
                                    llvm::GlobalValue::InternalLinkage,
                                    llvm::ConstantInt::get(byte, 0),
                                    kName);
  }

  Workspace& w_;
  llvm::Module& m_;
  std::vector<base::Diagnostic>& notes_;
  std::set<std::string> noted_;
};

}  // namespace

bool may_be_stubbed(const Function& f) {
  const std::string name = f.getName().str();
  return f.isDeclaration() && !means_something(f) && !has_one_result(name);
}

void add_stubs(Workspace& w, std::vector<base::Diagnostic>& notes) {
  llvm::GlobalVariable* wanted = w.module->getNamedGlobal(kStubsWanted);
  if (wanted == nullptr) return;
  Stubs(w, notes).run();
}

std::vector<base::Diagnostic> find_stubs(const std::vector<Bitcode>& units,
                                         const std::string& directory) {
  Workspace w;
  w.directory = directory;
  load_and_link(w, units);
  std::vector<base::Diagnostic> notes;
  add_stubs(w, notes);
  return notes;
}

}  // namespace catenary::program
