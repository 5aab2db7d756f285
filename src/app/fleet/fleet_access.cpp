// SPDX-License-Identifier: Apache-2.0
#include "app/fleet/fleet_access.h"

#include <catenary/version.h>

#include "app/commands.h"
#include "app/exploration.h"
#include "base/error.h"
#include "base/sha256.h"
#include "base/text_file.h"

namespace catenary::app {

namespace {

/// The word in a file.
std::string word_in(const std::string& path) {
  constexpr std::size_t kMost = 4096;
  std::string out = base::read_file(path, kMost);
  const std::size_t begin = out.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return "";
  return out.substr(begin, out.find_last_not_of(" \t\r\n") - begin + 1);
}

}  // namespace

FleetSetting fleet_setting(const FleetOptions& options) {
  if (options.workers > 0 && !options.nats.empty()) {
    throw base::InputError({},
                           "--workers starts a private fleet, --nats uses that "
                           "of a site; expected one of them",
                           "option-conflict");
  }
  FleetSetting out;
  out.workers = options.workers;
  out.cores = usable_cores();
  out.nats = options;
  return out;
}

FleetAccess fleet_access(const NatsOptions& options) {
  constexpr std::size_t kLeastKey = 16;
  FleetAccess out;
  out.address.url = options.nats;
  out.address.ca = options.nats_ca;
  if (!options.nats_ca.empty()) (void)base::read_file(options.nats_ca);
  if (!options.nats_token_file.empty()) {
    out.address.token = word_in(options.nats_token_file);
  }
  if (options.nats_key_file.empty()) {
    throw base::InputError({},
                           "--nats requires --nats-key-file, the secret that "
                           "coordinator and workers share",
                           "fleet-key");
  }
  out.key = word_in(options.nats_key_file);
  if (out.key.size() < kLeastKey) {
    throw base::InputError({options.nats_key_file, 0, 0},
                           "the key is too short; expected 16 characters or "
                           "more, e.g. of 'openssl rand -hex 32'",
                           "fleet-key");
  }
  return out;
}

std::string release_name() {
  constexpr std::size_t kLength = 16;
  std::string all = "1 " CATENARY_VERSION_STRING "\n";
  for (const auto& [name, version] : versions()) {
    all += name + " " + version + "\n";
  }
  return base::sha256(all).substr(0, kLength);
}

}  // namespace catenary::app
