// SPDX-License-Identifier: Apache-2.0
#include "challenge/walk/interface_walks.h"

#include <algorithm>
#include <utility>

#include "base/rng.h"
#include "challenge/walk/conforming_system.h"

namespace catenary::challenge {

namespace {

using Kind = ContractClaim::Kind;

constexpr std::uint64_t kLongestRun = 60;

class ContractWalks {
 public:
  ContractWalks(const model::Interface& interface,
                std::span<const ContractClaim> claims,
                std::uint64_t seed,
                WalkBudget& budget)
      : interface_(interface),
        claims_(claims),
        budget_(budget),
        rng_(seed),
        system_(interface, rng_, budget),
        contradicted_(claims.size()),
        watched_(interface.contracts.size()) {
    for (const ContractClaim& c : claims) {
      if (c.kind == Kind::redundant) watched_[c.contract] = true;
      if (c.kind == Kind::guaranteed) guaranteed_.push_back(&c);
    }
  }

  std::vector<WalkContradiction> run() {
    for (std::size_t n = 0; budget_.step(); ++n) {
      if (found_.size() == claims_.size()) break;
      if (n % 2 == 1 && !guaranteed_.empty()) {
        follow(*guaranteed_[n / 2 % guaranteed_.size()]);
      } else {
        walk();
      }
    }
    return std::move(found_);
  }

 private:
  void begin() {
    system_.reset();
    text_.clear();
    step_ = 0;
  }

  /// A step of the system; false where the run ends.
  bool step(const ConformingSystem::Inputs* given) {
    if (!system_.choose_inputs(given)) return false;
    const auto answer = system_.answer(watched_, [&](std::uint32_t contract) {
      contradict([&](const ContractClaim& c) {
        return c.kind == Kind::redundant && c.contract == contract;
      });
    });
    if (answer == ConformingSystem::Answer::none) {
      text_ += "step " + std::to_string(step_) +
               ": no answer is allowed to the inputs of " + system_.text() +
               "\n";
      contradict([&](const ContractClaim& c) {
        return c.kind == Kind::answered && step_ < c.before;
      });
    }
    if (answer != ConformingSystem::Answer::given) return false;
    text_ += "step " + std::to_string(step_) + ": " + system_.text() + "\n";
    return true;
  }
  void next() {
    system_.next();
    ++step_;
  }

  void walk() {
    begin();
    const std::uint64_t length = 1 + rng_.below(kLongestRun);
    while (step_ < length && step(nullptr)) {
      contradict([&](const ContractClaim& c) {
        return c.kind == Kind::never && step_ < c.before && meets(c.target);
      });
      next();
    }
  }

  /// A run with the inputs of a test that is called guaranteed.
  void follow(const ContractClaim& claim) {
    begin();
    for (const auto& inputs : claim.inputs) {
      if (!step(&inputs) || meets(claim.target)) return;
      next();
    }
    contradict([&](const ContractClaim& c) { return &c == &claim; });
  }

  [[nodiscard]] bool meets(const engine::contract::Target& target) const {
    return system_.holds(system_.is_first() ? target.first : target.later);
  }

  template <typename Which>
  void contradict(const Which& which) {
    for (std::size_t i = 0; i < claims_.size(); ++i) {
      if (contradicted_[i] || !which(claims_[i])) continue;
      contradicted_[i] = true;
      std::string run = text_;
      if (claims_[i].kind == Kind::redundant) {
        run += "step " + std::to_string(step_) + ": " + system_.text() +
               " violates this contract alone\n";
      }
      found_.push_back({i, std::move(run)});
    }
  }

  const model::Interface& interface_;
  std::span<const ContractClaim> claims_;
  WalkBudget& budget_;
  base::Rng rng_;
  ConformingSystem system_;
  std::vector<bool> contradicted_;
  std::vector<bool> watched_;  ///< by contract
  std::vector<const ContractClaim*> guaranteed_;
  std::vector<WalkContradiction> found_;
  std::string text_;
  std::uint64_t step_ = 0;
};

}  // namespace

std::vector<WalkContradiction> walk_interface(
    const model::Interface& interface,
    std::span<const ContractClaim> claims,
    std::uint64_t seed,
    WalkBudget& budget) {
  if (claims.empty()) return {};
  return ContractWalks(interface, claims, seed, budget).run();
}

engine::contract::Target assumption_of(const model::Interface& interface,
                                       const model::Contract& contract) {
  const logic::Term never = interface.terms->boolean(false);
  const bool first =
      contract.at_init && !model::reads_before(contract.assumption);
  return {first ? contract.assumption : never,
          contract.at_step ? contract.assumption : never};
}

}  // namespace catenary::challenge
