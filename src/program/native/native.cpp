// SPDX-License-Identifier: Apache-2.0
/// \file
/// Model steps as native runs: saves and loads states, evaluates outputs, and
/// translates how a run ended.
#include "program/native/native.h"

#include <string.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <mutex>
#include <utility>

#include "base/check.h"
#include "program/native/guard.h"
#include "program/native/linked.h"

namespace catenary::program {

namespace {

class NativeStepper;

/// A linked program in memory, and how that was before anything ran.
///
/// Where states hold addresses, all steppers of a process use one copy, and so
/// do the processes forked after it was made: an address means the same to all
/// of them, however the program hides it in its variables. The stepper that
/// used the copy last has its variables in it; the variables of the others are
/// put aside.
struct ProgramCopy {
  explicit ProgramCopy(const NativeImage& image)
      : program(image), untouched(image.image_bytes) {
    program.save_image(untouched.data());
  }

  const LinkedProgram program;
  std::vector<std::byte> untouched;
  const NativeStepper* user = nullptr;  ///< whose variables are in it
};

class NativeStepper final : public model::Stepper {
  static constexpr std::int64_t kAnyLoops =
      std::numeric_limits<std::int64_t>::max();

 public:
  NativeStepper(std::shared_ptr<const NativeImage> image,
                std::shared_ptr<ProgramCopy> copy)
      : image_(std::move(image)),
        copy_(std::move(copy)),
        program_(&copy_->program),
        frame_(image_->step_time_limit) {}
  ~NativeStepper() override {
    if (copy_->user == this) copy_->user = nullptr;
  }
  NativeStepper(const NativeStepper&) = delete;
  NativeStepper& operator=(const NativeStepper&) = delete;

  [[nodiscard]] std::size_t state_bytes() const override {
    return image_->state_bytes;
  }

  void limit_loops(std::uint64_t iterations) override {
    most_loops_ = static_cast<std::int64_t>(
        std::min<std::uint64_t>(iterations, kAnyLoops));
  }
  base::WorkClock::duration take_loop_price() override {
    constexpr base::WorkClock::duration kIteration{2};
    return std::exchange(loops_, 0) * kIteration;
  }

  model::StepOutcome reset(const std::byte* letter) override {
    enter();
    program_->load_image(copy_->untouched.data());
    in_init_ = true;
    allow_loops(kAnyLoops);
    return finish(frame_.run(program_->run_init, letter));
  }
  model::StepOutcome step(const std::byte* letter) override {
    enter();
    in_init_ = false;
    allow_loops(most_loops_);
    return finish(frame_.run(program_->run_step, letter));
  }
  model::StepOutcome step_from(const std::byte* from,
                               const std::byte* letter,
                               std::byte* to) override {
    enter();
    allow_loops(most_loops_);
    return finish(frame_.run(program_->step_from, letter, from, to));
  }
  void save(std::byte* packed) const override {
    enter();
    program_->save(packed);
  }
  void load(const std::byte* packed) override {
    enter();
    program_->load(const_cast<std::byte*>(packed));
  }
  [[nodiscard]] const std::uint64_t* hits() const override {
    enter();
    return program_->hits;
  }
  // Without a condition every state is final.
  bool at_final() override {
    return program_->final == nullptr || evaluate(program_->final) != 0;
  }

  logic::Value output(std::size_t index) override {
    switch (image_->outputs[index]) {
      case model::ScalarType::float32:
        return logic::Value::float32(
            static_cast<float>(evaluate(program_->outputs_float[index])));
      case model::ScalarType::float64:
        return logic::Value::float64(evaluate(program_->outputs_float[index]));
      case model::ScalarType::boolean:
        return logic::Value::boolean(evaluate(program_->outputs[index]) != 0);
      // The getter returns a long long; the same bits are meant.
      case model::ScalarType::uint64: {
        const auto bits =
            static_cast<std::uint64_t>(evaluate(program_->outputs[index]));
        return logic::Value::integer(mpz_class(std::to_string(bits)));
      }
      default:
        return logic::Value::integer(evaluate(program_->outputs[index]));
    }
  }

  void output_bytes(std::size_t index,
                    model::ScalarType type,
                    std::byte* out) override {
    if (type == model::ScalarType::float32) {
      const auto v =
          static_cast<float>(evaluate(program_->outputs_float[index]));
      std::memcpy(out, &v, sizeof v);
    } else if (type == model::ScalarType::float64) {
      const double v = evaluate(program_->outputs_float[index]);
      std::memcpy(out, &v, sizeof v);
    } else {
      long long v = evaluate(program_->outputs[index]);
      if (type == model::ScalarType::boolean) v = v != 0 ? 1 : 0;
      std::memcpy(out, &v, model::size_bytes(type));
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> called() const override {
    enter();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> in_order;
    for (std::size_t i = 0; i < program_->places.size(); ++i) {
      const NativeImage::Call& call = image_->calls[i];
      if (*program_->places[i] != 0 && call.in_init == in_init_) {
        in_order.emplace_back(*program_->places[i], call.variable);
      }
    }
    std::sort(in_order.begin(), in_order.end());
    std::vector<std::uint32_t> out;
    for (const auto& [place, variable] : in_order) out.push_back(variable);
    return out;
  }

  // In this order: a signal leaves an old event behind.
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
    if (given_up_) return {"more iterations of loops than allowed", {}};
    if (by_assumption_) return {"an assumption is false", {}};
    const std::uint32_t index = frame_.event();
    if (index >= image_->events.size()) return {};
    return {image_->events[index].text, image_->events[index].where};
  }

 private:
  /// Has this stepper's variables in the copy.
  void enter() const {
    if (copy_->user != this) [[unlikely]] {
      take_over();
    }
  }
  // Kept out of line, so that the check in enter() is cheap.
  [[gnu::noinline]] void take_over() const {
    // The user before may be destroyed, then its variables are not needed.
    if (copy_->user != nullptr) copy_->user->leave();
    program_->load_image(aside_.empty() ? copy_->untouched.data()
                                        : aside_.data());
    copy_->user = this;
  }
  void leave() const {
    aside_.resize(image_->image_bytes);
    program_->save_image(aside_.data());
  }

  /// Calls a function that holds an expression of the description; throws
  /// InputError where it cannot be evaluated in the current state.
  // The evaluation is a run of its own: an expression may divide by zero.
  template <typename T>
  T evaluate(T (*function)()) {
    enter();
    allow_loops(kAnyLoops);
    struct Call {
      T (*function)();
      T result;
    } call{function, T()};
    by_assumption_ = given_up_ = false;
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

  /// Sets how many iterations of loops the next run may make.
  void allow_loops(std::int64_t most) {
    if (program_->loops_left == nullptr) return;
    allowed_loops_ = *program_->loops_left = most;
  }

  /// Counts those of the last run. Returns whether they were too many.
  bool count_loops() {
    constexpr std::int64_t kCostNothing = 1000;
    const std::int64_t left = std::exchange(*program_->loops_left, kAnyLoops);
    const std::int64_t made = allowed_loops_ - left;
    // How far a step came that hung is a matter of the clock.
    if (made >= kCostNothing && last_ != model::StepOutcome::hung) {
      loops_ += made;
    }
    return left < 0;
  }

  model::StepOutcome finish(std::uint32_t result) {
    last_ = static_cast<model::StepOutcome>(result);
    given_up_ = program_->loops_left != nullptr && count_loops();
    if (last_ == model::StepOutcome::running) [[likely]] {
      return last_;
    }
    if (given_up_) {
      std::fill_n(program_->hits, image_->hit_words, 0);
      return last_;
    }
    // The fault is in an expression of the description (say, a property), not
    // in the program: an error of the input rather than a finding.
    if (last_ == model::StepOutcome::crashed && frame_.signal() == 0 &&
        frame_.event() < image_->events.size() &&
        image_->events[frame_.event()].in_description) {
      fail_to_evaluate();
    }
    // A discarded step that stopped by itself never reached its end; one
    // that returned was refused by an assumption of the description.
    program_->collect(1);
    if (last_ == model::StepOutcome::unsupported) {
      for (std::size_t i = 0; i < image_->kept_if_unsupported.size(); ++i) {
        program_->hits[i] &= image_->kept_if_unsupported[i];
      }
    }
    by_assumption_ = last_ == model::StepOutcome::discarded;
    if (by_assumption_) {
      for (std::size_t i = 0; i < image_->harness_goals.size(); ++i) {
        program_->hits[i] &= ~image_->harness_goals[i];
      }
    }
    return last_;
  }

  std::shared_ptr<const NativeImage> image_;
  std::shared_ptr<ProgramCopy> copy_;
  const LinkedProgram* program_;
  Frame frame_;
  model::StepOutcome last_ = model::StepOutcome::running;
  bool by_assumption_ = false;
  bool given_up_ = false;  ///< the last run, for its loops
  bool in_init_ = true;
  std::int64_t most_loops_ = kAnyLoops;     ///< of a step
  std::int64_t allowed_loops_ = kAnyLoops;  ///< of the current run
  std::int64_t loops_ = 0;  ///< of long runs since take_loop_price()
  mutable std::vector<std::byte> aside_;  ///< variables, where not in the copy
};

class NativeFactory final : public model::StepperFactory {
 public:
  explicit NativeFactory(NativeImage image)
      : image_(std::make_shared<const NativeImage>(std::move(image))) {}

  void prepare() const override {
    const std::lock_guard lock(mutex_);
    if (!ready_) ready_ = std::make_shared<ProgramCopy>(*image_);
  }

  [[nodiscard]] std::unique_ptr<model::Stepper> make() const override {
    auto stepper = std::make_unique<NativeStepper>(image_, copy());
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
    // A search pays for its own steps only.
    (void)stepper->take_loop_price();
    return stepper;
  }

 private:
  /// A copy of the program's memory: each stepper's own, so that several
  /// threads may use one each, but where states hold addresses.
  [[nodiscard]] std::shared_ptr<ProgramCopy> copy() const {
    const std::lock_guard lock(mutex_);
    if (!image_->portable_states) {
      if (!ready_) ready_ = std::make_shared<ProgramCopy>(*image_);
      return ready_;
    }
    // The first stepper takes the copy that prepare() made.
    if (ready_) return std::move(ready_);
    return std::make_shared<ProgramCopy>(*image_);
  }

  std::shared_ptr<const NativeImage> image_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<ProgramCopy> ready_;
};

}  // namespace

std::shared_ptr<const model::StepperFactory> native_factory(NativeImage image) {
  return std::make_shared<const NativeFactory>(std::move(image));
}

}  // namespace catenary::program
