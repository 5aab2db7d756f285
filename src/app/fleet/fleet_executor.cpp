// SPDX-License-Identifier: Apache-2.0
#include "app/fleet/fleet_executor.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "app/fleet/stored_result.h"
#include "base/error.h"
#include "base/sha256.h"
#include "base/wire.h"

namespace catenary::app {

namespace {

using fleet::ResultMessage;
using std::chrono::milliseconds;

/// Tasks that are prepared or sent at once.
constexpr std::size_t kMostTasks = 4096;
/// How often lost tasks are looked for.
constexpr milliseconds kLookEvery = std::chrono::seconds(2);
/// After so many looks without a result the user is told.
constexpr int kLooksInSilence = 5;

}  // namespace

FleetExecutor::FleetExecutor(FleetSetting setting,
                             const BatchCalls& calls,
                             Context& context)
    : setting_(std::move(setting)),
      context_(context),
      // Before anything that has threads.
      local_(fleet_call(calls), setting_.places),
      adopt_(calls.adopt),
      journal_(setting_.journal),
      nonce_(base::random_hex(8)) {
  if (setting_.workers > 0) {
    if (setting_.workers > setting_.cores) {
      setting_.workers = setting_.cores;
      context.log.info("as many workers as there are cores are started");
    }
    own_ = std::make_unique<LocalFleet>(setting_.workers, context.budget);
    try {
      connect();
    } catch (const fleet::BrokerError& e) {
      lose(e);  // it is started again where it died
    }
  } else {
    access_ = fleet_access(setting_.nats);
    connect();
    // Of a coordinator that was killed: what has no result is sent again.
    broker_->withdraw(journal_.job());
  }
}

FleetExecutor::~FleetExecutor() {
  // The queue of a site should not keep what nobody waits for.
  try {
    if (broker_ && !own_) broker_->forget(journal_.job());
  } catch (const fleet::BrokerError&) {
    return;  // the server drops it after a day
  }
}

std::size_t FleetExecutor::free_places() const {
  return kMostTasks - std::min(kMostTasks, items_.size());
}

void FleetExecutor::submit(const Task& task) {
  Item& item = items_[task.id];
  item = Item{};
  item.task = task;
  std::string why;
  auto words = ship_words(task.words, why);
  if (!words) {
    compute_here(item, why);
    return;
  }
  item.words = std::move(*words);
  if (auto known = known_.of(item.words)) {
    take_prepared(item, std::move(*known));
    return;
  }
  Task prepare = task;
  prepare.words.insert(prepare.words.begin(), kPrepareWord);
  run_here(task.id, std::move(prepare));
}

std::optional<TaskResult> FleetExecutor::next(const base::Budget& budget) {
  while (budget.poll() == base::StopReason::none) {
    if (!done_.empty()) {
      TaskResult out = std::move(done_.front());
      done_.pop_front();
      return out;
    }
    if (items_.empty()) return std::nullopt;
    work(budget);
  }
  return std::nullopt;
}

void FleetExecutor::finish() {
  if (broker_) {
    try {
      broker_->forget(journal_.job());
    } catch (const fleet::BrokerError&) {
      broker_.reset();
    }
  }
  journal_.finish();
}

/// A round: takes what has come, from here and from the workers.
void FleetExecutor::work(const base::Budget& budget) {
  constexpr milliseconds kShort{2};
  constexpr milliseconds kLong{20};
  while (local_.free_places() > 0 && !waiting_.empty()) {
    const Task task = std::move(waiting_.front().second);
    waiting_.pop_front();
    Item& item = items_.at(task.id);
    // Another command may have been prepared since.
    auto known =
        item.stage == Stage::preparing ? known_.of(item.words) : std::nullopt;
    if (known) {
      take_prepared(item, std::move(*known));
    } else {
      local_.submit(task);
    }
  }
  const bool busy = local_.free_places() < setting_.places;
  if (busy) {
    while (const auto result = local_.wait(milliseconds(0))) {
      take_local(*result);
    }
  }
  try {
    tend(budget);
    if (!broker_) {
      if (!busy) std::this_thread::sleep_for(kLong);
      if (const auto result = local_.wait(kLong)) take_local(*result);
      return;
    }
    send_more();
    if (sent_.empty()) {
      if (const auto result = local_.wait(kLong)) take_local(*result);
      return;
    }
    auto delivery = broker_->next_result(journal_.job(), busy ? kShort : kLong);
    while (delivery) {
      take_message(*delivery);
      delivery = broker_->next_result(journal_.job(), milliseconds(0));
    }
    look_for_lost_tasks();
  } catch (const fleet::BrokerError& e) {
    lose(e);
  }
}

void FleetExecutor::run_here(std::size_t id, Task task) {
  task.id = id;
  waiting_.emplace_back(id, std::move(task));
}

void FleetExecutor::compute_here(Item& item, const std::string& why) {
  // Pages and quick commands need no word.
  const std::vector<std::string>& words = item.task.words;
  if (words.front() != "report") {
    say_once("computed here, not by a worker: " + short_text_of(words) + ": " +
             why);
  }
  item.stage = Stage::local;
  run_here(item.task.id, item.task);
}

void FleetExecutor::take_local(const TaskResult& result) {
  const auto found = items_.find(result.id);
  if (found == items_.end()) return;
  Item& item = found->second;
  if (item.stage == Stage::preparing && result.crash.empty() &&
      result.code == ExitCode::success && !result.from_cache) {
    take_prepared(item, prepared_from(result.out));
    return;
  }
  if (item.stage == Stage::preparing && !result.from_cache) {
    // It says so itself what is wrong.
    compute_here(item, "its model cannot be read");
    return;
  }
  items_.erase(found);
  done_.push_back(result);
}

/// The inputs are known: makes the message.
void FleetExecutor::take_prepared(Item& item, PreparedInputs inputs) {
  item.inputs = std::move(inputs);
  std::string why;
  auto message = message_of(item.words, item.inputs, why);
  if (!message) return compute_here(item, why);
  known_.remember(item.words, item.inputs);
  item.message = std::move(*message);
  item.message.job = journal_.job();
  item.message.time_ms = item.task.time.count();
  const std::string id = item.message.id();
  if (sent_.find(id)) return compute_here(item, "another task is the same");
  item.stage = Stage::sent;
  if (const auto stored = journal_.find(id)) {
    item.foreign.from_cache = true;
    take_body(item, *stored);
    return;
  }
  sent_.add(id, item.task.id);
}

/// Puts tasks into the queue; one waits for the next worker that is free.
void FleetExecutor::send_more() {
  const std::size_t most = own_ ? setting_.cores + 1 : kMostTasks;
  while (const auto id = sent_.next(most)) send(items_.at(*id));
}

void FleetExecutor::send(Item& item) {
  const std::string id = item.message.id();
  fleet::TaskMessage m = item.message;
  if (m.body.size() > fleet::kMostInline) {
    m.body_digest = base::sha256(m.body);
    m.body_bytes = m.body.size();
    broker_->put_body(m.body_digest, m.body);
    m.body.clear();
  }
  const std::string& key = own_ ? own_->key() : access_.key;
  broker_->put_task(m.job,
                    nonce_ + "." + id + "." + std::to_string(item.attempt),
                    fleet::seal(m, key));
}

void FleetExecutor::take_message(const fleet::Delivery& delivery) {
  std::string why;
  const std::string& key = own_ ? own_->key() : access_.key;
  const auto result = fleet::open_result(delivery.bytes, key, why);
  if (!result || result->job != journal_.job()) {
    if (!std::exchange(refused_said_, true)) {
      context_.log.warning("a message of the broker is refused: " +
                           (result ? "it is of another job" : why));
    }
    broker_->acknowledge(delivery);
    return;
  }
  heard_ = true;
  const auto found = sent_.find(result->task);
  if (found) {
    take_result(items_.at(*found), *result);
  } else {
    compare(result->task, *result);
  }
  broker_->acknowledge(delivery);
}

std::optional<std::string> FleetExecutor::body_of(const ResultMessage& result) {
  if (result.body_digest.empty()) return result.body;
  return broker_->get_body(result.body_digest, result.body_bytes);
}

void FleetExecutor::take_result(Item& item, const ResultMessage& result) {
  const std::string id = result.task;
  if (result.kind == ResultMessage::Kind::refused) {
    sent_.remove(id);
    compute_here(item, result.message);
    return;
  }
  if (result.kind != ResultMessage::Kind::ended) {
    TaskResult out;
    out.id = item.task.id;
    out.crash = result.message;
    out.deliveries =
        result.kind == ResultMessage::Kind::dead ? result.count : 0;
    out.seconds = result.seconds;
    sent_.remove(id);
    items_.erase(item.task.id);
    done_.push_back(std::move(out));
    return;
  }
  const auto body = body_of(result);
  const auto read = body ? fleet::read_body(*body) : std::nullopt;
  const auto& outputs = item.message.outputs;
  if (!read || !std::ranges::all_of(read->files, [&](const auto& f) {
        return std::ranges::find(outputs, f.path) != outputs.end();
      })) {
    // Its body is lost, or another one: it is computed again.
    ++item.attempt;
    sent_.remove(id);
    sent_.add(id, item.task.id);
    return;
  }
  if (result.code == static_cast<std::int32_t>(ExitCode::usage)) {
    // Perhaps the input is faulty only in another folder.
    sent_.remove(id);
    return compute_here(item, "a worker cannot read its files");
  }
  const std::string stored =
      to_stored(text_of(item.message.words), result, *body);
  journal_.put(id, stored);
  sent_.remove(id);
  take_body(item, stored);
}

/// A result that is in the journal becomes that of the task.
void FleetExecutor::take_body(Item& item, const std::string& stored) {
  StoredResult read = read_stored(stored);
  ForeignAnswer answer;
  answer.code = static_cast<ExitCode>(read.code);
  answer.partial = read.partial;
  answer.body = std::move(read.body);
  item.foreign.seconds = read.seconds;
  if (adopt_page(item, answer)) return;
  answer.inputs = item.inputs;
  count(item, adopt_here(adopt_, item.task.words, answer));
}

bool FleetExecutor::adopt_page(const Item& item, const ForeignAnswer& answer) {
  if (!write_page(item.words, answer.body)) return false;
  TaskResult result;
  result.code = answer.code;
  result.out = answer.body.out;
  result.partial = answer.partial;
  count(item, std::move(result));
  return true;
}

void FleetExecutor::count(const Item& item, TaskResult result) {
  result.id = item.task.id;
  result.seconds = item.foreign.seconds;
  result.from_cache = item.foreign.from_cache;
  items_.erase(result.id);
  done_.push_back(std::move(result));
}

/// A second result of a task: it has to be the same.
void FleetExecutor::compare(const std::string& task,
                            const ResultMessage& result) {
  if (result.kind != ResultMessage::Kind::ended) return;
  const auto stored = journal_.find(task);
  const auto body = body_of(result);
  if (!stored || !body || !fleet::read_body(*body)) return;
  const std::string what = read_stored(*stored).task;
  const std::string first = same_part(*stored);
  const std::string second = same_part(to_stored(what, result, *body));
  if (first.empty() || second.empty() || first == second) return;
  throw DisagreementError(
      "two workers computed different results of one task, so that neither is "
      "to be trusted: " +
      what + "; the second is by " + result.worker);
}

void FleetExecutor::tend(const base::Budget& budget) {
  if (own_ && own_->tend(budget)) {
    context_.log.warning("the broker died and was started again");
    broker_.reset();
    next_try_ = {};
  }
  if (!broker_ && Clock::now() >= next_try_) {
    connect();
    send_all_again();
  }
}

void FleetExecutor::connect() {
  if (away_since_ == Clock::time_point{}) away_since_ = Clock::now();
  next_try_ = Clock::now() + kBrokerPause;
  broker_ = std::make_unique<fleet::Broker>(
      own_ ? own_->address() : access_.address, release_name());
  away_since_ = Clock::now();
  next_look_ = Clock::now() + kLookEvery;
}

void FleetExecutor::lose(const fleet::BrokerError& error) {
  if (std::exchange(broker_, nullptr)) away_since_ = Clock::now();
  if (error.is_refusal() || Clock::now() - away_since_ > kBrokerPatience) {
    throw base::ToolError(error.what() + setting_.when_lost);
  }
  say_once(std::string(error.what()) + "; trying again");
}

/// The parts of a command have one message.
void FleetExecutor::say_once(const std::string& text) {
  if (said_.insert(text).second) context_.log.info(text);
}

/// A broker may lose what it has acknowledged: it does not wait for its disk.
void FleetExecutor::look_for_lost_tasks() {
  if (Clock::now() < next_look_ || sent_.empty()) return;
  next_look_ = Clock::now() + kLookEvery;
  if (broker_->tasks(journal_.job()) > 0) {
    if (!own_ && !heard_ && ++looks_ == kLooksInSilence) {
      say_once(
          "no worker has answered yet; expected a 'catenary worker' with this "
          "--nats and the same key");
    }
    return;
  }
  // A worker removes a task after it has put the result.
  constexpr milliseconds kPatience{100};
  while (const auto delivery =
             broker_->next_result(journal_.job(), kPatience)) {
    take_message(*delivery);
  }
  for (const std::size_t id : sent_.in_queue()) {
    Item& item = items_.at(id);
    ++item.attempt;
    send(item);
  }
}

void FleetExecutor::send_all_again() {
  for (const std::size_t id : sent_.in_queue()) send(items_.at(id));
}

}  // namespace catenary::app
