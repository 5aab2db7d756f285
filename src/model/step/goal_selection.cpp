// SPDX-License-Identifier: Apache-2.0
#include "model/step/goal_selection.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/check.h"
#include "model/step/follower.h"

namespace catenary::model {

namespace {

using Goals = std::vector<std::uint32_t>;

/// New indices of goals; nothing for those that are not kept.
using NewIndex = std::vector<std::optional<std::uint32_t>>;

NewIndex new_indices(const Goals& kept, std::size_t all) {
  NewIndex out(all);
  for (std::uint32_t i = 0; i < kept.size(); ++i) out.at(kept[i]) = i;
  return out;
}

/// A stepper whose hits are those of the kept goals.
class SelectedStepper final : public Stepper {
 public:
  SelectedStepper(std::unique_ptr<Stepper> inner, const NewIndex& index)
      : inner_(std::move(inner)), index_(index) {
    std::size_t kept = 0;
    wanted_.resize((index.size() + 63) / 64);
    for (std::size_t g = 0; g < index.size(); ++g) {
      if (!index[g]) continue;
      wanted_[g / 64] |= std::uint64_t{1} << (g % 64);
      ++kept;
    }
    hits_.resize((kept + 63) / 64);
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
  StepOutcome reset(const std::byte* initial_letter) override {
    const StepOutcome outcome = inner_->reset(initial_letter);
    take_hits();
    return outcome;
  }
  StepOutcome step(const std::byte* letter) override {
    const StepOutcome outcome = inner_->step(letter);
    take_hits();
    return outcome;
  }
  void save(std::byte* packed) const override { inner_->save(packed); }
  void load(const std::byte* packed) override { inner_->load(packed); }
  StepOutcome step_from(const std::byte* from,
                        const std::byte* letter,
                        std::byte* to) override {
    const StepOutcome outcome = inner_->step_from(from, letter, to);
    take_hits();
    return outcome;
  }
  [[nodiscard]] const std::uint64_t* hits() const override {
    return hits_.data();
  }
  bool at_final() override { return inner_->at_final(); }
  logic::Value output(std::size_t index) override {
    return inner_->output(index);
  }
  void output_bytes(std::size_t index,
                    ScalarType type,
                    std::byte* out) override {
    inner_->output_bytes(index, type, out);
  }
  [[nodiscard]] std::vector<std::uint32_t> called() const override {
    return inner_->called();
  }
  [[nodiscard]] Event event() const override { return inner_->event(); }

 private:
  void take_hits() {
    std::ranges::fill(hits_, 0);
    const std::uint64_t* const all = inner_->hits();
    for (std::size_t w = 0; w < wanted_.size(); ++w) {
      for (std::uint64_t left = all[w] & wanted_[w]; left != 0;
           left &= left - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(left));
        const std::uint32_t goal = *index_[64 * w + bit];
        hits_[goal / 64] |= std::uint64_t{1} << (goal % 64);
      }
    }
  }

  std::unique_ptr<Stepper> inner_;
  const NewIndex& index_;
  /// As hits of the whole system.
  std::vector<std::uint64_t> wanted_;
  std::vector<std::uint64_t> hits_;
};

class SelectedFactory final : public StepperFactory {
 public:
  SelectedFactory(std::shared_ptr<const StepperFactory> inner, NewIndex index)
      : inner_(std::move(inner)), index_(std::move(index)) {}

  [[nodiscard]] std::unique_ptr<Stepper> make() const override {
    return std::make_unique<SelectedStepper>(inner_->make(), index_);
  }
  void prepare() const override { inner_->prepare(); }

 private:
  std::shared_ptr<const StepperFactory> inner_;
  NewIndex index_;
};

/// Leaves the hits of other goals out of a part of an encoding.
EncodedPart with_hits_of(const Goals& kept, EncodedPart part) {
  std::vector<logic::Term> hits;
  hits.reserve(kept.size());
  for (const std::uint32_t g : kept) hits.push_back(part.hits.at(g));
  part.hits = std::move(hits);
  return part;
}

class SelectedFollower final : public Follower {
 public:
  SelectedFollower(std::unique_ptr<Follower> inner, const Goals& kept)
      : inner_(std::move(inner)), kept_(kept) {}

  [[nodiscard]] const std::vector<StateSlot>& state() const override {
    return inner_->state();
  }
  [[nodiscard]] const std::vector<logic::Term>& inputs() const override {
    return inner_->inputs();
  }
  [[nodiscard]] const std::vector<logic::Term>& initial() const override {
    return inner_->initial();
  }
  [[nodiscard]] FollowedPart follow_init(
      const std::vector<logic::Value>& initial) override {
    return selected(inner_->follow_init(initial));
  }
  [[nodiscard]] FollowedPart follow_step(
      const std::vector<logic::Value>& state,
      const std::vector<logic::Value>& inputs) override {
    return selected(inner_->follow_step(state, inputs));
  }
  [[nodiscard]] EncodedPart step_where(
      const std::vector<std::optional<logic::Value>>& state) override {
    return with_hits_of(kept_, inner_->step_where(state));
  }

 private:
  [[nodiscard]] FollowedPart selected(FollowedPart all) const {
    all.part = with_hits_of(kept_, std::move(all.part));
    return all;
  }

  std::unique_ptr<Follower> inner_;
  const Goals& kept_;
};

/// `Base` is Encoder or PathEncoder, as the encoder of the whole system is.
template <typename Base>
class SelectedEncoder : public Base {
 public:
  SelectedEncoder(std::shared_ptr<const Encoder> whole, Goals kept)
      : whole_(std::move(whole)), kept_(std::move(kept)) {}

  [[nodiscard]] Encoding encode(logic::TermManager& terms,
                                const EncodeOptions& options,
                                const base::Budget& budget) const override {
    Encoding out = whole_->encode(terms, options, budget);
    out.init = with_hits_of(kept_, std::move(out.init));
    out.step = with_hits_of(kept_, std::move(out.step));
    return out;
  }
  [[nodiscard]] FollowedPart follow(logic::TermManager& terms,
                                    const std::vector<logic::Value>* state,
                                    const std::vector<logic::Value>& inputs,
                                    const EncodeOptions& options,
                                    const base::Budget& budget) const override {
    FollowedPart out = whole_->follow(terms, state, inputs, options, budget);
    out.part = with_hits_of(kept_, std::move(out.part));
    return out;
  }

 protected:
  [[nodiscard]] const Goals& kept() const { return kept_; }

 private:
  std::shared_ptr<const Encoder> whole_;
  Goals kept_;
};

class SelectedPathEncoder final : public SelectedEncoder<PathEncoder> {
 public:
  SelectedPathEncoder(std::shared_ptr<const PathEncoder> whole, Goals kept)
      : SelectedEncoder(whole, std::move(kept)), paths_(std::move(whole)) {}

  [[nodiscard]] std::unique_ptr<Follower> follower(
      logic::TermManager& terms,
      const EncodeOptions& options,
      const base::Budget& budget) const override {
    return std::make_unique<SelectedFollower>(
        paths_->follower(terms, options, budget), kept());
  }

 private:
  std::shared_ptr<const PathEncoder> paths_;
};

std::shared_ptr<const Encoder> selected(std::shared_ptr<const Encoder> whole,
                                        const Goals& kept) {
  if (whole == nullptr) return nullptr;
  if (auto paths = std::dynamic_pointer_cast<const PathEncoder>(whole)) {
    return std::make_shared<SelectedPathEncoder>(std::move(paths), kept);
  }
  return std::make_shared<SelectedEncoder<Encoder>>(std::move(whole), kept);
}

/// Observes the kept goals only.
class SelectedProgram final : public PlainProgram {
 public:
  SelectedProgram(std::shared_ptr<PlainProgram> inner, Goals kept)
      : inner_(std::move(inner)), kept_(std::move(kept)) {}

  [[nodiscard]] std::string wait(const base::Budget& budget) override {
    return inner_->wait(budget);
  }
  [[nodiscard]] std::vector<bool> observable_goals() const override {
    const std::vector<bool> all = inner_->observable_goals();
    std::vector<bool> out;
    for (const std::uint32_t g : kept_) out.push_back(all.at(g));
    return out;
  }
  [[nodiscard]] std::vector<bool> observable_state(
      const StepSystem& system) const override {
    return inner_->observable_state(system);
  }
  [[nodiscard]] PlainSeen observe(const StepSystem& system,
                                  const PlainJob& job,
                                  const base::Budget& budget) override {
    PlainSeen seen = inner_->observe(system, job, budget);
    // A hit of some goals at one place is that of any one of them. If one was
    // left out, the hit says nothing about the others.
    std::vector<PlainHit> hits;
    for (PlainHit& hit : seen.hits) {
      for (std::uint32_t& g : hit.goals) {
        const auto at = std::ranges::lower_bound(kept_, g);
        if (at == kept_.end() || *at != g) {
          hit.goals.clear();
          break;
        }
        g = static_cast<std::uint32_t>(at - kept_.begin());
      }
      if (!hit.goals.empty()) hits.push_back(std::move(hit));
    }
    seen.hits = std::move(hits);
    return seen;
  }
  [[nodiscard]] std::vector<PlainGiven> given(
      const StepSystem& system,
      const PlainJob& job,
      const base::Budget& budget) override {
    return inner_->given(system, job, budget);
  }
  [[nodiscard]] std::unique_ptr<PlainProgram> otherwise(
      const base::Budget& budget) override {
    std::shared_ptr<PlainProgram> other = inner_->otherwise(budget);
    if (other == nullptr) return nullptr;
    return std::make_unique<SelectedProgram>(std::move(other), kept_);
  }
  void keep(std::shared_ptr<void> files) override {
    inner_->keep(std::move(files));
  }

 private:
  std::shared_ptr<PlainProgram> inner_;
  Goals kept_;
};

}  // namespace

StepSystem select_goals(StepSystem whole, const GoalSelection& selection) {
  const NewIndex index = new_indices(selection.goals, whole.goals.size());
  std::vector<Goal> goals;
  for (const std::uint32_t g : selection.goals) {
    goals.push_back(std::move(whole.goals[g]));
  }
  std::vector<PairGoal> pair_goals;
  for (const std::uint32_t p : selection.pair_goals) {
    pair_goals.push_back(std::move(whole.pair_goals.at(p)));
    for (auto& [first, second] : pair_goals.back().pairs) {
      CATENARY_CHECK(index.at(first) && index.at(second),
                     "the members of a kept pair are kept");
      first = *index[first];
      second = *index[second];
    }
  }
  whole.goals = std::move(goals);
  whole.pair_goals = std::move(pair_goals);
  whole.factory =
      std::make_shared<SelectedFactory>(std::move(whole.factory), index);
  whole.encoder = selected(std::move(whole.encoder), selection.goals);
  return whole;
}

std::shared_ptr<PlainProgram> select_goals(std::shared_ptr<PlainProgram> whole,
                                           const GoalSelection& selection) {
  if (whole == nullptr) return nullptr;
  return std::make_shared<SelectedProgram>(std::move(whole), selection.goals);
}

}  // namespace catenary::model
