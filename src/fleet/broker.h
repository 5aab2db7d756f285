// SPDX-License-Identifier: Apache-2.0
/// \file
/// A connection to a NATS server with JetStream: the door to libnats.
///
/// Tasks are in a work queue with explicit acknowledgements, results are in a
/// stream until their job ends, and bodies that are too large for a message
/// are stored in chunks by their digest. Messages that
/// nobody takes are dropped by the server after a day.
///
/// Nothing here trusts the server: a message is bytes, and a body is checked
/// against its digest. Every function throws BrokerError where the server does
/// not answer; the caller may make another connection, and acknowledge there
/// what it got here.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/error.h"

namespace catenary::fleet {

/// The server cannot be reached, or refuses us.
class BrokerError : public base::ToolError {
 public:
  BrokerError(const std::string& message, bool is_refusal)
      : ToolError(message), is_refusal_(is_refusal) {}
  /// Whether another attempt would end alike: a wrong token or certificate.
  [[nodiscard]] bool is_refusal() const { return is_refusal_; }

 private:
  bool is_refusal_;
};

/// Where the server is, and how it knows us.
struct BrokerAddress {
  std::string url;      ///< e.g. "nats://host:4222", "tls://host:4222"
  std::string token{};  ///< empty = none
  std::string ca{};     ///< file of certificates; not empty = TLS
};

/// A message of a queue, until it is acknowledged.
struct Delivery {
  std::string bytes;
  std::string reply;            ///< where it is acknowledged
  std::uint64_t delivered = 1;  ///< how often it was delivered, with this time
};

/// How long a worker may be silent before its task is given to another one.
inline constexpr std::chrono::milliseconds kAckWait = std::chrono::seconds(5);

/// A connection. For one thread; libnats has threads of its own, so that the
/// process should not fork afterwards other than to execute a program.
class Broker {
 public:
  /// Connects, and makes the streams that are missing. `release`: names the
  /// version of Catenary, as a name (is_name()): tasks of one are only for
  /// workers of the same.
  Broker(const BrokerAddress& address, std::string release);
  ~Broker();
  Broker(const Broker&) = delete;
  Broker& operator=(const Broker&) = delete;

  /// Puts a task, or a result, into its queue: stored by the server when this
  /// returns. A task of the same name is not put twice within two minutes.
  void put_task(const std::string& job,
                const std::string& name,
                std::string_view bytes);
  void put_result(const std::string& job, std::string_view bytes);
  /// The next task of any job, waiting for it for some time.
  [[nodiscard]] std::optional<Delivery> next_task(
      std::chrono::milliseconds at_most);
  /// The next result of this job; the first of a connection is the oldest that
  /// the server has. Requires: always the same job.
  [[nodiscard]] std::optional<Delivery> next_result(
      const std::string& job, std::chrono::milliseconds at_most);
  /// Removes a message from its queue; tells that it is still worked on.
  void acknowledge(const Delivery& delivery);
  void keep(const Delivery& delivery);
  /// Tasks of a job that are in the queue, also those that somebody works on.
  [[nodiscard]] std::uint64_t tasks(const std::string& job);
  /// Removes the tasks of a job, so that nobody begins them any more.
  void withdraw(const std::string& job);
  /// Removes the results of a job, too: at its end.
  void forget(const std::string& job);

  /// Stores a body. Without effect if this connection has stored it before.
  void put_body(const std::string& digest, std::string_view body);
  /// Reads one; nothing if it is not there, or is not of this digest and size.
  [[nodiscard]] std::optional<std::string> get_body(const std::string& digest,
                                                    std::uint64_t bytes);
  /// The largest message that should be sent.
  [[nodiscard]] std::size_t most_bytes() const;

 private:
  struct Parts;
  void put(const std::string& subject,
           std::string_view bytes,
           const std::string& name);
  void purge(const char* stream, const std::string& subject);
  [[nodiscard]] std::string task_subject(const std::string& job) const {
    return "catenary.task." + release_ + "." + job;
  }
  void answer(const Delivery& delivery, const char* what);

  std::unique_ptr<Parts> parts_;
  std::string release_;
  std::set<std::string> stored_;
};

}  // namespace catenary::fleet
