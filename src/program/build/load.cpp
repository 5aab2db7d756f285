// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads bitcode of all units into one module.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "base/check.h"
#include "program/build/compile.h"
#include "program/build/paths.h"
#include "program/build/workspace.h"
#include "program/instrument/address/object_range.h"
#include "program/instrument/define.h"
#include "program/instrument/run_end.h"

namespace catenary::program {

namespace {

/// Throws where the source defines a name that the preparation uses.
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
                               kJudgeEnd,
                               kLiesIn,
                               kIsMarker,
                               "__cat_entry",
                               "__cat_hidden_",
                               "__cat_phase",
                               "__cat_before",
                               "__cat_main_",
                               "__cat_input_",
                               "__cat_counters_",
                               "__cat_bitmap_"}) {
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

/// Removes data that only the profiling run-time would read; counters and
/// bitmaps stay.
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
  // They refer to each other and to themselves, so initialisers go first.
  for (llvm::GlobalVariable* g : dead) g->setInitializer(nullptr);
  for (llvm::GlobalVariable* g : dead) {
    g->removeDeadConstantUsers();
    if (g->use_empty()) g->eraseFromParent();
  }
}

/// Collects the linker's messages.
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
    run_passes_of_clang(*m);
    read_coverage(*m, w.directory, w.coverage, !w.redefined);
    drop_profile_data(*m);
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
  // Linking moved the counters: find them by their names.
  find_again(*w.module, w.coverage);
  w.context->setDiagnosticHandler(std::make_unique<llvm::DiagnosticHandler>());
}

}  // namespace catenary::program
