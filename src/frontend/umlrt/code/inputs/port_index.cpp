// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/code/inputs/port_index.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "frontend/umlrt/code/code_text.h"

namespace catenary::frontend::umlrt {

namespace {

/// The greatest index of a port with an unknown number of instances.
constexpr std::uint32_t kAnyIndex = std::numeric_limits<std::int32_t>::max();

/// The greatest index of what comes through the port.
std::uint32_t most_of(const model::Port& port) {
  if (port.kind != model::PortKind::protocol) return 0;
  const auto count = instances_of(port);
  return count ? *count - 1 : kAnyIndex;
}

}  // namespace

std::optional<std::uint32_t> count_of(const std::string& multiplicity) {
  std::uint32_t count = 0;
  const char* end = multiplicity.data() + multiplicity.size();
  const auto read = std::from_chars(multiplicity.data(), end, count);
  const bool is_number = read.ec == std::errc() && read.ptr == end;
  if (!is_number || count == 0 || count > kAnyIndex) return std::nullopt;
  return count;
}

std::optional<std::uint32_t> instances_of(const model::Port& port) {
  return count_of(port.upper);
}

PortIndexCode::PortIndexCode(const model::Capsule& capsule,
                             const std::vector<Delivery>& deliveries,
                             std::string_view own,
                             bool has_headers)
    : c_(&capsule) {
  // An over-approximation: the words may stand in comments, and headers are not
  // searched.
  const bool asks =
      has_headers ||
      std::ranges::any_of(
          std::initializer_list<std::string_view>{"sapIndex0",
                                                  "sapIndex",
                                                  "srcPortIdx",
                                                  "recallAt",
                                                  "recallAllAt",
                                                  "purgeAt"},
          [own](std::string_view word) { return has_word(own, word); });
  if (!asks) return;
  for (const Delivery& d : deliveries) {
    most_ = std::max(most_, most_of(capsule.ports[d.port]));
  }
}

std::string PortIndexCode::variables() const {
  return used() ? "int catenary_index = 0;\n" : "";
}

std::string PortIndexCode::possible(const Delivery& delivery) const {
  if (!used()) return "true";
  return "catenary_index <= " +
         std::to_string(most_of(c_->ports[delivery.port]));
}

std::string PortIndexCode::set() const {
  return used() ? "received.index = catenary_index;\n" : "";
}

}  // namespace catenary::frontend::umlrt
