// SPDX-License-Identifier: Apache-2.0
/// \file
/// The qualification kit: tool operational requirements, their tests, the
/// malfunctions that they exclude, and known problems. It is read from the TOML
/// files of docs/qualification/kit, which the build puts into the program; the
/// format is explained in docs/qualification/README.md.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "report/qualify/qualification_report.h"

namespace catenary::app {

/// What a step of a test does.
enum class KitAction : std::uint8_t {
  run,     ///< runs a program: its words
  edit,    ///< file, text, replacement: replaces all occurrences, at least one
  cut,     ///< file: keeps its first half
  remove,  ///< file
  copy,    ///< from, to
  table    ///< suite, text file: writes the tests as plain lines
};

/// A step of a test.
struct KitStep {
  base::SourceLocation where;
  KitAction action = KitAction::run;
  std::vector<std::string> words;
  /// The exit codes that are right.
  std::vector<int> exit = {0};
  std::string save;                 ///< file for standard output; may be empty
  bool facts = false;               ///< its lines "NAME VALUE" are facts
  std::vector<std::string> expect;  ///< see expectation.h
};

/// A file of a test: its name and its content.
using KitFile = std::pair<std::string, std::string>;

/// A test of a requirement.
struct KitTest {
  base::SourceLocation where;
  std::string requirement;         ///< the id of it
  std::string title;               ///< what is done
  std::string truth;               ///< where the expected values come from
  std::vector<std::string> needs;  ///< programs without which it is not run
  std::vector<KitFile> files;
  std::vector<KitStep> steps;
};

/// The kit as it is read.
struct Kit {
  std::vector<report::QualificationRequirement> requirements;
  std::vector<report::QualificationProblem> problems;
  std::vector<KitTest> tests;
  std::string sha256;  ///< of all its files
};

/// A file of the kit: its name and its text.
struct KitSource {
  const char* name;
  const char* text;
};
/// The files that the build has put into the program.
[[nodiscard]] std::vector<KitSource> built_in_kit();

/// Reads a kit. Throws base::InputError with a position for unknown keys, wrong
/// types, and tests of unknown requirements.
[[nodiscard]] Kit read_kit(const std::vector<KitSource>& sources);

}  // namespace catenary::app
