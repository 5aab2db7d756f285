// SPDX-License-Identifier: Apache-2.0
/// \file
/// Systems under test with the C interface of include/catenary/adapter.h, in a
/// shared library or linked into this program.
#pragma once

#include <memory>
#include <string>

#include "catenary/adapter.h"
#include "exec/adapter.h"

namespace catenary::exec {

/// Loads `library` into this process at open(): pass it to isolate(). A name
/// without a slash is looked up in the current directory. `arguments` is passed
/// on to the library.
[[nodiscard]] std::unique_ptr<Adapter> make_native(std::string library,
                                                   std::string arguments = "");

/// Calls functions of this program; each member of `functions` must be set.
[[nodiscard]] std::unique_ptr<Adapter> make_linked(
    const catenary_adapter_functions& functions, std::string arguments = "");

}  // namespace catenary::exec
