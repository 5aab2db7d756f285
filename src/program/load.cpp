// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bitcode into one module, and the coverage mapping out of it: the branch
/// regions are those that llvm-cov reports (LLVM Code Coverage Mapping Format,
/// version 6 and 7).
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/ProfileData/Coverage/CoverageMapping.h>
#include <llvm/ProfileData/Coverage/CoverageMappingReader.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "base/check.h"
#include "program/compile.h"
#include "program/define.h"
#include "program/paths.h"
#include "program/workspace.h"

namespace catenary::program {

namespace {

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

/// Flattens a counter expression to a sum.
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

/// What one module says about its functions.
class CoverageReader {
 public:
  CoverageReader(Workspace& w, llvm::Module& m) : w_(w), module_(m) {}

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

  /// Counter array of the record's name hash; null where it has none.
  llvm::GlobalVariable* find_counters(std::uint64_t name_hash) {
    for (llvm::GlobalVariable& g : module_.globals()) {
      if (!g.getName().starts_with("__profd_") || !g.hasInitializer()) continue;
      const auto* data =
          llvm::dyn_cast<llvm::ConstantStruct>(g.getInitializer());
      if (data == nullptr) continue;
      const auto* hash = llvm::dyn_cast<llvm::ConstantInt>(data->getOperand(0));
      if (hash == nullptr || hash->getZExtValue() != name_hash) continue;
      return module_.getNamedGlobal("__profc_" + g.getName().substr(8).str());
    }
    return nullptr;
  }

  void read_record(const llvm::GlobalVariable& g) {
    const auto* record =
        llvm::dyn_cast<llvm::ConstantStruct>(g.getInitializer());
    if (record == nullptr || record->getNumOperands() != 5) return;
    const std::uint64_t name_hash =
        llvm::cast<llvm::ConstantInt>(record->getOperand(0))->getZExtValue();
    llvm::GlobalVariable* counters = find_counters(name_hash);
    // A record without counters is of a function that is never emitted.
    if (counters == nullptr) return;

    std::vector<llvm::StringRef> names;
    std::vector<CounterExpression> expressions;
    std::vector<CounterMappingRegion> regions;
    llvm::ArrayRef<std::string> files(files_);
    const llvm::StringRef mapping = bytes_of(record->getOperand(4));
    llvm::coverage::RawCoverageMappingReader reader(
        mapping, files, names, expressions, regions);
    llvm::Error failed = reader.read();
    CATENARY_CHECK(!failed,
                   "coverage mapping: " + llvm::toString(std::move(failed)));

    const std::uint32_t array = counter_array(counters);
    for (const CounterMappingRegion& region : regions) {
      const bool is_branch =
          region.Kind == CounterMappingRegion::BranchRegion ||
          region.Kind == CounterMappingRegion::MCDCBranchRegion;
      // llvm-cov leaves out conditions that the compiler folded.
      if (!is_branch || (region.Count.isZero() && region.FalseCount.isZero())) {
        continue;
      }
      BranchRegion b;
      b.counters = array;
      b.where = {display_path(names[region.FileID].str(), w_.directory),
                 region.LineStart,
                 region.ColumnStart};
      flatten(region.Count, expressions, 1, array, b.when_true);
      flatten(region.FalseCount, expressions, 1, array, b.when_false);
      w_.branches.push_back(std::move(b));
    }
  }

  std::uint32_t counter_array(llvm::GlobalVariable* counters) {
    const auto at = std::find(w_.counters.begin(), w_.counters.end(), counters);
    if (at != w_.counters.end()) {
      return static_cast<std::uint32_t>(at - w_.counters.begin());
    }
    const auto index = static_cast<std::uint32_t>(w_.counters.size());
    w_.counters.push_back(counters);
    counters->setName("__cat_counters_" + std::to_string(index));
    counters->setLinkage(llvm::GlobalValue::ExternalLinkage);
    counters->setVisibility(llvm::GlobalValue::DefaultVisibility);
    counters->setComdat(nullptr);
    counters->setSection("");
    return index;
  }

  Workspace& w_;
  llvm::Module& module_;
  std::vector<std::string> files_;
};

/// Names that the preparation gives are not free for others.
void reject_reserved_names(const Workspace& w, const llvm::Module& m) {
  const auto check = [&](const auto& symbol) {
    const llvm::StringRef name = symbol.getName();
    if (symbol.isDeclaration() || !name.starts_with("__cat_")) return;
    for (const char* prefix : {kRunInit,
                               kRunStep,
                               kCollect,
                               kSave,
                               kLoad,
                               kHits,
                               kStop,
                               kConstructors,
                               "__cat_main_",
                               "__cat_input_",
                               "__cat_counters_"}) {
      if (!name.starts_with(prefix)) continue;
      throw base::InputError(
          w.locate(symbol),
          "the name '" + name.str() + "' is Catenary's own; expected another",
          "reserved-name");
    }
  };
  for (const llvm::Function& f : m) check(f);
  for (const llvm::GlobalVariable& g : m.globals()) check(g);
}

/// Drops what the profile runtime would need.
void drop_profile_data(llvm::Module& m) {
  for (const char* list : {"llvm.used", "llvm.compiler.used"}) {
    if (llvm::GlobalVariable* g = m.getNamedGlobal(list)) g->eraseFromParent();
  }
  std::vector<llvm::GlobalVariable*> dead;
  for (llvm::GlobalVariable& g : m.globals()) {
    const llvm::StringRef name = g.getName();
    if (name.starts_with("__covrec_") || name.starts_with("__profd_") ||
        name.starts_with("__llvm_coverage") || name.starts_with("__llvm_prf") ||
        name.starts_with("__llvm_profile")) {
      dead.push_back(&g);
    }
  }
  // They refer to each other and to themselves.
  for (llvm::GlobalVariable* g : dead) g->setInitializer(nullptr);
  for (llvm::GlobalVariable* g : dead) {
    g->removeDeadConstantUsers();
    if (g->use_empty()) g->eraseFromParent();
  }
}

/// Collects what the linker complains about.
class LinkMessages : public llvm::DiagnosticHandler {
 public:
  explicit LinkMessages(std::string& text) : text_(text) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    llvm::raw_string_ostream stream(text_);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    text_ += "; ";
    return true;
  }

 private:
  std::string& text_;
};

}  // namespace

void load_and_link(Workspace& w, const std::vector<Bitcode>& units) {
  std::string messages;
  w.context->setDiagnosticHandler(std::make_unique<LinkMessages>(messages));
  std::vector<std::pair<std::string, std::size_t>> kept;  // counter names
  for (const Bitcode& unit : units) {
    const auto buffer = llvm::MemoryBuffer::getMemBuffer(
        unit.bytes, unit.name, /*RequiresNullTerminator=*/false);
    llvm::Expected<std::unique_ptr<llvm::Module>> loaded =
        llvm::parseBitcodeFile(buffer->getMemBufferRef(), *w.context);
    if (!loaded) {
      throw base::ToolError("clang-19 wrote bitcode that LLVM cannot read: " +
                            llvm::toString(loaded.takeError()));
    }
    std::unique_ptr<llvm::Module> m = std::move(*loaded);
    reject_other_machines(*m, unit.name);
    m->setSourceFileName(unit.name);  // not that of a temporary file
    reject_reserved_names(w, *m);
    const std::size_t before = w.counters.size();
    CoverageReader(w, *m).read();
    drop_profile_data(*m);
    for (std::size_t i = before; i < w.counters.size(); ++i) {
      kept.emplace_back(w.counters[i]->getName().str(), i);
    }
    if (w.module == nullptr) {
      w.module = std::move(m);
      continue;
    }
    if (llvm::Linker::linkModules(*w.module, std::move(m))) {
      throw base::InputError({unit.name, 0, 0},
                             "the sources do not link: " + messages,
                             "link-failed");
    }
  }
  // Linking made new objects of the counters of later modules.
  for (const auto& [name, index] : kept) {
    w.counters[index] = w.module->getNamedGlobal(name);
  }
  w.context->setDiagnosticHandler(std::make_unique<llvm::DiagnosticHandler>());
}

}  // namespace catenary::program
