// SPDX-License-Identifier: Apache-2.0
/// \file
/// What coordinator and workers know of each other: the address of the broker,
/// the key of the fleet, and the release.
#pragma once

#include <chrono>
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

/// A name for Catenary and the libraries that its results depend on.
[[nodiscard]] std::string release_name();

}  // namespace catenary::app
