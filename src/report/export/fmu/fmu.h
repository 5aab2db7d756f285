// SPDX-License-Identifier: Apache-2.0
/// \file
/// The texts of an exported FMU for co-simulation (FMI 2.0 and 3.0): its
/// modelDescription.xml, and the C that puts the functions of the standard in
/// front of an adapter (catenary/adapter.h).
///
/// A signal is a scalar variable of its name; value references count inputs,
/// initial choices (parameters) and outputs, in this order. A step of
/// communication is one step of the system, or several: its size must be a
/// multiple of FmuModel::step_seconds.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "suite/signature.h"

namespace catenary::report {

/// What is exported.
struct FmuModel {
  /// 2 or 3.
  int version = 2;
  /// For people.
  std::string name;
  /// A C identifier: the name of binary and source, without their endings.
  std::string identifier;
  /// The guid or instantiationToken; empty until the source is known.
  std::string token;
  /// The name and version of this program.
  std::string tool;
  double step_seconds = 1;
  /// Types as machine types: bool, intN, uintN, float32 or float64.
  suite::Signature signature;
  /// The ending of the source: "c" or "cpp".
  std::string language = "c";
};

/// modelDescription.xml. Units are those of floats, where the standard has
/// them; others are in the descriptions. An integer whose values all have names
/// is an enumeration. Derived outputs are local variables. Throws InputError
/// where a signal has another type.
[[nodiscard]] std::string write_model_description(const FmuModel& model);

/// sources/buildDescription.xml of FMI 3.0.
[[nodiscard]] std::string write_build_description(const FmuModel& model);

/// C99, also valid C++, that follows an adapter in the same file. The adapter
/// must define, beside its functions, `static void fmu_look(catenary_value*)`,
/// which reads the outputs without a step, and the macro FMU_CAN_RESET: whether
/// the system can be initialised again in the same process.
[[nodiscard]] std::string write_fmu_functions(const FmuModel& model);

/// The adapter of a state machine, in C++17, with the text of adapter.h.
/// `capsule` is its step program, and `lvalues` has the C++ lvalue of each
/// input and output of the signature, by name. Throws InputError where one is
/// missing: the code asks for it while it runs.
[[nodiscard]] std::string write_machine_adapter(
    const FmuModel& model,
    const std::string& capsule,
    const std::map<std::string, std::string>& lvalues);

/// The constant of adapter.h for the type, "CATENARY_INT32"; InputError where
/// there is none.
[[nodiscard]] std::string fmu_tag(const suite::Signal& signal);

/// A warning of what the functions lose: integers that FMI 2.0 cannot carry;
/// empty if there are none.
[[nodiscard]] std::string fmu_warning(const FmuModel& model);

/// Whether the variable is an enumeration: every value of its range, or, where
/// an output has none, each of 0 … n or 1 … n, has a name.
[[nodiscard]] bool is_fmu_enumeration(const suite::Signal& signal,
                                      bool is_output);

}  // namespace catenary::report
