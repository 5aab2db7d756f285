// SPDX-License-Identifier: Apache-2.0
/// \file
/// Requests and responses of HTTP, as far as the live page has them, and who
/// may ask.
///
/// A server on the loopback can be reached by every page that the user's
/// browser shows: by a form or an image that names its port (cross-site request
/// forgery), and as its own origin by a name that an attacker makes resolve to
/// 127.0.0.1 (DNS rebinding). So a request must name this server as its host,
/// come from a page of it or from no page, and know the token.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace catenary::serve {

/// A request without its body, which is never read.
struct Request {
  std::string method;
  /// Without the query, not decoded.
  std::string path;
  /// The query parameter `from`; empty if there is none.
  std::string from;
  /// Headers; empty if they are not there.
  std::string host;
  std::string origin;
  std::string fetch_site;  ///< Sec-Fetch-Site
  std::string token;       ///< X-Catenary-Token
};

/// The answer to a request.
struct Response {
  std::uint32_t status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body;
  /// What a page may load, and where it may lead.
  std::string policy =
      "default-src 'none'; base-uri 'none'; form-action 'none'";
};

/// Called for each request, in the thread that calls HttpServer::serve().
using Handler = std::function<Response(const Request&)>;

/// A refusal with a text for people.
[[nodiscard]] Response refusal(std::uint32_t status, std::string_view why);

/// Whether the host is this server: 127.0.0.1 or localhost with its port.
[[nodiscard]] bool is_own_host(std::string_view host, std::uint16_t port);

/// Whether the page that asks is one of this server, or no page does.
[[nodiscard]] bool is_own_origin(const Request& request, std::uint16_t port);

}  // namespace catenary::serve
