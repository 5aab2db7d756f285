// SPDX-License-Identifier: Apache-2.0
/// \file
/// The part of the Functional Mock-up Interface that an importer of
/// co-simulation units needs, declared from the text of the standards:
///
///   FMI 2.0.5, Modelica Association, 2024, sections 2.1 and 4.2
///   FMI 3.0.2, Modelica Association, 2024, sections 2.2 and 4.2
///
/// (fmi-standard.org). The names are those of the standards without the
/// prefixes fmi2 and fmi3. Internal to exec/adapter/fmu.
#pragma once

#include <cstddef>
#include <cstdint>

namespace catenary::exec::fmu {

/// fmi2Status and fmi3Status; `pending` exists in FMI 2 only. A function may
/// return any other number, which is an error.
enum class Status : int {  // NOLINT(performance-enum-size): an int of C
  ok = 0,
  warning = 1,
  discard = 2,
  error = 3,
  fatal = 4,
  pending = 5
};

using ValueReference = std::uint32_t;
/// fmi2Component and fmi3Instance.
using Handle = void*;

/// What only FMI 2 has.
namespace fmi2 {

using Boolean = int;                     ///< 0 or 1
inline constexpr int kCoSimulation = 1;  ///< of fmi2Type
inline constexpr int kTerminated = 3;    ///< of fmi2StatusKind

struct Callbacks {
  void (*logger)(void* environment,
                 const char* instance,
                 Status status,
                 const char* category,
                 const char* message,
                 ...);
  void* (*allocate)(std::size_t count, std::size_t size);
  void (*release)(void* memory);
  void (*step_finished)(void* environment, Status status);
  void* environment;
};

struct Functions {
  const char* (*get_version)();
  Handle (*instantiate)(const char* name,
                        int type,
                        const char* guid,
                        const char* resources,
                        const Callbacks* callbacks,
                        Boolean visible,
                        Boolean logging);
  void (*free_instance)(Handle instance);
  Status (*setup_experiment)(Handle instance,
                             Boolean has_tolerance,
                             double tolerance,
                             double start,
                             Boolean has_stop,
                             double stop);
  Status (*enter_initialization)(Handle instance);
  Status (*exit_initialization)(Handle instance);
  Status (*terminate)(Handle instance);
  Status (*reset)(Handle instance);
  Status (*do_step)(Handle instance,
                    double time,
                    double size,
                    Boolean no_return);
  Status (*get_boolean_status)(Handle instance, int kind, Boolean* value);
  template <class Type>
  using Get = Status (*)(Handle instance,
                         const ValueReference* references,
                         std::size_t count,
                         Type* values);
  template <class Type>
  using Set = Status (*)(Handle instance,
                         const ValueReference* references,
                         std::size_t count,
                         const Type* values);
  Get<double> get_real;
  Get<int> get_integer;
  Get<Boolean> get_boolean;
  Set<double> set_real;
  Set<int> set_integer;
  Set<Boolean> set_boolean;
};

}  // namespace fmi2

/// What only FMI 3 has.
namespace fmi3 {

using Logger = void (*)(void* environment,
                        Status status,
                        const char* category,
                        const char* message);
using IntermediateUpdate = void (*)(void* environment,
                                    double time,
                                    bool set_requested,
                                    bool get_allowed,
                                    bool step_finished,
                                    bool can_return_early,
                                    bool* return_requested,
                                    double* return_time);

/// fmi3GetXxx and fmi3SetXxx.
template <class Type>
using Get = Status (*)(Handle instance,
                       const ValueReference* references,
                       std::size_t count,
                       Type* values,
                       std::size_t value_count);
template <class Type>
using Set = Status (*)(Handle instance,
                       const ValueReference* references,
                       std::size_t count,
                       const Type* values,
                       std::size_t value_count);

struct Functions {
  const char* (*get_version)();
  Handle (*instantiate)(const char* name,
                        const char* token,
                        const char* resources,
                        bool visible,
                        bool logging,
                        bool event_mode,
                        bool early_return,
                        const ValueReference* intermediate,
                        std::size_t intermediate_count,
                        void* environment,
                        Logger logger,
                        IntermediateUpdate update);
  void (*free_instance)(Handle instance);
  Status (*enter_initialization)(Handle instance,
                                 bool has_tolerance,
                                 double tolerance,
                                 double start,
                                 bool has_stop,
                                 double stop);
  Status (*exit_initialization)(Handle instance);
  Status (*terminate)(Handle instance);
  Status (*reset)(Handle instance);
  Status (*do_step)(Handle instance,
                    double time,
                    double size,
                    bool no_return,
                    bool* event_needed,
                    bool* terminate,
                    bool* early_return,
                    double* last_time);
};

}  // namespace fmi3

}  // namespace catenary::exec::fmu
