// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/bench_run.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

#include "base/process.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"
#include "option/text.h"
#include "tools/bench/expectations.h"
#include "tools/bench/make_machine.h"

namespace catenary::tools::bench {

namespace {

namespace fs = std::filesystem;

/// A model that a benchmark file holds itself, or a program printed, as a file.
class WrittenModel {
 public:
  WrittenModel(const std::string& text, const char* name) : name_(name) {
    base::write_file(path(), text, base::Overwrite::no);
  }
  [[nodiscard]] std::string path() const { return directory_.file(name_); }

 private:
  std::string name_;
  base::TemporaryDirectory directory_;
};

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

double seconds_of(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
      .count();
}

double number_in(const std::string& digits) {
  double out = 0;
  option::parse_text(digits, out);
  return out;
}

/// The number behind `label`, e.g. "0.713"; "" where there is none.
std::string number_behind(const std::string& label, const std::string& text) {
  const std::size_t at = text.find(label);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + label.size();
  const std::size_t end = text.find_first_not_of("0123456789.", begin);
  const std::string digits = text.substr(begin, end - begin);
  // A full stop at the end is the sentence's.
  return digits.substr(0, digits.find_last_not_of('.') + 1);
}

/// What a run of Catenary said.
struct Answer {
  BenchStatus status = BenchStatus::ok;
  std::string message;
  suite::Json document;
  double seconds = 0;  ///< as the row measures them
};

class RowRun {
 public:
  RowRun(const BenchRow& row,
         const BenchSettings& settings,
         const base::Budget& budget)
      : row_(row), settings_(settings), budget_(budget) {
    result_.rivals.resize(row.rivals.size());
  }

  BenchRowResult run();

 private:
  Answer ask(const std::vector<std::string>& options,
             const std::vector<BenchExpectation>& expect,
             std::uint32_t exit_code) const;
  [[nodiscard]] base::ProcessCommand command_for(
      const std::vector<std::string>& options, const std::string& suite) const;
  void run_suite(const std::string& suite, Answer& out) const;
  [[nodiscard]] std::string printed_model();
  bool run_ours(bool measured);
  void run_other_way(const BenchRival& rival,
                     bool measured,
                     BenchRivalResult& result);
  void run_rival(std::size_t index, bool measured);
  void compare();
  void tell(const std::string& whose);

  const BenchRow& row_;
  const BenchSettings& settings_;
  const base::Budget& budget_;
  BenchRowResult result_;
  std::string model_;
  std::uint32_t run_ = 0;
};

void RowRun::tell(const std::string& whose) {
  if (settings_.tell) settings_.tell(run_, settings_.runs, whose);
}

/// Catenary on the model; writes the suite where a path is given.
base::ProcessCommand RowRun::command_for(
    const std::vector<std::string>& options, const std::string& suite) const {
  base::ProcessCommand command;
  command.argv = {settings_.catenary,
                  row_.check ? "check" : "generate",
                  model_,
                  "--json",
                  "--quiet"};
  // The statistics are those of the exploration of a program.
  if (!row_.check && row_.made_by.empty() && !row_.model.ends_with(".req")) {
    command.argv.emplace_back("--stats");
  }
  if (!suite.empty()) command.argv.insert(command.argv.end(), {"-o", suite});
  command.argv.insert(command.argv.end(), options.begin(), options.end());
  command.limits.stdout_bytes = std::size_t{256} << 20;
  return command;
}

/// One run of Catenary.
Answer RowRun::ask(const std::vector<std::string>& options,
                   const std::vector<BenchExpectation>& expect,
                   std::uint32_t exit_code) const {
  Answer out;
  base::TemporaryDirectory directory;
  const std::string suite = directory.file("suite.json");
  const bool keeps = row_.size || !row_.run.empty();
  const base::ProcessCommand command = command_for(options, keeps ? suite : "");
  const auto begin = std::chrono::steady_clock::now();
  const base::ProcessResult done = base::run_process(command, budget_);
  const double wall = seconds_of(begin);
  if (done.ending == base::Ending::interrupted ||
      done.ending == base::Ending::timed_out) {
    out.status = BenchStatus::stopped;
    out.message = done.describe();
    return out;
  }
  out.status = BenchStatus::wrong;
  if (done.exit_code != static_cast<int>(exit_code)) {
    out.message =
        done.describe() + " instead of exit code " + std::to_string(exit_code);
    if (!done.err.empty()) out.message += ": " + first_line(done.err);
    return out;
  }
  try {
    out.document = suite::parse_json(done.out, "result of " + row_.name);
  } catch (const base::InputError& e) {
    out.message = e.what();
    return out;
  }
  if (keeps) {
    std::error_code failed;
    const std::uintmax_t bytes = fs::file_size(suite, failed);
    if (!failed) {
      out.document.set("bytes",
                       suite::Json::number(static_cast<std::int64_t>(bytes)));
    }
  }
  if (row_.check) add_counts(out.document);
  out.message = unmet(expect, out.document);
  if (!out.message.empty()) return out;
  out.status = BenchStatus::ok;
  const suite::Json* taken = nullptr;
  if (row_.measure != "wall" && row_.measure != "run") {
    taken = look_up(
        out.document,
        (row_.measure == "seconds" ? "summary." : "stats.") + row_.measure);
  }
  out.seconds = taken == nullptr ? wall : number_in(taken->text());
  if (!row_.run.empty()) run_suite(suite, out);
  return out;
}

/// One run of the suite, which has to pass.
void RowRun::run_suite(const std::string& suite, Answer& out) const {
  base::ProcessCommand command;
  command.argv = {settings_.catenary, "run", suite, "--quiet"};
  for (std::string word : row_.run) {
    const std::string name = kBenchModel;
    const std::size_t at = word.find(name);
    if (at != std::string::npos) word.replace(at, name.size(), model_);
    command.argv.push_back(std::move(word));
  }
  const auto begin = std::chrono::steady_clock::now();
  const base::ProcessResult done = base::run_process(command, budget_);
  out.seconds = seconds_of(begin);
  if (done.succeeded()) return;
  const bool stopped = done.ending == base::Ending::interrupted ||
                       done.ending == base::Ending::timed_out;
  out.status = stopped ? BenchStatus::stopped : BenchStatus::wrong;
  out.message = "run: " + done.describe() + " " + first_line(done.err);
}

/// What the program prints that makes the model.
std::string RowRun::printed_model() {
  base::ProcessCommand command;
  command.argv = row_.made_by;
  command.limits.stdout_bytes = std::size_t{256} << 20;
  base::ProcessResult done = base::run_process(command, budget_);
  if (done.succeeded()) return std::move(done.out);
  result_.status = BenchStatus::wrong;
  result_.message = row_.made_by.front() + ": " + done.describe() + " " +
                    first_line(done.err);
  return "";
}

/// One run of ours; false where the row is over.
bool RowRun::run_ours(bool measured) {
  tell("catenary");
  Answer answer = ask(row_.options, row_.expect, row_.exit_code);
  result_.status = answer.status;
  result_.message = answer.message;
  result_.document = std::move(answer.document);
  if (answer.status != BenchStatus::ok) return false;
  if (measured) result_.times.seconds.push_back(answer.seconds);
  return true;
}

/// One run of Catenary with a rival's options.
void RowRun::run_other_way(const BenchRival& rival,
                           bool measured,
                           BenchRivalResult& result) {
  Answer answer = ask(rival.options, rival.expect, rival.exit_code);
  result.status = answer.status;
  result.message = answer.message;
  result.document = std::move(answer.document);
  if (measured && answer.status == BenchStatus::ok) {
    result.times.seconds.push_back(answer.seconds);
  }
}

void RowRun::run_rival(std::size_t index, bool measured) {
  const BenchRival& rival = row_.rivals[index];
  BenchRivalResult& result = result_.rivals[index];
  if (result.status != BenchStatus::ok) return;
  tell(rival.name);
  if (rival.command.empty()) return run_other_way(rival, measured, result);
  base::ProcessCommand command;
  command.argv = rival.command;
  const auto begin = std::chrono::steady_clock::now();
  const base::ProcessResult done = base::run_process(command, budget_);
  const double wall = seconds_of(begin);
  if (done.ending == base::Ending::interrupted ||
      done.ending == base::Ending::timed_out) {
    result.status = BenchStatus::stopped;
    result.message = done.describe();
    return;
  }
  const std::string printed = number_behind(rival.seconds, done.out);
  if (!done.succeeded()) {
    result.message = done.describe();
  } else if (done.out.find(rival.output) == std::string::npos) {
    result.message = "printed '" + first_line(done.out) + "', expected '" +
                     rival.output + "'";
  } else if (!rival.seconds.empty() && printed.empty()) {
    result.message = "printed no time behind '" + rival.seconds + "'";
  }
  if (!result.message.empty()) {
    result.status = BenchStatus::wrong;
    return;
  }
  if (!measured) return;
  result.times.seconds.push_back(rival.seconds.empty() ? wall
                                                       : number_in(printed));
}

void RowRun::compare() {
  for (std::size_t i = 0; i < row_.rivals.size(); ++i) {
    BenchRivalResult& r = result_.rivals[i];
    if (r.status != BenchStatus::ok || r.times.median() <= 0) continue;
    r.ratio = result_.times.median() / r.times.median();
    const double limit = row_.rivals[i].at_most;
    if (limit <= 0 || r.ratio <= limit) continue;
    r.status = BenchStatus::slow;
    r.message = "slower than the limit";
  }
}

BenchRowResult RowRun::run() {
  for (const std::string& file : row_.needs) {
    if (fs::exists(file)) continue;
    result_.status = BenchStatus::skipped;
    result_.message = "no file " + file;
    for (BenchRivalResult& r : result_.rivals) r.status = BenchStatus::skipped;
    return std::move(result_);
  }
  std::optional<WrittenModel> written;
  model_ = row_.model;
  if (!row_.text.empty()) written.emplace(row_.text, "model.toml");
  if (!row_.made_by.empty()) {
    const std::string text = printed_model();
    if (result_.status != BenchStatus::ok) return std::move(result_);
    written.emplace(text, text.starts_with('[') ? "model.toml" : "model.req");
  }
  if (!row_.machine.empty()) {
    written.emplace(random_machine_text(row_.machine), "machine.sm");
  }
  if (written) model_ = written->path();
  for (std::size_t i = 0; i < row_.rivals.size(); ++i) {
    if (row_.rivals[i].command.empty()) continue;
    const std::string& program = row_.rivals[i].command.front();
    if (program.find('/') == std::string::npos || fs::exists(program)) continue;
    result_.rivals[i].status = BenchStatus::skipped;
    result_.rivals[i].message = "no program " + program;
  }
  for (run_ = 0; run_ <= settings_.runs; ++run_) {  // 0 is the warm-up
    if (!run_ours(run_ > 0)) return std::move(result_);
    for (std::size_t i = 0; i < row_.rivals.size(); ++i) {
      run_rival(i, run_ > 0);
    }
  }
  compare();
  return std::move(result_);
}

}  // namespace

const char* to_string(BenchStatus status) {
  switch (status) {
    case BenchStatus::ok:
      return "ok";
    case BenchStatus::skipped:
      return "skipped";
    case BenchStatus::wrong:
      return "wrong";
    case BenchStatus::slow:
      return "slow";
    case BenchStatus::worse:
      return "worse";
    case BenchStatus::stopped:
      return "stopped";
  }
  return "";
}

double BenchTimes::median() const {
  if (seconds.empty()) return 0;
  std::vector<double> sorted = seconds;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half]
                                : (sorted[half - 1] + sorted[half]) / 2;
}

double BenchTimes::least() const {
  return seconds.empty() ? 0
                         : *std::min_element(seconds.begin(), seconds.end());
}

double BenchTimes::most() const {
  return seconds.empty() ? 0
                         : *std::max_element(seconds.begin(), seconds.end());
}

const suite::Json* look_up(const suite::Json& document, std::string_view path) {
  const suite::Json* at = &document;
  while (at != nullptr && !path.empty()) {
    const std::size_t dot = path.find('.');
    at = at->is(suite::Json::Kind::object) ? at->find(path.substr(0, dot))
                                           : nullptr;
    path = dot == std::string_view::npos ? "" : path.substr(dot + 1);
  }
  return at;
}

BenchRowResult run_bench_row(const BenchRow& row,
                             const BenchSettings& settings,
                             const base::Budget& budget) {
  return RowRun(row, settings, budget).run();
}

}  // namespace catenary::tools::bench
