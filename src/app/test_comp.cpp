// SPDX-License-Identifier: Apache-2.0
#include "app/test_comp.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/text_file.h"
#include "base/xml.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;

/// The text with blanks in place of a document type that only names where it
/// is defined, as every file of the format has one.
std::string without_document_type(std::string text) {
  const std::size_t begin = text.find("<!DOCTYPE");
  if (begin == std::string::npos) return text;
  const std::size_t end = text.find_first_of("[>", begin);
  if (end == std::string::npos || text[end] == '[') return text;
  for (std::size_t i = begin; i <= end; ++i) {
    if (text[i] != '\n') text[i] = ' ';
  }
  return text;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// Nothing where the document is another one.
std::optional<TestCompTest> read_test(const std::string& path) {
  const base::XmlElement root =
      base::parse_xml(without_document_type(base::read_text_file(path)), path);
  if (root.name != "testcase") return std::nullopt;
  TestCompTest out;
  out.file = path;
  for (const base::XmlElement& child : root.children) {
    if (child.name != "input") {
      throw base::InputError(
          child.where,
          "unknown element '" + child.name + "' in a test; expected 'input'",
          "given-tests");
    }
    out.inputs.push_back({trimmed(child.text), child.where.line});
  }
  return out;
}

}  // namespace

bool is_test_comp(const std::string& path) {
  return fs::is_directory(path) || fs::path(path).extension() == ".xml";
}

std::vector<TestCompTest> read_test_comp(const std::string& path) {
  std::vector<std::string> files;
  if (fs::is_directory(path)) {
    for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
      if (entry.path().extension() == ".xml") {
        files.push_back(entry.path().string());
      }
    }
    std::sort(files.begin(), files.end());
  } else {
    files.push_back(path);
  }
  std::vector<TestCompTest> out;
  for (const std::string& file : files) {
    if (std::optional<TestCompTest> test = read_test(file)) {
      out.push_back(*std::move(test));
    }
  }
  if (out.empty()) {
    throw base::InputError({path, 0, 0},
                           "no test of the Test-Comp format; expected files "
                           "NAME.xml with an element 'testcase'",
                           "given-tests");
  }
  return out;
}

}  // namespace catenary::app
