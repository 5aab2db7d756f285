// SPDX-License-Identifier: Apache-2.0
/// \file
/// ReqIF, the exchange format of requirements tools (OMG formal/2016-07-01):
/// its objects, in a document that was read as XML.
#pragma once

#include <string>
#include <vector>

#include "base/text/xml.h"

namespace catenary::base {

/// A requirement, or whatever else a SPEC-OBJECT is.
struct ReqifObject {
  /// Of the document.
  const XmlElement* element = nullptr;
  /// The attribute ReqIF.ForeignID or another one that was asked for, else the
  /// identifier of the object.
  std::string id;
  /// ReqIF.Text, else ReqIF.Name or ReqIF.ChapterName, without formatting; may
  /// be empty.
  std::string text;
};

/// The attribute that has the id of the user's tool.
inline constexpr const char* kForeignId = "ReqIF.ForeignID";

/// All objects with an identifier, in the order of the document, which must
/// outlive them. Throws InputError where the root is no REQ-IF.
/// `id_attribute`: the long name of the attribute with the id.
[[nodiscard]] std::vector<ReqifObject> reqif_objects(
    const XmlElement& root, const std::string& id_attribute = kForeignId);

}  // namespace catenary::base
