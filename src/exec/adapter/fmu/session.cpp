// SPDX-License-Identifier: Apache-2.0
#include "exec/adapter/fmu/session.h"

#include <dlfcn.h>

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "base/printable.h"
#include "exec/adapter/fmu/instance.h"
#include "logic/value/ieee754.h"
#include "logic/value/value.h"

namespace catenary::exec::fmu {
namespace {

using logic::Value;
using Values = std::span<const Value>;

/// As for native libraries: names of the library come first, unless
/// AddressSanitizer refuses that.
#if defined(__SANITIZE_ADDRESS__)
constexpr int kLoadFmu = RTLD_NOW | RTLD_LOCAL;
#else
constexpr int kLoadFmu = RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND;
#endif

/// The double nearest to an exact number of seconds.
double nearest(const mpq_class& seconds) {
  return logic::float_round(logic::Sort::floating(11, 53),
                            logic::RoundingMode::nearest_even,
                            seconds)
      .as_double();
}

std::string status_name(Status status, int version) {
  static constexpr const char* kNames[] = {
      "OK", "Warning", "Discard", "Error", "Fatal", "Pending"};
  const auto number = static_cast<unsigned>(status);
  const unsigned known = version == 2 ? 6 : 5;
  if (number >= known) {
    return "the unknown status " + std::to_string(static_cast<int>(status));
  }
  return "fmi" + std::to_string(version) + kNames[number];
}

class Session final : public Adapter {
 public:
  Session(const Package& package, const Bindings& bindings, mpq_class step_size)
      : package_(package),
        bindings_(bindings),
        step_size_(std::move(step_size)) {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() override { Session::close(); }

  SutReply open(const suite::Signature& signature, SutInfo& info) override {
    signature_ = &signature;
    info = info_of(bindings_, signature, package_.description);
    handle_ = dlopen(package_.library.c_str(), kLoadFmu);
    if (handle_ == nullptr) {
      const char* why = dlerror();
      return refused(why == nullptr ? "the library cannot be loaded" : why);
    }
    const int version = package_.description.version;
    instance_ =
        version == 2 ? make_instance2(handle_) : make_instance3(handle_);
    if (!instance_->missing().empty()) {
      SutReply reply =
          refused("the library of the FMU does not define " +
                  instance_->missing() + ", which the standard requires");
      instance_.reset();
      return reply;
    }
    const std::string told = instance_->version();
    if (told.rfind(std::to_string(version) + ".", 0) != 0) {
      return refused("the library calls its version '" +
                     base::printable(told.substr(0, 40)) +
                     "', the description says " + std::to_string(version) +
                     ".0");
    }
    if (!instance_->instantiate(package_)) {
      return refused(std::string(instance_->function()) + " gave no instance" +
                     said() +
                     (package_.description.needs_tool
                          ? "; the FMU needs the tool that made it"
                          : ""));
    }
    alive_ = true;
    return {};
  }

  SutReply reset(Values initial, std::chrono::milliseconds) override {
    if (!alive_) return refused("the FMU has ended");
    if (stepping_) {
      stepping_ = false;
      if (!good(instance_->terminate())) return failure();
      if (!good(instance_->reset())) return failure();
    }
    time_ = package_.description.start_time.value_or(0.0);
    first_size_.reset();
    for (const Binding& b : bindings_.initial) {
      if (auto fault = set(b, initial[b.position], signature_->initial)) {
        return *fault;
      }
    }
    if (!good(instance_->enter(package_.description.start_time.value_or(0)))) {
      return failure();
    }
    if (!good(instance_->exit())) return failure();
    stepping_ = true;
    return {};
  }

  SutReply step(const mpq_class& dt,
                Values inputs,
                std::chrono::milliseconds) override {
    if (!alive_ || !stepping_) return refused("the FMU has ended");
    const mpq_class size = dt * step_size_;
    if (!first_size_) first_size_ = size;
    if (size != *first_size_ && !package_.description.variable_steps) {
      return refused(
          "the FMU cannot have steps of different sizes "
          "(canHandleVariableCommunicationStepSize)");
    }
    for (const Binding& b : bindings_.inputs) {
      if (auto fault = set(b, inputs[b.position], signature_->inputs)) {
        return *fault;
      }
    }
    const StepEnd end = instance_->step(nearest(time_), nearest(size));
    if (!good(end.status)) return failure(end.terminate);
    if (end.early) {
      return refused(std::string(instance_->function()) +
                     " returned before the end of the step, which was not "
                     "allowed" +
                     said());
    }
    time_ += size;
    SutReply reply = read_outputs();
    if (reply.outcome == SutOutcome::ok && end.terminate) {
      reply.outcome = SutOutcome::ended;
      reply.reason = "the FMU ended the simulation";
    }
    return reply;
  }

  void close() override {
    if (stepping_) (void)good(instance_->terminate());
    if (alive_) instance_->free();
    alive_ = stepping_ = false;
    instance_.reset();
    if (handle_ != nullptr) dlclose(handle_);
    handle_ = nullptr;
  }

 private:
  static SutReply refused(std::string why) {
    return {SutOutcome::refused, std::move(why), {}};
  }

  /// Whether a call went well; remembers what it returned.
  bool good(Status status) {
    status_ = status;
    const bool well = status == Status::ok || status == Status::warning;
    // After an error the standard allows to free the instance; after a fatal
    // one it allows nothing.
    if (!well) stepping_ = false;
    if (status == Status::fatal) alive_ = false;
    return well;
  }

  /// What the FMU logged during the last call, for the end of a message.
  [[nodiscard]] std::string said() const {
    const std::string text = instance_->log().text();
    return text.empty() ? "" : ": " + text;
  }

  /// The last call did not go well.
  [[nodiscard]] SutReply failure(bool wants_end = false) const {
    std::string text = std::string(instance_->function()) + " returned " +
                       status_name(status_, package_.description.version) +
                       " at " +
                       logic::Value::float64(nearest(time_)).to_string() + " s";
    if (wants_end) text += ", since it wants to end the simulation";
    return refused(text + said());
  }

  std::optional<SutReply> set(const Binding& b,
                              const Value& value,
                              const std::vector<suite::Signal>& signals) {
    const auto raw = to_raw(b, value);
    if (!raw) {
      return refused(signals[b.position].name + " is of type " +
                     to_string(b.variable.type, package_.description.version) +
                     " in the FMU, which does not include " +
                     value.to_string());
    }
    if (!good(instance_->set(b.variable, *raw))) {
      SutReply reply = failure();
      reply.reason += " (" + b.variable.name + ")";
      return reply;
    }
    return std::nullopt;
  }

  SutReply read_outputs() {
    SutReply reply;
    reply.outputs.resize(signature_->outputs.size());
    for (const Binding& b : bindings_.outputs) {
      Raw raw;
      if (!good(instance_->get(b.variable, raw))) {
        reply = failure();
        reply.reason += " (" + b.variable.name + ")";
        return reply;
      }
      const suite::Signal& wanted = signature_->outputs[b.position];
      reply.outputs[b.position] = from_raw(b, raw, wanted);
      if (!reply.outputs[b.position]) {
        return {SutOutcome::protocol,
                "the FMU gave a value of " + wanted.name + ", " + text_of(raw) +
                    ", that is not of type " + wanted.type,
                {}};
      }
    }
    return reply;
  }

  static std::string text_of(const Raw& raw) {
    if (const bool* truth = std::get_if<bool>(&raw)) {
      return *truth ? "true" : "false";
    }
    if (const auto* number = std::get_if<std::int64_t>(&raw)) {
      return std::to_string(*number);
    }
    if (const auto* number = std::get_if<std::uint64_t>(&raw)) {
      return std::to_string(*number);
    }
    return Value::float64(std::get<double>(raw)).to_string();
  }

  const Package& package_;
  const Bindings& bindings_;
  mpq_class step_size_;
  const suite::Signature* signature_ = nullptr;
  void* handle_ = nullptr;
  std::unique_ptr<Instance> instance_;
  /// There is an instance that may be called.
  bool alive_ = false;
  /// It is initialised and not terminated.
  bool stepping_ = false;
  Status status_ = Status::ok;
  /// Since the beginning of the test, in seconds.
  mpq_class time_;
  std::optional<mpq_class> first_size_;
};

}  // namespace

std::unique_ptr<Adapter> make_session(const Package& package,
                                      const Bindings& bindings,
                                      mpq_class step_size) {
  return std::make_unique<Session>(package, bindings, std::move(step_size));
}

}  // namespace catenary::exec::fmu
