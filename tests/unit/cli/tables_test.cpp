// SPDX-License-Identifier: Apache-2.0
#include "cli/tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <sstream>

#include "base/text_file.h"
#include "cli/program.h"
#include "option/command_line.h"
#include "option/help.h"

namespace catenary::cli {
namespace {

using option::CommandTable;
using option::Kind;
using option::Row;

std::vector<std::unique_ptr<CommandTable>> all_tables() {
  std::vector<std::unique_ptr<CommandTable>> out;
  const auto add = [&out](auto table) {
    out.push_back(std::make_unique<decltype(table)>(std::move(table)));
  };
  add(check_table());
  add(generate_table());
  add(run_table());
  add(trace_table());
  add(report_table());
  add(convert_table());
  add(batch_table());
  add(resume_table());
  add(worker_table());
  add(init_table());
  add(doctor_table());
  add(qualify_table());
  add(lsp_table());
  add(bench_table());
  return out;
}

/// A value that the row accepts.
std::string some_value(const Row& row, const std::vector<std::string>& given) {
  if (!row.choices.empty()) return row.choices.front();
  return given.empty() || given[0].empty() ? "x" : given[0];
}

TEST(Tables, AreInOrder) {
  for (const auto& table : all_tables()) {
    EXPECT_NO_THROW(table->check()) << table->text().name;
    EXPECT_FALSE(table->text().examples.empty()) << table->text().name;
  }
}

TEST(Tables, EveryRowIsReachableAndAcceptsItsExample) {
  for (const auto& table : all_tables()) {
    const auto defaults = table->defaults();
    for (std::size_t i = 0; i < table->rows().size(); ++i) {
      const Row& row = table->rows()[i];
      std::vector<std::string> arguments;
      if (!row.spec.positional) arguments.push_back("--" + row.spec.name);
      if (row.kind != Kind::flag) {
        arguments.push_back(some_value(row, defaults[i]));
      }
      // A positional row is reached when those before it are filled.
      for (std::size_t j = 0; row.spec.positional && j < i; ++j) {
        if (table->rows()[j].spec.positional) arguments.push_back("y");
      }
      const auto line = option::split_command_line(*table, arguments);
      ASSERT_FALSE(line.given.empty()) << row.spec.name;
      EXPECT_EQ(line.given.back().row, i) << row.spec.name;
      EXPECT_NO_THROW(table->try_value(row, line.given.back().values))
          << row.spec.name;
      if (!row.spec.example.empty()) {
        EXPECT_NO_THROW(table->try_value(row, {row.spec.example}))
            << row.spec.name;
      }
    }
  }
}

TEST(Tables, ExamplesOfTheHelpAreAccepted) {
  for (const auto& table : all_tables()) {
    for (const auto& example : table->text().examples) {
      std::istringstream in(example.command);
      std::vector<std::string> words;
      for (std::string word; in >> word;) words.push_back(word);
      ASSERT_GE(words.size(), 2U);
      EXPECT_EQ(words[0], "catenary");
      EXPECT_EQ(words[1], table->text().name);
      words.erase(words.begin(), words.begin() + 2);
      // A command that is shown while it works has options of its own.
      words.erase(std::find(words.begin(), words.end(), "--"), words.end());
      const auto line = option::split_command_line(*table, words);
      for (const auto& given : line.given) {
        EXPECT_NO_THROW(
            table->try_value(table->rows()[given.row], given.values))
            << example.command;
      }
    }
  }
}

TEST(Tables, HelpFitsTheTerminal) {
  for (const auto& table : all_tables()) {
    std::istringstream in(option::render_help(program_text(), *table));
    for (std::string line; std::getline(in, line);) {
      EXPECT_LE(line.size(), 80U) << line;
    }
  }
}

TEST(Tables, TheManualIsUpToDate) {
  const auto tables = all_tables();
  std::vector<const CommandTable*> pointers;
  for (const auto& table : tables) pointers.push_back(table.get());
  const std::string expected =
      option::render_markdown(program_text(), pointers);
  const std::string path = CATENARY_SOURCE_DIR "/docs/cli.md";
  if (std::getenv("CATENARY_APPROVE") != nullptr) {
    base::write_file(path, expected, base::Overwrite::yes);
  }
  EXPECT_EQ(base::read_text_file(path), expected)
      << "write it again: catenary help --markdown > docs/cli.md";
}

}  // namespace
}  // namespace catenary::cli
