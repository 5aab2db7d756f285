// SPDX-License-Identifier: Apache-2.0
/// \file
/// Systems under test in a shared library with the C interface of
/// include/catenary/adapter.h.
#pragma once

#include <memory>
#include <string>

#include "exec/adapter.h"

namespace catenary::exec {

/// Loads `library` into this process at open(): give it to isolate(). A name
/// without a slash is looked up in the current directory. `arguments` is
/// passed on to the library.
[[nodiscard]] std::unique_ptr<Adapter> make_native(std::string library,
                                                   std::string arguments = "");

}  // namespace catenary::exec
