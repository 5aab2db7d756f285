// SPDX-License-Identifier: Apache-2.0
#include "serve/request.h"

#include <string>

namespace catenary::serve {

Response refusal(std::uint32_t status, std::string_view why) {
  Response out;
  out.status = status;
  out.body = std::string(why) + "\n";
  return out;
}

bool is_own_host(std::string_view host, std::uint16_t port) {
  const std::string number = ":" + std::to_string(port);
  return host == "127.0.0.1" + number || host == "localhost" + number;
}

bool is_own_origin(const Request& request, std::uint16_t port) {
  // Browsers send it with every request; "none": the user typed the address.
  const std::string& site = request.fetch_site;
  if (!site.empty() && site != "none" && site != "same-origin") return false;
  if (request.origin.empty()) return true;
  constexpr std::string_view kScheme = "http://";
  std::string_view origin = request.origin;
  if (!origin.starts_with(kScheme)) return false;
  origin.remove_prefix(kScheme.size());
  // The same name as well: 127.0.0.1 and localhost are two origins.
  return origin == request.host && is_own_host(origin, port);
}

}  // namespace catenary::serve
