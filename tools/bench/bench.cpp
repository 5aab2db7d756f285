// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary bench`: measures the program `catenary` that belongs to this one,
/// as a child process, on the rows of benchmark files.
#include "tools/bench/bench.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <ostream>

#include "app/commands.h"
#include "app/output_files.h"
#include "app/program_files.h"
#include "base/text_file.h"
#include "tools/bench/bench_report.h"
#include "tools/bench/make_machine.h"

namespace catenary::tools::bench {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxTableBytes = std::uint64_t{1} << 20;

/// The folders that may hold the benchmark files, the best first: the one
/// named, that of the installed program `catenary`, that of a source tree
/// around it.
std::vector<fs::path> folders(const std::string& named,
                              const fs::path& catenary) {
  if (!named.empty()) return {named};
  std::vector<fs::path> out = {catenary.parent_path().parent_path() / "share" /
                               "catenary" / "bench"};
  constexpr int kLevels = 4;
  fs::path up = catenary.parent_path();
  for (int i = 0; i < kLevels; ++i) {
    out.push_back(up / "bench");
    up = up.parent_path();
  }
  out.emplace_back("bench");
  return out;
}

bool is_table(const fs::path& path) {
  return path.extension() == ".toml" && fs::is_regular_file(path);
}

std::string listed(const std::vector<fs::path>& paths) {
  std::string out;
  for (const fs::path& p : paths) {
    out += (out.empty() ? "" : ", ") + p.lexically_normal().string();
  }
  return out;
}

/// The file of a benchmark: a path as it is, a bare name looked up.
fs::path find_table(const std::string& name,
                    const std::vector<fs::path>& where) {
  const bool is_path = name.find('/') != std::string::npos ||
                       fs::path(name).extension() == ".toml";
  if (is_path) return name;
  for (const fs::path& folder : where) {
    const fs::path file = folder / (name + ".toml");
    if (is_table(file)) return file;
  }
  throw base::InputError({},
                         "no benchmark file '" + name + ".toml' in " +
                             listed(where) +
                             "; give its path, or its folder by --directory",
                         "bench-unknown");
}

/// All files of the first folder that has any.
std::vector<fs::path> all_tables(const std::vector<fs::path>& where) {
  for (const fs::path& folder : where) {
    std::vector<fs::path> out;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      if (is_table(entry.path())) out.push_back(entry.path());
    }
    std::sort(out.begin(), out.end());
    if (!out.empty()) return out;
  }
  throw base::InputError({},
                         "no benchmark files (*.toml) in " + listed(where) +
                             "; give a file, or a folder by --directory",
                         "bench-none");
}

/// A folder named by a variable of the environment, or else one beside the
/// source tree.
fs::path folder_of(const char* variable, const fs::path& beside) {
  const char* set = std::getenv(variable);
  return set != nullptr && *set != '\0' ? fs::absolute(set) : beside;
}

BenchVariables variables_for(const fs::path& table, const fs::path& catenary) {
  const fs::path source =
      fs::absolute(table).lexically_normal().parent_path().parent_path();
  const fs::path around = source.parent_path();
  return {
      {"data", folder_of("CATENARY_DATA", around / "shared" / "data").string()},
      {"wild", folder_of("CATENARY_WILD", around / "wild").string()},
      {"source", source.string()},
      {"build", catenary.parent_path().string()},
      {"model", kBenchModel}};
}

class Bench {
 public:
  Bench(const Options& options, app::Context& context)
      : options_(options),
        context_(context),
        catenary_(app::find_executable(
            app::main_program_places(app::own_executable()))) {}

  app::ExitCode run() {
    const std::vector<fs::path> where = folders(options_.directory, catenary_);
    std::vector<fs::path> files;
    for (const std::string& name : options_.tables) {
      files.push_back(find_table(name, where));
    }
    if (files.empty()) files = all_tables(where);
    // All are read before the first is measured: faults come at once.
    std::vector<MeasuredTable> tables;
    for (const fs::path& file : files) {
      const std::string text =
          base::read_text_file(file.string(), kMaxTableBytes);
      tables.push_back(
          {parse_bench_table(
               text, file.string(), variables_for(file, catenary_)),
           {},
           {}});
      keep_rows(tables.back().table);
    }
    for (MeasuredTable& table : tables) measure(table);
    context_.progress.finish();
    if (options_.json) {
      context_.out << bench_document(tables).pretty();
    } else {
      for (const MeasuredTable& table : tables) {
        if (&table != &tables.front()) context_.out << '\n';
        context_.out << bench_markdown(table);
      }
    }
    return exit_code(tables);
  }

 private:
  void keep_rows(BenchTable& table) const {
    if (options_.only.empty()) return;
    const auto other = [this](const auto& row) {
      return row.name.find(options_.only) == std::string::npos;
    };
    std::erase_if(table.rows, other);
    std::erase_if(table.coverage, other);
  }

  void measure(MeasuredTable& table) {
    BenchSettings settings;
    settings.catenary = catenary_.string();
    settings.runs = options_.runs;
    for (const BenchRow& row : table.table.rows) {
      settings.tell =
          [&](std::uint32_t run, std::uint32_t runs, const std::string& whose) {
            context_.progress.update(
                {"measuring", run, runs, row.name + ": " + whose});
          };
      BenchRowResult result;
      if (context_.budget.poll() != base::StopReason::none) {
        result.status = BenchStatus::stopped;
        result.message = "not measured";
        result.rivals.resize(row.rivals.size());
        for (auto& r : result.rivals) r.status = BenchStatus::stopped;
      } else {
        result = run_bench_row(row, settings, context_.budget);
      }
      tell(row.name, result.status, result.message);
      for (std::size_t k = 0; k < row.rivals.size(); ++k) {
        tell(row.name + ", " + row.rivals[k].name,
             result.rivals[k].status,
             result.rivals[k].message);
      }
      table.rows.push_back(std::move(result));
    }
    for (const CoverageRow& row : table.table.coverage) {
      const auto says = [&](const std::string& strategy) {
        context_.progress.update(
            {"measuring", 0, 0, row.name + ": " + strategy});
      };
      CoverageResult result = measure_coverage(row, says, context_);
      tell(row.name, result.status, result.message);
      table.coverage.push_back(std::move(result));
    }
    write(table);
  }

  void write(const MeasuredTable& table) const {
    if (options_.output.empty()) return;
    std::error_code failed;
    fs::create_directories(options_.output, failed);
    const std::string stem =
        (fs::path(options_.output) / table.table.name).string();
    base::write_file(stem + ".md", bench_markdown(table), base::Overwrite::yes);
    if (!table.rows.empty()) {
      base::write_file(stem + ".csv", bench_csv(table), base::Overwrite::yes);
    }
    if (table.coverage.empty()) return;
    base::write_file(stem + "-coverage.csv",
                     coverage_csv(table.table.coverage, table.coverage),
                     base::Overwrite::yes);
    for (std::size_t i = 0; i < table.coverage.size(); ++i) {
      const CoverageRow& row = table.table.coverage[i];
      if (table.coverage[i].curves.empty()) continue;
      base::write_file(stem + "-" + file_name(row.name) + ".svg",
                       coverage_svg(row, table.coverage[i]),
                       base::Overwrite::yes);
    }
  }

  /// Letters and digits, with a dash for what is between them.
  static std::string file_name(const std::string& name) {
    std::string out;
    for (const char c : name) {
      const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                         (c >= '0' && c <= '9');
      if (plain) {
        out += c;
      } else if (!out.empty() && out.back() != '-') {
        out += '-';
      }
    }
    return out;
  }

  void tell(const std::string& what,
            BenchStatus status,
            const std::string& message) {
    if (status == BenchStatus::ok || message.empty()) return;
    const std::string text =
        std::string(to_string(status)) + ": " + what + ": " + message;
    if (status == BenchStatus::skipped) {
      context_.log.info(text);
    } else {
      context_.log.warning(text);
    }
  }

  app::ExitCode exit_code(const std::vector<MeasuredTable>& tables) const {
    bool bad = false;
    bool stopped = false;
    const auto judge = [&](BenchStatus status) {
      bad |= status == BenchStatus::wrong || status == BenchStatus::slow ||
             status == BenchStatus::worse;
      stopped |= status == BenchStatus::stopped;
    };
    for (const MeasuredTable& table : tables) {
      for (const BenchRowResult& row : table.rows) {
        judge(row.status);
        for (const BenchRivalResult& r : row.rivals) judge(r.status);
      }
      for (const CoverageResult& c : table.coverage) judge(c.status);
    }
    if (context_.budget.interrupted()) return app::ExitCode::interrupted;
    if (bad) return app::ExitCode::findings;
    return stopped ? app::ExitCode::budget_spent : app::ExitCode::success;
  }

  const Options& options_;
  app::Context& context_;
  /// The program `catenary`, which is measured.
  fs::path catenary_;
};

}  // namespace

app::ExitCode run(const Options& options, app::Context& context) {
  if (!options.make_machine.empty()) {
    app::require_outputs(
        {options.output}, {app::config_file(options.config)}, options.force);
    const std::string text = random_machine_text(options.make_machine);
    if (options.output.empty()) {
      context.out << text;
    } else {
      base::write_file(
          options.output,
          text,
          options.force ? base::Overwrite::yes : base::Overwrite::no);
    }
    return app::ExitCode::success;
  }
  return Bench(options, context).run();
}

}  // namespace catenary::tools::bench
