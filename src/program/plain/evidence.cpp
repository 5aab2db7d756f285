// SPDX-License-Identifier: Apache-2.0
#include "program/plain/evidence.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <utility>

#include "base/check.h"
#include "program/build/paths.h"

namespace catenary::program::plain {

namespace {

namespace fs = std::filesystem;
using model::GoalKind;

class EvidenceFinder {
 public:
  EvidenceFinder(const std::vector<model::Goal>& goals,
                 const Interface& interface,
                 const std::string& directory,
                 const ExecutableMap& map)
      : goals_(goals),
        interface_(interface),
        directory_(directory),
        map_(map) {}

  EvidenceMap find();

 private:
  /// File, line and column.
  using Key = std::pair<std::string, std::pair<std::uint32_t, std::uint32_t>>;
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

  void find_named();
  void find_counted();
  void collect_places();
  void add_label(std::uint32_t g, const std::string& file);
  [[nodiscard]] std::string canonical(const std::string& file,
                                      const std::string& directory);
  [[nodiscard]] bool begins_with(const std::string& file,
                                 std::uint32_t line,
                                 std::uint32_t column,
                                 const std::string& word);

  const std::vector<model::Goal>& goals_;
  const Interface& interface_;
  const std::string& directory_;
  const ExecutableMap& map_;
  EvidenceMap out_;
  std::map<Key, std::vector<const CountedPlace*>> branches_;
  /// By file and line.
  std::map<std::pair<std::string, std::uint32_t>,
           std::vector<const CountedPlace*>>
      codes_;
  /// By directory and file.
  std::map<std::pair<std::string, std::string>, std::string> canonical_;
  std::map<std::string, std::vector<std::string>> lines_;
};

/// A path for comparison: absolute, without links and dots. Coverage and debug
/// information may name the same file in different ways. Cached.
std::string EvidenceFinder::canonical(const std::string& file,
                                      const std::string& directory) {
  const auto [at, is_new] = canonical_.try_emplace({directory, file});
  if (is_new) {
    std::error_code failed;
    at->second =
        fs::weakly_canonical(fs::absolute(fs::path(directory) / file), failed)
            .string();
  }
  return at->second;
}

/// Whether the source has this word at a place; lines and columns from 1.
bool EvidenceFinder::begins_with(const std::string& file,
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
void EvidenceFinder::find_named() {
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
    out_.named[name].push_back(g);
    out_.observable[g] = true;
  }
}

/// Returns true for the outcomes of conditions.
bool is_branch(const model::Goal& goal) {
  return goal.kind == GoalKind::branch || goal.kind == GoalKind::condition;
}

/// Returns true if the goal is covered when the code behind its label begins.
bool is_label(const model::Goal& goal) {
  return goal.kind == GoalKind::label && goal.text.starts_with("label ");
}

/// Large programs have many places, few of which are goals.
void EvidenceFinder::collect_places() {
  bool has_branches = false;
  std::set<std::uint32_t> lines;
  for (std::size_t g = interface_.goals; g < goals_.size(); ++g) {
    has_branches = has_branches || is_branch(goals_[g]);
    if (is_label(goals_[g])) lines.insert(goals_[g].where.line);
  }
  for (const CountedPlace& p : map_.places) {
    if (p.kind == CountedPlace::Kind::branch) {
      if (!has_branches) continue;
      // Goals are where the source was written from, see Interface::places.
      const base::SourceLocation compiled{
          display_path(p.file, directory_), p.line, p.column};
      const base::SourceLocation where = interface_.places.find(compiled);
      const std::string file = where.file == compiled.file
                                   ? canonical(p.file, directory_)
                                   : canonical(where.file, ".");
      branches_[{file, {where.line, where.column}}].push_back(&p);
    } else if (p.when_true.exact && lines.contains(p.line)) {
      // A count by differences is not reliable in a step that ended half-way.
      codes_[{canonical(p.file, directory_), p.line}].push_back(&p);
    }
  }
}

/// A label is covered where the code behind it is begun.
void EvidenceFinder::add_label(std::uint32_t g, const std::string& file) {
  const model::Goal& goal = goals_[g];
  const std::string label = goal.text.substr(6);
  const auto at = codes_.find({file, goal.where.line});
  if (at == codes_.end()) return;
  for (const CountedPlace* p : at->second) {
    if (!begins_with(file, p->line, p->column, label)) continue;
    // Labels of the same name are one goal.
    out_.counted.push_back({{g}, p->when_true});
    out_.observable[g] = true;
  }
}

/// Finds the goals at places that Clang counts. Several places may be the same,
/// as in a macro: a hit is then that of any of the goals there. Where some of
/// these places have no goals, since only the initialisation runs their code, a
/// hit shows nothing about the others.
void EvidenceFinder::find_counted() {
  collect_places();
  // Goals of branches and conditions by place and outcome.
  std::map<Key, Place> wanted;
  for (std::uint32_t g = interface_.goals; g < goals_.size(); ++g) {
    const model::Goal& goal = goals_[g];
    const std::string file = canonical(goal.where.file, ".");
    if (is_branch(goal)) {
      const bool outcome = goal.id.ends_with(":true");
      if (!outcome && !goal.id.ends_with(":false")) continue;
      const Key key{file, {goal.where.line, goal.where.column}};
      if (branches_.count(key) == 0) continue;
      wanted[key].when[outcome ? 1 : 0].push_back(g);
      ++wanted[key].count[{goal.kind, outcome}];
    } else if (is_label(goal)) {
      add_label(g, file);
    }
  }
  for (const auto& [key, place] : wanted) {
    // More places than goals: some have none.
    if (branches_.at(key).size() > place.places()) continue;
    for (const std::vector<std::uint32_t>& goals : place.when) {
      for (const std::uint32_t g : goals) out_.observable[g] = true;
    }
    for (const CountedPlace* p : branches_.at(key)) {
      if (!place.when[1].empty()) {
        out_.counted.push_back({place.when[1], p->when_true});
      }
      if (!place.when[0].empty()) {
        out_.counted.push_back({place.when[0], p->when_false});
      }
    }
  }
}

EvidenceMap EvidenceFinder::find() {
  out_.observable.assign(goals_.size(), false);
  CATENARY_CHECK(interface_.goals <= goals_.size(), "the harness's goals");
  // Goals of the harness are evaluated after each step; main() has none.
  for (std::uint32_t g = 0; g < interface_.goals; ++g) {
    out_.observable[g] = !interface_.whole;
  }
  find_named();
  find_counted();
  return std::move(out_);
}

}  // namespace

EvidenceMap find_evidence(const std::vector<model::Goal>& goals,
                          const Interface& interface,
                          const std::string& directory,
                          const ExecutableMap& map) {
  return EvidenceFinder(goals, interface, directory, map).find();
}

}  // namespace catenary::program::plain
