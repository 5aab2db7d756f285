// SPDX-License-Identifier: Apache-2.0
/// \file
/// A private fleet on this machine: a broker and workers, restarted when they
/// die, and killed with the coordinator.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/background_process.h"
#include "base/budget.h"
#include "base/temporary_directory.h"
#include "fleet/private_broker.h"

namespace catenary::app {

class LocalFleet {
 public:
  /// Starts the broker and `workers` processes. Throws base::ToolError.
  LocalFleet(std::size_t workers, const base::Budget& budget);

  [[nodiscard]] const fleet::BrokerAddress& address() const {
    return broker_->address();
  }
  /// The key of the fleet, which no process but its own has.
  [[nodiscard]] const std::string& key() const { return key_; }
  /// Starts again what has died. Returns whether the broker had, whose address
  /// and queues are new then. Throws base::ToolError if that happens all the
  /// time.
  bool tend(const base::Budget& budget);

 private:
  void start_worker(std::size_t number);

  base::TemporaryDirectory folder_;
  std::string key_, key_file_;
  std::unique_ptr<fleet::PrivateBroker> broker_;
  std::vector<std::unique_ptr<base::BackgroundProcess>> workers_;
  std::size_t broker_deaths_ = 0, worker_deaths_ = 0;
};

}  // namespace catenary::app
