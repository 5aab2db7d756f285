// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace catenary::frontend::umlrt {

/// \file
/// The sources of the run time that models are compiled with, as texts in the
/// binary: a model needs no installation of Papyrus-RT. Internal to
/// frontend/umlrt.
/// The text of runtime/umlrt/umlrt.h; the headers that it includes are texts of
/// their own.
[[nodiscard]] const char* runtime_header();
/// The text of runtime/umlrt/timers.h, which belongs before it.
[[nodiscard]] const char* timers_header();
/// Texts of the headers that umlrt.h includes.
[[nodiscard]] const char* text_header();
[[nodiscard]] const char* cpp_string_header();
[[nodiscard]] const char* cpp_stream_header();
[[nodiscard]] const char* outside_header();
[[nodiscard]] const char* timespec_header();
[[nodiscard]] const char* instance_header();
[[nodiscard]] const char* calendar_header();
[[nodiscard]] const char* frame_header();
/// The text of runtime/umlrt/target_rts.h, which belongs behind it, for models
/// of Code RealTime.
[[nodiscard]] const char* target_rts_header();

/// The text of umlrt.h with its own headers in place of their #include lines.
[[nodiscard]] std::string whole_runtime();

}  // namespace catenary::frontend::umlrt
