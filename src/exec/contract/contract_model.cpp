// SPDX-License-Identifier: Apache-2.0
#include "exec/contract/contract_model.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/rng.h"
#include "engine/contract/consistency/undecided.h"
#include "engine/contract/monitor/simulation.h"
#include "exec/adapter/model.h"
#include "logic/bdd/bdd.h"
#include "logic/bdd/codes.h"

namespace catenary::exec::contract {

namespace {

namespace contract = engine::contract;
using model::Role;

/// What happens to be beyond us ends the run of the tool, not the test.
template <typename Body>
auto guarded(const Body& body) {
  try {
    return body();
  } catch (const contract::Undecided& e) {
    throw base::ToolError(
        std::string("the requirements cannot be simulated: ") + e.what());
  } catch (const logic::bdd::LimitReached& e) {
    throw base::ToolError(
        std::string("the requirements cannot be simulated: ") +
        base::to_string(e.reason()));
  } catch (const logic::bdd::Unsupported& e) {
    throw base::ToolError(
        std::string("the requirements cannot be simulated: no decision "
                    "diagrams for ") +
        e.what());
  }
}

class ContractSimulator final : public exec::ModelSimulator {
 public:
  ContractSimulator(const model::Interface& interface,
                    std::optional<std::uint64_t> seed,
                    const base::Budget& budget)
      : interface_(interface),
        seed_(seed),
        budget_(budget),
        simulation_(guarded(
            [&] { return contract::simulate(interface, seed, budget); })) {}

  std::string name() const override { return interface_.name; }
  std::vector<std::string> inputs() const override {
    return names(Role::input);
  }
  std::vector<std::string> initial() const override { return {}; }
  std::vector<std::string> outputs() const override {
    return names(Role::output);
  }

  void begin_run(std::uint64_t number) override {
    // Of answers that are drawn at random, each run has a sequence of its own.
    if (!seed_ || number == number_) return;
    number_ = number;
    std::uint64_t seed = *seed_;
    if (number > 0) seed = base::Rng::of_task(seed, number).next();
    simulation_ =
        guarded([&] { return contract::simulate(interface_, seed, budget_); });
  }

  exec::SutReply reset(
      std::span<const std::optional<logic::Value>> /*initial*/) override {
    simulation_->restart();
    return {};
  }

  exec::SutReply step(
      const mpq_class& /*dt*/,
      std::span<const std::optional<logic::Value>> inputs) override {
    exec::SutReply reply;
    contract::Snapshot now;
    std::size_t next = 0;
    for (const model::InterfaceVariable& v : interface_.variables) {
      now.push_back(v.lo ? *v.lo : logic::default_value(v.sort()));
      if (v.role != Role::input) continue;
      const std::optional<logic::Value>& given = inputs[next++];
      if (!given) continue;
      if (!(given->sort() == v.sort())) {
        reply.outcome = exec::SutOutcome::refused;
        reply.reason =
            v.name + " is " + given->to_string() + ", which is not of its type";
        return reply;
      }
      now.back() = *given;
    }
    const std::optional<contract::Snapshot> answer =
        guarded([&] { return simulation_->step(now); });
    if (!answer) {
      reply.outcome = exec::SutOutcome::refused;
      reply.reason =
          "the requirements are in a dead end: they do not allow any answer";
      return reply;
    }
    for (std::size_t v = 0; v < answer->size(); ++v) {
      if (interface_.variables[v].role == Role::output) {
        reply.outputs.emplace_back((*answer)[v]);
      }
    }
    return reply;
  }

 private:
  [[nodiscard]] std::vector<std::string> names(Role role) const {
    std::vector<std::string> out;
    for (const model::InterfaceVariable& v : interface_.variables) {
      if (v.role == role) out.push_back(v.name);
    }
    return out;
  }

  const model::Interface& interface_;
  std::optional<std::uint64_t> seed_;
  const base::Budget& budget_;
  std::uint64_t number_ = 0;  ///< of the run
  std::unique_ptr<contract::Simulation> simulation_;
};

}  // namespace

std::unique_ptr<exec::Adapter> make_contract_model(
    const model::Interface& interface,
    std::optional<std::uint64_t> seed,
    const base::Budget& budget) {
  return exec::make_model([&interface, seed, &budget] {
    return std::make_unique<ContractSimulator>(interface, seed, budget);
  });
}

}  // namespace catenary::exec::contract
