// SPDX-License-Identifier: Apache-2.0
#include "lsp/document.h"

#include <filesystem>
#include <utility>

#include "base/text/characters.h"
#include "base/text_file.h"

namespace catenary::lsp {

namespace {

constexpr std::string_view kFile = "file://";

/// The value of a hexadecimal digit; -1 for other characters.
int digit(char c) {
  if (base::is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

std::string path_of(const std::string& uri) {
  if (!uri.starts_with(kFile)) return uri;
  // An authority, as in "file://localhost/…", is passed.
  const std::size_t begin = uri.find('/', kFile.size());
  if (begin == std::string::npos) return uri;
  std::string out;
  for (std::size_t i = begin; i < uri.size(); ++i) {
    const bool escape = uri[i] == '%' && i + 2 < uri.size() &&
                        digit(uri[i + 1]) >= 0 && digit(uri[i + 2]) >= 0;
    if (!escape) {
      out += uri[i];
      continue;
    }
    out += static_cast<char>(digit(uri[i + 1]) * 16 + digit(uri[i + 2]));
    i += 2;
  }
  return out;
}

std::string uri_of(const std::string& path) {
  static constexpr std::string_view kPlain = "/-._~";
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out(kFile);
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (base::in_word(c) || kPlain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += '%';
      out += kDigits[byte >> 4U];
      out += kDigits[byte & 15U];
    }
  }
  return out;
}

Document::Document(std::string uri,
                   const Language* language,
                   std::string text,
                   Encoding encoding)
    : uri_(std::move(uri)),
      path_(path_of(uri_)),
      language_(language),
      encoding_(encoding),
      text_(std::move(text), encoding) {}

const Language* Document::language() const {
  if (language_ == nullptr || !language_->reads(text_.all())) return nullptr;
  return language_;
}

const base::Inspection& Document::inspection() const {
  if (!inspection_) {
    const Language* const reader = language();
    inspection_ = reader == nullptr ? base::Inspection{}
                                    : reader->inspect(text_.all(), path_);
  }
  return *inspection_;
}

void Document::replace_all(std::string text) {
  text_ = Text(std::move(text), encoding_);
  inspection_.reset();
  changed = true;
}

void Document::replace(const Range& range, std::string_view by) {
  text_.replace(range, by);
  inspection_.reset();
  changed = true;
}

Document* Documents::find(const std::string& uri) {
  const auto found = all_.find(uri);
  return found == all_.end() ? nullptr : found->second.get();
}

void Documents::open(std::unique_ptr<Document> document) {
  std::string uri = document->uri();
  all_[std::move(uri)] = std::move(document);
}

std::optional<std::string> Documents::text_of(const std::string& path) const {
  for (const auto& [uri, document] : all_) {
    if (document->path() == path) return document->text().all();
  }
  try {
    std::error_code failed;
    // A pipe would make the editor wait.
    if (!std::filesystem::is_regular_file(path, failed)) return std::nullopt;
    return base::read_text_file(path);
  } catch (const base::InputError&) {
    return std::nullopt;
  }
}

}  // namespace catenary::lsp
