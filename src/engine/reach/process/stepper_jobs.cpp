// SPDX-License-Identifier: Apache-2.0
/// \file
/// The child writes results to shared memory and counts the complete ones;
/// after its death the parent goes on behind the job that killed it.

#include "engine/reach/process/stepper_jobs.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "engine/reach/explicit/mapping.h"
#include "engine/reach/process/child_process.h"

namespace catenary::engine::reach {

namespace {

using Clock = std::chrono::steady_clock;
using model::StepOutcome;
using std::chrono::milliseconds;

constexpr milliseconds kPollEvery{50};
/// Beyond twice the limit of a step: the machine may be busy.
constexpr milliseconds kWatchSlack{1000};
/// Address space for results; only pages in use take memory.
constexpr std::uint64_t kMostBytes = std::uint64_t{8} << 30;

// Shared with the child; zero at the start.
struct Header {
  /// Jobs whose results are complete.
  std::atomic<std::uint64_t> done;
  /// Bytes of their results, or more.
  std::atomic<std::uint64_t> bytes;
  /// Steps begun since the last reset.
  std::atomic<std::uint64_t> begun;
  /// Changes with every step, so that the parent can detect one that hangs.
  std::atomic<std::uint64_t> beat;
  SharedError error;
};

// A stepper that counts the steps that are begun, for the parent to watch.
// Everything else is left to the stepper inside.
class WatchedStepper final : public model::Stepper {
 public:
  WatchedStepper(std::unique_ptr<Stepper> inner, Header& header)
      : inner_(std::move(inner)), header_(header) {}

  std::size_t state_bytes() const override { return inner_->state_bytes(); }
  void limit_loops(std::uint64_t iterations) override {
    inner_->limit_loops(iterations);
  }
  base::WorkClock::duration take_loop_price() override {
    return inner_->take_loop_price();
  }
  StepOutcome reset(const std::byte* letter) override {
    header_.begun.store(0);
    ++header_.beat;
    return inner_->reset(letter);
  }
  StepOutcome step(const std::byte* letter) override {
    ++header_.begun;
    ++header_.beat;
    return inner_->step(letter);
  }
  void save(std::byte* packed) const override { inner_->save(packed); }
  void load(const std::byte* packed) override { inner_->load(packed); }
  const std::uint64_t* hits() const override { return inner_->hits(); }
  bool at_final() override { return inner_->at_final(); }
  logic::Value output(std::size_t index) override {
    return inner_->output(index);
  }
  Event event() const override { return inner_->event(); }
  std::vector<std::uint32_t> called() const override {
    return inner_->called();
  }

 private:
  std::unique_ptr<Stepper> inner_;
  Header& header_;
};

/// Why the parent killed the child.
enum class Cut : std::uint8_t { none, budget, hung };

// Waits for the end of the child. Kills it if the budget is used up or a step
// hangs.
Cut watch(ChildProcess& child,
          const Header& header,
          milliseconds limit,
          const base::Budget& budget) {
  std::uint64_t beat = 0;
  Clock::time_point since = Clock::now();
  while (!child.wait(std::min(kPollEvery, budget.time_left()))) {
    if (budget.poll() != base::StopReason::none) {
      child.kill();
      return Cut::budget;
    }
    const auto now = Clock::now();
    if (const std::uint64_t b = header.beat.load(); b != beat) {
      beat = b;
      since = now;
      // No step has begun yet: the child still links the program.
    } else if (beat != 0 && limit.count() > 0 &&
               now - since > 2 * limit + kWatchSlack) {
      child.kill();
      return Cut::hung;
    }
  }
  return Cut::none;
}

/// Does jobs from `first` on, until the end or a job that kills the child.
/// Returns the first job that was not tried.
std::size_t do_some(const model::StepSystem& system,
                    const StepperJobs& jobs,
                    milliseconds step_time_limit,
                    const base::Budget& budget,
                    std::size_t first) {
  const MappedArray<Header> shared(1, Mapping::Sharing::with_children);
  const MappedArray<std::byte> buffer(kMostBytes,
                                      Mapping::Sharing::with_children);
  Header& header = shared[0];
  // Before the fork, so that all children share what it makes.
  system.factory->prepare();
  ChildProcess child(header.error, [&] {
    WatchedStepper stepper(system.factory->make(), header);
    std::uint64_t end = 0;
    for (std::size_t i = first; i < jobs.count; ++i) {
      base::WireWriter writer;
      jobs.work(i, stepper, writer);
      const std::string& bytes = writer.bytes();
      if (bytes.size() > buffer.capacity() - end) {
        throw base::ToolError("the replayed runs are too large to keep");
      }
      std::memcpy(buffer.data() + end, bytes.data(), bytes.size());
      end += bytes.size();
      header.bytes.store(end);
      header.done.store(i - first + 1, std::memory_order_release);
    }
  });
  const Cut cut = watch(child, header, step_time_limit, budget);
  header.error.rethrow_if_any();

  // Everything before the counter is complete, however the child ended.
  const std::size_t done = first + header.done.load(std::memory_order_acquire);
  base::WireReader reader({reinterpret_cast<const char*>(buffer.data()),
                           std::min(header.bytes.load(), buffer.capacity())});
  for (std::size_t i = first; i < done; ++i) jobs.done(i, reader);
  if (done == jobs.count) return done;
  // The rest would be cut off as well.
  if (cut == Cut::budget) {
    for (std::size_t i = done; i < jobs.count; ++i) {
      jobs.failed(
          i,
          std::string("stopped before its replay: ") +
              (budget.interrupted() ? "an interrupt" : "the time limit"),
          false,
          0);
    }
    return jobs.count;
  }
  // The job that was under way killed its child: the next one begins behind it.
  const std::uint64_t begun = header.begun.load();
  jobs.failed(
      done,
      (cut == Cut::hung ? std::string("the run hung")
                        : "the run's process " + child.ending().to_string()) +
          " in step " + std::to_string(begun),
      true,
      begun);
  return done + 1;
}

}  // namespace

void do_stepper_jobs(const model::StepSystem& system,
                     const StepperJobs& jobs,
                     std::chrono::milliseconds step_time_limit,
                     const base::Budget& budget) {
  for (std::size_t next = 0; next < jobs.count;) {
    next = do_some(system, jobs, step_time_limit, budget, next);
  }
}

}  // namespace catenary::engine::reach
