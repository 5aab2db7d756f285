// SPDX-License-Identifier: Apache-2.0
/// \file
/// The side of the tool: it never loads the FMU.
#include "exec/adapter/fmu/fmu.h"

#include <utility>

#include "exec/adapter/fmu/bindings.h"
#include "exec/adapter/fmu/package.h"
#include "exec/adapter/fmu/session.h"

namespace catenary::exec {
namespace {

/// FMUs may have files to write when they are terminated and freed.
IsolationLimits limits_of(const FmuOptions& options) {
  IsolationLimits limits = options.limits;
  limits.close_time = std::chrono::seconds(1);
  return limits;
}

class FmuAdapter final : public Adapter {
 public:
  FmuAdapter(const std::string& path,
             const FmuOptions& options,
             const base::Budget& budget)
      : package_(fmu::open_package(path)) {
    mpq_class step_size = options.step_size.value_or(
        mpq_class(package_.description.step_size.value_or(1.0)));
    inner_ = isolate(
        // Called in the child, which inherits what is referred to.
        [this, step_size] {
          return fmu::make_session(package_, bindings_, step_size);
        },
        limits_of(options),
        budget);
  }

  SutReply open(const suite::Signature& signature, SutInfo& info) override {
    inner_->close();
    signature_ = &signature;
    bindings_ = fmu::bind(signature, package_);
    used_ = doubtful_ = false;
    return inner_->open(signature, info);
  }

  SutReply reset(std::span<const logic::Value> initial,
                 std::chrono::milliseconds limit) override {
    if (!std::exchange(doubtful_, false)) {
      SutReply reply = inner_->reset(initial, limit);
      const bool again = std::exchange(used_, true);
      if (reply.outcome != SutOutcome::refused || !again) {
        doubtful_ = reply.outcome != SutOutcome::ok;
        return reply;
      }
    }
    SutInfo same;
    SutReply reply = inner_->open(*signature_, same);
    if (reply.outcome == SutOutcome::ok) {
      used_ = true;
      reply = inner_->reset(initial, limit);
    }
    doubtful_ = reply.outcome != SutOutcome::ok;
    return reply;
  }

  SutReply step(const mpq_class& dt,
                std::span<const logic::Value> inputs,
                std::chrono::milliseconds limit) override {
    SutReply reply = inner_->step(dt, inputs, limit);
    // An instance that reported an error is not used for another test.
    if (reply.outcome != SutOutcome::ok) doubtful_ = true;
    return reply;
  }

  void close() override { inner_->close(); }
  std::string take_output() override { return inner_->take_output(); }
  [[nodiscard]] std::string sandbox() const override {
    return inner_->sandbox();
  }

 private:
  fmu::Package package_;
  fmu::Bindings bindings_;
  const suite::Signature* signature_ = nullptr;
  std::unique_ptr<Adapter> inner_;
  /// The instance was reset before.
  bool used_ = false;
  /// It reported an error.
  bool doubtful_ = false;
};

}  // namespace

std::unique_ptr<Adapter> make_fmu(const std::string& path,
                                  const FmuOptions& options,
                                  const base::Budget& budget) {
  return std::make_unique<FmuAdapter>(path, options, budget);
}

}  // namespace catenary::exec
