// SPDX-License-Identifier: Apache-2.0
/// \file
/// LLVM passes and code generation. Behaviour that passes could exploit as
/// undefined was made defined before (wrapping arithmetic, traps, zeroed
/// locals).
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Inliner.h>
#include <llvm/Transforms/Instrumentation.h>
#include <llvm/Transforms/Instrumentation/InstrProfiling.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <algorithm>
#include <mutex>

#include "base/budget.h"
#include "base/check.h"
#include "base/error.h"
#include "base/process.h"
#include "program/build/library.h"
#include "program/build/workspace.h"
#include "program/goals/entry_marks.h"
#include "program/instrument/hidden_conditions.h"

namespace catenary::program {

namespace {

/// Leaves out passes that take half of the time on programs of thousands of
/// conditions, as generated code is, and make steps no faster; and one that
/// turns tables of addresses into tables of distances, which the encoder does
/// not support.
bool is_worth_it(llvm::StringRef pass) {
  return pass != "JumpThreadingPass" &&
         pass != "CorrelatedValuePropagationPass" &&
         pass != "RelLookupTableConverterPass";
}

/// Keeps `a && b` as two jumps: evaluating both, as LLVM does by default, makes
/// long chains of conditions a third slower. LLVM has no interface for this but
/// its command line.
void keep_short_circuits() {
  static std::once_flag once;
  std::call_once(once, [] {
    auto& options = llvm::cl::getRegisteredOptions();
    const auto at = options.find("bonus-inst-threshold");
    CATENARY_CHECK(at != options.end(), "LLVM folds branches as it used to");
    at->second->addOccurrence(0, "bonus-inst-threshold", "0");
  });
}

/// No vectors: steps have few loops, and the encoder would see vectors.
llvm::PipelineTuningOptions tuning() {
  llvm::PipelineTuningOptions options;
  options.LoopVectorization = false;
  options.SLPVectorization = false;
  return options;
}

/// The analyses that a pass pipeline needs, wired together.
struct Pipeline {
  llvm::PassInstrumentationCallbacks callbacks;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;

  /// Once the budget is spent the remaining passes do nothing: LLVM has no
  /// other way to end early.
  explicit Pipeline(llvm::TargetMachine* target = nullptr,
                    const base::Budget& budget = {})
      : builder(target, tuning(), std::nullopt, &callbacks) {
    keep_short_circuits();
    callbacks.registerShouldRunOptionalPassCallback(
        [budget](llvm::StringRef pass, const llvm::Any&) {
          return is_worth_it(pass) && budget.poll() == base::StopReason::none;
        });
    // Library functions stay as they are: a replacement of pow by exp2 would
    // change results, but not those of a replay elsewhere.
    functions.registerPass([] {
      llvm::TargetLibraryInfoImpl library{
          llvm::Triple{llvm::sys::getProcessTriple()}};
      library.disableAllFunctions();
      return llvm::TargetLibraryAnalysis(library);
    });
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
  }
};

std::unique_ptr<llvm::TargetMachine> target_machine(
    llvm::CodeGenOptLevel level = llvm::CodeGenOptLevel::Default) {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
  const std::string triple = llvm::sys::getProcessTriple();
  std::string error;
  const llvm::Target* target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (target == nullptr) throw base::ToolError("LLVM: " + error);
  // The baseline of x86-64: the same code on all machines.
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple,
                                  "x86-64",
                                  "",
                                  llvm::TargetOptions(),
                                  llvm::Reloc::PIC_,
                                  std::nullopt,
                                  level));
}

/// The effort of code generation. For huge programs, whose blocks are huge,
/// scheduling takes longer than all steps would gain: half a minute for 10,000
/// branches, three seconds without. Instruction selection is quadratic in the
/// size of a block, so one huge block is enough, such as a switch of thousands
/// of cases that became arithmetic. Branch folding is quadratic in the entries
/// of a jump table: eight seconds for 20,000 of them.
llvm::CodeGenOptLevel effort(const llvm::Module& m) {
  constexpr unsigned kHuge = 100'000;
  constexpr std::size_t kHugeBlock = 3'000;
  constexpr unsigned kHugeTable = 4'096;
  const auto is_huge = [](const llvm::BasicBlock& block) {
    const auto* table =
        llvm::dyn_cast_or_null<llvm::SwitchInst>(block.getTerminator());
    return block.size() > kHugeBlock ||
           (table != nullptr && table->getNumCases() > kHugeTable);
  };
  const bool has_huge_block =
      std::any_of(m.begin(), m.end(), [&](const llvm::Function& f) {
        return std::any_of(f.begin(), f.end(), is_huge);
      });
  return has_huge_block || m.getInstructionCount() > kHuge
             ? llvm::CodeGenOptLevel::None
             : llvm::CodeGenOptLevel::Default;
}

// A defect of ours or of LLVM must not become a wrong result.
void verify(llvm::Module& m) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  CATENARY_CHECK(!llvm::verifyModule(m, &stream),
                 "prepared module is well-formed: " + text.substr(0, 500));
}

/// Whether a function is an entry, which stays visible; all others may be
/// inlined and removed.
bool is_entry(const llvm::Function& f) {
  const llvm::StringRef name = f.getName();
  return name == kRunInit || name == kRunStep || name == kCollect ||
         name == "__cat_final" || name.starts_with("__cat_outi_") ||
         name.starts_with("__cat_outd_");
}

/// Makes thread-local variables ordinary ones, since there is one thread.
void drop_thread_local(llvm::Module& m) {
  for (llvm::Function& f : m) {
    if (f.getIntrinsicID() != llvm::Intrinsic::threadlocal_address) continue;
    for (llvm::User* u : llvm::make_early_inc_range(f.users())) {
      auto* call = llvm::cast<llvm::CallInst>(u);
      call->replaceAllUsesWith(call->getArgOperand(0));
      call->eraseFromParent();
    }
  }
  for (llvm::GlobalVariable& g : m.globals()) g.setThreadLocal(false);
}

/// Gives functions and variables the linkage that lets the optimiser see the
/// whole program.
void internalise(llvm::Module& m) {
  drop_thread_local(m);
  for (llvm::Function& f : m) {
    f.removeFnAttr(llvm::Attribute::NoInline);
    f.removeFnAttr(llvm::Attribute::OptimizeNone);
    if (f.isDeclaration()) continue;
    f.setComdat(nullptr);
    f.setVisibility(llvm::GlobalValue::DefaultVisibility);
    f.setLinkage(is_entry(f) ? llvm::GlobalValue::ExternalLinkage
                             : llvm::GlobalValue::InternalLinkage);
  }
  // Mutable variables stay in memory as they are, so that the state can be
  // saved and restored; a variable that nobody writes becomes a constant.
  for (llvm::GlobalVariable& g : m.globals()) {
    if (g.isDeclaration() || g.getName().starts_with("llvm.")) continue;
    g.setComdat(nullptr);
    if (g.isConstant()) {
      g.setLinkage(llvm::GlobalValue::InternalLinkage);
    } else {
      if (!g.hasName()) g.setName("unnamed");
      g.setLinkage(llvm::GlobalValue::ExternalLinkage);
      g.setVisibility(llvm::GlobalValue::DefaultVisibility);
      g.setDSOLocal(true);
    }
  }
}

/// Code generation may add calls of functions that the module does not mention
/// (memcpy, arithmetic of 128 bits): all must be available natively.
void reject_unresolved(const Workspace& w, const std::string& object) {
  llvm::Expected<std::unique_ptr<llvm::object::ObjectFile>> file =
      llvm::object::ObjectFile::createObjectFile(
          llvm::MemoryBufferRef(object, "program"));
  CATENARY_CHECK(static_cast<bool>(file), "what was emitted is an object file");
  std::vector<base::Diagnostic> errors;
  for (const llvm::object::SymbolRef& symbol : (*file)->symbols()) {
    const auto flags = llvm::cantFail(symbol.getFlags());
    if ((flags & llvm::object::SymbolRef::SF_Undefined) == 0) continue;
    const std::string name = llvm::cantFail(symbol.getName()).str();
    if (name.empty() || name == kStop || is_native_function(name)) continue;
    errors.push_back({base::Severity::error,
                      {w.module->getSourceFileName(), 0, 0},
                      "it needs '" + name +
                          "', which is not one of the library functions that "
                          "can be run and replayed",
                      "unsupported-call",
                      {}});
  }
  if (!errors.empty()) throw base::InputError(std::move(errors));
}

/// Whether a pointer may be computed from the address of a local variable.
bool is_of_local(const llvm::Value& pointer) {
  if (!pointer.getType()->isPointerTy()) return false;
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(&pointer, objects, nullptr, 0);
  return std::ranges::any_of(objects, [](const llvm::Value* o) {
    return llvm::isa<llvm::AllocaInst>(o);
  });
}

/// Whether the function keeps the address of a local variable in memory or as a
/// number.
bool keeps_local(const llvm::Function& f) {
  return std::ranges::any_of(llvm::instructions(f),
                             [](const llvm::Instruction& i) {
                               return (llvm::isa<llvm::StoreInst>(i) ||
                                       llvm::isa<llvm::PtrToIntInst>(i)) &&
                                      is_of_local(*i.getOperand(0));
                             });
}

/// Calls of functions of the program that may lead to a local variable of the
/// caller.
std::vector<llvm::CallBase*> calls_with_locals(llvm::Module& m) {
  std::vector<llvm::CallBase*> out;
  for (llvm::Function& f : m) {
    const bool keeps = keeps_local(f);
    for (llvm::Instruction& i : llvm::instructions(f)) {
      auto* c = llvm::dyn_cast<llvm::CallBase>(&i);
      if (c == nullptr || llvm::isa<llvm::IntrinsicInst>(c)) continue;
      const llvm::Function* callee = c->getCalledFunction();
      if (callee != nullptr && callee->isDeclaration()) continue;
      const bool passes = std::ranges::any_of(
          c->args(), [](const llvm::Use& a) { return is_of_local(*a.get()); });
      if (keeps || passes) out.push_back(c);
    }
  }
  return out;
}

std::string generate_code(llvm::Module& m) {
  const std::unique_ptr<llvm::TargetMachine> target = target_machine(effort(m));
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  CATENARY_CHECK(
      !target->addPassesToEmitFile(
          passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile),
      "the host has a code generator");
  passes.run(m);
  return {object.data(), object.size()};
}

}  // namespace

void check_time(const base::Budget& budget) {
  if (budget.poll() == base::StopReason::none) return;
  throw base::StoppedError(
      std::string("the program was not compiled: stopped by ") +
      (budget.interrupted() ? "an interrupt" : "the time limit"));
}

void run_passes_of_clang(llvm::Module& module) {
  Pipeline p;
  llvm::ModulePassManager counters;
  counters.addPass(
      llvm::InstrProfilingLoweringPass(llvm::InstrProfOptions(), false));
  counters.run(module, p.modules);
  // All functions: the attribute may be that of a call (`flatten`) as well.
  for (llvm::Function& f : module) hide_conditions(f);
  mark_code(module);
  // A pass manager keeps what it analysed; the functions have changed.
  Pipeline rest;
  rest.builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0)
      .run(module, rest.modules);
  show_conditions(module);
}

void inline_always(Workspace& w) {
  Pipeline p;
  llvm::ModulePassManager passes;
  passes.addPass(llvm::AlwaysInlinerPass());
  passes.run(*w.module, p.modules);
}

void promote_scalars(Workspace& w) {
  internalise(*w.module);
  verify(*w.module);
  Pipeline p;
  llvm::ModulePassManager passes;
  passes.addPass(llvm::GlobalDCEPass());
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::PromotePass()));
  passes.run(*w.module, p.modules);
}

void promote_locals(Workspace& w) {
  Pipeline p;
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(
      llvm::SROAPass(llvm::SROAOptions::PreserveCFG)));
  passes.run(*w.module, p.modules);
}

bool inline_users_of_locals(Workspace& w) {
  if (calls_with_locals(*w.module).empty()) return false;
  Pipeline p;
  llvm::ModulePassManager passes;
  passes.addPass(llvm::ModuleInlinerWrapperPass(llvm::getInlineParams(2, 0)));
  passes.run(*w.module, p.modules);
  for (llvm::CallBase* c : calls_with_locals(*w.module)) c->setIsNoInline();
  return true;
}

void optimise(Workspace& w, const base::Budget& budget) {
  const std::unique_ptr<llvm::TargetMachine> target = target_machine();
  w.module->setTargetTriple(target->getTargetTriple().str());
  w.module->setDataLayout(target->createDataLayout());
  Pipeline p(target.get(), budget);
  llvm::ModulePassManager passes =
      p.builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2);
  passes.run(*w.module, p.modules);
  verify(*w.module);
}

void reject_undefined(Workspace& w) {
  std::vector<base::Diagnostic> errors;
  const auto report = [&](const llvm::GlobalValue& g, const char* what) {
    base::SourceLocation where{w.module->getSourceFileName(), 0, 0};
    for (const llvm::User* u : g.users()) {
      if (const auto* i = llvm::dyn_cast<llvm::Instruction>(u)) {
        where = w.locate(*i);
      }
    }
    errors.push_back({base::Severity::error,
                      where,
                      std::string(what) + " '" + g.getName().str() +
                          "' is used but defined by no source",
                      "undefined",
                      {}});
  };
  for (const llvm::Function& f : *w.module) {
    if (f.isDeclaration() && !f.isIntrinsic() && !f.use_empty() &&
        f.getName() != kStop && !is_native_function(f.getName().str())) {
      report(f, "function");
    }
  }
  for (const llvm::GlobalVariable& g : w.module->globals()) {
    if (g.isDeclaration() && !g.use_empty()) report(g, "variable");
  }
  if (!errors.empty()) throw base::InputError(std::move(errors));
}

std::string emit_object(Workspace& w, const base::Budget& budget) {
  llvm::StripDebugInfo(*w.module);
  // The code generator cannot be interrupted, so it runs in a process that can
  // be ended.
  base::ForkedTask task;
  task.body = [&w](base::ForkedOutput& output) {
    output.write(generate_code(*w.module));
  };
  const base::ForkedResult made = base::run_forked(task, budget);
  check_time(budget);
  if (!made.process.succeeded()) {
    throw base::ToolError("LLVM generated no code: " + made.process.describe());
  }
  reject_unresolved(w, made.bytes);
  return made.bytes;
}

}  // namespace catenary::program
