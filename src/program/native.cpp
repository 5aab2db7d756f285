// SPDX-License-Identifier: Apache-2.0
#include "program/native.h"

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/TargetParser/Host.h>
#include <string.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/check.h"
#include "program/guard.h"
#include "program/library.h"

namespace catenary::program {

namespace {

template <typename T>
T take(llvm::Expected<T> value) {
  if (!value) {
    throw base::ToolError("LLVM JIT: " + llvm::toString(value.takeError()));
  }
  return std::move(*value);
}

void require(llvm::Error error) {
  if (error) {
    throw base::ToolError("LLVM JIT: " + llvm::toString(std::move(error)));
  }
}

class NativeStepper final : public model::Stepper {
 public:
  explicit NativeStepper(std::shared_ptr<const NativeImage> image)
      : image_(std::move(image)), frame_(image_->step_time_limit) {
    link();
    initial_image_.resize(image_->image_bytes);
    save_image_(initial_image_.data());
  }

  [[nodiscard]] std::size_t state_bytes() const override {
    return image_->state_bytes;
  }

  model::StepOutcome reset(const std::byte* letter) override {
    load_image_(initial_image_.data());
    in_init_ = true;
    return finish(frame_.run(run_init_, letter));
  }
  model::StepOutcome step(const std::byte* letter) override {
    in_init_ = false;
    return finish(frame_.run(run_step_, letter));
  }
  model::StepOutcome step_from(const std::byte* from,
                               const std::byte* letter,
                               std::byte* to) override {
    return finish(frame_.run(step_from_, letter, from, to));
  }
  void save(std::byte* packed) const override { save_(packed); }
  void load(const std::byte* packed) override {
    load_(const_cast<std::byte*>(packed));
  }
  [[nodiscard]] const std::uint64_t* hits() const override { return hits_; }
  bool at_final() override {
    return final_ == nullptr || evaluate(final_) != 0;
  }

  logic::Value output(std::size_t index) override {
    switch (image_->outputs[index]) {
      case model::ScalarType::float32:
        return logic::Value::float32(
            static_cast<float>(evaluate(outputs_float_[index])));
      case model::ScalarType::float64:
        return logic::Value::float64(evaluate(outputs_float_[index]));
      case model::ScalarType::boolean:
        return logic::Value::boolean(evaluate(outputs_[index]) != 0);
      case model::ScalarType::uint64: {
        const auto bits = static_cast<std::uint64_t>(evaluate(outputs_[index]));
        return logic::Value::integer(mpz_class(std::to_string(bits)));
      }
      default:
        return logic::Value::integer(evaluate(outputs_[index]));
    }
  }

  void output_bytes(std::size_t index,
                    model::ScalarType type,
                    std::byte* out) override {
    if (type == model::ScalarType::float32) {
      const auto v = static_cast<float>(evaluate(outputs_float_[index]));
      std::memcpy(out, &v, sizeof v);
    } else if (type == model::ScalarType::float64) {
      const double v = evaluate(outputs_float_[index]);
      std::memcpy(out, &v, sizeof v);
    } else {
      long long v = evaluate(outputs_[index]);
      if (type == model::ScalarType::boolean) v = v != 0 ? 1 : 0;
      std::memcpy(out, &v, model::size_bytes(type));
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> called() const override {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> in_order;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const NativeImage::Call& call = image_->calls[i];
      if (*places_[i] != 0 && call.in_init == in_init_) {
        in_order.emplace_back(*places_[i], call.variable);
      }
    }
    std::sort(in_order.begin(), in_order.end());
    std::vector<std::uint32_t> out;
    for (const auto& [place, variable] : in_order) out.push_back(variable);
    return out;
  }

  [[nodiscard]] Event event() const override {
    if (frame_.signal() != 0) {
      const char* name = sigdescr_np(frame_.signal());
      return {"signal " + std::to_string(frame_.signal()) +
                  (name != nullptr ? std::string(" (") + name + ")" : ""),
              {}};
    }
    if (last_ == model::StepOutcome::hung) {
      return {"no return within " +
                  std::to_string(image_->step_time_limit.count()) + " ms",
              {}};
    }
    if (by_assumption_) return {"an assumption is false", {}};
    const std::uint32_t index = frame_.event();
    if (index >= image_->events.size()) return {};
    return {image_->events[index].text, image_->events[index].where};
  }

 private:
  void link();
  template <typename F>
  F symbol(const std::string& name) {
    return take(jit_->lookup(name)).toPtr<F>();
  }

  /// Calls a function that holds an expression of the description; throws
  /// InputError where it cannot be evaluated in the current state.
  template <typename T>
  T evaluate(T (*function)()) {
    struct Call {
      T (*function)();
      T result;
    } call{function, T()};
    by_assumption_ = false;
    last_ = static_cast<model::StepOutcome>(frame_.run(
        [](const std::byte* argument, const std::byte*, std::byte*)
            -> std::uint32_t {
          auto* c = reinterpret_cast<Call*>(const_cast<std::byte*>(argument));
          c->result = c->function();
          return static_cast<std::uint32_t>(model::StepOutcome::running);
        },
        reinterpret_cast<const std::byte*>(&call)));
    if (last_ != model::StepOutcome::running) fail_to_evaluate();
    return call.result;
  }

  [[noreturn]] void fail_to_evaluate() const {
    const Event e = event();
    throw base::InputError(
        e.where,
        "this expression cannot be evaluated in every reachable state: " +
            e.text + "; expected a guard, such as 'x != 0 && 8 / x > 2'",
        "expression-undefined");
  }

  model::StepOutcome finish(std::uint32_t result) {
    last_ = static_cast<model::StepOutcome>(result);
    if (last_ == model::StepOutcome::running) [[likely]] {
      return last_;
    }
    if (last_ == model::StepOutcome::crashed && frame_.signal() == 0 &&
        frame_.event() < image_->events.size() &&
        image_->events[frame_.event()].in_description) {
      fail_to_evaluate();
    }
    // A discarded step that stopped by itself never reached its end; one
    // that returned was refused by an assumption of the description.
    collect_(1);
    by_assumption_ = last_ == model::StepOutcome::discarded;
    if (by_assumption_) {
      for (std::size_t i = 0; i < image_->harness_goals.size(); ++i) {
        hits_[i] &= ~image_->harness_goals[i];
      }
    }
    return last_;
  }

  std::shared_ptr<const NativeImage> image_;
  std::unique_ptr<llvm::orc::LLJIT> jit_;
  Frame frame_;
  model::StepOutcome last_ = model::StepOutcome::running;
  bool by_assumption_ = false;
  Entry* run_init_ = nullptr;
  Entry* run_step_ = nullptr;
  Entry* step_from_ = nullptr;
  void (*collect_)(int stopped) = nullptr;
  void (*save_)(std::byte*) = nullptr;
  void (*load_)(std::byte*) = nullptr;
  void (*save_image_)(std::byte*) = nullptr;
  void (*load_image_)(std::byte*) = nullptr;
  int (*final_)() = nullptr;
  std::vector<long long (*)()> outputs_;
  std::vector<double (*)()> outputs_float_;
  std::uint64_t* hits_ = nullptr;
  std::vector<const std::uint32_t*> places_;  ///< of image_->calls
  bool in_init_ = true;
  std::vector<std::byte> initial_image_;
};

void NativeStepper::link() {
  namespace orc = llvm::orc;
  orc::LLJITBuilder builder;
  builder.setJITTargetMachineBuilder(orc::JITTargetMachineBuilder(
      llvm::Triple(llvm::sys::getProcessTriple())));
  builder.setLinkProcessSymbolsByDefault(false);
  builder.setPlatformSetUp(orc::setUpInactivePlatform);
  jit_ = take(builder.create());
  orc::SymbolMap symbols;
  const auto define = [&](const char* name, void* address) {
    symbols[jit_->mangleAndIntern(name)] = {orc::ExecutorAddr::fromPtr(address),
                                            llvm::JITSymbolFlags::Exported};
  };
  define(kStop, reinterpret_cast<void*>(&Frame::stop));
  for (const NativeFunction& f : native_functions()) define(f.name, f.address);
  require(jit_->getMainJITDylib().define(orc::absoluteSymbols(symbols)));
  require(jit_->addObjectFile(llvm::MemoryBuffer::getMemBuffer(
      image_->object, "program", /*RequiresNullTerminator=*/false)));

  run_init_ = symbol<Entry*>(kRunInit);
  run_step_ = symbol<Entry*>(kRunStep);
  step_from_ = symbol<Entry*>(kStepFrom);
  collect_ = symbol<void (*)(int)>(kCollect);
  save_ = symbol<void (*)(std::byte*)>(kSave);
  load_ = symbol<void (*)(std::byte*)>(kLoad);
  save_image_ = symbol<void (*)(std::byte*)>(kSaveImage);
  load_image_ = symbol<void (*)(std::byte*)>(kLoadImage);
  hits_ = symbol<std::uint64_t*>(kHits);
  for (const NativeImage::Call& call : image_->calls) {
    places_.push_back(symbol<const std::uint32_t*>(call.place));
  }
  if (image_->has_final) final_ = symbol<int (*)()>("__cat_final");
  for (std::size_t k = 0; k < image_->outputs.size(); ++k) {
    const std::string suffix = std::to_string(k);
    outputs_.push_back(symbol<long long (*)()>("__cat_outi_" + suffix));
    outputs_float_.push_back(symbol<double (*)()>("__cat_outd_" + suffix));
  }
}

class NativeFactory final : public model::StepperFactory {
 public:
  explicit NativeFactory(NativeImage image)
      : image_(std::make_shared<const NativeImage>(std::move(image))) {}

  [[nodiscard]] std::unique_ptr<model::Stepper> make() const override {
    auto stepper = std::make_unique<NativeStepper>(image_);
    // What the initialisation writes and no step changes is no state; it has
    // to be in memory before a state is loaded.
    model::StepSystem layout;
    for (const model::ScalarType type : image_->initial) {
      model::Variable v;
      v.type = type;
      layout.initial.push_back(v);
    }
    layout.lay_out();
    const std::vector<std::byte> letter(layout.initial_letter_bytes() + 8);
    stepper->reset(letter.data());
    return stepper;
  }

 private:
  std::shared_ptr<const NativeImage> image_;
};

}  // namespace

std::shared_ptr<const model::StepperFactory> native_factory(NativeImage image) {
  return std::make_shared<const NativeFactory>(std::move(image));
}

}  // namespace catenary::program
