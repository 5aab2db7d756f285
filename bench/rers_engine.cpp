// SPDX-License-Identifier: Apache-2.0
/// \file
/// The explicit engine on one RERS 2012 program that is compiled into this
/// file, behind a hand-written Stepper: what the engine itself costs, to be
/// compared with baseline/rers_bfs.cpp (same macros). Every error label of the
/// program is left through exit(), without saying which one; the single goal
/// is "a run ended".
///
/// Needs -DRERS_ADDRESSES='&a1,&a19,&a10' as well. Usage: rers_engine [edges],
/// which keeps the graph. Prints the line of the baseline; 0 = closed.
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "engine/reach/explicit/explicit.h"

namespace {
std::jmp_buf run_over;
[[noreturn]] void leave_run() {
  std::longjmp(run_over, 1);
}
}  // namespace

extern "C" {
[[noreturn]] void rers_exit(int) {
  leave_run();
}
[[noreturn]] void __VERIFIER_error() {
  leave_run();
}
int __VERIFIER_nondet_int() {
  return 0;
}
#define exit rers_exit
#define main rers_main
#include RERS_PROGRAM
#undef main
#undef exit
}

namespace {

using namespace catenary;

class RersStepper final : public model::Stepper {
 public:
  std::size_t state_bytes() const override { return sizeof(int) * kWords; }
  model::StepOutcome reset(const std::byte*) override {
    hits_ = 0;
    return model::StepOutcome::running;
  }
  model::StepOutcome step(const std::byte* letter) override {
    hits_ = 0;
    int input;
    std::memcpy(&input, letter, sizeof input);
    if (setjmp(run_over) != 0) {
      hits_ = 1;
      return model::StepOutcome::ended;
    }
    calculate_output(input);
    return model::StepOutcome::running;
  }
  void save(std::byte* packed) const override {
    const int words[] = {RERS_STATE};
    std::memcpy(packed, words, sizeof words);
  }
  void load(const std::byte* packed) override {
    for (int* word : {RERS_ADDRESSES}) {
      std::memcpy(word, packed, sizeof *word);
      packed += sizeof *word;
    }
  }
  const std::uint64_t* hits() const override { return &hits_; }
  bool at_final() override { return true; }
  logic::Value output(std::size_t) override { return {}; }
  Event event() const override { return {}; }

 private:
  static constexpr std::size_t kWords =
      std::initializer_list<int*>{RERS_ADDRESSES}.size();
  std::uint64_t hits_ = 0;
};

class RersFactory final : public model::StepperFactory {
 public:
  std::unique_ptr<model::Stepper> make() const override {
    return std::make_unique<RersStepper>();
  }
};

}  // namespace

int main(int argc, char** argv) {
  model::StepSystem system;
  model::Variable input;
  input.name = "input";
  for (const int value : {RERS_INPUTS}) {
    input.domain.push_back(logic::Value::integer(value));
  }
  input.lo = input.domain.front();
  input.hi = input.domain.back();
  system.inputs.push_back(input);
  system.goals.resize(1);
  system.goals[0].id = "ended";
  system.factory = std::make_shared<RersFactory>();
  system.portable_states = false;  // one copy of the globals
  system.lay_out();

  engine::reach::Options options;
  options.keep_edges = argc > 1 && std::strcmp(argv[1], "edges") == 0;
  const engine::reach::Result result = engine::reach::ExplicitEngine().explore(
      system, options, base::Budget(), {});
  std::printf("states %llu transitions %llu levels %u seconds %.3f\n",
              static_cast<unsigned long long>(result.states),
              static_cast<unsigned long long>(result.transitions),
              result.complete_depth,
              result.seconds);
  return result.closed ? 0 : 1;
}
