// SPDX-License-Identifier: Apache-2.0
/// \file
/// The program of the challenge, and how a report of the driver becomes an
/// observation.
#include "program/plain/plain.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "base/background_process.h"
#include "base/check.h"
#include "base/process.h"
#include "base/text_file.h"
#include "program/plain/counters.h"
#include "program/plain/early_runs.h"
#include "program/plain/evidence.h"
#include "program/plain/executable.h"
#include "program/plain/job.h"
#include "program/plain/observations.h"
#include "program/plain/report.h"

namespace catenary::program::plain {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

/// See the file comment of plain.h.
class Program final : public Plain {
 public:
  Program(CompiledSources sources,
          Interface interface,
          const std::string& level)
      : sources_(std::move(sources)),
        interface_(std::move(interface)),
        executable_(make_executable(sources_, interface_, level)) {
    early_.emplace(EarlyRuns::Work{
        [this](const base::Budget& b) { return prepare(b); },
        [this](
            const model::PlainJob& job, const base::Budget& b, Report& into) {
          run_part(
              early_system_, job, JobText::Part::without_sequence, b, into);
        }});
  }

  void begin(const model::StepSystem& system,
             std::vector<ScalarPlace> places,
             const model::PlainPace& pace) override;
  void bind(std::vector<model::Goal> goals) override {
    goals_ = std::move(goals);
  }
  std::string wait(const base::Budget& budget) override;
  [[nodiscard]] std::vector<bool> observable_goals() const override {
    return evidence_.observable;
  }
  [[nodiscard]] std::vector<bool> observable_state(
      const model::StepSystem& system) const override;
  model::PlainSeen observe(const model::StepSystem& system,
                           const model::PlainJob& job,
                           const base::Budget& budget) override;
  std::vector<model::PlainGiven> given(const model::StepSystem& system,
                                       const model::PlainJob& job,
                                       const base::Budget& budget) override;
  std::unique_ptr<model::PlainProgram> otherwise(
      const base::Budget& budget) override;
  void keep(std::shared_ptr<void> files) override {
    kept_.push_back(std::move(files));
  }

 private:
  std::string prepare(const base::Budget& budget);
  void read_constants();
  [[nodiscard]] std::vector<std::optional<Watched>> watched(
      const model::StepSystem& system) const;
  std::string run(const std::string& job, const base::Budget& budget);
  void run_part(const model::StepSystem& system,
                const model::PlainJob& job,
                JobText::Part part,
                const base::Budget& budget,
                Report& into);
  void run_rest(const model::StepSystem& system,
                const model::PlainJob& job,
                JobText::Part part,
                const base::Budget& budget,
                Report& into);
  Report complete_early(const model::StepSystem& system,
                        const model::PlainJob& job,
                        const base::Budget& budget);

  CompiledSources sources_;
  Interface interface_;
  std::vector<model::Goal> goals_;
  std::vector<ScalarPlace> places_;
  Executable executable_;
  std::vector<std::shared_ptr<void>> kept_;
  bool ready_ = false;
  ExecutableMap map_;
  EvidenceMap evidence_;
  std::vector<std::int64_t> constants_;
  /// The program assumes by abort(): such ends of runs are not errors.
  bool quiet_ends_ = false;
  int fill_ = 0;
  /// What the early runs use of the system.
  model::StepSystem early_system_;
  /// begin() was called, and no job has taken its runs yet.
  bool has_early_ = false;
  /// Never empty. Last, so that its thread ends first.
  std::optional<EarlyRuns> early_;
};

/// Less is not worth another start of the executable.
constexpr milliseconds kLeastRest{5};

/// Processor time of what the report is of.
milliseconds busy(const Report& report) {
  return milliseconds(static_cast<std::int64_t>(report.busy_ms));
}

/// The first place where the compiler warns that a variable may be read that
/// nobody set, else empty. The model gives it the value 0, the plain compiler
/// none: what follows differs, and contradicts nothing.
std::string unset_read(const std::string& log) {
  std::ifstream in(log);
  std::string line;
  while (std::getline(in, line)) {
    const std::size_t at = line.find(": warning: variable '");
    if (at != std::string::npos &&
        line.find("uninitialized", at) != std::string::npos) {
      return line.substr(0, at);
    }
  }
  return "";
}

void Program::begin(const model::StepSystem& system,
                    std::vector<ScalarPlace> places,
                    const model::PlainPace& pace) {
  CATENARY_CHECK(!ready_ && !has_early_, "begin() comes once, before wait()");
  places_ = std::move(places);
  if (!pace.steps || !pace.cap) return;
  // The caller may change or move its system meanwhile.
  early_system_.inputs = system.inputs;
  early_system_.initial = system.initial;
  early_system_.outputs = system.outputs;
  early_system_.state = system.state;
  has_early_ = true;
  early_->begin(pace);
}

std::string Program::wait(const base::Budget& budget) {
  if (ready_) return "";
  std::string why_not = early_->finish(budget);
  if (!why_not.empty()) return why_not;
  evidence_ =
      find_evidence(goals_, interface_, sources_.working_directory, map_);
  // Everything is set before, so a failure leaves the object usable.
  ready_ = true;
  return "";
}

/// Runs in the thread of the early runs, and touches nothing that begin() or
/// bind() set.
std::string Program::prepare(const base::Budget& budget) {
  if (executable_.compiler == nullptr) return "it does not compile";
  const bool made = executable_.compiler->wait(budget);
  executable_.compiler.reset();
  // The compiler may have been stopped because the budget is spent.
  if (!made) {
    if (budget.poll() != base::StopReason::none) return "no time is left";
    std::string text;
    std::ifstream in(executable_.log);
    std::getline(in, text);
    return "the plain compiler or linker fails: " + text;
  }
  if (const std::string place = unset_read(executable_.log); !place.empty()) {
    return place +
           ": a variable may be read that nobody set, and that has no value "
           "for "
           "the plain compiler";
  }
  map_ = read_executable(executable_.path);
  for (const auto& [name, count] : map_.functions) {
    for (const char* assume : {"__VERIFIER_assume", "__CPROVER_assume"}) {
      quiet_ends_ = quiet_ends_ || name == assume ||
                    name.ends_with(std::string(";") + assume) ||
                    name.ends_with(std::string(":") + assume);
    }
  }
  read_constants();
  return "";
}

void Program::read_constants() {
  for (std::size_t k = 0; k < sources_.units.size(); ++k) {
    // The sources, but for the first unit, where the harness has them.
    const fs::path file =
        fs::path(sources_.working_directory) / sources_.units[k].file;
    std::ifstream in(file, std::ios::binary);
    add_constants(std::string(std::istreambuf_iterator<char>(in), {}),
                  constants_);
  }
  std::map<std::string, bool> seen;
  for (const CountedPlace& p : map_.places) {
    if (!seen.emplace(p.file, true).second) continue;
    std::ifstream in(fs::path(sources_.working_directory) / p.file,
                     std::ios::binary);
    add_constants(std::string(std::istreambuf_iterator<char>(in), {}),
                  constants_);
  }
  std::sort(constants_.begin(), constants_.end());
  constants_.erase(std::unique(constants_.begin(), constants_.end()),
                   constants_.end());
}

/// An entry for each scalar of the state, in the order of the fields; empty
/// where the plain program has no variable of that name, or a smaller one.
std::vector<std::optional<Watched>> Program::watched(
    const model::StepSystem& system) const {
  std::vector<std::optional<Watched>> out;
  for (const model::StateField& field : system.state) {
    for (const model::StateScalar& s : field.scalars) {
      const std::size_t index = out.size();
      out.emplace_back();
      if (index >= places_.size() || interface_.whole) continue;
      const ScalarPlace& place = places_[index];
      const auto at = map_.variables.find(place.symbol);
      if (at == map_.variables.end() || place.symbol.starts_with("__cat_")) {
        continue;
      }
      Watched w;
      w.scalar = &s;
      const std::uint64_t size = map_.sizes.at(place.symbol);
      bool fits = true;
      for (const std::uint64_t offset : place.offsets) {
        fits = fits && offset < size;
        w.addresses.push_back(at->second + offset);
      }
      if (fits) out.back() = std::move(w);
    }
  }
  return out;
}

std::vector<bool> Program::observable_state(
    const model::StepSystem& system) const {
  std::vector<bool> out;
  for (const auto& w : watched(system)) out.push_back(w.has_value());
  return out;
}

std::string Program::run(const std::string& job, const base::Budget& budget) {
  const std::string in = executable_.directory->write("job", job);
  const std::string out = executable_.directory->write("report", "");
  base::ProcessCommand command;
  command.argv = {executable_.path, in, out};
  command.working_directory = executable_.directory->path().string();
  const base::ProcessResult done = base::run_process(command, budget);
  if (done.ending == base::Ending::interrupted ||
      done.ending == base::Ending::timed_out) {
    throw base::StoppedError("the challenge was stopped: " + done.describe());
  }
  if (!done.succeeded()) {
    throw base::ToolError("the challenge's executable failed: " +
                          done.describe());
  }
  return base::read_file(out, std::uint64_t{1} << 30);
}

/// Makes the runs of a job that belong to the part.
void Program::run_part(const model::StepSystem& system,
                       const model::PlainJob& job,
                       JobText::Part part,
                       const base::Budget& budget,
                       Report& into) {
  std::vector<Watched> present;
  ReportTypes types;
  // The driver numbers those that are present; seen_in() maps them back.
  for (auto& w : watched(system)) {
    if (!w) continue;
    types.state.push_back(w->scalar->type);
    present.push_back(std::move(*w));
  }
  for (const model::Variable& v : system.outputs) {
    types.outputs.push_back(v.type);
  }
  const Report report = read_report(run(write_job({system,
                                                   job,
                                                   interface_.inputs,
                                                   interface_.initial,
                                                   present,
                                                   constants_,
                                                   part,
                                                   quiet_ends_,
                                                   false}),
                                        budget));
  if (!report.complete) {
    throw base::ToolError("the challenge's executable wrote no report");
  }
  merge(report, types, into);
}

/// More runs after those of a report, which stands where these fail, e.g. since
/// the time is over.
void Program::run_rest(const model::StepSystem& system,
                       const model::PlainJob& job,
                       JobText::Part part,
                       const base::Budget& budget,
                       Report& into) {
  try {
    run_part(system, job, part, budget, into);
  } catch (const base::ToolError&) {
    into.cut = true;
  }
}

/// A job that began early: two thirds of its steps in runs that begin with no
/// sequence, and of the same range of numbers those that do. Both have their
/// share of the processor time. Which runs these are does not depend on when
/// the early ones ended, unless time cuts them off.
Report Program::complete_early(const model::StepSystem& system,
                               const model::PlainJob& job,
                               const base::Budget& budget) {
  const base::Budget::Clock::time_point begin = base::Budget::Clock::now();
  has_early_ = false;
  Report out = early_->report();
  const std::uint64_t steps = job.steps * 2 / 3;
  model::PlainJob left = job;
  left.first_run = out.next_run;
  left.steps = steps - std::min(steps, out.steps);
  left.cap = std::max(job.cap * 2 / 3 - busy(out), milliseconds(0));
  out.cut = left.steps > 0 && left.cap < kLeastRest;
  if (!out.complete) {
    run_part(system, left, JobText::Part::without_sequence, budget, out);
  } else if (left.steps > 0 && !out.cut) {
    run_rest(system, left, JobText::Part::without_sequence, budget, out);
  }
  // However many steps, but not without an end.
  left = job;
  left.last_run = out.next_run;
  left.steps = job.steps + out.steps;
  left.wall = std::max(job.wall - std::chrono::duration_cast<milliseconds>(
                                      base::Budget::Clock::now() - begin),
                       milliseconds(0));
  left.cap = std::clamp(busy(out) / 2, job.cap / 3, job.cap);
  run_rest(system, left, JobText::Part::with_sequence, budget, out);
  return out;
}

model::PlainSeen Program::observe(const model::StepSystem& system,
                                  const model::PlainJob& job,
                                  const base::Budget& budget) {
  CATENARY_CHECK(ready_, "wait() comes first");
  const model::PlainJob usual;
  Report report;
  if (has_early_ && job.seed == usual.seed && job.length == usual.length &&
      job.first_run == 0 && job.last_run == usual.last_run) {
    report = complete_early(system, job, budget);
  } else {
    run_part(system, job, JobText::Part::all, budget, report);
  }
  model::PlainSeen out = observations(
      report, {map_, evidence_, interface_.whole}, system, watched(system));
  out.runs = report.next_run - job.first_run;
  return out;
}

std::vector<model::PlainGiven> Program::given(const model::StepSystem& system,
                                              const model::PlainJob& job,
                                              const base::Budget& budget) {
  CATENARY_CHECK(ready_, "wait() comes first");
  return read_given(run(write_job({system,
                                   job,
                                   interface_.inputs,
                                   interface_.initial,
                                   {},
                                   constants_,
                                   JobText::Part::all,
                                   quiet_ends_,
                                   true,
                                   fill_}),
                        budget),
                    system);
}

std::unique_ptr<model::PlainProgram> Program::otherwise(
    const base::Budget& budget) {
  // Another optimisation level and another content of the stack: two things
  // that a program without undefined behaviour cannot notice.
  auto out = std::make_unique<Program>(sources_, interface_, "-O1");
  out->goals_ = goals_;
  out->places_ = places_;
  out->kept_ = kept_;
  constexpr int kOtherFill = 0xa5;
  out->fill_ = kOtherFill;
  if (!out->wait(budget).empty()) return nullptr;
  return out;
}

}  // namespace

// Unoptimised code is closest to the text of the program, and is compiled
// fastest.
std::shared_ptr<Plain> start(const CompiledSources& sources,
                             const Interface& interface) {
  return std::make_shared<Program>(sources, interface, "-O0");
}

}  // namespace catenary::program::plain
