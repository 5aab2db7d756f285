// SPDX-License-Identifier: Apache-2.0
#include "program/encode.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <chrono>

#include "base/check.h"
#include "logic/term/evaluate.h"
#include "program/encode_session.h"

namespace catenary::program {

namespace {

class LlvmEncoder final : public model::Encoder {
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
    EncodeSession session(input_, terms, limits, budget);
    logic::Assignment values;
    const std::vector<logic::Term>& letter =
        state == nullptr ? session.initial() : session.inputs();
    CATENARY_CHECK(inputs.size() == letter.size(),
                   "a value for each input to follow");
    for (std::size_t k = 0; k < letter.size(); ++k) {
      values.set(letter[k], inputs[k]);
    }
    if (state != nullptr) {
      CATENARY_CHECK(state->size() == session.slots().size(),
                     "a value for each slot to follow");
      for (std::size_t k = 0; k < state->size(); ++k) {
        values.set(session.slots()[k].variable, (*state)[k]);
      }
    }
    logic::Evaluator evaluator(values);
    const auto decide = [&](logic::Term t) -> std::optional<bool> {
      const std::optional<logic::Value> v = evaluator.evaluate(t);
      if (!v) return {};
      return v->as_bool();
    };
    model::FollowedPart out;
    if (state == nullptr) {
      out.part = session.init(decide);
    } else {
      (void)session.init();
      out.part = session.step(decide);
    }
    out.branches = std::move(session.machine().branches);
    return out;
  }

 private:
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
