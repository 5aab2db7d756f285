// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace catenary::frontend::umlrt {

/// Texts of runtime/umlrt/umlrt.h, which the C++ of models is compiled with,
/// and of the headers beside it that it includes.
[[nodiscard]] const char* runtime_header();
/// Text of runtime/umlrt/timers.h, which goes before it.
[[nodiscard]] const char* timers_header();
[[nodiscard]] const char* text_header();
[[nodiscard]] const char* cpp_string_header();
[[nodiscard]] const char* cpp_stream_header();
[[nodiscard]] const char* outside_header();

/// The first one with the others in place of their #include.
[[nodiscard]] std::string whole_runtime();

}  // namespace catenary::frontend::umlrt
