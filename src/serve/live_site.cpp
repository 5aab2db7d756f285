// SPDX-License-Identifier: Apache-2.0
#include "serve/live_site.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/error.h"
#include "base/text/json.h"
#include "serve/token.h"

namespace catenary::serve {

using base::Json;
using Clock = std::chrono::steady_clock;

namespace {

/// Events of one command, in bytes.
constexpr std::size_t kMostBytes = std::size_t{64} << 20U;
/// Events of one response, in bytes; the page asks for more at once.
constexpr std::size_t kMostAtOnce = std::size_t{1} << 20U;
constexpr const char* kJson = "application/json";

/// The text of a member; empty if it is not there.
std::string text_of(const Json& event, std::string_view key) {
  const Json* const value = event.find(key);
  return value != nullptr && value->is(Json::Kind::string) ? value->text() : "";
}

}  // namespace

const char* to_string(LiveState state) {
  switch (state) {
    case LiveState::running:
      return "running";
    case LiveState::cancelling:
      return "cancelling";
    case LiveState::reporting:
      return "reporting";
    case LiveState::ended:
      break;
  }
  return "ended";
}

LiveSite::LiveSite(std::string token,
                   std::string page,
                   std::string policy,
                   std::function<void()> cancel)
    : token_(std::move(token)),
      page_(std::move(page)),
      policy_(std::move(policy)),
      cancel_(std::move(cancel)) {}

void LiveSite::add_event(std::string_view line) {
  Json event;
  try {
    event = base::parse_json(line, "event");
  } catch (const base::InputError&) {
    return;  // cut off, because the command was killed
  }
  if (!event.is(Json::Kind::object)) return;
  const std::string kind = text_of(event, "event");
  std::string text = event.compact();
  if (kind == "progress") {
    progress_ = std::move(text);
  } else if (kind == "searching") {
    searching_ = std::move(text);
  } else if (kind == "test-begins") {
    testing_ = std::move(text);
  } else if (bytes_ + text.size() <= kMostBytes) {
    bytes_ += text.size();
    events_.push_back(std::move(text));
  }
  if (kind != "written") return;
  const std::string of = text_of(event, "kind");
  if (of == "suite") {
    suite_ = text_of(event, "path");
    results_.clear();
  } else if (of == "results") {
    suite_ = text_of(event, "suite");
    results_ = text_of(event, "path");
  }
}

void LiveSite::set_exit(int code, std::string how) {
  exit_ = code;
  how_ = std::move(how);
  end_ = Clock::now();
}

void LiveSite::set_report(std::string page) {
  report_ = std::move(page);
}

Response LiveSite::events_from(const std::string& from) const {
  std::size_t first = 0;
  const char* const end = from.data() + from.size();
  const auto [at, error] = std::from_chars(from.data(), end, first);
  if (error != std::errc() || at != end) {
    return refusal(400, "expected a number behind 'from='");
  }
  first = std::min(first, events_.size());
  std::string list;
  std::size_t next = first;
  for (; next < events_.size() && list.size() < kMostAtOnce; ++next) {
    if (next > first) list += ',';
    list += events_[next];
  }
  const bool ended = end_ != Clock::time_point();
  const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(
      (ended ? end_ : Clock::now()) - begin_);
  Json state = Json::object();
  state.set("state", Json::string(to_string(state_)));
  state.set("next", Json::number(static_cast<std::int64_t>(next)));
  state.set("more", Json::boolean(next < events_.size()));
  state.set("report", Json::boolean(has_report()));
  state.set("milliseconds", Json::number(std::int64_t{elapsed.count()}));
  if (ended) {
    state.set("exit", Json::number(std::int64_t{exit_}));
    state.set("how", Json::string(how_));
  }
  Response out;
  out.type = kJson;
  out.body = R"({"now":)" + state.compact() + R"(,"progress":)" + progress_ +
             R"(,"searching":)" + searching_ + R"(,"testing":)" + testing_ +
             R"(,"events":[)" + list + "]}";
  return out;
}

Response LiveSite::resource(const Request& request, std::string_view name) {
  if (name == "cancel") {
    if (request.method != "POST") return refusal(405, "expected POST");
    if (!is_same_secret(request.token, token_)) {
      return refusal(403, "expected the header X-Catenary-Token");
    }
    cancel_();
    Response out;
    out.type = kJson;
    out.body = "{}";
    return out;
  }
  if (request.method != "GET") return refusal(405, "expected GET");
  if (name == "events") return events_from(request.from);
  Response out;
  out.type = "text/html; charset=utf-8";
  if (name.empty()) {
    out.body = page_;
    out.policy = policy_;
    return out;
  }
  if (name != "report") return refusal(404, "there is no such page");
  if (!has_report()) return refusal(404, "there is no report yet");
  out.body = report_;
  // The page has a policy of its own, by its digests.
  out.policy += "; script-src 'unsafe-inline'; style-src 'unsafe-inline'";
  return out;
}

Response LiveSite::answer(const Request& request) {
  if (port_ == 0 || !is_own_host(request.host, port_)) {
    return refusal(403, "this host is not served");
  }
  if (!is_own_origin(request, port_)) {
    return refusal(403, "other sites may not ask");
  }
  std::string_view path = request.path;
  if (path.starts_with('/')) path.remove_prefix(1);
  const std::size_t slash = path.find('/');
  if (!is_same_secret(path.substr(0, slash), token_)) {
    return refusal(403,
                   "this address lacks its token: expected the one that "
                   "'catenary report --serve' printed");
  }
  last_request_ = Clock::now();
  if (slash == std::string_view::npos) {
    return refusal(404, "expected a '/' at the end");
  }
  return resource(request, path.substr(slash + 1));
}

}  // namespace catenary::serve
