// SPDX-License-Identifier: Apache-2.0
#include "serve/http_server.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>

#include <cstring>
#include <exception>
#include <string>
#include <utility>

#include "base/error.h"

namespace catenary::serve {

namespace {

/// One browser needs six.
constexpr unsigned int kConnections = 32;
/// Seconds of silence.
constexpr unsigned int kPatience = 20;
/// Bytes of a connection: its headers have to fit.
constexpr std::size_t kMemory = 16384;

/// A header, or an argument of the address; empty if it is not there.
std::string value_of(MHD_Connection* connection,
                     MHD_ValueKind kind,
                     const char* name) {
  const char* const value = MHD_lookup_connection_value(connection, kind, name);
  return value == nullptr ? "" : value;
}

/// Whether a body follows.
bool has_body(MHD_Connection* connection) {
  const std::string length =
      value_of(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
  return (!length.empty() && length != "0") ||
         !value_of(
              connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_TRANSFER_ENCODING)
              .empty();
}

Request request_of(MHD_Connection* connection,
                   const char* method,
                   const char* path) {
  Request out;
  out.method = method;
  out.path = path;
  out.from = value_of(connection, MHD_GET_ARGUMENT_KIND, "from");
  out.host = value_of(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST);
  out.origin = value_of(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_ORIGIN);
  out.fetch_site = value_of(connection, MHD_HEADER_KIND, "Sec-Fetch-Site");
  out.token = value_of(connection, MHD_HEADER_KIND, "X-Catenary-Token");
  return out;
}

/// Paths are compared as they were sent.
std::size_t leave_as_is(void* /*self*/, MHD_Connection* /*of*/, char* text) {
  return std::strlen(text);
}

MHD_Result send(MHD_Connection* connection, const Response& response) {
  MHD_Response* const answer =
      MHD_create_response_from_buffer(response.body.size(),
                                      const_cast<char*>(response.body.data()),
                                      MHD_RESPMEM_MUST_COPY);
  if (answer == nullptr) return MHD_NO;
  // The address is a secret: no other site may learn it, or show the page in a
  // frame, or read what it gets.
  const std::string policy = response.policy + "; frame-ancestors 'none'";
  for (const auto& [name, value] :
       {std::pair<const char*, const char*>{"Content-Type",
                                            response.type.c_str()},
        {"Content-Security-Policy", policy.c_str()},
        {"Cache-Control", "no-store"},
        {"Referrer-Policy", "no-referrer"},
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"}}) {
    MHD_add_response_header(answer, name, value);
  }
  const MHD_Result sent =
      MHD_queue_response(connection, response.status, answer);
  MHD_destroy_response(answer);
  return sent;
}

/// The callback of the library; `self` is the handler.
MHD_Result answer(void* self,
                  MHD_Connection* connection,
                  const char* path,
                  const char* method,
                  const char* /*version*/,
                  const char* /*body*/,
                  std::size_t* body_size,
                  void** state) {
  static int headers_read = 0;
  if (*state == nullptr) {
    *state = &headers_read;
    // Before the body comes, so that the connection is closed.
    if (has_body(connection)) {
      return send(connection, refusal(413, "expected a request without body"));
    }
    return MHD_YES;
  }
  *body_size = 0;
  try {
    const Handler& handler = *static_cast<const Handler*>(self);
    return send(connection, handler(request_of(connection, method, path)));
  } catch (const std::exception& e) {
    // Exceptions must not pass through the library.
    return send(connection, refusal(500, e.what()));
  }
}

}  // namespace

struct HttpServer::Daemon {
  Handler handler;
  MHD_Daemon* daemon = nullptr;
};

HttpServer::HttpServer(std::uint16_t port, Handler handler)
    : daemon_(std::make_unique<Daemon>(std::move(handler), nullptr)) {
  struct sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  daemon_->daemon = MHD_start_daemon(MHD_NO_FLAG,
                                     0,
                                     nullptr,
                                     nullptr,
                                     &answer,
                                     &daemon_->handler,
                                     MHD_OPTION_SOCK_ADDR,
                                     &address,
                                     MHD_OPTION_CONNECTION_LIMIT,
                                     kConnections,
                                     MHD_OPTION_CONNECTION_TIMEOUT,
                                     kPatience,
                                     MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                                     kMemory,
                                     MHD_OPTION_STRICT_FOR_CLIENT,
                                     1,
                                     MHD_OPTION_UNESCAPE_CALLBACK,
                                     &leave_as_is,
                                     nullptr,
                                     MHD_OPTION_END);
  if (daemon_->daemon == nullptr) {
    throw base::ToolError(
        "cannot listen on 127.0.0.1" +
        (port == 0 ? std::string()
                   : ":" + std::to_string(port) + "; the port may be taken"));
  }
  const MHD_DaemonInfo* const info =
      MHD_get_daemon_info(daemon_->daemon, MHD_DAEMON_INFO_BIND_PORT);
  if (info != nullptr) port_ = info->port;
}

HttpServer::~HttpServer() {
  if (daemon_->daemon != nullptr) MHD_stop_daemon(daemon_->daemon);
}

void HttpServer::serve(std::chrono::milliseconds at_most) {
  (void)MHD_run_wait(daemon_->daemon, static_cast<int>(at_most.count()));
}

}  // namespace catenary::serve
