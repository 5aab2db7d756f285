// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the HTML page of a suite shows of its model: sources and a drawing,
/// where the model is there and is still that of the suite.
#pragma once

#include <string>
#include <vector>

#include "app/commands.h"
#include "report/html/html.h"
#include "suite/suite.h"

namespace catenary::app {

/// Fills in the sources, the drawing and the note about the model. Files are
/// read where the suite says, or beside the suite. A model that is missing,
/// faulty or changed is a note, never an error: the suite is what is reported.
/// Cost: loads the model; that of a program is compiled.
void add_model(report::PageContent& content, Context& context);

}  // namespace catenary::app
