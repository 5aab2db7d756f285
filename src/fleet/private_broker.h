// SPDX-License-Identifier: Apache-2.0
/// \file
/// A NATS server for one coordinator: on the loopback interface, with a token
/// of 128 random bits, and a store in a temporary directory. It ends with the
/// process that started it, whatever ends that.
#pragma once

#include <memory>
#include <string>

#include "base/background_process.h"
#include "base/budget.h"
#include "base/temporary_directory.h"
#include "fleet/broker.h"

namespace catenary::fleet {

/// The server. The destructor kills it.
class PrivateBroker {
 public:
  /// Starts nats-server and waits until it listens. Throws base::ToolError if
  /// it is not installed, or does not listen in a minute.
  explicit PrivateBroker(const base::Budget& budget);

  /// For connections of this machine.
  [[nodiscard]] const BrokerAddress& address() const { return address_; }
  /// A file with the token, which only this user may read.
  [[nodiscard]] const std::string& token_file() const { return token_file_; }
  /// Whether the server has died.
  [[nodiscard]] bool has_ended() const { return process_->has_ended(); }

 private:
  base::TemporaryDirectory folder_;
  BrokerAddress address_;
  std::string token_file_;
  std::unique_ptr<base::BackgroundProcess> process_;
};

}  // namespace catenary::fleet
