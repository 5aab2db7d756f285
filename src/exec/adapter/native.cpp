// SPDX-License-Identifier: Apache-2.0
/// \file
/// Libraries with the C interface: loading, matching of signals by name,
/// conversion of values.
#include "exec/adapter/native.h"

#include <dlfcn.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "logic/value/as_sort.h"

namespace catenary::exec {
namespace {

using logic::SortKind;
using logic::Value;
using Values = std::span<const Value>;

/// A library resolves names in itself first: programs define "step" or "open",
/// and so does the C library. AddressSanitizer refuses libraries loaded this
/// way.
#if defined(__SANITIZE_ADDRESS__)
constexpr int kLoad = RTLD_NOW | RTLD_LOCAL;
#else
constexpr int kLoad = RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND;
#endif

/// The tag of a suite's type; 0 if the C interface has none.
std::uint32_t tag_of(const std::string& type) {
  struct Row {
    const char* type;
    std::uint32_t tag;
  };
  static constexpr Row kRows[] = {{"bool", CATENARY_BOOL},
                                  {"int8", CATENARY_INT8},
                                  {"int16", CATENARY_INT16},
                                  {"int32", CATENARY_INT32},
                                  {"int64", CATENARY_INT64},
                                  {"uint8", CATENARY_UINT8},
                                  {"uint16", CATENARY_UINT16},
                                  {"uint32", CATENARY_UINT32},
                                  {"uint64", CATENARY_UINT64},
                                  {"float32", CATENARY_FLOAT32},
                                  {"float64", CATENARY_FLOAT64},
                                  {"enum", CATENARY_ENUM}};
  for (const Row& row : kRows) {
    if (type == row.type) return row.tag;
  }
  return 0;
}

/// The suite's name for a type of the C interface; empty for unknown tags.
const char* type_of(std::uint32_t tag) {
  for (const char* type : {"bool",
                           "int8",
                           "int16",
                           "int32",
                           "int64",
                           "uint8",
                           "uint16",
                           "uint32",
                           "uint64",
                           "float32",
                           "float64"}) {
    if (tag_of(type) == tag) return type;
  }
  return "";
}

/// The signal with the library's type. A signal whose type is not a machine
/// type (it comes from requirements) may have any machine type that can hold
/// its values: integers of any size, also for bool and enum, and floats for
/// real. Nothing if the types are unrelated.
std::optional<suite::Signal> as_library(const suite::Signal& signal,
                                        std::uint32_t tag) {
  if (tag_of(signal.type) == tag) return signal;
  const bool is_float = tag == CATENARY_FLOAT32 || tag == CATENARY_FLOAT64;
  const bool is_integer = tag >= CATENARY_INT8 && tag <= CATENARY_UINT64;
  const bool fits =
      signal.type == "real"
          ? is_float || is_integer
          : is_integer && (signal.type == "int" || signal.type == "enum" ||
                           signal.type == "bool");
  if (!fits) return std::nullopt;
  suite::Signal out;
  out.name = signal.name;
  out.type = type_of(tag);
  return out;
}

/// Whether values of a tag are in the signed member.
bool has_sign(std::uint32_t tag) {
  return (tag >= CATENARY_INT8 && tag <= CATENARY_INT64) ||
         tag == CATENARY_ENUM;
}

/// The C representation. Requires: `value` fits a signal of the type `tag`.
catenary_value to_c(const Value& value, std::uint32_t tag) {
  catenary_value out;
  std::memset(&out, 0, sizeof out);
  out.type = tag;
  switch (value.kind()) {
    case SortKind::boolean:
      out.as.b = value.as_bool() ? 1 : 0;
      break;
    case SortKind::floating:
      out.as.d = value.as_double();
      // As a double a signalling NaN would be a quiet one.
      if (std::isnan(out.as.d) && tag == CATENARY_FLOAT32) {
        out.reserved = static_cast<std::uint32_t>(value.as_bits().get_ui());
      }
      break;
    case SortKind::enumeration:
      out.as.i = value.as_enumerator();
      break;
    default:
      if (has_sign(tag)) {
        out.as.i = value.as_int64();
      } else {
        out.as.u = std::stoull(value.as_integer().get_str());
      }
      break;
  }
  return out;
}

/// The value of the C representation; nothing if it does not fit.
std::optional<Value> from_c(const catenary_value& value,
                            const suite::Signal& signal) {
  const std::uint32_t tag = tag_of(signal.type);
  if (value.type != tag) return std::nullopt;
  std::optional<Value> out;
  if (tag == CATENARY_BOOL) {
    if (value.as.b > 1) return std::nullopt;
    out = Value::boolean(value.as.b == 1);
  } else if (tag == CATENARY_FLOAT64) {
    out = Value::float64(value.as.d);
  } else if (tag == CATENARY_FLOAT32) {
    const double d = value.as.d;
    // A float is passed as a double, which must be representable as one.
    if (!std::isnan(d) && !std::isinf(d) &&
        (std::fabs(d) > std::numeric_limits<float>::max() ||
         static_cast<double>(static_cast<float>(d)) != d)) {
      return std::nullopt;
    }
    out = Value::float32(static_cast<float>(d));
  } else if (tag == CATENARY_ENUM) {
    if (value.as.u >= signal.enumeration->values.size()) return std::nullopt;
    out = Value::enumerator(signal.enumeration,
                            static_cast<std::uint32_t>(value.as.u));
  } else if (has_sign(tag)) {
    out = Value::integer(static_cast<long long>(value.as.i));
  } else {
    out = Value::integer(mpz_class(std::to_string(value.as.u)));
  }
  return signal.fits(*out) ? out : std::nullopt;
}

class NativeAdapter final : public Adapter {
 public:
  NativeAdapter(std::string library, std::string arguments)
      : library_(std::move(library)), arguments_(std::move(arguments)) {
    if (library_.find('/') == std::string::npos) library_ = "./" + library_;
  }
  NativeAdapter(const catenary_adapter_functions& functions,
                std::string arguments)
      : arguments_(std::move(arguments)), api_(functions) {}
  NativeAdapter(const NativeAdapter&) = delete;
  NativeAdapter& operator=(const NativeAdapter&) = delete;
  ~NativeAdapter() override { NativeAdapter::close(); }

  // The reverse order of open() and load().
  SutReply open(const suite::Signature& signature, SutInfo& info) override {
    close();
    signature_ = &signature;
    SutReply reply = load();
    if (reply.outcome != SutOutcome::ok) return reply;
    const catenary_signature* sut = api_.signature();
    if (sut == nullptr || sut->name == nullptr) {
      return {SutOutcome::protocol, "the library gives no signature", {}};
    }
    info.name = sut->name;
    reply = match(
        sut->inputs, sut->input_count, signature.inputs, inputs_, info.inputs);
    if (reply.outcome == SutOutcome::ok) {
      reply = match(sut->initial,
                    sut->initial_count,
                    signature.initial,
                    initial_,
                    info.initial);
    }
    if (reply.outcome == SutOutcome::ok) {
      reply = match(sut->outputs,
                    sut->output_count,
                    signature.outputs,
                    outputs_,
                    info.outputs);
    }
    if (reply.outcome != SutOutcome::ok) return reply;
    // Signals are matched before open(): a mismatch needs no running SUT.
    reply = answer(api_.open(arguments_.c_str(), &sut_));
    opened_ = reply.outcome == SutOutcome::ok;
    return reply;
  }

  SutReply reset(Values initial, std::chrono::milliseconds) override {
    SutReply reply;
    const auto values = to_c_values(initial, initial_, reply);
    if (reply.outcome != SutOutcome::ok) return reply;
    return answer(api_.reset(sut_, values.data()));
  }

  SutReply step(const mpq_class&,
                Values inputs,
                std::chrono::milliseconds) override {
    SutReply reply;
    const auto values = to_c_values(inputs, inputs_, reply);
    if (reply.outcome != SutOutcome::ok) return reply;
    // One more element, so that the pointer is valid without outputs.
    std::vector<catenary_value> raw(outputs_.size() + 1);
    reply = answer(api_.step(sut_, values.data(), raw.data()));
    if (reply.outcome != SutOutcome::ok && reply.outcome != SutOutcome::ended) {
      return reply;
    }
    reply.outputs.resize(signature_->outputs.size());
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      // The suite does not have the output, or the SUT does not provide it.
      if (outputs_[i].position < 0 || raw[i].type == 0) continue;
      const auto p = static_cast<std::size_t>(outputs_[i].position);
      const suite::Signal& wanted = signature_->outputs[p];
      const std::optional<Value> given = from_c(raw[i], outputs_[i].signal);
      if (given) reply.outputs[p] = logic::as_sort(*given, wanted.sort());
      if (!reply.outputs[p]) {
        return {SutOutcome::protocol,
                "the SUT gave a value of " + wanted.name +
                    (given ? ", " + given->to_string() + "," : "") +
                    " that is not of type " + wanted.type,
                {}};
      }
    }
    return reply;
  }

  void close() override {
    if (opened_) api_.close(sut_);
    opened_ = false;
    sut_ = nullptr;
    if (handle_ != nullptr) dlclose(handle_);
    handle_ = nullptr;
  }

 private:
  /// A signal of the library and its position in the suite's signature; -1 if
  /// the suite does not have it.
  struct Slot {
    std::int64_t position = -1;
    std::uint32_t tag = 0;
    suite::Signal signal;  ///< with the library's type; where the suite has it
  };
  /// Looks a function up; false, with the reason in `reply`, if it is missing.
  template <class Function>
  bool find(const char* name, Function& out, SutReply& reply) {
    out = reinterpret_cast<Function>(dlsym(handle_, name));
    if (out != nullptr) return true;
    reply = {SutOutcome::protocol,
             library_ + " does not define " + name +
                 "; an adapter defines all functions of catenary/adapter.h",
             {}};
    return false;
  }

  /// Finds the functions unless they were given, and checks their version.
  SutReply load() {
    if (library_.empty()) return check_version("the program");
    SutReply reply;
    handle_ = dlopen(library_.c_str(), kLoad);
    if (handle_ == nullptr) {
      const char* why = dlerror();
      return {SutOutcome::refused, why == nullptr ? library_ : why, {}};
    }
    const bool complete =
        find("catenary_adapter_abi_version", api_.abi_version, reply) &&
        find("catenary_adapter_signature", api_.signature, reply) &&
        find("catenary_adapter_open", api_.open, reply) &&
        find("catenary_adapter_reset", api_.reset, reply) &&
        find("catenary_adapter_step", api_.step, reply) &&
        find("catenary_adapter_close", api_.close, reply) &&
        find("catenary_adapter_last_error", api_.last_error, reply);
    return complete ? check_version(library_) : reply;
  }

  SutReply check_version(const std::string& owner) const {
    const std::uint32_t version = api_.abi_version();
    if (version != CATENARY_ADAPTER_ABI_VERSION) {
      return {SutOutcome::protocol,
              owner + " has version " + std::to_string(version) +
                  " of the adapter interface; this build speaks version " +
                  std::to_string(CATENARY_ADAPTER_ABI_VERSION),
              {}};
    }
    return {};
  }

  /// Assigns the library's signals to those of the suite, by name.
  static SutReply match(const catenary_signal* found,
                        std::uint32_t count,
                        const std::vector<suite::Signal>& signals,
                        std::vector<Slot>& slots,
                        std::vector<bool>& offered) {
    slots.clear();
    offered.assign(signals.size(), false);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (found == nullptr || found[i].name == nullptr) {
        return {SutOutcome::protocol, "a signal of the SUT has no name", {}};
      }
      const auto position = suite::find_signal(signals, found[i].name);
      slots.push_back({-1, found[i].type, {}});
      if (!position) continue;
      const suite::Signal& signal = signals[*position];
      const auto as_found = as_library(signal, found[i].type);
      if (!as_found) {
        return {SutOutcome::protocol,
                "signal " + signal.name + " is of type " + signal.type +
                    " in the suite but of another type in the SUT",
                {}};
      }
      slots.back().position = static_cast<std::int64_t>(*position);
      slots.back().signal = *as_found;
      offered[*position] = true;
    }
    return {};
  }

  /// One value for each slot and one more, so that there always is an array.
  /// `reply` reports a value that is not of the library's type.
  static std::vector<catenary_value> to_c_values(Values values,
                                                 const std::vector<Slot>& slots,
                                                 SutReply& reply) {
    std::vector<catenary_value> out(slots.size() + 1);
    for (std::size_t i = 0; i < slots.size(); ++i) {
      out[i].type = slots[i].tag;
      if (slots[i].position < 0) continue;
      const Value& given = values[static_cast<std::size_t>(slots[i].position)];
      const suite::Signal& signal = slots[i].signal;
      const auto value = logic::as_sort(given, signal.sort());
      if (!value || !signal.fits(*value)) {
        reply = {SutOutcome::refused,
                 signal.name + " is of type " + signal.type +
                     " in the SUT, which does not include " + given.to_string(),
                 {}};
        return out;
      }
      out[i] = to_c(*value, slots[i].tag);
    }
    return out;
  }

  /// The outcome of a return code, with the library's own explanation.
  SutReply answer(std::int32_t code) {
    SutReply reply;
    if (code == CATENARY_OK) return reply;
    const char* error = api_.last_error(sut_);
    reply.reason = error == nullptr ? "" : error;
    switch (code) {
      case CATENARY_ENDED:
        reply.outcome = SutOutcome::ended;
        break;
      case CATENARY_BAD_INPUT:
        reply.outcome = SutOutcome::refused;
        if (reply.reason.empty()) reply.reason = "an input was not accepted";
        break;
      case CATENARY_FAILED:
        reply.outcome = SutOutcome::refused;
        if (reply.reason.empty()) reply.reason = "the adapter failed";
        break;
      default:
        reply.outcome = SutOutcome::protocol;
        reply.reason = "the adapter returned " + std::to_string(code);
        break;
    }
    return reply;
  }

  std::string library_;  ///< empty where the functions were given
  std::string arguments_;
  const suite::Signature* signature_ = nullptr;
  void* handle_ = nullptr;
  catenary_adapter_functions api_{};
  catenary_sut* sut_ = nullptr;
  bool opened_ = false;
  std::vector<Slot> inputs_, initial_, outputs_;
};

}  // namespace

std::unique_ptr<Adapter> make_native(std::string library,
                                     std::string arguments) {
  return std::make_unique<NativeAdapter>(std::move(library),
                                         std::move(arguments));
}

std::unique_ptr<Adapter> make_linked(
    const catenary_adapter_functions& functions, std::string arguments) {
  return std::make_unique<NativeAdapter>(functions, std::move(arguments));
}

}  // namespace catenary::exec
