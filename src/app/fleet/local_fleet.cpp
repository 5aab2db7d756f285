// SPDX-License-Identifier: Apache-2.0
#include "app/fleet/local_fleet.h"

#include "app/program_files.h"
#include "base/error.h"
#include "base/sha256.h"
#include "base/text_file.h"

namespace catenary::app {

namespace {

constexpr std::size_t kKeyBytes = 32;
/// After more deaths the batch ends with an error: something kills these
/// processes again and again.
constexpr std::size_t kMostBrokerDeaths = 20;
constexpr std::size_t kMostDeathsOfAWorker = 50;

}  // namespace

LocalFleet::LocalFleet(std::size_t workers, const base::Budget& budget)
    : key_(base::random_hex(kKeyBytes)),
      key_file_(folder_.write("key", key_ + "\n")),
      broker_(std::make_unique<fleet::PrivateBroker>(budget)),
      workers_(workers) {
  for (std::size_t i = 0; i < workers; ++i) start_worker(i);
}

void LocalFleet::start_worker(std::size_t number) {
  workers_[number].reset();
  workers_[number] = std::make_unique<base::BackgroundProcess>(
      // Where their own folders go, which a killed one leaves.
      std::vector<std::string>{"env",
                               "TMPDIR=" + folder_.path().string(),
                               own_executable().string(),
                               "worker",
                               "--quiet",
                               "--nats=" + broker_->address().url,
                               "--nats-token-file=" + broker_->token_file(),
                               "--nats-key-file=" + key_file_},
      folder_.path().string(),
      folder_.file("worker" + std::to_string(number)));
}

bool LocalFleet::tend(const base::Budget& budget) {
  if (broker_->has_ended()) {
    if (++broker_deaths_ > kMostBrokerDeaths) {
      throw base::ToolError("nats-server dies again and again");
    }
    for (auto& worker : workers_) worker.reset();
    broker_ = std::make_unique<fleet::PrivateBroker>(budget);
    for (std::size_t i = 0; i < workers_.size(); ++i) start_worker(i);
    return true;
  }
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    if (!workers_[i]->has_ended()) continue;
    if (++worker_deaths_ > kMostDeathsOfAWorker * workers_.size()) {
      const std::string log = folder_.file("worker" + std::to_string(i));
      throw base::ToolError("workers die again and again: " +
                            base::read_file(log));
    }
    start_worker(i);
  }
  return false;
}

}  // namespace catenary::app
