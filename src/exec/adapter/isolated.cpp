// SPDX-License-Identifier: Apache-2.0
/// \file
/// The proxy of an adapter that runs in a child: requests and answers as fields
/// of frames. Every value of the signature is sent in each request, so that the
/// protocol needs no state.
#include "exec/adapter/isolated.h"

#include <exception>
#include <optional>
#include <utility>

#include "base/wire.h"
#include "exec/adapter/child.h"
#include "exec/adapter/orphans.h"
#include "logic/value/wire.h"

namespace catenary::exec {
namespace {

using Values = std::span<const logic::Value>;

/// The first field of a request.
enum class Request : std::uint8_t { open, reset, step, close };

/// A request with one value for each signal of its kind.
base::WireWriter request(Request kind, Values values) {
  base::WireWriter out;
  out.put(kind);
  for (const logic::Value& value : values) write(out, std::optional(value));
  return out;
}

/// One value for each signal, where there is one.
std::vector<std::optional<logic::Value>> read_values(
    base::WireReader& in, const std::vector<suite::Signal>& of) {
  std::vector<std::optional<logic::Value>> out(of.size());
  for (std::size_t i = 0; i < of.size(); ++i) {
    read(in, of[i].sort(), out[i]);
  }
  return out;
}

/// The values of a request; every signal has one.
std::vector<logic::Value> read_inputs(base::WireReader& in,
                                      const std::vector<suite::Signal>& of) {
  std::vector<logic::Value> out;
  for (const auto& value : read_values(in, of)) {
    out.push_back(value.value_or(logic::Value()));
  }
  return out;
}

/// The child's side: serves requests until the parent closes the channel. Time
/// limits are the parent's business: it kills the child.
void serve(int socket,
           const AdapterFactory& factory,
           const suite::Signature& signature) {
  const std::unique_ptr<Adapter> adapter = factory();
  FrameSocket frames(socket);
  while (const auto payload = frames.read()) {
    base::WireReader in(*payload);
    SutReply reply;
    SutInfo info;
    const Request kind = in.get_enum(Request::close);
    try {
      if (kind == Request::open) {
        reply = adapter->open(signature, info);
      } else if (kind == Request::reset) {
        reply = adapter->reset(read_inputs(in, signature.initial), {});
      } else if (kind == Request::close) {
        adapter->close();
        kill_own_descendants();
      } else {
        const std::vector<logic::Value> inputs =
            read_inputs(in, signature.inputs);
        const mpq_class dt(in.get<std::string>());
        reply = adapter->step(dt, inputs, {});
      }
      // An exception that left the SUT; the child can go on.
    } catch (const std::exception& error) {
      reply = {SutOutcome::refused,
               std::string("an exception left the SUT: ") + error.what(),
               {}};
    }
    base::WireWriter out;
    out.put(reply.outcome, reply.reason);
    if (kind == Request::open && reply.outcome == SutOutcome::ok) {
      out.put(info.name, info.inputs, info.initial, info.outputs);
    }
    if (kind == Request::step) {
      // A SUT may have given none.
      reply.outputs.resize(signature.outputs.size());
      for (const auto& value : reply.outputs) write(out, value);
    }
    if (!frames.write(out)) return;
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
    lost_ = false;
    child_.emplace(
        [&](int socket) { serve(socket, factory_, signature); },
        // The child inherits factory and signature, so nothing of them is sent.
        ChildLimits{
            limits_.memory_bytes, limits_.file_bytes, limits_.output_bytes});
    return ask(request(Request::open, {}),
               limits_.open_time,
               [&](base::WireReader& in, const SutReply& reply) {
                 if (reply.outcome != SutOutcome::ok) return true;
                 in.get(info.name, info.inputs, info.initial, info.outputs);
                 return info.inputs.size() == signature.inputs.size() &&
                        info.initial.size() == signature.initial.size() &&
                        info.outputs.size() == signature.outputs.size() &&
                        in.at_end();
               });
  }

  SutReply reset(Values initial, std::chrono::milliseconds limit) override {
    return ask(request(Request::reset, initial),
               limit,
               [](base::WireReader&, const SutReply&) { return true; });
  }

  SutReply step(const mpq_class& dt,
                Values inputs,
                std::chrono::milliseconds limit) override {
    base::WireWriter out = request(Request::step, inputs);
    out.put(dt.get_str());
    return ask(out, limit, [this](base::WireReader& in, SutReply& reply) {
      // Outputs count only after a completed step.
      if (reply.outcome != SutOutcome::ok &&
          reply.outcome != SutOutcome::ended) {
        return true;
      }
      reply.outputs = read_values(in, signature_->outputs);
      return in.at_end();
    });
  }

  void close() override {
    // A child that is busy, or gone, does not answer and is killed.
    if (child_ && limits_.close_time.count() > 0 && !lost_) {
      std::string answer;
      (void)child_->ask(request(Request::close, {}).frame(),
                        limits_.close_time,
                        budget_,
                        answer);
    }
    if (child_) output_ += child_->take_output();
    child_.reset();
  }

  std::string take_output() override {
    if (child_) output_ += child_->take_output();
    return std::exchange(output_, {});
  }

  std::string sandbox() const override { return "process, rlimits"; }

 private:
  /// Gives the SUT up, whose answers are none.
  SutReply disturbed() {
    close();
    return {SutOutcome::protocol, "the channel from the SUT was disturbed", {}};
  }

  /// One request. `rest` reads what follows the head of the answer and tells
  /// whether that is as it should be.
  template <typename Rest>
  SutReply ask(const base::WireWriter& request,
               std::chrono::milliseconds limit,
               const Rest& rest) {
    if (!child_) return {SutOutcome::protocol, "the SUT is not running", {}};
    std::string answer;
    const WaitOutcome outcome =
        child_->ask(request.frame(), limit, budget_, answer);
    lost_ = outcome != WaitOutcome::answered;
    if (!lost_) {
      try {
        base::WireReader in(answer);
        SutReply reply;
        reply.outcome = in.get_enum(SutOutcome::interrupted);
        in.get(reply.reason);
        if (rest(in, reply)) return reply;
      } catch (const base::WireError&) {
        // No child of ours sends such an answer.
        return disturbed();
      }
      return disturbed();
    }
    return {outcome_of(outcome), child_->reason(), {}};
  }

  /// What the end of the child means for the call.
  static SutOutcome outcome_of(WaitOutcome outcome) {
    switch (outcome) {
      case WaitOutcome::answered:
        return SutOutcome::ok;
      case WaitOutcome::crashed:
        return SutOutcome::crashed;
      case WaitOutcome::exited:
        return SutOutcome::exited;
      case WaitOutcome::timed_out:
        return SutOutcome::hung;
      case WaitOutcome::interrupted:
        return SutOutcome::interrupted;
      case WaitOutcome::nonsense:
        return SutOutcome::protocol;
    }
    return SutOutcome::protocol;
  }

  AdapterFactory factory_;
  IsolationLimits limits_;
  const base::Budget& budget_;
  const suite::Signature* signature_ = nullptr;
  /// While the system is open.
  std::optional<Child> child_;
  /// The child did not answer the last request.
  bool lost_ = false;
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
