// SPDX-License-Identifier: Apache-2.0
/// \file
/// Step systems over lines of JSON: one request, one answer.
#include <algorithm>
#include <utility>

#include "base/error.h"
#include "exec/adapter/line/line_connection.h"
#include "exec/adapter/line/message.h"

namespace catenary::exec {
namespace {

using suite::Json;
using Clock = LineChannel::Clock;

/// A system that answers each request with one line.
class StepLines final : public Adapter {
 public:
  StepLines(LineAddress address,
            const LineSutOptions& options,
            const base::Budget& budget)
      : connection_(std::move(address), options, budget),
        answer_time_(options.answer_time) {}

  SutReply open(const suite::Signature& signature, SutInfo& info) override {
    signature_ = &signature;
    Json hello = Json::object();
    hello.set("kind", Json::string("step"));
    Json answer;
    SutReply reply = connection_.open(hello, answer);
    if (reply.outcome != SutOutcome::ok) return reply;
    // Other systems need not have a name.
    const Json* name = answer.find("name");
    if (name != nullptr && name->is(Json::Kind::string)) {
      info.name = suite::to_utf8(name->text());
    }
    info.inputs = known(answer, "inputs", signature.inputs, false);
    info.initial = known(answer, "initial", signature.initial, false);
    info.outputs = known(answer, "outputs", signature.outputs, true);
    info_ = info;
    return {};
  }

  SutReply reset(std::span<const logic::Value> initial,
                 std::chrono::milliseconds limit) override {
    number_ = 0;
    Json request = Json::object();
    Json& what = request.set("reset", Json::object());
    if (!initial.empty()) {
      what.set("initial", values(initial, signature_->initial, info_.initial));
    }
    LineReply line = ask(request, "reset", limit);
    if (line.outcome == SutOutcome::ok && line.json.find("reset") == nullptr) {
      line = connection_.fault(SutOutcome::protocol,
                               line.name + ": expected {\"reset\": {}}");
    }
    return {line.outcome, line.reason, {}};
  }

  SutReply step(const mpq_class& dt,
                std::span<const logic::Value> inputs,
                std::chrono::milliseconds limit) override {
    Json request = Json::object();
    request.set("step", Json::number(++number_));
    request.set("dt", suite::to_json(dt));
    request.set("in", values(inputs, signature_->inputs, info_.inputs));
    const LineReply line = ask(request, "step", limit);
    SutReply out{line.outcome, line.reason, {}};
    if (line.outcome != SutOutcome::ok) return out;
    // A system may repeat the number of the step that it answers, which proves
    // that its answer is not that to an earlier one.
    const Json* number = line.json.find("step");
    numbered_ = number != nullptr;
    if (numbered_ && *number != Json::number(number_)) {
      const LineReply bad = connection_.fault(
          SutOutcome::protocol,
          line.name + ": it answers step " + excerpt(number->compact()) +
              ", and step " + std::to_string(number_) +
              " was asked: an answer is missing, repeated or late");
      return {bad.outcome, bad.reason, {}};
    }
    try {
      out.outputs = outputs(line);
    } catch (const base::InputError& error) {
      const LineReply bad = connection_.fault(
          SutOutcome::protocol, error.diagnostics().front().message);
      return {bad.outcome, bad.reason, {}};
    }
    const Json* ended = line.json.find("ended");
    if (ended != nullptr && ended->is(Json::Kind::boolean) &&
        ended->as_bool()) {
      out.outcome = SutOutcome::ended;
    }
    return out;
  }

  SutReply settle(std::chrono::milliseconds time) override {
    // A numbered answer certainly belongs to its step.
    if (numbered_) return {};
    return unasked(Clock::now() + time);
  }

  void close() override { connection_.close(); }
  std::string take_output() override { return connection_.take_output(); }
  [[nodiscard]] std::string sandbox() const override {
    return connection_.sandbox();
  }

 private:
  /// Which signals the SUT has: those that it lists; if it lists none, all
  /// except derived ones.
  static std::vector<bool> known(const Json& answer,
                                 const char* key,
                                 const std::vector<suite::Signal>& signals,
                                 bool without_derived) {
    const Json* list = answer.find(key);
    std::vector<bool> out;
    for (const suite::Signal& signal : signals) {
      // Derived outputs are Catenary's own, unless the system lists them.
      bool has = !(without_derived && signal.derived);
      if (list != nullptr && list->is(Json::Kind::array)) {
        has = std::any_of(
            list->items().begin(), list->items().end(), [&](const Json& n) {
              return n.is(Json::Kind::string) && n.text() == signal.name;
            });
      }
      out.push_back(has);
    }
    return out;
  }

  /// The values of the signals that the SUT has.
  static Json values(std::span<const logic::Value> of,
                     const std::vector<suite::Signal>& signals,
                     const std::vector<bool>& known) {
    Json out = Json::object();
    for (std::size_t i = 0; i < of.size(); ++i) {
      if (known[i]) out.set(signals[i].name, suite::to_json(of[i]));
    }
    return out;
  }

  /// A protocol error if a line arrives up to `deadline` although nothing was
  /// asked.
  SutReply unasked(Clock::time_point deadline) {
    LineChannel::Line line;
    while (connection_.channel().next(line, deadline) ==
           LineChannel::Wait::line) {
      if (line.text.find_first_not_of(" \t") == std::string::npos) continue;
      const LineReply bad = connection_.fault(
          SutOutcome::protocol,
          "line " + std::to_string(line.number) +
              " of the SUT: nothing was asked; an answer was repeated or late");
      return {bad.outcome, bad.reason, {}};
    }
    return {};
  }

  /// Sends a request and returns the answer: one line within the limit.
  LineReply ask(const Json& request,
                const std::string& what,
                std::chrono::milliseconds limit) {
    const auto time = limit.count() > 0 ? limit : answer_time_;
    // Lines that arrived since the last answer were not asked for.
    SutReply sent = unasked(Clock::now());
    if (sent.outcome == SutOutcome::ok) sent = connection_.send(request);
    LineReply line;
    line.outcome = sent.outcome;
    line.reason = sent.reason;
    if (sent.outcome != SutOutcome::ok) return line;
    line = connection_.next(Clock::now() + time);
    if (line.outcome == SutOutcome::ok && !line.has_line) {
      line = connection_.fault(SutOutcome::hung,
                               "no answer to \"" + what + "\" within " +
                                   std::to_string(time.count()) + " ms");
    }
    return line;
  }

  /// The outputs of an answer; others than the signature's are an error.
  [[nodiscard]] std::vector<std::optional<logic::Value>> outputs(
      const LineReply& line) const {
    const Json* out = line.json.find("out");
    if (out == nullptr || !out->is(Json::Kind::object)) {
      throw base::InputError(base::SourceLocation{},
                             line.name + ": expected {\"out\": {...}}",
                             "line");
    }
    // Outputs that are not mentioned are absent, which the test judges.
    std::vector<std::optional<logic::Value>> values(signature_->outputs.size());
    for (const auto& [name, value] : out->members()) {
      const auto i = suite::find_signal(signature_->outputs, name);
      if (!i) {
        throw base::InputError(
            base::SourceLocation{},
            line.name + ": no output is called \"" + excerpt(name) + "\"",
            "line");
      }
      values[*i] = read_value(value, signature_->outputs[*i], line.name);
    }
    return values;
  }

  LineConnection connection_;
  std::chrono::milliseconds answer_time_;
  const suite::Signature* signature_ = nullptr;
  SutInfo info_;
  std::int64_t number_ = 0;  ///< of the last step
  bool numbered_ = false;    ///< the last answer named its step
};

}  // namespace

std::unique_ptr<Adapter> make_step_lines(LineAddress address,
                                         const LineSutOptions& options,
                                         const base::Budget& budget) {
  return std::make_unique<StepLines>(std::move(address), options, budget);
}

}  // namespace catenary::exec
