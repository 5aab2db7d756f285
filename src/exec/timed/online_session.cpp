// SPDX-License-Identifier: Apache-2.0
#include "exec/timed/online_session.h"

#include <algorithm>
#include <chrono>

#include "base/sha256.h"
#include "exec/timed/online_codes.h"

namespace catenary::exec::timed {

namespace {

using engine::symbolic::Allowed;
using engine::symbolic::Online;
using suite::TimedObservation;
using suite::VerdictCode;

}  // namespace

OnlineSession::OnlineSession(const model::TimedAutomaton& automaton,
                             const suite::Signature& signature,
                             Online& online,
                             exec::TimedAdapter& adapter,
                             const OnlineOptions& options,
                             const base::Budget& budget)
    : automaton_(automaton),
      signature_(signature),
      online_(online),
      adapter_(adapter),
      options_(options),
      budget_(budget),
      random_(options.seed) {
  result_.id = base::sha256("online " + automaton.sha256 + " " +
                            std::to_string(options.seed));
}

std::string OnlineSession::text(const exec::TimedMessage& message) const {
  std::string out = signature_.channels[message.channel].name;
  for (std::size_t i = 0; i < message.values.size(); ++i) {
    out += (i == 0 ? "(" : ", ") + message.values[i].to_string();
  }
  return out + (message.values.empty() ? "" : ")");
}

void OnlineSession::note(TimedObservation::Kind kind,
                         const mpq_class& at,
                         std::uint32_t channel,
                         const std::vector<logic::Value>& values,
                         double jitter) {
  const bool silence = kind == TimedObservation::Kind::silence;
  result_.events.push_back({kind,
                            at,
                            silence ? "" : signature_.channels[channel].name,
                            values,
                            jitter});
  ++steps_;
  ++steps_in_run_;
  ++result_.checked;
}

OnlineSession::Next OnlineSession::conclude(VerdictCode code,
                                            const std::string& reason) {
  result_.code = code;
  result_.verdict = verdict_of(code);
  result_.reason = reason;
  return Next::end;
}

void OnlineSession::measure_jitter(const exec::TimedReply& reply,
                                   const mpq_class& until) {
  if (!adapter_.is_real_time() || reply.message) return;
  jitter_ = std::max(jitter_, mpq_class(reply.now - until));
}

bool OnlineSession::could_be(
    const mpq_class& delay,
    const std::function<Allowed(const mpq_class&)>& allowed) const {
  constexpr int kSamples = 4;
  if (jitter_ <= 0) return false;
  for (int i = -kSamples; i <= kSamples; ++i) {
    // This event and the one before are each known up to the jitter.
    mpq_class share(2 * i, kSamples);
    share.canonicalize();
    const mpq_class near = delay + share * jitter_;
    if (near >= 0 && allowed(near) != Allowed::no) return true;
  }
  return false;
}

OnlineSession::Next OnlineSession::fail(VerdictCode code,
                                        const std::string& kind,
                                        const std::string& reason,
                                        bool in_doubt) {
  if (!in_doubt) return conclude(code, reason);
  const std::string within = " within the measured jitter (" +
                             suite::show_time(jitter_) + " time units)";
  if (!doubtful_.emplace(kind, reason + within).second) {
    return conclude(code, reason + "; a second run failed in this way");
  }
  return Next::new_run;
}

OnlineSession::Next OnlineSession::sut_trouble(const exec::TimedReply& reply) {
  // A simulated system refuses what it has no time left to find out.
  if ((reply.outcome == exec::SutOutcome::interrupted ||
       reply.outcome == exec::SutOutcome::refused) &&
      budget_.poll() != base::StopReason::none) {
    return Next::end;
  }
  is_open_ = exec::is_alive(reply.outcome);
  return conclude(code_of(reply.outcome), reply.reason);
}

bool OnlineSession::open_and_reset() {
  exec::SutReply reply;
  if (!is_open_) {
    reply = adapter_.open(signature_);
    if (reply.outcome != exec::SutOutcome::ok) {
      (void)conclude(reply.outcome == exec::SutOutcome::interrupted
                         ? VerdictCode::interrupted
                         : VerdictCode::adapter_load,
                     reply.reason);
      return false;
    }
    is_open_ = true;
  }
  reply = adapter_.reset(options_.answer_time);
  if (reply.outcome != exec::SutOutcome::ok) {
    (void)conclude(code_of(reply.outcome), reply.reason);
    return false;
  }
  online_.reset();
  last_ = 0;
  now_ = 0;
  steps_in_run_ = 0;
  result_.events.clear();
  return true;
}

OnlineSession::Next OnlineSession::judge(const exec::TimedMessage& message) {
  const mpq_class delay = message.at - last_;
  const std::string expected = online_.expected();
  note(TimedObservation::Kind::received,
       message.at,
       message.channel,
       message.values,
       0);
  const std::string what =
      text(message) + " came " + suite::show_time(delay) +
      " after the event before; the model allows: " + expected;
  const bool input =
      signature_.channels[message.channel].direction == suite::Direction::input;
  if (input) {
    switch (online_.silence_before(delay)) {
      case Allowed::yes:
        break;
      case Allowed::no:
        return fail(VerdictCode::fail_dur,
                    "silence",
                    "the system was silent for too long: " + what,
                    could_be(delay, [this](const mpq_class& d) {
                      return online_.silence_before(d);
                    }));
      case Allowed::undecided:
        return conclude(VerdictCode::unresolved,
                        "the silence could not be judged: " + what);
    }
  }
  switch (online_.event(delay, message.channel, message.values)) {
    case Allowed::yes:
      last_ = message.at;
      now_ = message.at;
      return Next::go_on;
    case Allowed::no:
      if (input) {
        return conclude(VerdictCode::inc_uc_in_unspec,
                        "an input that is not specified: " + what);
      }
      return fail(VerdictCode::fail_out,
                  text(message),
                  "an output that is not specified: " + what,
                  could_be(delay, [&](const mpq_class& d) {
                    return online_.event(d, message.channel, message.values);
                  }));
    case Allowed::undecided:
      break;
  }
  return conclude(VerdictCode::unresolved, "could not be judged: " + what);
}

OnlineSession::Next OnlineSession::judge_silence(const mpq_class& until) {
  const mpq_class delay = until - last_;
  note(TimedObservation::Kind::silence, until, 0, {}, 0);
  now_ = until;
  const std::string what = "nothing came for " + suite::show_time(delay) +
                           " after the event before; the model allows: ";
  switch (online_.silence(delay)) {
    case Allowed::yes:
      return Next::go_on;
    case Allowed::no:
      return fail(VerdictCode::fail_dur,
                  "silence",
                  what + online_.expected(),
                  could_be(delay, [this](const mpq_class& d) {
                    return online_.silence(d);
                  }));
    case Allowed::undecided:
      break;
  }
  return conclude(
      VerdictCode::unresolved,
      "the silence could not be judged: " + what + online_.expected());
}

OnlineSession::Next OnlineSession::wait(const mpq_class& delay) {
  const mpq_class until = now_ + delay;
  const exec::TimedReply reply = adapter_.wait(until);
  if (reply.outcome != exec::SutOutcome::ok) return sut_trouble(reply);
  measure_jitter(reply, until);
  if (reply.message) return judge(*reply.message);
  return judge_silence(until);
}

OnlineSession::Next OnlineSession::stimulate(const Online::Stimulus& stimulus) {
  const mpq_class at = last_ + stimulus.delay;
  exec::TimedReply reply;
  if (at > now_) {
    reply = adapter_.wait(at);
    if (reply.outcome != exec::SutOutcome::ok) return sut_trouble(reply);
    measure_jitter(reply, at);
    if (reply.message) return judge(*reply.message);
  }
  reply = adapter_.send(stimulus.channel, stimulus.values);
  if (reply.outcome != exec::SutOutcome::ok) return sut_trouble(reply);
  if (reply.message) return judge(*reply.message);
  const mpq_class sent = adapter_.is_real_time() ? reply.now : at;
  note(TimedObservation::Kind::sent,
       sent,
       stimulus.channel,
       stimulus.values,
       reply.jitter);
  switch (online_.event(sent - last_, stimulus.channel, stimulus.values)) {
    case Allowed::yes:
      last_ = sent;
      now_ = sent;
      return Next::go_on;
    case Allowed::no:
      // Sent later than planned, when the model says nothing of it.
      if (adapter_.is_real_time()) return Next::new_run;
      [[fallthrough]];
    case Allowed::undecided:
      break;
  }
  return conclude(VerdictCode::unresolved,
                  "what was sent could not be followed in the model");
}

OnlineSession::Next OnlineSession::replay_recorded() {
  if (const auto input = adapter_.recorded_input(options_.recorded_until)) {
    const mpq_class delay = input->at - last_;
    const std::string expected = online_.expected();
    note(TimedObservation::Kind::sent,
         input->at,
         input->channel,
         input->values,
         0);
    const exec::TimedReply reply = adapter_.send(input->channel, input->values);
    if (reply.outcome != exec::SutOutcome::ok) return sut_trouble(reply);
    switch (online_.silence_before(delay)) {
      case Allowed::yes:
        break;
      case Allowed::no:
        return conclude(VerdictCode::fail_dur,
                        "the system was silent for " + suite::show_time(delay) +
                            "; the model allows: " + expected);
      case Allowed::undecided:
        return conclude(VerdictCode::unresolved,
                        "the silence could not be judged");
    }
    switch (online_.event(delay, input->channel, input->values)) {
      case Allowed::yes:
        last_ = input->at;
        now_ = input->at;
        return Next::go_on;
      case Allowed::no:
        return conclude(VerdictCode::log_mismatch,
                        "the log sends " + text(*input) + " " +
                            suite::show_time(delay) +
                            " after the event before, which the model does "
                            "not specify; it allows: " +
                            expected);
      case Allowed::undecided:
        break;
    }
    return conclude(VerdictCode::unresolved,
                    "what was sent could not be followed in the model");
  }
  const mpq_class until = std::max(options_.recorded_until, now_);
  const exec::TimedReply reply = adapter_.wait(until);
  if (reply.outcome != exec::SutOutcome::ok) return sut_trouble(reply);
  if (reply.message) return judge(*reply.message);
  if (until > now_) (void)judge_silence(until);
  return Next::end;
}

OnlineSession::Next OnlineSession::step() {
  if (adapter_.is_recorded()) return replay_recorded();
  const mpq_class elapsed = now_ - last_;
  const std::uint64_t drawn = random_.next();
  const bool wants_to_wait = random_.chance(1, 3);
  const std::uint64_t quarters = random_.below(8) + 1;
  const auto stimulus =
      online_.stimulus(elapsed, elapsed + options_.time_out, drawn);
  if (stimulus && !wants_to_wait) return stimulate(*stimulus);
  const mpq_class all(std::min<std::uint64_t>(quarters, 4));
  const mpq_class delay =
      stimulus ? mpq_class(options_.time_out * all / 4) : options_.time_out;
  const std::size_t before = result_.events.size();
  const Next next = wait(delay);
  const bool silent =
      result_.events.size() > before &&
      result_.events.back().kind == TimedObservation::Kind::silence;
  if (next == Next::go_on && silent && !stimulus) return Next::new_run;
  return next;
}

suite::TestResult OnlineSession::test(
    const std::function<void(const suite::TestResult&)>& run_ends) {
  const auto started = std::chrono::steady_clock::now();
  result_.code = VerdictCode::ok;
  Next next = Next::new_run;
  while (next != Next::end) {
    if (next == Next::new_run) {
      if (runs_ > 0) run_ends(result_);
      // Where nothing happens at all, it will not happen later.
      if (runs_ > 1 && steps_in_run_ == 0) break;
      if (!open_and_reset()) break;
      ++runs_;
      result_.verdict = suite::Verdict::pass;
    }
    const bool enough = options_.max_steps != 0 && steps_ >= options_.max_steps;
    if (enough || budget_.poll() != base::StopReason::none) {
      next = Next::end;
      break;
    }
    next = step();
  }
  if (runs_ > 0 && (next == Next::end || !is_open_)) run_ends(result_);
  adapter_.close();
  result_.output = adapter_.take_output();
  if (result_.code == VerdictCode::ok) {
    if (budget_.interrupted()) {
      (void)conclude(VerdictCode::interrupted, "interrupted");
    } else if (!doubtful_.empty()) {
      (void)conclude(VerdictCode::unresolved,
                     "a failure that no second run confirmed: " +
                         doubtful_.begin()->second);
    } else if (steps_ == 0) {
      (void)conclude(VerdictCode::nothing_checked,
                     "nothing could be sent and nothing came");
    } else {
      (void)conclude(VerdictCode::ok, "");
    }
  }
  result_.step = static_cast<std::int64_t>(steps_);
  result_.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started)
          .count();
  return result_;
}

}  // namespace catenary::exec::timed
