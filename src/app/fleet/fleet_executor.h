// SPDX-License-Identifier: Apache-2.0
/// \file
/// The executor whose tasks are computed by workers: the coordinator of a
/// fleet.
///
/// A task is prepared here, which finds its inputs, put into the queue, and
/// counted when its first result is in the journal. Whatever cannot be sent to
/// a worker is computed here. Nothing depends on a message that the broker
/// loses: what has no result is put into the queue again.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "app/batch/executor.h"
#include "app/fleet/fleet_access.h"
#include "app/fleet/fork_server.h"
#include "app/fleet/known_inputs.h"
#include "app/fleet/local_fleet.h"
#include "app/fleet/prepare.h"
#include "app/fleet/sent_tasks.h"
#include "app/fleet/shipping.h"
#include "base/error.h"
#include "fleet/message.h"
#include "store/fleet_journal.h"

namespace catenary::app {

/// Two workers computed different results of one task.
class DisagreementError final : public base::ToolError {
 public:
  using ToolError::ToolError;
};

/// See above. Throws base::ToolError from submit() and next() where the broker
/// is away for too long, or two results of a task disagree; what was counted
/// stays in the journal.
class FleetExecutor final : public Executor {
 public:
  /// `context` must outlive this. Starts the private fleet, or connects.
  FleetExecutor(FleetSetting setting,
                const BatchCalls& calls,
                Context& context);
  ~FleetExecutor() override;
  FleetExecutor(const FleetExecutor&) = delete;
  FleetExecutor& operator=(const FleetExecutor&) = delete;

  [[nodiscard]] std::size_t free_places() const override;
  void submit(const Task& task) override;
  [[nodiscard]] std::optional<TaskResult> next(
      const base::Budget& budget) override;
  /// All tasks of the job are done: the journal forgets them.
  void finish();

 private:
  enum class Stage : std::uint8_t { preparing, sent, local };
  struct Item {
    Task task;
    Stage stage = Stage::preparing;
    ShippedWords words;
    PreparedInputs inputs;  ///< without contents
    fleet::TaskMessage message;
    std::uint32_t attempt = 0;  ///< to put it into the queue
    TaskResult foreign;         ///< what the worker did, without its outputs
  };
  using Clock = std::chrono::steady_clock;

  void work(const base::Budget& budget);
  void run_here(std::size_t id, Task task);
  void take_local(const TaskResult& result);
  void take_prepared(Item& item, PreparedInputs inputs);
  void compute_here(Item& item, const std::string& why);
  void send(Item& item);
  void send_more();
  void take_message(const fleet::Delivery& delivery);
  void take_result(Item& item, const fleet::ResultMessage& result);
  void take_body(Item& item, const std::string& stored);
  /// Writes the result of a page and counts the item. Returns false, and does
  /// nothing, for other commands and for pages that cannot be written.
  bool adopt_page(const Item& item, const ForeignAnswer& answer);
  /// The item, which goes, has the result of a worker.
  void count(const Item& item, TaskResult result);
  void compare(const std::string& task, const fleet::ResultMessage& result);
  [[nodiscard]] std::optional<std::string> body_of(
      const fleet::ResultMessage& result);
  void tend(const base::Budget& budget);
  void look_for_lost_tasks();
  void send_all_again();
  void connect();
  void lose(const fleet::BrokerError& error);
  void say_once(const std::string& text);

  FleetSetting setting_;
  Context& context_;
  ForkServer local_;
  CallProgram adopt_;  ///< called in this process
  std::unique_ptr<LocalFleet> own_;
  FleetAccess access_;
  std::unique_ptr<fleet::Broker> broker_;
  Clock::time_point away_since_{}, next_try_{}, next_look_{};
  store::FleetJournal journal_;
  /// Tells tasks of this process from the same of an earlier one.
  std::string nonce_;
  std::map<std::size_t, Item> items_;  ///< by Task::id
  SentTasks sent_;
  std::deque<std::pair<std::size_t, Task>> waiting_;  ///< for a local place
  std::deque<TaskResult> done_;
  KnownInputs known_;
  bool refused_said_ = false;
  bool heard_ = false;  ///< a result has come
  int looks_ = 0;       ///< while tasks were in the queue
  std::set<std::string> said_;
};

}  // namespace catenary::app
