// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace catenary::frontend::umlrt {

/// Text of runtime/umlrt/umlrt.h, which the C++ of models is compiled with.
[[nodiscard]] const char* runtime_header();
/// Text of runtime/umlrt/timers.h, which goes before it.
[[nodiscard]] const char* timers_header();

}  // namespace catenary::frontend::umlrt
