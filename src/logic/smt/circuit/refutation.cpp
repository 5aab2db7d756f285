// SPDX-License-Identifier: Apache-2.0
#include "logic/smt/circuit/refutation.h"

#include <algorithm>
#include <cadical.hpp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>

#include "base/error.h"
#include "logic/smt/circuit/cadical_work.h"

namespace catenary::logic::smt {

namespace {

using base::WorkClock;

/// A file in memory, which CaDiCaL writes its proof to.
class MemoryFile {
 public:
  MemoryFile() : file_(open_memstream(&text_, &size_)) {
    if (file_ == nullptr) throw base::ToolError("no memory for a proof");
  }
  ~MemoryFile() {
    if (file_ != nullptr) (void)std::fclose(file_);
    std::free(text_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  [[nodiscard]] std::FILE* file() { return file_; }
  [[nodiscard]] std::uint64_t bytes() {
    const long at = std::ftell(file_);
    return at < 0 ? 0 : static_cast<std::uint64_t>(at);
  }
  [[nodiscard]] std::string take() {
    (void)std::fflush(file_);
    return {text_, size_};
  }

 private:
  char* text_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* file_;
};

/// Ends the search with the budget, or with too long a proof.
class ProofLimit : public CaDiCaL::Terminator {
 public:
  ProofLimit(const base::Budget& budget,
             MemoryFile& proof,
             std::uint64_t most_bytes,
             WorkClock::duration price)
      : budget_(budget),
        proof_(proof),
        most_bytes_(most_bytes),
        price_(price) {}

  bool terminate() override {
    WorkClock::charge(price_);
    if (stopped_ || ++calls_ % kStride != 0) return stopped_;
    stopped_ = budget_.poll() != base::StopReason::none ||
               proof_.bytes() > most_bytes_;
    return stopped_;
  }

 private:
  static constexpr std::uint32_t kStride = 16;
  const base::Budget& budget_;
  MemoryFile& proof_;
  std::uint64_t most_bytes_;
  WorkClock::duration price_;
  std::uint32_t calls_ = 0;
  bool stopped_ = false;
};

}  // namespace

Refutation refute(std::span<const Literal> clauses,
                  std::uint64_t most_bytes,
                  const base::Budget& budget) {
  Refutation out;
  WorkClock::charge(clauses.size() + 1, kLiteralPrice);
  Literal variables = 0;
  for (const Literal l : clauses) variables = std::max(variables, std::abs(l));
  try {
    MemoryFile proof;
    {
      CaDiCaL::Solver solver;
      solver.set("quiet", 1);
      solver.set("binary", 0);
      if (!solver.trace_proof(proof.file(), "proof")) return out;
      for (const Literal l : clauses) solver.add(l);
      ProofLimit limit(budget, proof, most_bytes, watch_price(variables));
      // The numbers of the SAT competition: 10 satisfiable, 20 unsatisfiable.
      const int result = solve_charged(solver, limit, variables);
      if (result == 10) out.answer = Answer::sat;
      if (result == 20) out.answer = Answer::unsat;
      solver.flush_proof_trace();
      solver.close_proof_trace();
    }
    if (out.answer == Answer::unsat) out.drat = proof.take();
    if (out.drat.size() > most_bytes) return {};
  } catch (const std::bad_alloc&) {
    return {};
  }
  return out;
}

}  // namespace catenary::logic::smt
