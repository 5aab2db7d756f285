// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recorded logs as adapters: inputs that the tester would send are in the log,
/// and must be what the test sends.
#include "exec/adapter/trace.h"

#include <optional>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "exec/adapter/line/message.h"

namespace catenary::exec {
namespace {

using suite::Json;

/// A log that plays the part of the system.
class TraceAdapter final : public TimedAdapter {
 public:
  TraceAdapter(std::string text, std::string file)
      : text_(std::move(text)), file_(std::move(file)) {}

  SutReply open(const suite::Signature& signature) override {
    // Read anew: the signature may be another one.
    signature_ = &signature;
    entries_.clear();
    end_ = 0;
    try {
      read();
    } catch (const base::InputError& error) {
      return {SutOutcome::protocol, error.diagnostics().front().message, {}};
    }
    return {};
  }

  SutReply reset(std::chrono::milliseconds) override {
    next_ = 0;
    now_ = 0;
    return {};
  }

  TimedReply wait(const mpq_class& until) override {
    TimedReply reply;
    // The next entry is due within the waiting time.
    const bool is_due = next_ < entries_.size() && entries_[next_].at <= until;
    if (is_due) {
      CATENARY_CHECK(!is_sent(entries_[next_]),
                     "recorded inputs are taken before waiting on");
      reply.message = entries_[next_++];
      now_ = reply.message->at;
      // Nothing is known about the time after the end of the log.
    } else if (until > end_ && next_ == entries_.size()) {
      reply.outcome = SutOutcome::ended;
      reply.reason = "it ends at " + decimal_text(end_) +
                     ", and the test needs to know what came until " +
                     decimal_text(until);
    } else {
      now_ = until;
    }
    reply.now = now_;
    return reply;
  }

  TimedReply send(std::uint32_t channel,
                  const std::vector<logic::Value>& values) override {
    TimedReply reply;
    const bool stands_there = next_ < entries_.size() &&
                              entries_[next_].channel == channel &&
                              entries_[next_].values == values;
    CATENARY_CHECK(stands_there, "only what was recorded can be sent");
    // At the time of the log, whenever the tester wanted to send it.
    now_ = entries_[next_++].at;
    reply.now = now_;
    return reply;
  }

  [[nodiscard]] std::optional<TimedMessage> recorded_input(
      const mpq_class& until) override {
    if (next_ == entries_.size() || entries_[next_].at > until ||
        !is_sent(entries_[next_])) {
      return std::nullopt;
    }
    return entries_[next_];
  }
  [[nodiscard]] bool is_recorded() const override { return true; }
  void close() override {}

 private:
  /// Whether an entry is an input that the tester sends.
  [[nodiscard]] bool is_sent(const TimedMessage& message) const {
    const suite::Channel& channel = signature_->channels[message.channel];
    return channel.direction == suite::Direction::input && channel.controllable;
  }

  /// Reads the whole log.
  void read() {
    std::string_view rest = text_;
    bool ended = false;
    for (std::uint64_t number = 1; !rest.empty(); ++number) {
      const std::size_t end = rest.find('\n');
      std::string_view line = rest.substr(0, end);
      rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
      if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
      const std::string name = file_ + ":" + std::to_string(number);
      // The end is the last line.
      if (ended) fail(name, "there is a line after the end");
      ended = read_line(line, name);
    }
  }

  /// An error at a line of the log.
  [[noreturn]] static void fail(const std::string& name,
                                const std::string& what) {
    throw base::InputError(base::SourceLocation{}, name + ": " + what, "trace");
  }

  /// Reads one line; true for the end of the log.
  bool read_line(std::string_view line, const std::string& name) {
    const Json json = parse_line(line, name);
    const Json* t = json.find("t");
    if (t == nullptr) fail(name, "expected a time \"t\"");
    const mpq_class at = read_time(*t, name);
    // Events at the same time are allowed, in their order.
    if (at < end_) fail(name, "time goes backwards");
    end_ = at;
    const Json* end = json.find("end");
    // A wrong key may be a message that would otherwise be lost.
    for (const auto& [key, value] : json.members()) {
      const bool known =
          key == "t" ||
          (end != nullptr ? key == "end" : key == "channel" || key == "values");
      if (!known) fail(name, "\"" + excerpt(key) + "\" is not known here");
    }
    if (end != nullptr) {
      if (!end->is(Json::Kind::boolean) || !end->as_bool()) {
        fail(name, "expected \"end\": true");
      }
      return true;
    }
    TimedMessage message = read_message(json, *signature_, name);
    message.at = at;
    entries_.push_back(std::move(message));
    return false;
  }

  /// The log, and its name for messages.
  std::string text_;
  std::string file_;
  const suite::Signature* signature_ = nullptr;
  /// All messages, in order of time.
  std::vector<TimedMessage> entries_;
  mpq_class end_ = 0;  ///< up to here everything is known
  /// The next message that was not taken.
  std::size_t next_ = 0;
  mpq_class now_ = 0;
};

}  // namespace

std::unique_ptr<TimedAdapter> make_trace(std::string text, std::string file) {
  return std::make_unique<TraceAdapter>(std::move(text), std::move(file));
}

std::string write_log(const suite::TestResult& result) {
  using Kind = suite::TimedObservation::Kind;
  std::string out;
  mpq_class last = 0;
  for (const suite::TimedObservation& event : result.events) {
    last = event.at;
    // Silence follows from the times of the other events.
    if (event.kind == Kind::silence) continue;
    Json line = Json::object();
    line.set("t", suite::to_json(event.at));
    const Json message = write_message(event.channel, event.values);
    for (const auto& [key, value] : message.members()) line.set(key, value);
    out += line.compact() + "\n";
  }
  Json end = Json::object();
  end.set("t", suite::to_json(last));
  end.set("end", Json::boolean(true));
  return out + end.compact() + "\n";
}

}  // namespace catenary::exec
