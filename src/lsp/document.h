// SPDX-License-Identifier: Apache-2.0
/// \file
/// The documents that are open in the editor, and what is known of them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "lsp/language/language.h"
#include "lsp/text.h"

namespace catenary::lsp {

/// The path of a URI "file://…"; the URI itself for others.
[[nodiscard]] std::string path_of(const std::string& uri);
/// The URI of an absolute path.
[[nodiscard]] std::string uri_of(const std::string& path);

/// An open document. Its text is what the editor shows, not what is on disk.
class Document {
 public:
  /// `language` may be null: a document of a kind that is not read.
  Document(std::string uri,
           const Language* language,
           std::string text,
           Encoding encoding);

  [[nodiscard]] const std::string& uri() const { return uri_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const Text& text() const { return text_; }
  /// Null where nothing is to be said of the document.
  [[nodiscard]] const Language* language() const;
  /// What the reader says of the present text. Cost: the first time after a
  /// change, that of reading.
  [[nodiscard]] const base::Inspection& inspection() const;

  void replace_all(std::string text);
  void replace(const Range& range, std::string_view by);

  /// The version that the editor gave to the text.
  std::int64_t version = 0;
  /// Whether diagnostics of the present text are still to be sent.
  bool changed = true;

 private:
  std::string uri_, path_;
  const Language* language_;
  Encoding encoding_;
  Text text_;
  mutable std::optional<base::Inspection> inspection_;
};

/// All open documents, by their URIs.
class Documents {
 public:
  [[nodiscard]] Document* find(const std::string& uri);
  void open(std::unique_ptr<Document> document);
  void close(const std::string& uri) { all_.erase(uri); }
  /// The text of a file: that of the open document, else the one on disk;
  /// nothing if it cannot be read or is not text.
  [[nodiscard]] std::optional<std::string> text_of(
      const std::string& path) const;
  [[nodiscard]] auto& all() { return all_; }

 private:
  /// Sorted, so that messages have a fixed order.
  std::map<std::string, std::unique_ptr<Document>> all_;
};

}  // namespace catenary::lsp
