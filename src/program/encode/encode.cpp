// SPDX-License-Identifier: Apache-2.0
/// \file
/// The encoder and the follower of single paths as model::Encoder and
/// model::Follower: each wraps a session.
#include "program/encode/encode.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <chrono>

#include "base/check.h"
#include "logic/term/evaluate/evaluate.h"
#include "model/step/follower.h"
#include "program/encode/session.h"

namespace catenary::program {

namespace {

/// One session for many paths (concolic execution). The values that addresses
/// in the state can have are found with all paths of a step, once.
class SessionFollower final : public model::Follower {
 public:
  SessionFollower(const EncoderInput& input,
                  logic::TermManager& terms,
                  const model::EncodeOptions& options,
                  const base::Budget& budget)
      : options_(options),
        budget_(budget),
        session_(input, terms, options_, budget_) {}

  [[nodiscard]] const std::vector<model::StateSlot>& state() const override {
    return session_.slots();
  }
  [[nodiscard]] const std::vector<logic::Term>& inputs() const override {
    return session_.inputs();
  }
  [[nodiscard]] const std::vector<logic::Term>& initial() const override {
    return session_.initial();
  }

  [[nodiscard]] model::FollowedPart follow_init(
      const std::vector<logic::Value>& initial) override {
    CATENARY_CHECK(initial.size() == session_.initial().size(),
                   "a value for each input to follow");
    logic::Assignment values;
    for (std::size_t k = 0; k < initial.size(); ++k) {
      values.set(session_.initial()[k], initial[k]);
    }
    prepared_ = false;  // steps begin with what all initialisations leave
    logic::Evaluator evaluator(values);
    return {take([&](auto decide) { return session_.init(decide); }, evaluator),
            std::move(last_)};
  }

  [[nodiscard]] model::FollowedPart follow_step(
      const std::vector<logic::Value>& state,
      const std::vector<logic::Value>& inputs) override {
    prepare();
    CATENARY_CHECK(inputs.size() == session_.inputs().size() &&
                       state.size() == session_.slots().size(),
                   "a value for each slot and input to follow");
    logic::Assignment values;
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      values.set(session_.inputs()[k], inputs[k]);
    }
    for (std::size_t k = 0; k < state.size(); ++k) {
      values.set(session_.slots()[k].variable, state[k]);
    }
    logic::Evaluator evaluator(values);
    return {take([&](auto decide) { return session_.follow_step(decide); },
                 evaluator),
            std::move(last_)};
  }

  [[nodiscard]] model::EncodedPart step_where(
      const std::vector<std::optional<logic::Value>>& state) override {
    prepare();
    CATENARY_CHECK(state.size() == session_.slots().size(),
                   "a value or none for each slot");
    return session_.step_where(state);
  }

 private:
  /// Brings the session into the state that a step needs.
  void prepare() {
    if (prepared_) return;
    (void)session_.init();
    if (session_.has_addresses()) (void)session_.step();
    prepared_ = true;
  }

  /// Runs along the path of the evaluator's assignment; returns the branches.
  template <typename Run>
  std::vector<model::PathBranch> take(const Run& run,
                                      logic::Evaluator& evaluator) {
    last_ = run([&evaluator](logic::Term t) { return evaluator.evaluate(t); });
    return std::move(session_.machine().branches);
  }

  model::EncodeOptions options_;
  const base::Budget& budget_;
  EncodeSession session_;
  model::EncodedPart last_;
  bool prepared_ = false;
};

/// Stateless: every call makes a session.
class LlvmEncoder final : public model::PathEncoder {
 public:
  explicit LlvmEncoder(EncoderInput input) : input_(std::move(input)) {}

  [[nodiscard]] model::Encoding encode(
      logic::TermManager& terms,
      const model::EncodeOptions& options,
      const base::Budget& budget) const override {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    const std::uint32_t before = terms.size();
    const model::EncodeOptions limits = limits_of(options);
    EncodeSession session(input_, terms, limits, budget);
    model::Encoding out;
    out.init = session.init();
    out.step = session.step();
    out.state = session.slots();
    out.inputs = session.inputs();
    out.initial = session.initial();
    out.stats = session.machine().stats;
    out.stats.terms = terms.size() - before;
    out.stats.seconds =
        std::chrono::duration<double>(Clock::now() - start).count();
    return out;
  }

  [[nodiscard]] model::FollowedPart follow(
      logic::TermManager& terms,
      const std::vector<logic::Value>* state,
      const std::vector<logic::Value>& inputs,
      const model::EncodeOptions& options,
      const base::Budget& budget) const override {
    const model::EncodeOptions limits = limits_of(options);
    SessionFollower follower(input_, terms, limits, budget);
    return state == nullptr ? follower.follow_init(inputs)
                            : follower.follow_step(*state, inputs);
  }

  [[nodiscard]] std::unique_ptr<model::Follower> follower(
      logic::TermManager& terms,
      const model::EncodeOptions& options,
      const base::Budget& budget) const override {
    return std::make_unique<SessionFollower>(
        input_, terms, limits_of(options), budget);
  }

 private:
  /// Options with the program's own limit where they leave it open.
  [[nodiscard]] model::EncodeOptions limits_of(
      model::EncodeOptions options) const {
    if (options.unroll == 0) options.unroll = input_.unroll;
    return options;
  }

  EncoderInput input_;
};

}  // namespace

EncoderInput encoder_input(const Workspace& w, const StateLayout& state) {
  EncoderInput input;
  llvm::raw_string_ostream stream(input.bitcode);
  llvm::WriteBitcodeToFile(*w.module, stream);
  stream.flush();
  input.directory = w.directory;
  input.events = w.events;
  for (const StateRange& range : state.ranges) {
    input.state.push_back(
        {range.global->getName().str(), range.offset, range.size});
  }
  input.goals = w.goals.size();
  return input;
}

std::shared_ptr<const model::Encoder> make_encoder(EncoderInput input) {
  return std::make_shared<const LlvmEncoder>(std::move(input));
}

}  // namespace catenary::program
