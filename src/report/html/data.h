// SPDX-License-Identifier: Apache-2.0
/// \file
/// The JSON document that the page reads. It is no interface: page and document
/// come from one version of Catenary. page/data.js has its types.
#pragma once

#include "report/html/html.h"
#include "suite/json.h"

namespace catenary::report {

/// Goals and requirements are referred to by their number; values of steps are
/// in columns, see columns.h.
[[nodiscard]] suite::Json page_data(const PageContent& content);

}  // namespace catenary::report
