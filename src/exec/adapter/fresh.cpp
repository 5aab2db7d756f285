// SPDX-License-Identifier: Apache-2.0
/// \file
/// The adapter that opens anew for each test.
#include "exec/adapter/fresh.h"

#include <utility>

namespace catenary::exec {

namespace {

class FreshAdapter final : public Adapter {
 public:
  explicit FreshAdapter(std::unique_ptr<Adapter> inner)
      : inner_(std::move(inner)) {}

  SutReply open(const suite::Signature& signature, SutInfo& info) override {
    signature_ = &signature;
    used_ = false;
    return inner_->open(signature, info);
  }
  SutReply reset(std::span<const logic::Value> initial,
                 std::chrono::milliseconds limit) override {
    // The first reset follows an open() by the runner.
    if (std::exchange(used_, true)) {
      SutInfo same;
      const SutReply opened = inner_->open(*signature_, same);
      if (opened.outcome != SutOutcome::ok) return opened;
    }
    return inner_->reset(initial, limit);
  }
  SutReply step(const mpq_class& dt,
                std::span<const logic::Value> inputs,
                std::chrono::milliseconds limit) override {
    return inner_->step(dt, inputs, limit);
  }
  SutReply settle(std::chrono::milliseconds time) override {
    return inner_->settle(time);
  }
  void begin_run(std::uint64_t number) override { inner_->begin_run(number); }
  void close() override { inner_->close(); }
  std::string take_output() override { return inner_->take_output(); }
  [[nodiscard]] std::string sandbox() const override {
    return inner_->sandbox();
  }

 private:
  std::unique_ptr<Adapter> inner_;
  const suite::Signature* signature_ = nullptr;
  bool used_ = false;
};

}  // namespace

std::unique_ptr<Adapter> fresh_for_each_test(std::unique_ptr<Adapter> inner) {
  return std::make_unique<FreshAdapter>(std::move(inner));
}

}  // namespace catenary::exec
