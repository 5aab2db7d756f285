// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests that several goals of an interface have in common.
#pragma once

#include "suite/suite.h"

namespace catenary::app {

/// Goals whose tests are the same share it. Tests lose their ids.
void share_tests(suite::Suite& suite);

}  // namespace catenary::app
