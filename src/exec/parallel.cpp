// SPDX-License-Identifier: Apache-2.0
/// \file
/// A pipe for each process, over which it sends numbered texts as frames.
#include "exec/parallel.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "base/wire.h"
#include "base/worker.h"

namespace catenary::exec {
namespace {

using Clock = std::chrono::steady_clock;
/// How long processes may take to finish what they do when the time is over:
/// they see it themselves.
constexpr std::chrono::milliseconds kGrace{500};

/// What a frame holds.
enum class Note : std::uint8_t { piece, obstacle, input_error, failure };

/// What this process and its forks share: which piece is the next, and how many
/// processes do pieces.
class SharedQueue {
 public:
  explicit SharedQueue(std::size_t processes)
      : at_(mmap(nullptr,
                 sizeof(Counters),
                 PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS,
                 -1,
                 0)) {
    if (at_ == MAP_FAILED) {
      throw base::ToolError(std::string("no shared memory for --jobs: ") +
                            std::strerror(errno));
    }
    new (at_) Counters{{0}, {processes}};
  }
  ~SharedQueue() { munmap(at_, sizeof(Counters)); }
  SharedQueue(const SharedQueue&) = delete;
  SharedQueue& operator=(const SharedQueue&) = delete;

  /// Whether next() would be less than `pieces`, as far as known now.
  [[nodiscard]] bool has_more(std::size_t pieces) const {
    return counters().next.load() < pieces;
  }
  /// The next number, which nobody else gets.
  [[nodiscard]] std::uint64_t next() const {
    return counters().next.fetch_add(1);
  }
  /// Takes a process out of those that do pieces; false if it is the last one.
  [[nodiscard]] bool leave() const {
    std::uint64_t left = counters().processes.load();
    while (left > 1) {
      if (counters().processes.compare_exchange_weak(left, left - 1)) {
        return true;
      }
    }
    return false;
  }

 private:
  struct Counters {
    std::atomic<std::uint64_t> next;
    std::atomic<std::uint64_t> processes;
  };
  [[nodiscard]] Counters& counters() const {
    return *static_cast<Counters*>(at_);
  }
  void* at_;
};

/// One process.
struct TestProcess {
  base::Pipe pipe;
  base::WireFrames frames;
  std::unique_ptr<base::Worker> worker;
  bool open = true;
};

/// The process' side: pieces, one after the other, as long as there are some.
void do_pieces(const ParallelWork& work,
               std::size_t process,
               const SharedQueue& queue,
               const base::Budget& budget,
               const base::Pipe& pipe) {
  const auto send = [&](Note note, std::uint64_t k, const std::string& text) {
    base::WireWriter out;
    out.put(note, k, text);
    return base::write_all(pipe, out.frame());
  };
  try {
    // Each process asks for an obstacle once, so that whether it has one does
    // not depend on how fast the others are.
    for (bool first = true; budget.poll() == base::StopReason::none &&
                            (first || queue.has_more(work.pieces));
         first = false) {
      // Before a piece is taken, so that none has to be given back.
      const std::string obstacle = work.obstacle ? work.obstacle(process) : "";
      if (!obstacle.empty() && queue.leave()) {
        (void)send(Note::obstacle, process, obstacle);
        break;
      }
      if (budget.poll() != base::StopReason::none) break;
      const std::uint64_t k = queue.next();
      if (k >= work.pieces) break;
      if (!send(
              Note::piece, k, work.run(process, static_cast<std::size_t>(k)))) {
        break;
      }
    }
    work.close(process);
  } catch (const base::InputError& error) {
    (void)send(Note::input_error, 0, error.diagnostics().front().message);
  } catch (const std::exception& error) {
    (void)send(Note::failure, 0, error.what());
  }
}

/// This process' side.
class Processes {
 public:
  using Take = std::function<void(std::size_t, const std::string&)>;

  Processes(const ParallelWork& work,
            std::size_t processes,
            const base::Budget& budget,
            const Take& take)
      : work_(work), budget_(budget), take_(take), queue_(processes) {
    for (std::size_t i = 0; i < processes && work.pieces > 0; ++i) {
      TestProcess& process =
          *all_.emplace_back(std::make_unique<TestProcess>());
      process.worker = std::make_unique<base::Worker>(
          "cannot start a process for --jobs",
          base::Worker::Group::own,
          [&, i] {
            process.pipe.close_read();
            do_pieces(work_, i, queue_, budget_, process.pipe);
          });
      process.pipe.close_write();
      fcntl(process.pipe.read_end(), F_SETFL, O_NONBLOCK);
    }
  }

  bool run() {
    Clock::time_point deadline = Clock::time_point::max();
    while (any_open()) {
      const base::StopReason stopped = budget_.poll();
      if (stopped == base::StopReason::interrupt) break;
      if (stopped != base::StopReason::none &&
          deadline == Clock::time_point::max()) {
        deadline = Clock::now() + kGrace;
      }
      if (Clock::now() > deadline) break;
      wait();
      for (const auto& process : all_) {
        if (process->open) read_from(*process);
      }
      take_in_order();
    }
    // After an interruption there may be gaps.
    for (const auto& [k, text] : arrived_) take_(k, text);
    const std::size_t taken = next_ + arrived_.size();
    const bool complete = taken == work_.pieces;
    CATENARY_CHECK(complete || budget_.poll() != base::StopReason::none,
                   "every piece is done by some process");
    return complete;
  }

 private:
  [[nodiscard]] bool any_open() const {
    return std::ranges::any_of(all_, [](const auto& p) { return p->open; });
  }

  void wait() const {
    std::vector<pollfd> fds;
    for (const auto& process : all_) {
      if (process->open) {
        fds.push_back({process->pipe.read_end(), POLLIN, 0});
      }
    }
    ::poll(
        fds.data(), fds.size(), static_cast<int>(base::kPollInterval.count()));
  }

  void read_from(TestProcess& process) {
    char block[65536];
    for (;;) {
      const ssize_t n = ::read(process.pipe.read_end(), block, sizeof block);
      if (n > 0) {
        process.frames.add({block, static_cast<std::size_t>(n)});
        continue;
      }
      if (n < 0 && errno == EINTR) continue;
      if (n == 0) process.open = false;
      break;
    }
    while (const auto frame = process.frames.next()) accept(*frame);
    if (process.open) return;
    (void)process.worker->wait(std::chrono::seconds(2));
    const base::WorkerEnd& end = process.worker->kill();
    if (end.signal != 0 || end.status != 0) {
      throw base::ToolError("a process that runs tests ended: " +
                            end.to_string());
    }
  }

  void accept(std::string_view frame) {
    base::WireReader in(frame);
    const Note note = in.get_enum(Note::failure);
    const auto k = in.get<std::uint64_t>();
    auto text = in.get<std::string>();
    switch (note) {
      case Note::piece:
        arrived_.emplace(static_cast<std::size_t>(k), std::move(text));
        break;
      case Note::obstacle:
        work_.ended(static_cast<std::size_t>(k), text);
        break;
      case Note::input_error:
        throw base::InputError({}, text, "test-process");
      case Note::failure:
        throw base::ToolError("a process that runs tests failed: " + text);
    }
  }

  void take_in_order() {
    while (!arrived_.empty() && arrived_.begin()->first == next_) {
      take_(next_++, arrived_.begin()->second);
      arrived_.erase(arrived_.begin());
    }
  }

  const ParallelWork& work_;
  const base::Budget& budget_;
  const Take& take_;
  SharedQueue queue_;
  std::vector<std::unique_ptr<TestProcess>> all_;
  std::map<std::size_t, std::string> arrived_;  ///< not taken yet
  std::size_t next_ = 0;                        ///< the next to take
};

}  // namespace

bool run_in_processes(const ParallelWork& work,
                      std::size_t processes,
                      const base::Budget& budget,
                      const Processes::Take& take) {
  return Processes(work, processes, budget, take).run();
}

}  // namespace catenary::exec
