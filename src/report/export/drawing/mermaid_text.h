// SPDX-License-Identifier: Apache-2.0
/// \file
/// Strings of Mermaid, and files with several of its diagrams.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace catenary::report {

/// A text of one line that Mermaid shows as it is: whatever could be markup,
/// a keyword or an entity is written as an entity ("#35;"). Also right within
/// quotes. Control characters are escaped before.
[[nodiscard]] std::string mermaid_text(std::string_view text);

/// Lines of a label, each as mermaid_text(), with "<br/>" between them.
[[nodiscard]] std::string mermaid_lines(const std::vector<std::string>& lines);

/// A diagram of a file.
struct MermaidDiagram {
  std::string title;
  /// Begins with the kind of the diagram and ends with a newline.
  std::string content;
};

/// One diagram as it is. A file of Mermaid has one; several are written as
/// Markdown, with a heading and a fenced block for each, which code hosts and
/// Mermaid's command line read as well.
[[nodiscard]] std::string write_mermaid_file(
    const std::vector<MermaidDiagram>& diagrams);

}  // namespace catenary::report
