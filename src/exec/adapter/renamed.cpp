// SPDX-License-Identifier: Apache-2.0
/// \file
/// A signature with other names, passed to the wrapped adapter; positions are
/// unchanged, so that values need no translation.
#include "exec/adapter/renamed.h"

namespace catenary::exec {

namespace {

class Renamed final : public Adapter {
 public:
  Renamed(std::unique_ptr<Adapter> inner, SignalRenaming names)
      : inner_(std::move(inner)), names_(std::move(names)) {}

  SutReply open(const suite::Signature& signature, SutInfo& info) override {
    inner_->close();  // it may still hold the signature
    signature_ = signature;
    for (std::vector<suite::Signal>* signals :
         {&signature_.inputs, &signature_.initial, &signature_.outputs}) {
      for (suite::Signal& s : *signals) rename(s);
    }
    return inner_->open(signature_, info);
  }
  SutReply reset(std::span<const logic::Value> initial,
                 std::chrono::milliseconds limit) override {
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
  void rename(suite::Signal& signal) const {
    for (const auto& [from, to] : names_) {
      if (signal.name != from) continue;
      signal.name = to;
      return;
    }
  }

  std::unique_ptr<Adapter> inner_;
  SignalRenaming names_;
  suite::Signature signature_;
};

}  // namespace

std::unique_ptr<Adapter> renamed(std::unique_ptr<Adapter> inner,
                                 SignalRenaming names) {
  return std::make_unique<Renamed>(std::move(inner), std::move(names));
}

}  // namespace catenary::exec
