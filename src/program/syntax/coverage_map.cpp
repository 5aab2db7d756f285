// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads coverage mappings from the modules that Clang writes: records of
/// functions (`__covrec_`), their counters (`__profc_`) and bitmaps
/// (`__profbm_`), see coverage_map.h.
#include "program/syntax/coverage_map.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <llvm/ProfileData/Coverage/CoverageMapping.h>
#include <llvm/ProfileData/Coverage/CoverageMappingReader.h>

#include <algorithm>
#include <deque>

#include "base/check.h"
#include "program/build/paths.h"
#include "program/syntax/decision_finder.h"
#include "program/syntax/source_lines.h"
#include "program/syntax/unevaluated.h"

namespace catenary::program {

namespace {

constexpr const char* kCounters = "__cat_counters_";
constexpr const char* kBitmap = "__cat_bitmap_";

using llvm::coverage::Counter;
using llvm::coverage::CounterExpression;
using llvm::coverage::CounterMappingRegion;

/// The initialiser of a constant byte array, or empty.
llvm::StringRef bytes_of(const llvm::Constant* c) {
  if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(c)) {
    return data->getRawDataValues();
  }
  return {};
}

/// Flattens a counter expression to a sum: adds factor * counter.
void flatten(const Counter& counter,
             const std::vector<CounterExpression>& expressions,
             std::int32_t factor,
             std::uint32_t array,
             CounterSum& out) {
  switch (counter.getKind()) {
    case Counter::Zero:
      return;
    case Counter::CounterValueReference: {
      for (CounterSum::Term& term : out.terms) {
        if (term.index == counter.getCounterID()) {
          term.factor += factor;
          return;
        }
      }
      out.terms.push_back({array, counter.getCounterID(), factor});
      return;
    }
    case Counter::Expression: {
      const CounterExpression& e = expressions[counter.getExpressionID()];
      flatten(e.LHS, expressions, factor, array, out);
      flatten(e.RHS,
              expressions,
              e.Kind == CounterExpression::Subtract ? -factor : factor,
              array,
              out);
      return;
    }
  }
}

/// Reads the mappings of one module.
class CoverageReader {
 public:
  CoverageReader(llvm::Module& m,
                 const std::string& directory,
                 CoverageMap& map,
                 bool as_written)
      : module_(m),
        directory_(directory),
        map_(map),
        as_written_(as_written),
        first_counters_(map.counters.size()),
        first_bitmaps_(map.bitmaps.size()) {}

  void read() {
    llvm::GlobalVariable* header =
        module_.getNamedGlobal("__llvm_coverage_mapping");
    if (header == nullptr) return;
    if (!read_file_names(*header)) return;
    for (llvm::GlobalVariable& g : module_.globals()) {
      if (g.getName().starts_with("__covrec_")) read_record(g);
    }
  }

 private:
  using Regions = std::vector<CounterMappingRegion>;

  bool read_file_names(const llvm::GlobalVariable& header) {
    const auto* all =
        llvm::dyn_cast<llvm::ConstantStruct>(header.getInitializer());
    if (all == nullptr || all->getNumOperands() != 2) return false;
    const auto* head = llvm::dyn_cast<llvm::ConstantStruct>(all->getOperand(0));
    const auto* data = all->getOperand(1);
    if (head == nullptr) return false;
    const std::uint64_t version =
        llvm::cast<llvm::ConstantInt>(head->getOperand(3))->getZExtValue();
    const llvm::StringRef raw = bytes_of(data);
    llvm::coverage::RawCoverageFilenamesReader reader(raw, files_);
    llvm::Error failed =
        reader.read(static_cast<llvm::coverage::CovMapVersion>(version));
    CATENARY_CHECK(!failed,
                   "coverage file names: " + llvm::toString(std::move(failed)));
    return true;
  }

  /// The name under which a function's profile data is stored, found by the
  /// hash of its name; "" where it has none. A static function's name has its
  /// file in front, so the name itself cannot be used.
  std::string find_function(std::uint64_t name_hash) {
    constexpr llvm::StringLiteral kData = "__profd_";
    for (llvm::GlobalVariable& g : module_.globals()) {
      if (!g.getName().starts_with(kData) || !g.hasInitializer()) continue;
      const auto* data =
          llvm::dyn_cast<llvm::ConstantStruct>(g.getInitializer());
      if (data == nullptr) continue;
      const auto* hash = llvm::dyn_cast<llvm::ConstantInt>(data->getOperand(0));
      if (hash == nullptr || hash->getZExtValue() != name_hash) continue;
      return g.getName().substr(kData.size()).str();
    }
    return "";
  }

  void read_record(const llvm::GlobalVariable& g);
  void read_decisions(const Regions& regions,
                      const std::vector<llvm::StringRef>& names,
                      std::uint32_t counters,
                      std::uint32_t bitmap);
  /// The branches, and to which decision of the function each belongs.
  void read_branches(const Regions& regions,
                     const std::vector<llvm::StringRef>& names,
                     const std::vector<CounterExpression>& expressions,
                     std::uint32_t counters,
                     std::size_t first_decision);
  void number_vectors(DecisionRegion& decision, std::uint32_t end);

  base::SourceLocation place(const CounterMappingRegion& region,
                             const std::vector<llvm::StringRef>& names) const {
    return {display_path(names[region.FileID].str(), directory_),
            region.LineStart,
            region.ColumnStart};
  }

  /// Keeps an array that profiling made, as an ordinary variable under a name
  /// of ours; returns its index. Those before `first` are of other modules,
  /// which linking has destroyed: their addresses may be in use again.
  static std::uint32_t keep(llvm::GlobalVariable& array,
                            const char* prefix,
                            std::vector<llvm::GlobalVariable*>& kept,
                            std::size_t first) {
    const auto own = kept.begin() + static_cast<std::ptrdiff_t>(first);
    const auto at = std::find(own, kept.end(), &array);
    if (at != kept.end()) return static_cast<std::uint32_t>(at - kept.begin());
    const auto index = static_cast<std::uint32_t>(kept.size());
    kept.push_back(&array);
    array.setName(prefix + std::to_string(index));
    array.setLinkage(llvm::GlobalValue::ExternalLinkage);
    // Sections and groups of the profiling run-time would keep it alive or
    // merge it.
    array.setVisibility(llvm::GlobalValue::DefaultVisibility);
    array.setComdat(nullptr);
    array.setSection("");
    return index;
  }

  llvm::Module& module_;
  const std::string& directory_;
  CoverageMap& map_;
  bool as_written_;
  /// Arrays of earlier modules.
  std::size_t first_counters_, first_bitmaps_;
  std::vector<std::string> files_;
  SourceLines lines_;
};

void CoverageReader::read_record(const llvm::GlobalVariable& g) {
  const auto* record = llvm::dyn_cast<llvm::ConstantStruct>(g.getInitializer());
  if (record == nullptr || record->getNumOperands() != 5) return;
  const std::string function = find_function(
      llvm::cast<llvm::ConstantInt>(record->getOperand(0))->getZExtValue());
  llvm::GlobalVariable* counters =
      function.empty() ? nullptr
                       : module_.getNamedGlobal("__profc_" + function);
  // A record without counters is of a function that is never emitted.
  if (counters == nullptr) return;

  std::vector<llvm::StringRef> names;
  std::vector<CounterExpression> expressions;
  Regions regions;
  llvm::ArrayRef<std::string> files(files_);
  const llvm::StringRef mapping = bytes_of(record->getOperand(4));
  llvm::coverage::RawCoverageMappingReader reader(
      mapping, files, names, expressions, regions);
  llvm::Error failed = reader.read();
  CATENARY_CHECK(!failed,
                 "coverage mapping: " + llvm::toString(std::move(failed)));

  const std::uint32_t array =
      keep(*counters, kCounters, map_.counters, first_counters_);
  const std::size_t first_decision = map_.decisions.size();
  const std::size_t first_branch = map_.branches.size();
  llvm::GlobalVariable* bitmap = module_.getNamedGlobal("__profbm_" + function);
  if (bitmap != nullptr) {
    const std::uint32_t index =
        keep(*bitmap, kBitmap, map_.bitmaps, first_bitmaps_);
    read_decisions(regions, names, array, index);
  }
  read_branches(regions, names, expressions, array, first_decision);
  // The n-th decision region of the mapping is the n-th decision here.
  for (std::size_t d = first_decision, k = 0; d < map_.decisions.size(); ++d) {
    while (regions[k].Kind != CounterMappingRegion::MCDCDecisionRegion) ++k;
    number_vectors(map_.decisions[d],
                   regions[k++].getDecisionParams().BitmapIdx);
  }
  drop_unevaluated(map_, first_branch, first_decision);
}

void CoverageReader::read_decisions(const Regions& regions,
                                    const std::vector<llvm::StringRef>& names,
                                    std::uint32_t counters,
                                    std::uint32_t bitmap) {
  for (const CounterMappingRegion& region : regions) {
    if (region.Kind != CounterMappingRegion::MCDCDecisionRegion) continue;
    DecisionRegion d;
    d.counters = counters;
    d.bitmap = bitmap;
    d.where = place(region, names);
    d.conditions.resize(region.getDecisionParams().NumConditions);
    map_.decisions.push_back(std::move(d));
  }
}

void CoverageReader::read_branches(
    const Regions& regions,
    const std::vector<llvm::StringRef>& names,
    const std::vector<CounterExpression>& expressions,
    std::uint32_t counters,
    std::size_t first_decision) {
  DecisionFinder finder(regions);
  for (const CounterMappingRegion& region : regions) {
    const bool of_decision =
        region.Kind == CounterMappingRegion::MCDCBranchRegion;
    if (!of_decision && region.Kind != CounterMappingRegion::BranchRegion) {
      continue;
    }
    BranchRegion b;
    b.counters = counters;
    b.where = place(region, names);
    b.is_switch = !of_decision && lines_.is_case(b.where);
    // Like llvm-cov: conditions that the compiler folded are not counted.
    const bool folded = region.Count.isZero() && region.FalseCount.isZero();
    if (of_decision) {
      const std::int32_t at = finder.find(region);
      CATENARY_CHECK(at >= 0, "a condition is in a decision");
      b.decision = static_cast<std::int32_t>(first_decision) + at;
      const auto& of = region.getBranchParams();
      DecisionRegion::Condition& c =
          map_.decisions[static_cast<std::size_t>(b.decision)].conditions.at(
              static_cast<std::size_t>(of.ID));
      c.where = b.where;
      c.next = {of.Conds[0], of.Conds[1]};
      if (!folded) c.branch = static_cast<std::int32_t>(map_.branches.size());
      if (folded && as_written_ && region.LineStart == region.LineEnd) {
        c.value = lines_.literal(b.where, region.ColumnEnd);
      }
    }
    if (folded) continue;
    flatten(region.Count, expressions, 1, counters, b.when_true);
    flatten(region.FalseCount, expressions, 1, counters, b.when_false);
    map_.branches.push_back(std::move(b));
  }
}

/// Numbers the test vectors like Clang (mcdc::TVIdxBuilder of LLVM 19): the
/// vectors are the paths through the decision diagram, and a path's number is
/// the sum of what its outcomes add. An edge to a condition adds the number of
/// paths that came into it before; an edge that settles the decision adds the
/// number of paths that end before it, those from conditions with more paths
/// first. The bits of the decision end before `end`.
void CoverageReader::number_vectors(DecisionRegion& decision,
                                    std::uint32_t end) {
  struct Node {
    std::uint32_t paths = 0;
    std::uint32_t open_ways = 0;
  };
  std::vector<DecisionRegion::Condition>& conditions = decision.conditions;
  std::vector<Node> nodes(conditions.size());
  for (const DecisionRegion::Condition& c : conditions) {
    CATENARY_CHECK(!c.where.file.empty(), "every condition has a number");
    for (const std::int32_t next : c.next) {
      if (next >= 0) ++nodes.at(static_cast<std::size_t>(next)).open_ways;
    }
  }
  struct Last {
    std::size_t condition = 0, outcome = 0;
  };
  std::vector<Last> last;
  std::deque<std::size_t> ready = {0};
  nodes[0].paths = 1;
  // In topological order: a node is ready when all edges into it are counted.
  while (!ready.empty()) {
    const std::size_t at = ready.front();
    ready.pop_front();
    for (const std::size_t outcome : {0U, 1U}) {
      if (conditions[at].next[outcome] < 0) {
        last.push_back({at, outcome});
        continue;
      }
      const auto next = static_cast<std::size_t>(conditions[at].next[outcome]);
      conditions[at].adds[outcome] = nodes[next].paths;
      nodes[next].paths += nodes[at].paths;
      if (--nodes[next].open_ways == 0) ready.push_back(next);
    }
  }
  std::stable_sort(last.begin(), last.end(), [&](Last a, Last b) {
    return nodes[a.condition].paths > nodes[b.condition].paths;
  });
  for (const Last& l : last) {
    conditions[l.condition].adds[l.outcome] = decision.vectors;
    decision.vectors += nodes[l.condition].paths;
  }
  CATENARY_CHECK(decision.vectors <= end, "bitmaps have room for all vectors");
  decision.first = end - decision.vectors;
}

}  // namespace

void read_coverage(llvm::Module& module,
                   const std::string& directory,
                   CoverageMap& map,
                   bool as_written) {
  CoverageReader(module, directory, map, as_written).read();
}

void find_again(llvm::Module& linked, CoverageMap& map) {
  for (std::size_t i = 0; i < map.counters.size(); ++i) {
    map.counters[i] = linked.getNamedGlobal(kCounters + std::to_string(i));
  }
  for (std::size_t i = 0; i < map.bitmaps.size(); ++i) {
    map.bitmaps[i] = linked.getNamedGlobal(kBitmap + std::to_string(i));
  }
}

}  // namespace catenary::program
