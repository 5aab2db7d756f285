// SPDX-License-Identifier: Apache-2.0
/// \file
/// The proxy of an adapter that runs in a child: requests and answers as fields
/// of frames. Every value of the signature is sent in each request, so that the
/// protocol needs no state.
#include "exec/adapter/isolated.h"

#include <exception>
#include <optional>
#include <utility>

#include "exec/adapter/child.h"
#include "exec/adapter/line/wire.h"

namespace catenary::exec {
namespace {

using Values = std::span<const logic::Value>;

/// The first byte of a request.
enum Request : std::uint8_t { kOpen, kReset, kStep };

/// Flags by position, preceded by their number.
void put_bits(wire::Writer& out, const std::vector<bool>& bits) {
  out.number(bits.size());
  for (const bool bit : bits) out.byte(bit ? 1 : 0);
}

/// The inverse; false if there are others than wanted.
bool get_bits(wire::Reader& in, std::size_t wanted, std::vector<bool>& bits) {
  if (in.number() != wanted) return false;
  bits.clear();
  for (std::size_t i = 0; i < wanted; ++i) bits.push_back(in.byte() != 0);
  return in.good();
}

/// One value for each signal.
std::vector<logic::Value> get_values(wire::Reader& in,
                                     const std::vector<suite::Signal>& of) {
  std::vector<logic::Value> out;
  for (const suite::Signal& signal : of) {
    out.push_back(in.value(signal.sort()).value_or(logic::Value()));
  }
  return out;
}

/// The child's side: serves requests until the parent closes the channel. Time
/// limits are the parent's business: it kills the child.
void serve(int socket,
           const AdapterFactory& factory,
           const suite::Signature& signature) {
  const std::unique_ptr<Adapter> adapter = factory();
  std::string payload;
  while (read_frame(socket, payload)) {
    wire::Reader in(payload);
    SutReply reply;
    SutInfo info;
    const std::uint8_t request = in.byte();
    try {
      if (request == kOpen) {
        reply = adapter->open(signature, info);
      } else if (request == kReset) {
        reply = adapter->reset(get_values(in, signature.initial), {});
      } else {
        const mpq_class dt(in.text());
        reply = adapter->step(dt, get_values(in, signature.inputs), {});
      }
      // An exception that left the SUT; the child can go on.
    } catch (const std::exception& error) {
      reply = {SutOutcome::refused,
               std::string("an exception left the SUT: ") + error.what(),
               {}};
    }
    wire::Writer out;
    out.byte(static_cast<std::uint8_t>(reply.outcome));
    out.text(reply.reason);
    if (request == kOpen && reply.outcome == SutOutcome::ok) {
      out.text(info.name);
      put_bits(out, info.inputs);
      put_bits(out, info.initial);
      put_bits(out, info.outputs);
    }
    if (request == kStep) {
      // A SUT may have given none.
      reply.outputs.resize(signature.outputs.size());
      for (const auto& value : reply.outputs) out.value(value);
    }
    if (!write_frame(socket, out.frame())) return;
  }
}

/// The parent's side.
class IsolatedAdapter final : public Adapter {
 public:
  IsolatedAdapter(AdapterFactory factory,
                  IsolationLimits limits,
                  const base::Budget& budget)
      : factory_(std::move(factory)), limits_(limits), budget_(budget) {}

  SutReply open(const suite::Signature& signature, SutInfo& info) override {
    close();
    signature_ = &signature;
    child_.emplace(
        [&](int socket) { serve(socket, factory_, signature); },
        // The child inherits factory and signature, so nothing of them is sent.
        ChildLimits{
            limits_.memory_bytes, limits_.file_bytes, limits_.output_bytes});
    wire::Writer out;
    out.byte(kOpen);
    std::string answer;
    SutReply reply = ask(out, limits_.open_time, answer);
    if (reply.outcome != SutOutcome::ok) return reply;
    wire::Reader in(answer);
    get_head(in);
    info.name = in.text();
    const bool complete =
        get_bits(in, signature.inputs.size(), info.inputs) &&
        get_bits(in, signature.initial.size(), info.initial) &&
        get_bits(in, signature.outputs.size(), info.outputs) && in.at_end();
    // Bits for other signals than those of the signature: the child did not
    // send this answer.
    return complete ? reply : nonsense();
  }

  SutReply reset(Values initial, std::chrono::milliseconds limit) override {
    wire::Writer out;
    out.byte(kReset);
    for (const logic::Value& value : initial) out.value(value);
    std::string answer;
    return ask(out, limit, answer);
  }

  SutReply step(const mpq_class& dt,
                Values inputs,
                std::chrono::milliseconds limit) override {
    wire::Writer out;
    out.byte(kStep);
    out.text(dt.get_str());
    for (const logic::Value& value : inputs) out.value(value);
    std::string answer;
    SutReply reply = ask(out, limit, answer);
    // Outputs follow only after a completed step.
    if (reply.outcome != SutOutcome::ok && reply.outcome != SutOutcome::ended) {
      return reply;
    }
    wire::Reader in(answer);
    get_head(in);
    for (const suite::Signal& signal : signature_->outputs) {
      reply.outputs.push_back(in.value(signal.sort()));
    }
    return in.good() && in.at_end() ? reply : nonsense();
  }

  void close() override {
    if (child_) output_ += child_->take_output();
    child_.reset();
  }

  std::string take_output() override {
    if (child_) output_ += child_->take_output();
    return std::exchange(output_, {});
  }

  std::string sandbox() const override { return "process, rlimits"; }

 private:
  /// The fields with which every answer begins.
  static SutReply get_head(wire::Reader& in) {
    SutReply reply;
    const std::uint8_t outcome = in.byte();
    reply.reason = in.text();
    const bool known = in.good() && outcome <= static_cast<std::uint8_t>(
                                                   SutOutcome::interrupted);
    reply.outcome =
        known ? static_cast<SutOutcome>(outcome) : SutOutcome::protocol;
    return reply;
  }

  /// After an answer that no child of ours sends.
  SutReply nonsense() {
    close();
    return {SutOutcome::protocol, "the channel from the SUT was disturbed", {}};
  }

  /// One request; `answer` is the payload of its answer.
  SutReply ask(const wire::Writer& request,
               std::chrono::milliseconds limit,
               std::string& answer) {
    if (!child_) return {SutOutcome::protocol, "the SUT is not running", {}};
    const WaitOutcome outcome =
        child_->ask(request.frame(), limit, budget_, answer);
    SutReply reply;
    switch (outcome) {
      case WaitOutcome::answered: {
        wire::Reader in(answer);
        // The head tells how the call came out; the rest is for the caller.
        reply = get_head(in);
        return reply;
      }
      case WaitOutcome::crashed:
        reply.outcome = SutOutcome::crashed;
        break;
      case WaitOutcome::exited:
        reply.outcome = SutOutcome::exited;
        break;
      case WaitOutcome::timed_out:
        reply.outcome = SutOutcome::hung;
        break;
      case WaitOutcome::interrupted:
        reply.outcome = SutOutcome::interrupted;
        break;
      case WaitOutcome::nonsense:
        reply.outcome = SutOutcome::protocol;
        break;
    }
    reply.reason = child_->reason();
    return reply;
  }

  AdapterFactory factory_;
  IsolationLimits limits_;
  const base::Budget& budget_;
  const suite::Signature* signature_ = nullptr;
  /// While the system is open.
  std::optional<Child> child_;
  /// The end of what earlier children printed.
  std::string output_;
};

}  // namespace

std::unique_ptr<Adapter> isolate(AdapterFactory factory,
                                 IsolationLimits limits,
                                 const base::Budget& budget) {
  return std::make_unique<IsolatedAdapter>(std::move(factory), limits, budget);
}

}  // namespace catenary::exec
