// SPDX-License-Identifier: Apache-2.0
/// \file
/// A server of HTTP/1.1 on the loopback: the door to libmicrohttpd.
///
/// It has no thread: everything happens in serve(). Connections, headers and
/// the time that a client may be silent are limited by the library; bodies of
/// requests are not read.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "serve/request.h"

namespace catenary::serve {

/// Listens on 127.0.0.1 as long as it lives.
class HttpServer {
 public:
  /// Port 0: one that is free. Throws base::ToolError if the port is taken.
  HttpServer(std::uint16_t port, Handler handler);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  [[nodiscard]] std::uint16_t port() const { return port_; }
  /// Waits for requests, at most so long, and answers them.
  void serve(std::chrono::milliseconds at_most);

 private:
  struct Daemon;
  /// Its address is known to the library.
  std::unique_ptr<Daemon> daemon_;
  std::uint16_t port_ = 0;
};

}  // namespace catenary::serve
