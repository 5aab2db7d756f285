// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs that are copied often.
#pragma once

#include <memory>
#include <utility>

#include "model/step/step_system.h"

namespace catenary::model {

/// A run, or none, with the interface of std::optional. Copies share the run,
/// which never changes: a result has one for each goal, of up to millions of
/// values, and is copied from one search to the next. Copies may be used by
/// several threads.
class SharedTrace {
 public:
  /// None.
  SharedTrace() = default;
  /// This run.
  SharedTrace(Trace run)  // NOLINT(google-explicit-constructor)
      : run_(std::make_shared<const Trace>(std::move(run))) {}

  [[nodiscard]] bool has_value() const { return run_ != nullptr; }
  [[nodiscard]] explicit operator bool() const { return has_value(); }
  /// Requires: has_value().
  [[nodiscard]] const Trace& operator*() const { return *run_; }
  const Trace* operator->() const { return run_.get(); }
  /// Afterwards there is none.
  void reset() { run_.reset(); }

  /// The same inputs, or no run both times. Cost: none for copies of each
  /// other, else that of comparing the values.
  friend bool operator==(const SharedTrace& a, const SharedTrace& b) {
    if (a.run_ == b.run_) return true;
    return a && b && a->initial == b->initial && a->steps == b->steps;
  }

 private:
  std::shared_ptr<const Trace> run_;
};

}  // namespace catenary::model
