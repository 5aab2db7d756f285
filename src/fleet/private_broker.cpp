// SPDX-License-Identifier: Apache-2.0
#include "fleet/private_broker.h"

#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/sha256.h"
#include "base/text/json.h"
#include "base/text_file.h"

namespace catenary::fleet {

namespace {

namespace fs = std::filesystem;
using base::Json;

constexpr std::size_t kTokenBytes = 16;

/// The address in the file that the server writes when it listens; empty = it
/// is not there yet.
std::string address_in(const fs::path& folder) {
  std::error_code failed;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end;
       it.increment(failed)) {
    if (it->path().extension() != ".ports") continue;
    try {
      const Json ports = base::parse_json(base::read_file(it->path().string()),
                                          it->path().string());
      const Json* urls =
          ports.is(Json::Kind::object) ? ports.find("nats") : nullptr;
      if (urls != nullptr && urls->is(Json::Kind::array) &&
          !urls->items().empty()) {
        return urls->items().front().text();
      }
    } catch (const base::InputError&) {
      return "";  // it is being written
    }
  }
  return "";
}

/// Of a server that has ended.
void remove_addresses(const fs::path& folder) {
  std::error_code failed;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end;
       it.increment(failed)) {
    std::error_code ignored;
    if (it->path().extension() == ".ports") fs::remove(it->path(), ignored);
  }
}

}  // namespace

PrivateBroker::PrivateBroker(const base::Budget& budget) {
  // Of a busy machine.
  constexpr std::chrono::milliseconds kPatience = std::chrono::seconds(60);
  constexpr std::chrono::milliseconds kEvery{2};
  address_.token = base::random_hex(kTokenBytes);
  token_file_ = folder_.write("token", address_.token + "\n");
  const std::string config =
      folder_.write("nats.conf",
                    "listen: \"127.0.0.1:-1\"\n"
                    "ports_file_dir: \"" +
                        folder_.path().string() +
                        "\"\n"
                        "authorization { token: \"" +
                        address_.token +
                        "\" }\n"
                        "jetstream { store_dir: \"" +
                        folder_.file("store") + "\" }\n");
  const auto start = [&] {
    process_ = std::make_unique<base::BackgroundProcess>(
        std::vector<std::string>{"nats-server", "-c", config},
        folder_.path().string(),
        folder_.file("log"));
  };
  // Somebody may kill it before it listens.
  constexpr int kStarts = 3;
  int starts = 1;
  start();
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (address_.url.empty()) {
    address_.url = address_in(folder_.path());
    if (!address_.url.empty()) break;
    if (process_->has_ended()) {
      if (starts++ == kStarts) {
        throw base::ToolError(
            "nats-server could not be started; on Debian: apt install "
            "nats-server");
      }
      remove_addresses(folder_.path());
      start();
    }
    if (budget.interrupted()) throw base::StoppedError("interrupted");
    if (std::chrono::steady_clock::now() > end) {
      throw base::ToolError("nats-server does not listen");
    }
    std::this_thread::sleep_for(kEvery);
  }
}

}  // namespace catenary::fleet
