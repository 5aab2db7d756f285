// SPDX-License-Identifier: Apache-2.0
/// \file
/// One instance of an FMU in this process, the same for both versions of the
/// standard. A call that crashes, hangs or exits takes the process with it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include "exec/adapter/fmu/call_log.h"
#include "exec/adapter/fmu/fmi.h"
#include "exec/adapter/fmu/package.h"

namespace catenary::exec::fmu {

/// Floats as double; signed integers and enumerations; unsigned; Booleans.
using Raw = std::variant<double, std::int64_t, std::uint64_t, bool>;

/// How one step ended.
struct StepEnd {
  Status status = Status::ok;
  /// The FMU wants to end the simulation.
  bool terminate = false;
  /// It stopped before the end of the step.
  bool early = false;
};

/// The calls of the standard. The order is that of its state machine, for which
/// the caller answers: instantiate(), set() of start values, enter(), exit(),
/// then set(), step() and get() repeatedly, terminate(), and free() or reset(),
/// after which it is as after instantiate().
class Instance {
 public:
  Instance() = default;
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  virtual ~Instance() = default;

  /// The first function of the standard that the library lacks and that is
  /// needed; empty if there is none.
  [[nodiscard]] virtual std::string missing() const = 0;
  /// What the FMU says to be its version; may be empty.
  virtual std::string version() = 0;
  /// False where the FMU refuses.
  virtual bool instantiate(const Package& package) = 0;
  /// Also sets up the experiment, from `start` in seconds without an end.
  virtual Status enter(double start) = 0;
  virtual Status exit() = 0;
  virtual Status set(const Variable& variable, const Raw& value) = 0;
  virtual Status get(const Variable& variable, Raw& value) = 0;
  /// Times in seconds.
  virtual StepEnd step(double time, double size) = 0;
  virtual Status terminate() = 0;
  virtual Status reset() = 0;
  virtual void free() = 0;

  /// Of the last call: the name of its function in the standard.
  [[nodiscard]] const char* function() const { return function_; }
  /// Of the last call: what the FMU logged.
  [[nodiscard]] const CallLog& log() const { return log_; }

 protected:
  /// Begins a call.
  void begin(const char* function) {
    function_ = function;
    log_.clear();
  }
  CallLog log_;

 private:
  const char* function_ = "";
};

/// Finds the functions of a library that dlopen() has loaded, which must
/// outlive the instance.
[[nodiscard]] std::unique_ptr<Instance> make_instance2(void* library);
[[nodiscard]] std::unique_ptr<Instance> make_instance3(void* library);

/// Looks functions up, and remembers the first that is missing.
class Symbols {
 public:
  explicit Symbols(void* library) : library_(library) {}
  /// Sets `out`, to null where the function is missing.
  template <class Function>
  void find(const char* name, Function& out) {
    out = reinterpret_cast<Function>(address(name));
    if (out == nullptr && missing_.empty()) missing_ = name;
  }
  /// The same for a function that need not be there.
  template <class Function>
  void find_optional(const char* name, Function& out) {
    out = reinterpret_cast<Function>(address(name));
  }
  [[nodiscard]] const std::string& missing() const { return missing_; }

 private:
  [[nodiscard]] void* address(const char* name) const;
  void* library_;
  std::string missing_;
};

}  // namespace catenary::exec::fmu
