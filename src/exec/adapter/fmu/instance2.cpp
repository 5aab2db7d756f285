// SPDX-License-Identifier: Apache-2.0
/// \file
/// FMI 2.0.
#include <dlfcn.h>

#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "exec/adapter/fmu/instance.h"

namespace catenary::exec::fmu {
namespace {

/// The messages of FMI 2 are formats of printf, with arguments.
void log2(void* environment,
          const char* /*instance*/,
          Status status,
          const char* category,
          const char* message,
          ...) {
  if (environment == nullptr || message == nullptr) return;
  std::array<char, 1024> text{};
  std::va_list arguments;
  va_start(arguments, message);
  std::vsnprintf(text.data(), text.size(), message, arguments);
  va_end(arguments);
  static_cast<CallLog*>(environment)->add(status, category, text.data());
}

void* allocate(std::size_t count, std::size_t size) {
  return std::calloc(count, size);  // NOLINT: what the standard asks for
}

void release(void* memory) {
  std::free(memory);  // NOLINT: as above
}

/// "file:///tmp/a%20b/resources": what RFC 3986 does not leave as it is, is
/// escaped.
std::string uri_of(const std::string& path) {
  static constexpr const char* kDigits = "0123456789ABCDEF";
  std::string out = "file://";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                       (c >= '0' && c <= '9') || c == '/' || c == '-' ||
                       c == '.' || c == '_' || c == '~';
    if (plain) {
      out += c;
    } else {
      out += '%';
      out += kDigits[byte >> 4U];
      out += kDigits[byte & 15U];
    }
  }
  return out;
}

class Instance2 final : public Instance {
 public:
  explicit Instance2(void* library) : symbols_(library) {
    symbols_.find("fmi2GetVersion", f_.get_version);
    symbols_.find("fmi2Instantiate", f_.instantiate);
    symbols_.find("fmi2FreeInstance", f_.free_instance);
    symbols_.find("fmi2SetupExperiment", f_.setup_experiment);
    symbols_.find("fmi2EnterInitializationMode", f_.enter_initialization);
    symbols_.find("fmi2ExitInitializationMode", f_.exit_initialization);
    symbols_.find("fmi2Terminate", f_.terminate);
    symbols_.find("fmi2Reset", f_.reset);
    symbols_.find("fmi2DoStep", f_.do_step);
    symbols_.find("fmi2GetReal", f_.get_real);
    symbols_.find("fmi2GetInteger", f_.get_integer);
    symbols_.find("fmi2GetBoolean", f_.get_boolean);
    symbols_.find("fmi2SetReal", f_.set_real);
    symbols_.find("fmi2SetInteger", f_.set_integer);
    symbols_.find("fmi2SetBoolean", f_.set_boolean);
    symbols_.find_optional("fmi2GetBooleanStatus", f_.get_boolean_status);
  }

  [[nodiscard]] std::string missing() const override {
    return symbols_.missing();
  }

  std::string version() override {
    begin("fmi2GetVersion");
    const char* text = f_.get_version();
    return text == nullptr ? "" : text;
  }

  bool instantiate(const Package& package) override {
    begin("fmi2Instantiate");
    callbacks_ = {&log2, &allocate, &release, nullptr, &log_};
    const std::string resources =
        uri_of((package.directory->path() / "resources").string());
    handle_ = f_.instantiate("catenary",
                             fmi2::kCoSimulation,
                             package.description.token.c_str(),
                             resources.c_str(),
                             &callbacks_,
                             0,
                             1);
    return handle_ != nullptr;
  }

  Status enter(double start) override {
    begin("fmi2SetupExperiment");
    const Status status = f_.setup_experiment(handle_, 0, 0, start, 0, 0);
    if (status != Status::ok && status != Status::warning) return status;
    begin("fmi2EnterInitializationMode");
    return f_.enter_initialization(handle_);
  }

  Status exit() override {
    begin("fmi2ExitInitializationMode");
    return f_.exit_initialization(handle_);
  }

  Status set(const Variable& v, const Raw& value) override {
    if (const double* real = std::get_if<double>(&value)) {
      begin("fmi2SetReal");
      return f_.set_real(handle_, &v.reference, 1, real);
    }
    if (const bool* truth = std::get_if<bool>(&value)) {
      begin("fmi2SetBoolean");
      const fmi2::Boolean raw = *truth ? 1 : 0;
      return f_.set_boolean(handle_, &v.reference, 1, &raw);
    }
    begin("fmi2SetInteger");
    const auto raw = static_cast<int>(std::get<std::int64_t>(value));
    return f_.set_integer(handle_, &v.reference, 1, &raw);
  }

  Status get(const Variable& v, Raw& value) override {
    if (v.type == Type::float64) {
      begin("fmi2GetReal");
      double raw = 0;
      const Status status = f_.get_real(handle_, &v.reference, 1, &raw);
      value = raw;
      return status;
    }
    int raw = 0;
    if (v.type == Type::boolean) {
      begin("fmi2GetBoolean");
      const Status status = f_.get_boolean(handle_, &v.reference, 1, &raw);
      value = raw != 0;
      return status;
    }
    begin("fmi2GetInteger");
    const Status status = f_.get_integer(handle_, &v.reference, 1, &raw);
    value = std::int64_t{raw};
    return status;
  }

  StepEnd step(double time, double size) override {
    begin("fmi2DoStep");
    StepEnd end;
    end.status = f_.do_step(handle_, time, size, 1);
    if (end.status == Status::discard && f_.get_boolean_status != nullptr) {
      fmi2::Boolean terminated = 0;
      end.terminate =
          f_.get_boolean_status(handle_, fmi2::kTerminated, &terminated) ==
              Status::ok &&
          terminated != 0;
    }
    return end;
  }

  Status terminate() override {
    begin("fmi2Terminate");
    return f_.terminate(handle_);
  }

  Status reset() override {
    begin("fmi2Reset");
    return f_.reset(handle_);
  }

  void free() override {
    begin("fmi2FreeInstance");
    f_.free_instance(handle_);
    handle_ = nullptr;
  }

 private:
  Symbols symbols_;
  fmi2::Functions f_{};
  fmi2::Callbacks callbacks_{};
  Handle handle_ = nullptr;
};

}  // namespace

void* Symbols::address(const char* name) const {
  return dlsym(library_, name);
}

std::unique_ptr<Instance> make_instance2(void* library) {
  return std::make_unique<Instance2>(library);
}

}  // namespace catenary::exec::fmu
