// SPDX-License-Identifier: Apache-2.0
/// \file
/// XML 1.0 as files of other tools need it: elements, attributes and texts with
/// their places. Document types and the entities they may define are refused,
/// so that reading costs no more than the file is long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace catenary::base {

struct XmlElement {
  std::string name;  ///< without a prefix, e.g. "div" of <xhtml:div>
  /// In their order, without prefixes and without xmlns.
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<XmlElement> children;
  std::string text;  ///< what stands before the first child
  std::string tail;  ///< what stands behind the element, in its parent
  SourceLocation where;

  /// The attribute's value; "" where there is none.
  [[nodiscard]] std::string attribute(std::string_view wanted) const;
  /// The first child of that name, or nullptr.
  [[nodiscard]] const XmlElement* child(std::string_view wanted) const;
  /// All texts in it, in order; runs of white space are one blank, blocks
  /// (p, div, li, br, tr) end words.
  [[nodiscard]] std::string plain_text() const;
};

/// Reads a document; `file` is for messages. Throws InputError with line and
/// column where it is not well-formed, nested more than 200 deep, or declares a
/// document type. Requires: well-formed UTF-8 without NUL (require_text()).
/// Cost: linear.
[[nodiscard]] XmlElement parse_xml(std::string_view text,
                                   const std::string& file);

}  // namespace catenary::base
