// SPDX-License-Identifier: Apache-2.0
/// \file
/// Links an image with LLVM's ORC JIT and looks up the entries.
#include "program/native/linked.h"

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/TargetParser/Host.h>

#include <string>
#include <utility>

#include "base/error.h"
#include "program/build/library.h"

namespace catenary::program {

namespace {

/// The value, or a ToolError with LLVM's text.
template <typename T>
T take(llvm::Expected<T> value) {
  if (!value) {
    throw base::ToolError("LLVM JIT: " + llvm::toString(value.takeError()));
  }
  return std::move(*value);
}

void require(llvm::Error error) {
  if (error) {
    throw base::ToolError("LLVM JIT: " + llvm::toString(std::move(error)));
  }
}

}  // namespace

template <typename F>
F LinkedProgram::symbol(const std::string& name) {
  return take(jit_->lookup(name)).toPtr<F>();
}

LinkedProgram::LinkedProgram(const NativeImage& image) {
  namespace orc = llvm::orc;
  orc::LLJITBuilder builder;
  builder.setJITTargetMachineBuilder(orc::JITTargetMachineBuilder(
      llvm::Triple(llvm::sys::getProcessTriple())));
  // The program must not see functions of this process by accident: what it may
  // call is defined below, one by one.
  builder.setLinkProcessSymbolsByDefault(false);
  // No constructors or destructors are run by the JIT: the module has called
  // them in its initialisation already.
  builder.setPlatformSetUp(orc::setUpInactivePlatform);
  jit_ = take(builder.create());
  orc::SymbolMap symbols;
  const auto define = [&](const char* name, void* address) {
    symbols[jit_->mangleAndIntern(name)] = {orc::ExecutorAddr::fromPtr(address),
                                            llvm::JITSymbolFlags::Exported};
  };
  define(kStop, reinterpret_cast<void*>(&Frame::stop));
  for (const NativeFunction& f : native_functions()) define(f.name, f.address);
  require(jit_->getMainJITDylib().define(orc::absoluteSymbols(symbols)));
  require(jit_->addObjectFile(llvm::MemoryBuffer::getMemBuffer(
      image.object, "program", /*RequiresNullTerminator=*/false)));

  run_init = symbol<Entry*>(kRunInit);
  run_step = symbol<Entry*>(kRunStep);
  step_from = symbol<Entry*>(kStepFrom);
  collect = symbol<void (*)(int)>(kCollect);
  save = symbol<void (*)(std::byte*)>(kSave);
  load = symbol<void (*)(std::byte*)>(kLoad);
  save_image = symbol<void (*)(std::byte*)>(kSaveImage);
  load_image = symbol<void (*)(std::byte*)>(kLoadImage);
  hits = symbol<std::uint64_t*>(kHits);
  if (image.counts_loops) loops_left = symbol<std::int64_t*>(kLoopsLeft);
  for (const NativeImage::Call& call : image.calls) {
    places.push_back(symbol<const std::uint32_t*>(call.place));
  }
  if (image.has_final) final = symbol<int (*)()>("__cat_final");
  for (std::size_t k = 0; k < image.outputs.size(); ++k) {
    const std::string suffix = std::to_string(k);
    outputs.push_back(symbol<long long (*)()>("__cat_outi_" + suffix));
    outputs_float.push_back(symbol<double (*)()>("__cat_outd_" + suffix));
  }
}

LinkedProgram::~LinkedProgram() = default;

}  // namespace catenary::program
