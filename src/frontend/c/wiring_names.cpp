// SPDX-License-Identifier: Apache-2.0
/// \file
/// Conventions of people and of Simulink's code generator. A name that fits no
/// convention is not an error here: wiring.cpp then asks for a description.
#include "frontend/c/wiring_names.h"

#include "base/text/letters.h"

namespace catenary::frontend::c {

namespace {

/// Whether `text` ends with `end` and has something before it.
bool ends_with(const std::string& text, const std::string& end) {
  return text.size() > end.size() &&
         text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

bool is_called(const std::string& function, const std::string& what) {
  return function == what || ends_with(function, "_" + what) ||
         function.find("$" + what + "$") != std::string::npos;
}

bool is_input_structure(const std::string& name) {
  return name == "rtU" || ends_with(name, "_U");
}

bool is_output_structure(const std::string& name) {
  return name == "rtY" || ends_with(name, "_Y");
}

bool is_output_name(const std::string& name) {
  return name == "out" || name == "Out" || ends_with(name, "_out") ||
         ends_with(name, "_Out") || is_output_structure(name);
}

bool is_read_output(const program::Inventory::Parameter& p) {
  const bool is_generated =
      is_output_structure(p.name) || is_output_structure(p.type.name) ||
      p.name == "_out" || p.type.name.find("$step$") != std::string::npos;
  return p.use.read_first && !p.type.has_bit_fields && !is_generated;
}

LengthName length_name(const std::string& name) {
  const std::string small = base::in_small_letters(name);
  const auto has = [&small](const char* word) {
    return small.find(word) != std::string::npos;
  };
  if (has("bytes")) return LengthName::bytes;
  if (has("count") || has("num") || has("cnt") || small == "n") {
    return LengthName::elements;
  }
  return has("len") || has("size") ? LengthName::either : LengthName::none;
}

}  // namespace catenary::frontend::c
