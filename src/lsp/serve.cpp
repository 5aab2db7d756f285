// SPDX-License-Identifier: Apache-2.0
#include "lsp/serve.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "lsp/framing.h"
#include "lsp/server.h"

namespace catenary::lsp {

namespace {

/// Waits for input, for a child, or for a while. Returns whether there is
/// input, or its end.
bool await_input(int in, int wake, int milliseconds) {
  std::array<pollfd, 2> all{pollfd{in, POLLIN, 0}, pollfd{wake, POLLIN, 0}};
  const int ready = ::poll(all.data(), wake < 0 ? 1 : 2, milliseconds);
  return ready > 0 && all[0].revents != 0;
}

}  // namespace

bool serve(const Streams& streams,
           const std::string& program,
           const std::string& version,
           const base::Budget& budget) {
  Framing framing;
  Server server(
      [&](const base::Json& message) { streams.out(framed(message)); },
      program,
      version);
  std::string bytes(std::size_t{1} << 16, '\0');
  // The budget, and a child whose end nobody tells, are looked at so often.
  constexpr int kEvery = 200;
  while (!server.ended() && !budget.interrupted()) {
    // Messages that are there come first: only the last of several changes is
    // read, and requests can be cancelled.
    const bool quiet = !await_input(streams.in, -1, 0);
    if (quiet) {
      if (server.handle_next()) continue;
      server.settle();
      if (!await_input(streams.in, server.wake_fd(), kEvery)) continue;
    }
    const ssize_t read = ::read(streams.in, bytes.data(), bytes.size());
    if (read < 0 && errno == EINTR) continue;
    if (read <= 0) break;
    framing.receive({bytes.data(), static_cast<std::size_t>(read)});
    while (const auto found = framing.next()) {
      if (found->fault.empty()) {
        server.receive(found->content);
      } else {
        server.report_fault(found->fault);
      }
    }
  }
  // At the end of the input, what was received is answered still.
  while (!server.ended() && server.handle_next()) {
  }
  return server.ended() && server.exit_code() == 0;
}

}  // namespace catenary::lsp
