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
enum class Note : std::uint8_t { piece, input_error, failure };

/// A counter that this process and its forks share.
class SharedCounter {
 public:
  SharedCounter()
      : at_(mmap(nullptr,
                 sizeof(std::atomic<std::uint64_t>),
                 PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS,
                 -1,
                 0)) {
    if (at_ == MAP_FAILED) {
      throw base::ToolError(std::string("no shared memory for --jobs: ") +
                            std::strerror(errno));
    }
    new (at_) std::atomic<std::uint64_t>(0);
  }
  ~SharedCounter() { munmap(at_, sizeof(std::atomic<std::uint64_t>)); }
  SharedCounter(const SharedCounter&) = delete;
  SharedCounter& operator=(const SharedCounter&) = delete;

  /// The next number, which nobody else gets.
  std::uint64_t next() {
    return static_cast<std::atomic<std::uint64_t>*>(at_)->fetch_add(1);
  }

 private:
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
               SharedCounter& counter,
               const base::Budget& budget,
               const base::Pipe& pipe) {
  const auto send = [&](Note note, std::uint64_t k, const std::string& text) {
    base::WireWriter out;
    out.put(note, k, text);
    return base::write_all(pipe, out.frame());
  };
  try {
    while (budget.poll() == base::StopReason::none) {
      const std::uint64_t k = counter.next();
      if (k >= work.pieces) break;
      if (!send(Note::piece, k, work.run(static_cast<std::size_t>(k)))) break;
    }
    work.close();
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
            std::uint32_t jobs,
            const base::Budget& budget,
            const Take& take)
      : work_(work), budget_(budget), take_(take) {
    const auto count = std::min<std::size_t>(jobs, work.pieces);
    for (std::size_t i = 0; i < count; ++i) {
      TestProcess& process =
          *all_.emplace_back(std::make_unique<TestProcess>());
      process.worker = std::make_unique<base::Worker>(
          "cannot start a process for --jobs", base::Worker::Group::own, [&] {
            process.pipe.close_read();
            do_pieces(work_, counter_, budget_, process.pipe);
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
  SharedCounter counter_;
  std::vector<std::unique_ptr<TestProcess>> all_;
  std::map<std::size_t, std::string> arrived_;  ///< not taken yet
  std::size_t next_ = 0;                        ///< the next to take
};

}  // namespace

bool run_in_processes(const ParallelWork& work,
                      std::uint32_t jobs,
                      const base::Budget& budget,
                      const Processes::Take& take) {
  return Processes(work, jobs, budget, take).run();
}

}  // namespace catenary::exec
