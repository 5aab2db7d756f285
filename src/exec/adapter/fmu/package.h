// SPDX-License-Identifier: Apache-2.0
/// \file
/// An FMU as a file: its description, and its binary and resources unpacked.
#pragma once

#include <memory>
#include <string>

#include "base/temporary_directory.h"
#include "exec/adapter/fmu/description.h"

namespace catenary::exec::fmu {

/// An unpacked FMU.
struct Package {
  /// As the user named it.
  std::string path;
  Description description;
  /// Of the shared library for this platform.
  std::string library;
  /// The folder of resources, with a '/' at its end; empty if there is none.
  std::string resources;
  /// Holds both.
  std::shared_ptr<base::TemporaryDirectory> directory;
};

/// Opens an archive and unpacks description, binaries of this platform and
/// resources. Throws InputError where it is not an FMU that can be run here;
/// the message of a missing binary lists the platforms that there are. Cost:
/// linear in what is unpacked, at most 2 GiB.
[[nodiscard]] Package open_package(const std::string& path);

}  // namespace catenary::exec::fmu
