// SPDX-License-Identifier: Apache-2.0
/// \file
/// What coordinator and workers know of each other: the address of the broker,
/// the key of the fleet, and the release.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "app/options.h"
#include "fleet/broker.h"

namespace catenary::app {

/// How long a broker of a site may be away.
inline constexpr std::chrono::milliseconds kBrokerPatience =
    std::chrono::seconds(60);
/// How often it is tried.
inline constexpr std::chrono::milliseconds kBrokerPause{250};

/// A fleet of a site.
struct FleetAccess {
  fleet::BrokerAddress address;
  std::string key;
};

/// Reads the files that the options name. Throws base::InputError where one is
/// missing, or the key is too short.
[[nodiscard]] FleetAccess fleet_access(const NatsOptions& options);

/// How a fleet is used.
struct FleetSetting {
  std::size_t workers = 0;  ///< of a private fleet; 0 = that of a site
  /// How many tasks this machine computes at a time: a private fleet starts no
  /// more workers, and has at most one task more under way. At least 1.
  std::size_t cores = 1;
  NatsOptions nats;        ///< of a site
  std::string journal;     ///< a file
  std::size_t places = 1;  ///< processes for what is computed here
  /// The end of the error where the connection to the broker is lost: which
  /// results are kept, and how to go on.
  std::string when_lost =
      "; results that have come are kept, and the same call goes on with the "
      "others";
};

/// The fleet that options ask for. Throws base::InputError where they ask for
/// two.
[[nodiscard]] FleetSetting fleet_setting(const FleetOptions& options);

/// A name for Catenary and the libraries that its results depend on.
[[nodiscard]] std::string release_name();

}  // namespace catenary::app
