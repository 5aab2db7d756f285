// SPDX-License-Identifier: Apache-2.0
/// \file
/// The functions through which a prepared program is run: initialisation, step,
/// covered goals. Those for native runs alone are in native/native_entries.cpp.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <set>

#include "base/check.h"
#include "program/build/workspace.h"
#include "program/instrument/run_end.h"

namespace catenary::program {

namespace {

using llvm::Function;
using llvm::IRBuilder;
using model::ScalarType;
using model::StepOutcome;

/// The type of a value in a letter.
llvm::Type* machine_type(IRBuilder<>& b, ScalarType type) {
  switch (type) {
    case ScalarType::float32:
      return b.getFloatTy();
    case ScalarType::float64:
      return b.getDoubleTy();
    default:
      return b.getIntNTy(8 * static_cast<unsigned>(model::size_bytes(type)));
  }
}

bool is_signed(ScalarType type) {
  return type == ScalarType::int8 || type == ScalarType::int16 ||
         type == ScalarType::int32 || type == ScalarType::int64;
}

/// Builds the entries in LLVM IR.
class EntryBuilder {
 public:
  explicit EntryBuilder(Workspace& w) : w_(w), m_(*w.module) {}

  void build(const Recipe& recipe,
             std::vector<BuiltVariable>& inputs,
             std::vector<BuiltVariable>& initial) {
    // Order of the variables: those of the harness, then those of the code.
    take_types("__cat_type_", recipe.harness.inputs, inputs);
    take_types("__cat_ini_type_", recipe.harness.initial, initial);
    for (const InputSite& site : w_.sites) {
      if (site.in_step) inputs.push_back(site.variable);
      if (site.in_init) initial.push_back(site.variable);
    }
    collect();
    define_end();
    run(kRunInit, initial, "__cat_ini_", recipe.harness.initial, true);
    run(kRunStep, inputs, "__cat_", recipe.harness.inputs, false);
  }

 private:
  /// Reads the types of the harness's variables, which are constants in it.
  void take_types(const std::string& prefix,
                  std::uint32_t count,
                  std::vector<BuiltVariable>& out) {
    for (std::uint32_t k = 0; k < count; ++k) {
      const llvm::GlobalVariable* g =
          m_.getNamedGlobal(prefix + std::to_string(k));
      CATENARY_CHECK(g != nullptr && g->hasInitializer(),
                     "the harness defines " + prefix + std::to_string(k));
      const std::int64_t code =
          llvm::cast<llvm::ConstantInt>(g->getInitializer())->getSExtValue();
      BuiltVariable v;
      // A negative code is reported by the front end, which knows the place.
      v.type = code < 0 ? ScalarType::int32
                        : scalar_type(static_cast<std::uint32_t>(code));
      v.is_scalar = code >= 0;
      out.push_back(std::move(v));
    }
  }

  Function* make(const char* name,
                 llvm::Type* result,
                 const std::vector<llvm::Type*>& arguments) {
    return Function::Create(llvm::FunctionType::get(result, arguments, false),
                            llvm::GlobalValue::ExternalLinkage,
                            name,
                            m_);
  }

  /// Arguments are those of main(), which has none here.
  static llvm::CallInst* call_user(IRBuilder<>& b, Function& f) {
    std::vector<llvm::Value*> zeros;
    for (const llvm::Argument& a : f.args()) {
      zeros.push_back(llvm::Constant::getNullValue(a.getType()));
    }
    return b.CreateCall(&f, zeros);
  }

  // The harness defines only what is not empty.
  void call_if_there(IRBuilder<>& b, const std::string& name) {
    Function* f = m_.getFunction(name);
    if (f != nullptr && !f->isDeclaration()) b.CreateCall(f);
  }

  /// `void collect(int stopped)`: turns the counters of this step into covered
  /// goals of branches. A difference of counters is meaningful only where the
  /// step was not stopped half-way.
  void collect() {
    Function* f = make(kCollect,
                       llvm::Type::getVoidTy(*w_.context),
                       {llvm::Type::getInt32Ty(*w_.context)});
    IRBuilder<> b(llvm::BasicBlock::Create(*w_.context, "", f));
    llvm::GlobalVariable* hits = m_.getNamedGlobal(kHits);
    for (const CountedGoal& counted : w_.counted_goals) {
      hit_if_counted(b, hits, f->getArg(0), counted.goal, counted.sum);
    }
    b.CreateRetVoid();
  }

  /// Marks a goal if the sum of counters is not 0, and, for differences, if the
  /// step was not stopped.
  void hit_if_counted(IRBuilder<>& b,
                      llvm::GlobalVariable* hits,
                      llvm::Value* stopped,
                      std::uint32_t goal,
                      const CounterSum& sum) {
    llvm::Value* total = b.getInt64(0);
    bool is_difference = false;
    for (const CounterSum::Term& term : sum.terms) {
      is_difference |= term.factor < 0;
      llvm::Value* at = b.CreateConstInBoundsGEP1_64(
          b.getInt64Ty(), w_.coverage.counters[term.array], term.index);
      llvm::Value* count = b.CreateLoad(b.getInt64Ty(), at);
      if (term.factor != 1) {
        count = b.CreateMul(
            count, llvm::ConstantInt::getSigned(b.getInt64Ty(), term.factor));
      }
      total = b.CreateAdd(total, count);
    }
    llvm::Value* counted = b.CreateICmpNE(total, b.getInt64(0));
    if (is_difference) {
      counted = b.CreateAnd(counted, b.CreateICmpEQ(stopped, b.getInt32(0)));
    }
    llvm::Value* bit =
        b.CreateShl(b.CreateZExt(counted, b.getInt64Ty()), goal % 64);
    llvm::Value* word =
        b.CreateConstInBoundsGEP1_64(b.getInt64Ty(), hits, goal / 64);
    b.CreateStore(b.CreateOr(b.CreateLoad(b.getInt64Ty(), word), bit), word);
  }

  /// Adds a variable of the entries, which every run of an entry sets; so it is
  /// not state.
  llvm::GlobalVariable* own(llvm::Type* type, const std::string& name) {
    return new llvm::GlobalVariable(m_,
                                    type,
                                    false,
                                    llvm::GlobalValue::ExternalLinkage,
                                    llvm::Constant::getNullValue(type),
                                    name);
  }

  /// Defines kJudgeEnd, for programs that may end a run: the actions behind the
  /// initialisation, or behind a step, on the state as it stands. It acts once:
  /// an expression that is judged may end the program again.
  void define_end() {
    Function* f = m_.getFunction(kJudgeEnd);
    if (f == nullptr) return;
    IRBuilder<> b(llvm::BasicBlock::Create(*w_.context, "", f));
    f->setLinkage(llvm::GlobalValue::InternalLinkage);
    phase_ = own(b.getInt8Ty(), "__cat_phase");
    for (const StateVariable& v : w_.state_variables) {
      before_.push_back(v.transitions.empty()
                            ? nullptr
                            : own(b.getIntNTy(v.bits), "__cat_before"));
    }
    auto* init = llvm::BasicBlock::Create(*w_.context, "init", f);
    auto* step = llvm::BasicBlock::Create(*w_.context, "step", f);
    auto* out = llvm::BasicBlock::Create(*w_.context, "out", f);
    llvm::Value* phase = b.CreateLoad(b.getInt8Ty(), phase_);
    b.CreateStore(b.getInt8(kJudged), phase_);
    llvm::SwitchInst* ways = b.CreateSwitch(phase, out);
    ways->addCase(b.getInt8(kInInit), init);
    ways->addCase(b.getInt8(kInStep), step);
    b.SetInsertPoint(init);
    call_if_there(b, "__cat_after_init");
    record_states(w_, b, {});
    b.CreateBr(out);
    b.SetInsertPoint(step);
    call_if_there(b, "__cat_post");
    std::vector<llvm::Value*> before;
    for (llvm::GlobalVariable* g : before_) {
      before.push_back(g == nullptr ? nullptr
                                    : b.CreateLoad(g->getValueType(), g));
    }
    record_states(w_, b, before);
    b.CreateBr(out);
    b.SetInsertPoint(out);
    b.CreateRetVoid();
  }

  /// For define_end(): notes that the part begins, and the values of the state
  /// variables before it.
  void begin(IRBuilder<>& b,
             bool is_init,
             const std::vector<llvm::Value*>& before) {
    if (phase_ == nullptr) return;
    b.CreateStore(b.getInt8(is_init ? kInInit : kInStep), phase_);
    for (std::size_t k = 0; k < before.size(); ++k) {
      if (before[k] != nullptr) b.CreateStore(before[k], before_.at(k));
    }
  }

  void clear(IRBuilder<>& b, llvm::GlobalVariable* g) {
    const std::uint64_t size =
        m_.getDataLayout().getTypeAllocSize(g->getValueType());
    b.CreateMemSet(g, b.getInt8(0), size, g->getAlign());
  }

  static void store_input(IRBuilder<>& b,
                          llvm::Value* value,
                          llvm::GlobalVariable& site) {
    if (value->getType() != site.getValueType()) {
      value = b.CreateTrunc(value, site.getValueType());
    }
    b.CreateStore(value, &site);
  }

  /// Adds `int name(letter, from, to)`, of which the last two are for
  /// kStepFrom: sets the variables and runs the user's part, behind the
  /// constructors of its globals. Returns 0, or StepOutcome::discarded where an
  /// assumption does not hold.
  void run(const char* name,
           const std::vector<BuiltVariable>& variables,
           const std::string& setter_prefix,
           std::uint32_t in_harness,
           bool is_init) {
    llvm::LLVMContext& c = *w_.context;
    auto* pointer = llvm::PointerType::getUnqual(c);
    Function* f =
        make(name, llvm::Type::getInt32Ty(c), {pointer, pointer, pointer});
    IRBuilder<> b(llvm::BasicBlock::Create(c, "", f));
    clear(b, m_.getNamedGlobal(kHits));
    // Counters are cleared for each step, so they count this step alone.
    std::set<std::uint32_t> arrays;
    for (const CountedGoal& counted : w_.counted_goals) {
      for (const CounterSum::Term& t : counted.sum.terms)
        arrays.insert(t.array);
    }
    for (const std::uint32_t i : arrays) clear(b, w_.coverage.counters[i]);
    for (const InputSite& site : w_.sites) {
      // An input has a value only in the parts in which a call of it was found.
      // Reading it elsewhere stops the run, like a read too many.
      const bool has_value = is_init ? site.in_init : site.in_step;
      b.CreateStore(b.getInt8(has_value ? 0 : site.most), site.used);
      if (site.place != nullptr) b.CreateStore(b.getInt32(0), site.place);
    }
    if (w_.calls != nullptr) b.CreateStore(b.getInt32(0), w_.calls);

    // The letter has the layout that the system will have.
    model::StepSystem layout;
    for (const BuiltVariable& v : variables) {
      model::Variable variable;
      variable.type = v.type;
      layout.inputs.push_back(variable);
    }
    layout.lay_out();
    const auto given = [&](std::size_t k) {
      return b.CreateLoad(
          machine_type(b, variables[k].type),
          b.CreateConstInBoundsGEP1_64(
              b.getInt8Ty(), f->getArg(0), layout.inputs[k].offset));
    };
    // Inputs found in the code are read from variables of their own, also by
    // constructors; those of the harness are set behind them.
    std::size_t next_site = 0;
    for (std::size_t k = in_harness; k < variables.size(); ++k) {
      while (!(is_init ? w_.sites[next_site].in_init
                       : w_.sites[next_site].in_step)) {
        ++next_site;
      }
      store_input(b, given(k), *w_.sites[next_site++].value);
    }
    if (is_init) call_if_there(b, kConstructors);
    for (std::size_t k = 0; k < in_harness; ++k) {
      const ScalarType type = variables[k].type;
      llvm::Value* value = given(k);
      const bool is_float =
          type == ScalarType::float32 || type == ScalarType::float64;
      Function* setter = m_.getFunction(
          setter_prefix + (is_float ? "setd_" : "seti_") + std::to_string(k));
      CATENARY_CHECK(setter != nullptr, "the harness sets its variables");
      // Through a double, a signalling NaN would become a quiet one.
      Function* single =
          type == ScalarType::float32
              ? m_.getFunction(setter_prefix + "setf_" + std::to_string(k))
              : nullptr;
      if (single != nullptr) {
        setter = single;
      } else if (is_float) {
        value = b.CreateFPExt(value, b.getDoubleTy());
      } else {
        value = is_signed(type) ? b.CreateSExt(value, b.getInt64Ty())
                                : b.CreateZExt(value, b.getInt64Ty());
      }
      b.CreateCall(setter, {value});
    }
    if (is_init) {
      begin(b, is_init, {});
      if (w_.init != nullptr) into_entry(call_user(b, *w_.init));
      call_if_there(b, "__cat_after_init");
      record_states(w_, b, {});
    } else {
      // Assumptions see the inputs of this step and the state before it.
      assume(b, f);
      call_if_there(b, "__cat_pre");
      CATENARY_CHECK(w_.step != nullptr, "a program has a step");
      const std::vector<llvm::Value*> before = load_states(w_, b);
      begin(b, is_init, before);
      into_entry(call_user(b, *w_.step));
      call_if_there(b, "__cat_post");
      record_states(w_, b, before);
    }
    b.CreateCall(m_.getFunction(kCollect), {b.getInt32(0)});
    b.CreateRet(b.getInt32(0));
  }

  /// Inlines the user's part into the entry, where stops can be returns: see
  /// add_step_from().
  static void into_entry(llvm::CallInst* call) {
    call->addFnAttr(llvm::Attribute::AlwaysInline);
  }

  void assume(IRBuilder<>& b, Function* f) {
    Function* assumption = m_.getFunction("__cat_assume");
    if (assumption == nullptr || assumption->isDeclaration()) return;
    llvm::Value* holds =
        b.CreateICmpNE(b.CreateCall(assumption), b.getInt32(0));
    llvm::BasicBlock* on = llvm::BasicBlock::Create(*w_.context, "", f);
    llvm::BasicBlock* off = llvm::BasicBlock::Create(*w_.context, "", f);
    b.CreateCondBr(holds, on, off);
    IRBuilder<>(off).CreateRet(
        b.getInt32(static_cast<std::uint32_t>(StepOutcome::discarded)));
    b.SetInsertPoint(on);
  }

  /// Values of phase_.
  static constexpr std::uint8_t kJudged = 0, kInInit = 1, kInStep = 2;

  Workspace& w_;
  llvm::Module& m_;
  llvm::GlobalVariable* phase_ = nullptr;  ///< null: no run ends by itself
  std::vector<llvm::GlobalVariable*> before_;
};

}  // namespace

void add_entries(Workspace& w,
                 const Recipe& recipe,
                 std::vector<BuiltVariable>& inputs,
                 std::vector<BuiltVariable>& initial) {
  EntryBuilder(w).build(recipe, inputs, initial);
}

}  // namespace catenary::program
