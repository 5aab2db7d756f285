// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sequence diagrams in the language of PlantUML.
#pragma once

#include <string>

#include "report/export/drawing/sequence.h"

namespace catenary::report {

/// The content of a PlantUML sequence diagram, without its title. Text is never
/// read as markup.
[[nodiscard]] std::string to_plantuml(const SequenceDiagram& diagram);

}  // namespace catenary::report
