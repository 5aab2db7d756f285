// SPDX-License-Identifier: Apache-2.0
#include "engine/portfolio/cone_exploration.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "base/work_clock.h"
#include "engine/reach/explicit/explicit.h"
#include "engine/reach/ranges.h"
#include "logic/term/evaluate/evaluate.h"
#include "logic/term/traverse.h"
#include "model/step/encoding.h"

namespace catenary::engine::portfolio {

namespace {

using reach::ByteRange;
using reach::Result;

constexpr const char* kBeyond = "a step beyond what can be encoded";

/// The step as terms, to see where it goes beyond them.
class Limits {
 public:
  explicit Limits(const model::StepSystem& system)
      : system_(system),
        encoding_(system.encoder->encode(terms_, {}, {})),
        limit_(reach::limit_of(terms_, encoding_.step)),
        price_(kTermPrice *
               static_cast<std::int64_t>(logic::subterms({limit_}).size())) {}

  /// Whether the step from a packed state does.
  [[nodiscard]] bool exceeded(const std::byte* packed,
                              const std::byte* letter) const {
    base::WorkClock::charge(price_);
    logic::Assignment values;
    for (const model::StateSlot& slot : encoding_.state) {
      values.set(slot.variable, model::slot_value(slot, packed));
    }
    for (std::size_t i = 0; i < system_.inputs.size(); ++i) {
      const model::Variable& v = system_.inputs[i];
      values.set(encoding_.inputs[i],
                 model::machine_bits(
                     v.type, model::decode_scalar(v.type, letter + v.offset)));
    }
    const auto value = logic::Evaluator(values).evaluate(limit_);
    return !value || value->as_bool();
  }

 private:
  static constexpr std::chrono::nanoseconds kTermPrice{500};

  const model::StepSystem& system_;
  logic::TermManager terms_;
  model::Encoding encoding_;
  logic::Term limit_;
  base::WorkClock::duration price_;
};

/// Another stepper, whose saved states have zeros in some bytes.
class ConeStepper final : public model::Stepper {
 public:
  ConeStepper(std::unique_ptr<model::Stepper> inner,
              const std::vector<ByteRange>& irrelevant,
              std::unique_ptr<Limits> limits,
              std::size_t hit_words)
      : inner_(std::move(inner)),
        irrelevant_(irrelevant),
        limits_(std::move(limits)),
        no_hits_(hit_words) {
    if (limits_) before_.resize(inner_->state_bytes());
  }

  [[nodiscard]] std::size_t state_bytes() const override {
    return inner_->state_bytes();
  }
  void limit_loops(std::uint64_t iterations) override {
    inner_->limit_loops(iterations);
  }
  base::WorkClock::duration take_loop_price() override {
    return inner_->take_loop_price();
  }
  model::StepOutcome reset(const std::byte* initial_letter) override {
    beyond_ = false;
    return inner_->reset(initial_letter);
  }
  model::StepOutcome step(const std::byte* letter) override {
    beyond_ = false;
    if (limits_) {
      inner_->save(before_.data());
      beyond_ = limits_->exceeded(before_.data(), letter);
    }
    return beyond_ ? model::StepOutcome::unsupported : inner_->step(letter);
  }
  void save(std::byte* packed) const override {
    inner_->save(packed);
    clear(packed);
  }
  void load(const std::byte* packed) override { inner_->load(packed); }
  model::StepOutcome step_from(const std::byte* from,
                               const std::byte* letter,
                               std::byte* to) override {
    if (limits_) return Stepper::step_from(from, letter, to);
    const model::StepOutcome outcome = inner_->step_from(from, letter, to);
    if (outcome == model::StepOutcome::running) clear(to);
    return outcome;
  }
  [[nodiscard]] const std::uint64_t* hits() const override {
    return beyond_ ? no_hits_.data() : inner_->hits();
  }
  bool at_final() override { return inner_->at_final(); }
  logic::Value output(std::size_t index) override {
    return inner_->output(index);
  }
  void output_bytes(std::size_t index,
                    model::ScalarType type,
                    std::byte* out) override {
    inner_->output_bytes(index, type, out);
  }
  [[nodiscard]] std::vector<std::uint32_t> called() const override {
    return inner_->called();
  }
  [[nodiscard]] Event event() const override {
    return beyond_ ? Event{kBeyond, {}} : inner_->event();
  }

 private:
  void clear(std::byte* packed) const {
    for (const ByteRange& r : irrelevant_) {
      std::memset(packed + r.offset, 0, r.size);
    }
  }

  std::unique_ptr<model::Stepper> inner_;
  const std::vector<ByteRange>& irrelevant_;
  std::unique_ptr<Limits> limits_;  ///< null where there are none
  std::vector<std::uint64_t> no_hits_;
  /// Of the last step.
  std::vector<std::byte> before_;
  bool beyond_ = false;
};

class ConeFactory final : public model::StepperFactory {
 public:
  ConeFactory(const model::StepSystem& system, reach::Cone cone)
      : system_(system), inner_(system.factory), cone_(std::move(cone)) {}

  [[nodiscard]] std::unique_ptr<model::Stepper> make() const override {
    return std::make_unique<ConeStepper>(
        inner_->make(),
        cone_.irrelevant,
        cone_.has_limits ? std::make_unique<Limits>(system_) : nullptr,
        system_.hit_words());
  }
  void prepare() const override { inner_->prepare(); }

 private:
  const model::StepSystem& system_;
  std::shared_ptr<const model::StepperFactory> inner_;
  reach::Cone cone_;
};

bool is_within(const model::StateScalar& scalar,
               const std::vector<ByteRange>& irrelevant) {
  const std::size_t size = model::size_bytes(scalar.type);
  return std::ranges::none_of(scalar.offsets, [&](std::size_t offset) {
    return std::ranges::any_of(irrelevant, [&](const ByteRange& r) {
      return offset < r.offset + r.size && r.offset < offset + size;
    });
  });
}

/// The search, with its result as one of the system itself.
class ConeSearch final : public reach::RunningSearch {
 public:
  ConeSearch(const model::StepSystem& system,
             const reach::Cone& cone,
             const reach::Options& options,
             const base::Budget& budget,
             const reach::ProgressCallback& progress)
      : system_(system),
        irrelevant_(cone.irrelevant),
        within_(within_cone(system, cone)),
        options_(options) {
    // The work of evaluating terms is charged to the thread that does it.
    if (cone.has_limits) options_.jobs = 1;
    search_ = engine_.begin(within_, options_, budget, progress);
  }

  void start(const base::Budget& slice,
             const std::vector<model::Trace>& news) override {
    search_->start(slice, news);
  }
  void look() override { search_->look(); }
  void wait() override { search_->wait(); }
  [[nodiscard]] bool ended() const override { return search_->ended(); }
  [[nodiscard]] Result result() const override {
    return of_system(search_->result());
  }
  [[nodiscard]] Result conclude() override {
    return of_system(search_->conclude());
  }

 private:
  [[nodiscard]] Result of_system(Result result) const {
    if (!result.state_ranges.empty()) {
      std::vector<reach::ValueRange> ranges;
      auto known = result.state_ranges.begin();
      for (const model::StateScalar* s : reach::scalars_of(system_)) {
        ranges.push_back(is_within(*s, irrelevant_) ? *known++
                                                    : reach::ValueRange{});
      }
      result.state_ranges = std::move(ranges);
    }
    for (reach::ValueRange& r : result.output_ranges) r.proved = false;
    // A limit of ours, and no finding of the program.
    const auto beyond = std::erase_if(
        result.findings,
        [](const reach::Finding& f) { return f.event.text == kBeyond; });
    if (beyond > 0 && (result.stop == reach::Stop::none ||
                       result.stop == reach::Stop::steps)) {
      result.stop = reach::Stop::encoding;
    }
    return result;
  }

  const model::StepSystem& system_;
  const std::vector<ByteRange>& irrelevant_;
  model::StepSystem within_;
  reach::Options options_;
  reach::ExplicitEngine engine_;
  std::unique_ptr<reach::RunningSearch> search_;
};

}  // namespace

model::StepSystem within_cone(const model::StepSystem& system,
                              const reach::Cone& cone) {
  model::StepSystem out = system;
  out.factory = std::make_shared<ConeFactory>(system, cone);
  out.encoder = nullptr;
  for (model::StateField& field : out.state) {
    std::erase_if(field.scalars, [&](const model::StateScalar& s) {
      return !is_within(s, cone.irrelevant);
    });
  }
  return out;
}

std::unique_ptr<reach::RunningSearch> ConeEngine::begin(
    const model::StepSystem& system,
    const reach::Options& options,
    const base::Budget& budget,
    const reach::ProgressCallback& progress) {
  return std::make_unique<ConeSearch>(system, cone_, options, budget, progress);
}

Result ConeEngine::explore(const model::StepSystem& system,
                           const reach::Options& options,
                           const base::Budget& budget,
                           const reach::ProgressCallback& progress) {
  const auto search = begin(system, options, budget, progress);
  while (!search->ended() && budget.poll() == base::StopReason::none) {
    search->start(budget, {});
    search->wait();
  }
  return search->conclude();
}

}  // namespace catenary::engine::portfolio
