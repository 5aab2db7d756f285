// SPDX-License-Identifier: Apache-2.0
/// \file
/// The types of a TTCN-3 module for a suite, and the identifiers that the
/// module and its test port share.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "suite/signature.h"

namespace catenary::report {

/// The name of the module.
inline constexpr const char* kTtcn3Module = "CatenaryTests";

/// The identifiers of one suite. No identifier can be a keyword, since each has
/// a prefix.
struct Ttcn3Interface {
  /// One for each enumeration of the signature, and its type.
  std::vector<std::pair<std::shared_ptr<const logic::Enumeration>, std::string>>
      enumerations;
  /// The type by the name of the enumeration.
  std::map<std::string, std::string> enumeration_types;
  /// By channel: the type of its messages, and the fields of its parameters.
  std::vector<std::string> messages;
  std::vector<std::vector<std::string>> fields;
  /// By signal: fields of the records Inputs, Outputs and Initial.
  std::vector<std::string> inputs, outputs, initial;
};

/// Throws InputError if a signal has a type without a form in TTCN-3.
[[nodiscard]] Ttcn3Interface ttcn3_interface(const suite::Signature& signature);

/// The declarations of all types, and of the port type.
[[nodiscard]] std::string ttcn3_types(const suite::Signature& signature,
                                      const Ttcn3Interface& names,
                                      bool timed);

/// SutPort.cc: the test port in C++ for Eclipse Titan, which starts the system
/// under test as a process and exchanges the lines of docs/protocol.md with it.
[[nodiscard]] std::string ttcn3_port_source(const suite::Signature& signature,
                                            const Ttcn3Interface& names,
                                            bool timed);
/// SutPort.hh, its class.
[[nodiscard]] std::string ttcn3_port_header(const suite::Signature& signature,
                                            const Ttcn3Interface& names,
                                            bool timed);
/// SutLine.hh, and the two parts of SutLine.cc in this order: JSON, processes
/// and their lines. The same for all suites.
[[nodiscard]] const char* ttcn3_line_header();
[[nodiscard]] const char* ttcn3_json_source();
[[nodiscard]] const char* ttcn3_process_source();

}  // namespace catenary::report
