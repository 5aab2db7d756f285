// SPDX-License-Identifier: Apache-2.0
#include "engine/portfolio/cone_exploration.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "engine/reach/explicit/explicit.h"
#include "engine/reach/ranges.h"

namespace catenary::engine::portfolio {

namespace {

using reach::ByteRange;
using reach::Result;

/// Another stepper, whose saved states have zeros in some bytes.
class ConeStepper final : public model::Stepper {
 public:
  ConeStepper(std::unique_ptr<model::Stepper> inner,
              const std::vector<ByteRange>& irrelevant)
      : inner_(std::move(inner)), irrelevant_(irrelevant) {}

  [[nodiscard]] std::size_t state_bytes() const override {
    return inner_->state_bytes();
  }
  model::StepOutcome reset(const std::byte* initial_letter) override {
    return inner_->reset(initial_letter);
  }
  model::StepOutcome step(const std::byte* letter) override {
    return inner_->step(letter);
  }
  void save(std::byte* packed) const override {
    inner_->save(packed);
    clear(packed);
  }
  void load(const std::byte* packed) override { inner_->load(packed); }
  model::StepOutcome step_from(const std::byte* from,
                               const std::byte* letter,
                               std::byte* to) override {
    const model::StepOutcome outcome = inner_->step_from(from, letter, to);
    if (outcome == model::StepOutcome::running) clear(to);
    return outcome;
  }
  [[nodiscard]] const std::uint64_t* hits() const override {
    return inner_->hits();
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
  [[nodiscard]] Event event() const override { return inner_->event(); }

 private:
  void clear(std::byte* packed) const {
    for (const ByteRange& r : irrelevant_) {
      std::memset(packed + r.offset, 0, r.size);
    }
  }

  std::unique_ptr<model::Stepper> inner_;
  const std::vector<ByteRange>& irrelevant_;
};

class ConeFactory final : public model::StepperFactory {
 public:
  ConeFactory(std::shared_ptr<const model::StepperFactory> inner,
              std::vector<ByteRange> irrelevant)
      : inner_(std::move(inner)), irrelevant_(std::move(irrelevant)) {}

  [[nodiscard]] std::unique_ptr<model::Stepper> make() const override {
    return std::make_unique<ConeStepper>(inner_->make(), irrelevant_);
  }
  void prepare() const override { inner_->prepare(); }

 private:
  std::shared_ptr<const model::StepperFactory> inner_;
  std::vector<ByteRange> irrelevant_;
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
             const std::vector<ByteRange>& irrelevant,
             const reach::Options& options,
             const base::Budget& budget,
             const reach::ProgressCallback& progress)
      : system_(system),
        irrelevant_(irrelevant),
        within_(within_cone(system, irrelevant)),
        search_(engine_.begin(within_, options, budget, progress)) {}

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
    return result;
  }

  const model::StepSystem& system_;
  const std::vector<ByteRange>& irrelevant_;
  model::StepSystem within_;
  reach::ExplicitEngine engine_;
  std::unique_ptr<reach::RunningSearch> search_;
};

}  // namespace

model::StepSystem within_cone(const model::StepSystem& system,
                              const std::vector<ByteRange>& irrelevant) {
  model::StepSystem out = system;
  out.factory = std::make_shared<ConeFactory>(system.factory, irrelevant);
  out.encoder = nullptr;
  for (model::StateField& field : out.state) {
    std::erase_if(field.scalars, [&](const model::StateScalar& s) {
      return !is_within(s, irrelevant);
    });
  }
  return out;
}

std::unique_ptr<reach::RunningSearch> ConeEngine::begin(
    const model::StepSystem& system,
    const reach::Options& options,
    const base::Budget& budget,
    const reach::ProgressCallback& progress) {
  return std::make_unique<ConeSearch>(
      system, irrelevant_, options, budget, progress);
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
