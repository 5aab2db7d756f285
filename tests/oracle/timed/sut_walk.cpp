// SPDX-License-Identifier: Apache-2.0
#include "oracle/timed/sut_walk.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "engine/symbolic/trace_runs.h"
#include "oracle/timed/random_automaton.h"
#include "oracle/timed/tioco.h"
#include "suite/signature.h"

namespace catenary::oracle {

using logic::Value;

Value value_of(const model::TimedVariable& v, double x) {
  if (v.clock || v.type.base == model::DataType::Base::rational) {
    return Value::real(mpq_class(x));
  }
  if (v.type.base == model::DataType::Base::boolean) {
    return Value::boolean(x != 0);
  }
  return Value::integer(static_cast<long long>(x));
}

double number_of(const Value& v) {
  switch (v.kind()) {
    case logic::SortKind::boolean:
      return v.as_bool() ? 1 : 0;
    case logic::SortKind::integer:
      return v.as_integer().get_d();
    default:
      return v.as_real().get_d();
  }
}

namespace {

suite::Signature signature_of(const model::TimedAutomaton& a,
                              const std::vector<bool>& uncontrollable) {
  suite::Signature out;
  for (std::size_t c = 0; c < a.channels.size(); ++c) {
    suite::Channel channel;
    channel.name = a.channels[c].name;
    channel.direction = a.channels[c].input ? suite::Direction::input
                                            : suite::Direction::output;
    channel.controllable = !uncontrollable[c];
    for (const auto& p : a.channels[c].parameters) {
      suite::Signal s;
      s.name = p.name;
      s.type = p.type.base == model::DataType::Base::boolean    ? "bool"
               : p.type.base == model::DataType::Base::rational ? "real"
                                                                : "int";
      channel.parameters.push_back(s);
    }
    out.channels.push_back(channel);
  }
  return out;
}

}  // namespace

std::string first_fault(const model::TimedAutomaton& system,
                        GridModel& specification,
                        exec::TimedModelOptions::AnswerTime policy,
                        std::uint64_t seed,
                        base::Rng& rng,
                        SutTally& tally) {
  const model::TimedAutomaton& a = specification.automaton();
  Purpose none;
  none.path.assign(1000, ~std::uint32_t{0});  // every step is off the path
  for (const auto& c : a.channels) {
    none.uncontrollable.push_back(c.input && c.name == "Ev");
  }
  const suite::Signature signature = signature_of(a, none.uncontrollable);
  exec::TimedModelOptions options;
  options.answers = policy;
  options.seed = seed;
  engine::symbolic::TraceRuns runs(system, {}, base::Budget());
  options.find_run = [&runs](const model::TimedRunQuery& query) {
    return runs.find(query);
  };
  const auto sut = exec::make_timed_model(system, options);
  ++tally.runs;
  if (sut->open(signature).outcome != exec::SutOutcome::ok ||
      sut->reset({}).outcome != exec::SutOutcome::ok) {
    ++tally.refused;
    return {};
  }
  Tioco spec(specification, none);
  mpq_class last = 0;  // of the last event
  double patience = 0;
  std::ostringstream trace;
  for (int i = 0; i < 8; ++i) {
    // Not before now, which may be later than the last event.
    patience = std::max(patience, random_delay(rng, 5));
    none.time_out = patience;
    const exec::TimedReply reply = sut->wait(last + mpq_class(patience));
    if (reply.outcome != exec::SutOutcome::ok) {
      ++tally.refused;
      return {};
    }
    if (reply.message) {
      const std::uint32_t channel = reply.message->channel;
      const double d = mpq_class(reply.message->at - last).get_d();
      if (std::fmod(d, kEventGrid) != 0) return {};
      std::vector<double> values;
      for (const Value& v : reply.message->values) {
        values.push_back(number_of(v));
        if (std::fmod(values.back(), kEventGrid) != 0) return {};
      }
      const std::string verdict = spec.message(channel, d, values);
      if (verdict == "INC_ucInUspec") return {};
      if (verdict != "INC_out" && verdict != "INC_ucInSpec") {
        return trace.str() + verdict + " on " + a.channels[channel].name +
               " after " + std::to_string(d);
      }
      ++tally.messages;
      trace << d << " " << a.channels[channel].name;
      for (const double v : values) trace << " " << v;
      trace << "; ";
      spec.advance(channel, d, values);
      last = reply.message->at;
      patience = 0;
      continue;
    }
    const std::string silent = spec.silence();
    if (silent != "INC_dur") {
      return trace.str() + silent + ": silent for " + std::to_string(patience);
    }
    ++tally.silences;
    const std::uint32_t channel = 0;  // "In"
    std::vector<double> numbers;
    std::vector<Value> values;
    for (const auto& p : a.channels[channel].parameters) {
      numbers.push_back(random_value(rng, p.type));
      model::TimedVariable as;
      as.type = p.type;
      values.push_back(value_of(as, numbers.back()));
    }
    if (spec.message(channel, patience, numbers) != "INC_ucInSpec") {
      continue;  // the model says nothing: wait on, from the same event
    }
    const exec::TimedReply sent = sut->send(channel, values);
    if (sent.outcome != exec::SutOutcome::ok) {
      ++tally.refused;
      return {};
    }
    if (sent.message) return trace.str() + "a message came before the input";
    trace << patience << " " << a.channels[channel].name << "?";
    for (const double v : numbers) trace << " " << v;
    trace << "; ";
    spec.advance(channel, patience, numbers);
    last = sent.now;
    patience = 0;
  }
  return {};
}

}  // namespace catenary::oracle
