// SPDX-License-Identifier: Apache-2.0
/// \file
/// Cobertura XML (coverage-04.dtd), which Jenkins, GitLab and Azure DevOps
/// read.
#pragma once

#include <string>

#include "report/export/coverage/coverage.h"

namespace catenary::report {

/// A package for each folder and a class for each source, paths relative to the
/// one source folder ".". The time stamp is 0, so that the same coverage gives
/// the same bytes; complexities, which are not measured, are 0 as well.
[[nodiscard]] std::string write_cobertura(const Coverage& coverage);

}  // namespace catenary::report
