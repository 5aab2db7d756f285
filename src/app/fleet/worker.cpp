// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary worker`: runs tasks of batches in folders of their own.
///
/// A task is refused unless it has the seal of the fleet's key, its command is
/// on the white list (shipping.h), every path stays in its folder, every file
/// has its digest, and the files of the system are those of the coordinator.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>

#include "app/commands.h"
#include "app/fleet/fleet_access.h"
#include "app/fleet/fork_server.h"
#include "app/fleet/shipping.h"
#include "base/error.h"
#include "base/sha256.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"
#include "fleet/message.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;
using fleet::ResultMessage;
using fleet::TaskMessage;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

/// How often the broker is told that a task is worked on.
constexpr milliseconds kHeartbeat = fleet::kAckWait / 5;

/// Why the system is not that of the coordinator; empty = it is.
std::string difference_of_system(const TaskMessage& task) {
  for (const fleet::FileDigest& f : task.system) {
    std::error_code failed;
    const bool exists = fs::is_regular_file(f.path, failed);
    if (exists != !f.digest.empty() ||
        (exists && base::sha256_file(f.path) != f.digest)) {
      return f.path + " of the worker is not that of the coordinator";
    }
  }
  return "";
}

/// The folder of a task: `up` folders below `root`.
fs::path folder_of(fs::path root, std::uint32_t up) {
  for (std::uint32_t i = 0; i < up; ++i) root /= std::to_string(i);
  return root;
}

/// Writes the files of a task. The paths were checked.
void unpack(const TaskMessage& task,
            const std::vector<std::string>& contents,
            const fs::path& folder) {
  fs::create_directories(folder);
  for (const std::string& path : task.folders) {
    fs::create_directories(folder / path);
  }
  const auto path_of = [&](const std::string& name) {
    const fs::path out = (folder / name).lexically_normal();
    fs::create_directories(out.parent_path());
    return out;
  };
  for (std::size_t i = 0; i < task.files.size(); ++i) {
    base::write_file(
        path_of(task.files[i].path).string(), contents[i], base::Overwrite::no);
  }
  for (const std::string& name : task.outputs) (void)path_of(name);
}

std::string name_of_worker() {
  std::array<char, 256> host{};
  (void)::gethostname(host.data(), host.size() - 1);
  return std::string(host.data()) + ":" + std::to_string(::getpid());
}

/// A worker while it runs.
class WorkerLoop {
 public:
  WorkerLoop(const WorkerOptions& options,
             FleetAccess access,
             Context& context,
             const CallProgram& call)
      : options_(options),
        access_(std::move(access)),
        context_(context),
        // Before anything that has threads.
        server_(call, options.jobs) {}

  ExitCode run() {
    last_task_ = Clock::now();
    while (!context_.budget.interrupted()) {
      try {
        connect();
        round();
      } catch (const fleet::BrokerError& e) {
        lose(e);
      }
      if (options_.idle.count() > 0 && running_.empty() && results_.empty() &&
          Clock::now() - last_task_ > options_.idle) {
        return ExitCode::success;
      }
    }
    give_back();
    return ExitCode::interrupted;
  }

 private:
  struct Running {
    TaskMessage task;
    fleet::Delivery delivery;
    fs::path root, folder;
  };
  /// A result that the broker has not got yet.
  struct Finished {
    ResultMessage result;
    std::string body;
    fleet::Delivery delivery;
  };

  void connect() {
    if (broker_) return;
    if (tried_) std::this_thread::sleep_for(kBrokerPause);
    if (away_since_ == Clock::time_point{}) away_since_ = Clock::now();
    tried_ = true;
    broker_ = std::make_unique<fleet::Broker>(access_.address, release_name());
    context_.log.info("waiting for tasks at " + access_.address.url);
    away_since_ = {};
    tried_ = false;
  }
  void lose(const fleet::BrokerError& error) {
    broker_.reset();
    if (away_since_ == Clock::time_point{}) {
      away_since_ = Clock::now();
      context_.log.warning(std::string(error.what()) + "; trying again");
    }
    tried_ = true;
    if (error.is_refusal() || Clock::now() - away_since_ > kBrokerPatience) {
      throw base::ToolError(error.what());
    }
  }

  /// Sends, tells, takes, waits.
  void round() {
    constexpr milliseconds kIdle{300};
    constexpr milliseconds kShort{10};
    constexpr milliseconds kBusy{100};
    while (!results_.empty()) send_first();
    if (Clock::now() >= next_heartbeat_) {
      next_heartbeat_ = Clock::now() + kHeartbeat;
      for (const auto& [id, r] : running_) broker_->keep(r.delivery);
    }
    const bool free = server_.free_places() > 0;
    if (free) {
      if (auto delivery =
              broker_->next_task(running_.empty() ? kIdle : kShort)) {
        last_task_ = Clock::now();
        begin(std::move(*delivery));
        return;
      }
    }
    if (running_.empty()) return;
    if (auto ended = server_.wait(free ? milliseconds(0) : kBusy)) {
      end(*ended);
      last_task_ = Clock::now();
    }
  }

  void answer(const TaskMessage& task,
              const fleet::Delivery& delivery,
              ResultMessage result) {
    result.job = task.job;
    result.task = task.id();
    result.worker = name_;
    results_.push_back({std::move(result), "", delivery});
  }
  void refuse(const TaskMessage& task,
              const fleet::Delivery& delivery,
              const std::string& why) {
    context_.log.warning("a task is refused: " + why);
    ResultMessage result;
    result.kind = ResultMessage::Kind::refused;
    result.message = why;
    answer(task, delivery, std::move(result));
  }

  void begin(fleet::Delivery delivery) {
    std::string why;
    auto task = fleet::open_task(delivery.bytes, access_.key, why);
    if (!task) {
      context_.log.warning("a message of the broker is refused: " + why);
      broker_->acknowledge(delivery);
      return;
    }
    if (delivery.delivered > fleet::kMostDeliveries) {
      ResultMessage dead;
      dead.kind = ResultMessage::Kind::dead;
      dead.count = fleet::kMostDeliveries;
      dead.message = "no worker survived it, it was given to " +
                     std::to_string(fleet::kMostDeliveries);
      answer(*task, delivery, std::move(dead));
      return;
    }
    why = why_refused(*task);
    if (why.empty()) why = difference_of_system(*task);
    if (why.empty()) {
      const auto body =
          task->body_digest.empty()
              ? std::optional(task->body)
              : broker_->get_body(task->body_digest, task->body_bytes);
      const auto contents =
          body ? fleet::read_contents(*body, task->files) : std::nullopt;
      task->body.clear();
      if (contents) {
        start(std::move(*task), std::move(delivery), *contents);
        return;
      }
      why = "its files are missing, or have other digests";
    }
    refuse(*task, delivery, why);
  }

  void start(TaskMessage task,
             fleet::Delivery delivery,
             const std::vector<std::string>& contents) {
    const std::size_t id = ++last_id_;
    Running r;
    r.root = folder_.path() / std::to_string(id);
    r.folder = folder_of(r.root, task.up);
    try {
      unpack(task, contents, r.folder);
    } catch (const std::exception& e) {
      std::error_code ignored;
      fs::remove_all(r.root, ignored);
      refuse(task, delivery, e.what());
      return;
    }
    const Task run{
        id, task.words, milliseconds(task.time_ms), r.folder.string()};
    r.task = std::move(task);
    r.delivery = std::move(delivery);
    running_.emplace(id, std::move(r));
    server_.submit(run);
  }

  void end(const TaskResult& ended) {
    const auto found = running_.find(ended.id);
    Running r = std::move(found->second);
    running_.erase(found);
    // Perhaps for want of memory: another worker may have more. The broker
    // gives it to one, since nobody acknowledges it.
    if (!ended.killed) {
      ResultMessage result;
      result.seconds = ended.seconds;
      result.partial = ended.partial;
      result.code = static_cast<std::int32_t>(ended.code);
      fleet::ResultBody body{ended.out, ended.err, {}, {}};
      if (!ended.crash.empty()) {
        result.kind = ResultMessage::Kind::crash;
        result.message = ended.crash;
      } else {
        collect(r, body);
      }
      answer(r.task, r.delivery, std::move(result));
      results_.back().body = fleet::write_body(body);
    }
    std::error_code ignored;
    fs::remove_all(r.root, ignored);
  }
  /// The outputs that are there.
  static void collect(const Running& r, fleet::ResultBody& to) {
    for (const std::string& name : r.task.outputs) {
      const fs::path path = (r.folder / name).lexically_normal();
      std::error_code failed;
      if (!fs::is_regular_file(fs::symlink_status(path, failed))) continue;
      to.contents.push_back(base::read_file(path.string(), fleet::kMostBytes));
      to.files.push_back({name, base::sha256(to.contents.back())});
    }
  }

  void send_first() {
    Finished& f = results_.front();
    ResultMessage& r = f.result;
    // An eighth is for the other fields. A body by digest is asked for, which
    // costs more than one that comes with its result.
    if (f.body.size() > broker_->most_bytes() / 8 * 7) {
      r.body_digest = base::sha256(f.body);
      r.body_bytes = f.body.size();
      broker_->put_body(r.body_digest, f.body);
    } else {
      r.body = f.body;
    }
    broker_->put_result(r.job, fleet::seal(r, access_.key));
    broker_->acknowledge(f.delivery);
    results_.pop_front();
  }

  /// Puts what runs into the queue again, as if nobody had taken it.
  void give_back() {
    try {
      if (!broker_) return;
      while (!results_.empty()) send_first();
      for (auto& [id, r] : running_) {
        constexpr std::size_t kNameBytes = 8;
        broker_->put_task(
            r.task.job, base::random_hex(kNameBytes), r.delivery.bytes);
        broker_->acknowledge(r.delivery);
      }
    } catch (const fleet::BrokerError& e) {
      context_.log.warning(e.what());  // it is given to another in seconds
    }
  }

  const WorkerOptions& options_;
  FleetAccess access_;
  Context& context_;
  ForkServer server_;
  base::TemporaryDirectory folder_;
  std::string name_ = name_of_worker();
  std::unique_ptr<fleet::Broker> broker_;
  bool tried_ = false;
  Clock::time_point away_since_{}, next_heartbeat_{}, last_task_{};
  std::map<std::size_t, Running> running_;
  std::list<Finished> results_;
  std::size_t last_id_ = 0;
};

}  // namespace

ExitCode worker(const WorkerOptions& options,
                Context& context,
                const CallProgram& call) {
  if (options.nats.empty()) {
    throw base::InputError(
        {}, "a worker needs --nats, the address of a server", "nats-missing");
  }
  return WorkerLoop(options, fleet_access(options), context, call).run();
}

}  // namespace catenary::app
