// SPDX-License-Identifier: Apache-2.0
/// \file
/// The program of the challenge: which goals its runs can show, and how a
/// report of the driver becomes an observation.
#include "program/plain/plain.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/process.h"
#include "base/text_file.h"
#include "program/build/paths.h"
#include "program/plain/counters.h"
#include "program/plain/executable.h"
#include "program/plain/job.h"

namespace catenary::program::plain {

namespace {

namespace fs = std::filesystem;
using model::GoalKind;

/// A count that shows, where it is not 0, that one of some goals was covered.
struct Evidence {
  std::vector<std::uint32_t> goals;
  Count count;
};

/// See the file comment of plain.h.
class Program final : public Plain {
 public:
  Program(CompiledSources sources,
          Interface interface,
          const std::string& level)
      : sources_(std::move(sources)),
        interface_(std::move(interface)),
        executable_(make_executable(sources_, interface_, level)) {}

  void bind(std::vector<model::Goal> goals,
            std::vector<ScalarPlace> places) override {
    goals_ = std::move(goals);
    places_ = std::move(places);
  }
  std::string wait(const base::Budget& budget) override;
  [[nodiscard]] std::vector<bool> observable_goals() const override {
    return observable_;
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
  void find_evidence();
  void find_named();
  void find_counted();
  void read_constants();
  [[nodiscard]] std::string canonical(const std::string& file,
                                      const std::string& directory);
  [[nodiscard]] bool begins_with(const std::string& file,
                                 std::uint32_t line,
                                 std::uint32_t column,
                                 const std::string& word);
  [[nodiscard]] std::vector<std::optional<Watched>> watched(
      const model::StepSystem& system) const;
  std::string run(const std::string& job, const base::Budget& budget);

  CompiledSources sources_;
  Interface interface_;
  std::vector<model::Goal> goals_;
  std::vector<ScalarPlace> places_;
  Executable executable_;
  std::vector<std::shared_ptr<void>> kept_;
  bool ready_ = false;
  ExecutableMap map_;
  std::vector<bool> observable_;
  std::vector<Evidence> counted_;
  /// By the names that the driver reports, e.g. "error reach_error".
  std::map<std::string, std::vector<std::uint32_t>> named_;
  std::map<std::string, std::string> canonical_;
  std::map<std::string, std::vector<std::string>> lines_;
  std::vector<std::int64_t> constants_;
  /// The program assumes by abort(): such ends of runs are not errors.
  bool quiet_ends_ = false;
  int fill_ = 0;
};

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

std::string Program::wait(const base::Budget& budget) {
  if (ready_) return "";
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
  // Everything is set before ready_, so a failure leaves the object usable.
  observable_.assign(goals_.size(), false);
  find_evidence();
  ready_ = true;
  // From here on observe() may be called.
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

/// A path for comparison: absolute, without links and dots. Coverage and debug
/// information may name the same file in different ways. Cached.
std::string Program::canonical(const std::string& file,
                               const std::string& directory) {
  const std::string full =
      fs::path(file).is_absolute()
          ? file
          : fs::absolute(fs::path(directory) / file).string();
  const auto [at, is_new] = canonical_.try_emplace(full);
  if (is_new) {
    std::error_code failed;
    at->second = fs::weakly_canonical(full, failed).string();
  }
  return at->second;
}

/// Whether the source has this word at a place; lines and columns from 1.
bool Program::begins_with(const std::string& file,
                          std::uint32_t line,
                          std::uint32_t column,
                          const std::string& word) {
  const auto [at, is_new] = lines_.try_emplace(file);
  if (is_new) {
    std::ifstream in(file, std::ios::binary);
    std::string text;
    while (std::getline(in, text)) at->second.push_back(text);
  }
  if (line == 0 || line > at->second.size() || column == 0) return false;
  const std::string& text = at->second[line - 1];
  return text.size() >= column &&
         text.compare(column - 1, word.size(), word) == 0;
}

/// Finds the goals that the driver learns of by a call of its own functions:
/// annotations, assertions, error calls.
void Program::find_named() {
  // Where labels or several error functions compete for a goal's name, a call
  // cannot be attributed to one goal, and nothing is observed.
  bool labels = false;
  bool numbered = false;
  bool plain = false;
  for (const model::Goal& g : goals_) {
    if (g.kind != GoalKind::label) continue;
    labels = labels || g.text.starts_with("label ");
    numbered = numbered || g.id.starts_with("error_");
    plain = plain || g.id == "error";
  }
  for (std::uint32_t g = interface_.goals; g < goals_.size(); ++g) {
    const model::Goal& goal = goals_[g];
    std::string name;
    if (goal.kind == GoalKind::annotation) {
      name = "goal " + goal.id;
    } else if (goal.kind == GoalKind::assertion) {
      name = "assert " + goal.id.substr(goal.id.find('@') + 1);
    } else if (goal.kind == GoalKind::label && !labels &&
               goal.text.starts_with("call of ")) {
      // An error call below a label is a goal of the label's name only.
      if (goal.id == "reach_error") name = "error reach_error";
      if (goal.id.starts_with("error_") && !plain) {
        name = "error " + goal.id.substr(6);
      }
      if (goal.id == "error" && !numbered) name = "error";
    }
    if (name.empty()) continue;
    named_[name].push_back(g);
    observable_[g] = true;
  }
}

/// Finds the goals at places that Clang counts. Several places may be the same,
/// as in a macro: a hit is then that of any of the goals there. Where some of
/// these places have no goals, since only the initialisation runs their code, a
/// hit shows nothing about the others.
void Program::find_counted() {
  using Key = std::pair<std::string, std::pair<std::uint32_t, std::uint32_t>>;
  std::map<Key, std::vector<const CountedPlace*>> branches;
  std::map<std::pair<std::string, std::uint32_t>,
           std::vector<const CountedPlace*>>
      codes;
  for (const CountedPlace& p : map_.places) {
    const std::string file = canonical(p.file, sources_.working_directory);
    if (p.kind == CountedPlace::Kind::branch) {
      branches[{file, {p.line, p.column}}].push_back(&p);
    } else if (p.when_true.exact) {
      // A count by differences is not reliable in a step that ended half-way.
      codes[{file, p.line}].push_back(&p);
    }
  }
  struct Place {
    std::vector<std::uint32_t> when[2];
    /// Goals of one kind and outcome: as many as there are places with goals.
    std::map<std::pair<GoalKind, bool>, std::size_t> count;
    [[nodiscard]] std::size_t places() const {
      std::size_t most = 0;
      for (const auto& [what, n] : count) most = std::max(most, n);
      return most;
    }
  };
  // Goals of branches and conditions by place and outcome.
  std::map<Key, Place> wanted;
  for (std::uint32_t g = interface_.goals; g < goals_.size(); ++g) {
    const model::Goal& goal = goals_[g];
    const std::string file = canonical(goal.where.file, ".");
    if (goal.kind == GoalKind::branch || goal.kind == GoalKind::condition) {
      const bool outcome = goal.id.ends_with(":true");
      if (!outcome && !goal.id.ends_with(":false")) continue;
      const Key key{file, {goal.where.line, goal.where.column}};
      if (branches.count(key) == 0) continue;
      wanted[key].when[outcome ? 1 : 0].push_back(g);
      ++wanted[key].count[{goal.kind, outcome}];
    } else if (goal.kind == GoalKind::label &&
               goal.text.starts_with("label ")) {
      const std::string label = goal.text.substr(6);
      const auto at = codes.find({file, goal.where.line});
      if (at == codes.end()) continue;
      for (const CountedPlace* p : at->second) {
        if (!begins_with(file, p->line, p->column, label)) continue;
        // Labels of the same name are one goal.
        counted_.push_back({{g}, p->when_true});
        observable_[g] = true;
      }
    }
  }
  for (const auto& [key, place] : wanted) {
    // More places than goals: some have none.
    if (branches.at(key).size() > place.places()) continue;
    for (const std::vector<std::uint32_t>& goals : place.when) {
      for (const std::uint32_t g : goals) observable_[g] = true;
    }
    for (const CountedPlace* p : branches.at(key)) {
      if (!place.when[1].empty()) {
        counted_.push_back({place.when[1], p->when_true});
      }
      if (!place.when[0].empty()) {
        counted_.push_back({place.when[0], p->when_false});
      }
    }
  }
}

void Program::find_evidence() {
  CATENARY_CHECK(interface_.goals <= goals_.size(), "the harness's goals");
  // Goals of the harness are evaluated after each step; main() has none.
  for (std::uint32_t g = 0; g < interface_.goals; ++g) {
    observable_[g] = !interface_.whole;
  }
  find_named();
  find_counted();
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
  const std::string in = executable_.directory->file("job");
  const std::string out = executable_.directory->file("report");
  base::write_file(in, job, base::Overwrite::yes);
  base::write_file(out, "", base::Overwrite::yes);
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

model::PlainSeen Program::observe(const model::StepSystem& system,
                                  const model::PlainJob& job,
                                  const base::Budget& budget) {
  CATENARY_CHECK(ready_, "wait() comes first");
  std::vector<Watched> present;
  std::vector<std::size_t> index;
  const std::vector<std::optional<Watched>> all = watched(system);
  // The driver numbers those that are present; `index` maps them back.
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i]) continue;
    present.push_back(*all[i]);
    index.push_back(i);
  }
  const Report report = read_report(run(write_job({system,
                                                   job,
                                                   interface_.inputs,
                                                   interface_.initial,
                                                   present,
                                                   constants_,
                                                   quiet_ends_,
                                                   false}),
                                        budget));
  if (!report.complete) {
    throw base::ToolError("the challenge's executable wrote no report");
  }
  model::PlainSeen out;
  out.steps = report.steps;
  out.runs = report.runs;
  out.cut = report.cut;
  for (const auto& [goal, step] : report.hits)
    out.hits.push_back({{goal}, step});
  for (const auto& [name, step] : report.names) {
    auto at = named_.find(name);
    if (at == named_.end() && name.starts_with("error ")) {
      at = named_.find("error");
    }
    if (at != named_.end()) {
      out.hits.push_back({at->second, interface_.whole ? -1 : step});
    }
  }
  // In a whole program each run that is cut off may be inside of a function
  // whose counts do not add up: a difference must exceed what these can
  // explain.
  constexpr std::int64_t kMostFrames = 64;
  const auto slack = static_cast<std::int64_t>(report.incomplete) * kMostFrames;
  for (const Evidence& e : counted_) {
    std::int64_t total = 0;
    bool partly = false;
    for (const Count::Term& t : e.count.terms) {
      const auto at = report.counts.find(t.counter);
      if (at == report.counts.end()) continue;
      total += t.factor * static_cast<std::int64_t>(at->second.first);
      partly = partly || at->second.second != 0;
    }
    if (total > (e.count.exact ? 0 : slack) || (e.count.exact && partly)) {
      out.hits.push_back({e.goals, -1});
    }
  }
  out.outputs.resize(system.outputs.size());
  for (const auto& [k, span] : report.outputs) {
    if (k < out.outputs.size()) {
      out.outputs[k] = span_of(system.outputs[k].type, span);
    }
  }
  out.state.resize(all.size());
  for (const auto& [k, span] : report.state) {
    if (k < index.size()) {
      out.state[index[k]] = span_of(present[k].scalar->type, span);
    }
  }
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
  out->bind(goals_, places_);
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
