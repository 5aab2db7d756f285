// SPDX-License-Identifier: Apache-2.0
/// \file
/// Timed systems over lines of JSON. In real time, the stamps of the channel
/// are the times of events; in virtual time, the SUT states the times.
#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "exec/adapter/line/line_connection.h"
#include "exec/adapter/line/message.h"
#include "logic/arithmetic/number.h"

namespace catenary::exec {
namespace {

using suite::Json;
using Clock = LineChannel::Clock;

/// The inputs that the tester observes but never sends, for the greeting.
Json uncontrollable_of(const suite::Signature& signature) {
  Json out = Json::array();
  for (const suite::Channel& c : signature.channels) {
    if (c.direction == suite::Direction::input && !c.controllable) {
      out.push(Json::string(c.name));
    }
  }
  return out;
}

/// The common part: greeting, reset, events.
class TimedLines : public TimedAdapter {
 public:
  TimedLines(LineAddress address,
             Json hello,
             const LineSutOptions& options,
             const base::Budget& budget)
      : connection_(std::move(address), options, budget),
        hello_(std::move(hello)),
        answer_time_(options.answer_time) {}

  SutReply open(const suite::Signature& signature) override {
    signature_ = &signature;
    Json hello = hello_;
    hello.set("uncontrollable", uncontrollable_of(signature));
    Json answer;
    SutReply reply = connection_.open(hello, answer);
    if (reply.outcome != SutOutcome::ok) return reply;
    const Json* times = answer.find("time");
    const std::string& wanted = hello_.find("time")->text();
    // A SUT that lists no modes supports both.
    const bool can =
        times == nullptr ||
        (times->is(Json::Kind::array) &&
         std::any_of(
             times->items().begin(), times->items().end(), [&](const Json& t) {
               return t.is(Json::Kind::string) && t.text() == wanted;
             }));
    if (can) return {};
    const LineReply no = connection_.fault(
        SutOutcome::refused, "it does not run in " + wanted + " time");
    return {no.outcome, no.reason, {}};
  }

  SutReply reset(std::chrono::milliseconds limit) override {
    const auto time = limit.count() > 0 ? limit : answer_time_;
    Json request = Json::object();
    request.set("reset", Json::object());
    SutReply sent = connection_.send(request);
    if (sent.outcome != SutOutcome::ok) return sent;
    // Lines before the answer are late events of the previous test.
    const Clock::time_point deadline = Clock::now() + time;
    for (;;) {
      const LineReply line = connection_.next(deadline);
      if (line.outcome != SutOutcome::ok)
        return {line.outcome, line.reason, {}};
      if (!line.has_line) {
        const LineReply mute =
            connection_.fault(SutOutcome::hung,
                              "no answer to \"reset\" within " +
                                  std::to_string(time.count()) + " ms");
        return {mute.outcome, mute.reason, {}};
      }
      if (line.json.find("reset") != nullptr) {
        began(line.at);
        return {};
      }
      if (line.json.find("event") == nullptr) {
        const LineReply bad = connection_.fault(
            SutOutcome::protocol, line.name + ": expected {\"reset\": {}}");
        return {bad.outcome, bad.reason, {}};
      }
    }
  }

  void close() override { connection_.close(); }
  std::string take_output() override { return connection_.take_output(); }
  [[nodiscard]] std::string sandbox() const override {
    return connection_.sandbox();
  }

 protected:
  /// The run begins, at the time of the SUT's answer.
  virtual void began(Clock::time_point at) = 0;

  static TimedReply bad(const LineReply& line) {
    TimedReply out;
    out.outcome = line.outcome;
    out.reason = line.reason;
    return out;
  }
  TimedReply protocol(const std::string& reason) {
    return bad(connection_.fault(SutOutcome::protocol, reason));
  }

  /// The line for a message.
  [[nodiscard]] Json event(std::uint32_t channel,
                           const std::vector<logic::Value>& values) const {
    Json out = Json::object();
    out.set("event", write_message(signature_->channels[channel].name, values));
    return out;
  }

  /// The event of a line. Nothing if it is another kind of line, or a malformed
  /// event; in the second case `reply` reports it.
  std::optional<TimedMessage> event_of(const LineReply& line,
                                       bool with_time,
                                       TimedReply& reply) {
    const Json* event = line.json.find("event");
    if (event == nullptr || !event->is(Json::Kind::object)) return std::nullopt;
    try {
      for (const auto& [key, value] : event->members()) {
        const bool known = key == "channel" || key == "values" ||
                           (with_time && key == "after");
        if (!known) {
          reply = protocol(line.name + ": \"" + excerpt(key) +
                           "\" is not a part of an event");
          return std::nullopt;
        }
      }
      TimedMessage message = read_message(*event, *signature_, line.name);
      if (with_time) {
        const Json* after = event->find("after");
        if (after == nullptr) {
          reply = protocol(line.name + ": expected \"after\", a time");
          return std::nullopt;
        }
        message.at = read_time(*after, line.name);
      }
      return message;
    } catch (const base::InputError& error) {
      reply = protocol(error.diagnostics().front().message);
      return std::nullopt;
    }
  }

  LineConnection connection_;
  Json hello_;
  std::chrono::milliseconds answer_time_;
  const suite::Signature* signature_ = nullptr;
};

/// Real time: time passes by itself, and messages are stamped on arrival.
class RealTimeLines final : public TimedLines {
 public:
  RealTimeLines(LineAddress address,
                const mpq_class& unit_seconds,
                Json hello,
                const LineSutOptions& options,
                const base::Budget& budget)
      : TimedLines(std::move(address), std::move(hello), options, budget),
        unit_ns_(unit_seconds * 1'000'000'000) {}

  TimedReply wait(const mpq_class& until) override {
    const Clock::time_point deadline = to_clock(until);
    const LineReply line = connection_.next(deadline);
    if (line.outcome != SutOutcome::ok) return bad(line);
    if (line.has_line) return received(line);
    TimedReply out;
    const Clock::time_point woke = Clock::now();
    // The clock may be read before the deadline by rounding; model time never
    // is.
    out.now = std::max(until, to_model(woke));
    out.jitter =
        std::max(0.0, std::chrono::duration<double>(woke - deadline).count());
    return out;
  }

  TimedReply send(std::uint32_t channel,
                  const std::vector<logic::Value>& values) override {
    const Json message = event(channel, values);
    // A message that has arrived already precedes this input.
    const auto now = connection_.channel().quiet_now();
    if (!now) {
      const LineReply line = connection_.next(Clock::now());
      if (line.outcome != SutOutcome::ok) return bad(line);
      if (line.has_line) return received(line);
      return send(channel, values);  // it was a blank line
    }
    const SutReply sent = connection_.send(message);
    TimedReply out;
    out.outcome = sent.outcome;
    out.reason = sent.reason;
    out.now = to_model(*now);
    return out;
  }

  [[nodiscard]] bool is_real_time() const override { return true; }

 private:
  void began(Clock::time_point at) override { start_ = at; }

  TimedReply received(const LineReply& line) {
    TimedReply out;
    out.message = event_of(line, false, out);
    if (!out.message) {
      if (out.outcome != SutOutcome::ok) return out;
      return protocol(line.name + ": expected an event");
    }
    out.message->at = to_model(line.at);
    out.now = out.message->at;
    return out;
  }

  /// Time since the reset, in the model's unit.
  [[nodiscard]] mpq_class to_model(Clock::time_point at) const {
    const auto ns =
        std::chrono::duration_cast<std::chrono::nanoseconds>(at - start_)
            .count();
    return mpq_class(static_cast<long>(std::max<std::int64_t>(ns, 0))) /
           unit_ns_;
  }
  /// The latest time of the clock that is not after the model time `at`.
  [[nodiscard]] Clock::time_point to_clock(const mpq_class& at) const {
    const mpz_class whole = logic::floor_of(at * unit_ns_);
    // Sums of time points must not overflow.
    constexpr long kYear = 31'536'000L * 1'000'000'000L;
    const long count =
        whole.fits_slong_p() ? std::min(whole.get_si(), kYear) : kYear;
    return start_ + std::chrono::nanoseconds(count);
  }

  mpq_class unit_ns_;
  Clock::time_point start_;
};

/// Virtual time: the SUT is told how much time passes, and speaks when asked.
class VirtualLines final : public TimedLines {
 public:
  using TimedLines::TimedLines;

  TimedReply wait(const mpq_class& until) override {
    TimedReply out;
    if (!silent(out)) return out;
    const mpq_class span = until - now_;
    CATENARY_CHECK(span >= 0, "time does not go backwards");
    Json request = Json::object();
    request.set("wait", Json::string(decimal_text(span)));
    const SutReply sent = connection_.send(request);
    if (sent.outcome != SutOutcome::ok) {
      out.outcome = sent.outcome;
      out.reason = sent.reason;
      return out;
    }
    const LineReply line = connection_.answer("wait");
    if (line.outcome != SutOutcome::ok) return bad(line);
    if (const Json* silence = line.json.find("silence")) {
      return passed(*silence, line.name, until);
    }
    out.message = event_of(line, true, out);
    if (!out.message) {
      if (out.outcome != SutOutcome::ok) return out;
      return protocol(line.name + ": expected an event or a silence");
    }
    // The SUT may only speak within the time that it was given.
    if (out.message->at > span) {
      return protocol(line.name + ": the event comes after " +
                      decimal_text(out.message->at) +
                      ", later than it was asked for");
    }
    out.message->at += now_;
    now_ = out.message->at;
    out.now = now_;
    return out;
  }

  TimedReply send(std::uint32_t channel,
                  const std::vector<logic::Value>& values) override {
    TimedReply out;
    if (!silent(out)) return out;
    const SutReply sent = connection_.send(event(channel, values));
    out.outcome = sent.outcome;
    out.reason = sent.reason;
    out.now = now_;
    return out;
  }

 private:
  void began(Clock::time_point) override { now_ = 0; }

  /// False if the SUT spoke without being asked; `out` reports it.
  bool silent(TimedReply& out) {
    if (connection_.channel().quiet_now()) return true;
    const LineReply line = connection_.next(Clock::now());
    if (line.outcome != SutOutcome::ok) {
      out = bad(line);
      return false;
    }
    if (!line.has_line) return true;
    out =
        protocol(line.name + ": in virtual time it speaks when it is asked to");
    return false;
  }

  /// The answer that nothing happened; it must be for the whole time.
  TimedReply passed(const Json& silence,
                    const std::string& name,
                    const mpq_class& until) {
    try {
      if (read_time(silence, name) != until - now_) {
        return protocol(name + ": the silence is not as long as asked for");
      }
    } catch (const base::InputError& error) {
      return protocol(error.diagnostics().front().message);
    }
    now_ = until;
    TimedReply out;
    out.now = until;
    return out;
  }

  mpq_class now_ = 0;
};

}  // namespace

std::unique_ptr<TimedAdapter> make_timed_lines(LineAddress address,
                                               TimeMode mode,
                                               const mpq_class& unit_seconds,
                                               const LineSutOptions& options,
                                               const base::Budget& budget) {
  CATENARY_CHECK(unit_seconds > 0, "a unit of time is positive");
  Json hello = Json::object();
  hello.set("kind", Json::string("timed"));
  if (mode == TimeMode::virtual_time) {
    hello.set("time", Json::string("virtual"));
    return std::make_unique<VirtualLines>(
        std::move(address), std::move(hello), options, budget);
  }
  hello.set("time", Json::string("real"));
  hello.set("unit", Json::string(decimal_text(unit_seconds)));
  return std::make_unique<RealTimeLines>(
      std::move(address), unit_seconds, std::move(hello), options, budget);
}

}  // namespace catenary::exec
