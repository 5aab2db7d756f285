// SPDX-License-Identifier: Apache-2.0
/// \file
/// The names of base/text that suites and reports use as their own.
#pragma once

#include "base/text/json.h"
#include "base/text/utf8.h"

namespace catenary::suite {

using base::Json;
using base::JsonLimits;
using base::parse_json;
using base::read_text;
using base::to_utf8;

}  // namespace catenary::suite
