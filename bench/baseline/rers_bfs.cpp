// SPDX-License-Identifier: Apache-2.0
/// \file
/// The yardstick of the explicit engine: a breadth-first explorer written by
/// hand for one RERS 2012 program, which is compiled into it. One thread. It
/// knows what a general tool cannot know at compile time (which globals are
/// the state, how many inputs there are) and does nothing but count.
///
/// Built with
///   -DRERS_PROGRAM='"program.c"'  the program
///   -DRERS_STATE=a1,a19,a10       its state variables, all of type int
///   -DRERS_INPUTS=2,3,4,5,6       its inputs
/// Prints one line: states, transitions, levels and seconds.
#include <sys/mman.h>

#include <chrono>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <tuple>

namespace {
std::jmp_buf run_over;
[[noreturn]] void leave_run() {
  std::longjmp(run_over, 1);
}
}  // namespace

extern "C" {
[[noreturn]] void rers_exit(int) {
  leave_run();
}
[[noreturn]] void __VERIFIER_error() {
  leave_run();
}
int __VERIFIER_nondet_int() {
  return 0;
}
#define exit rers_exit
#define main rers_main
#include RERS_PROGRAM
#undef main
#undef exit
}

namespace {

constexpr int kInputs[] = {RERS_INPUTS};
constexpr unsigned kInputCount = sizeof kInputs / sizeof kInputs[0];

// The state variables as one array and back.
constexpr unsigned kWords =
    std::tuple_size_v<decltype(std::make_tuple(RERS_STATE))>;
struct State {
  int words[kWords];
};

inline State save() {
  return State{{RERS_STATE}};
}

inline void load(const State& s) {
  const auto all = std::tie(RERS_STATE);
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    ((std::get<i>(all) = s.words[i]), ...);
  }(std::make_index_sequence<kWords>());
}

inline std::uint64_t hash(const State& s) {
  std::uint64_t h = 0x9e3779b97f4a7c15ULL;
  for (unsigned i = 0; i < kWords; ++i) {
    h = (h ^ static_cast<std::uint32_t>(s.words[i])) * 0xff51afd7ed558ccdULL;
    h ^= h >> 32;
  }
  return h;
}

template <typename T>
T* reserve(std::uint64_t count) {
  void* at = mmap(nullptr,
                  count * sizeof(T),
                  PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                  -1,
                  0);
  if (at == MAP_FAILED) {
    std::perror("mmap");
    std::abort();
  }
  madvise(at, count * sizeof(T), MADV_HUGEPAGE);
  return static_cast<T*>(at);
}

// All states found, in order, and an open-addressing index over them. An entry
// is the number of a state plus one, and 32 bits of its hash.
class States {
 public:
  States() : states_(reserve<State>(std::uint64_t{1} << 31)) {
    resize(1 << 16);
  }

  std::uint32_t size() const { return size_; }
  const State& operator[](std::uint32_t i) const { return states_[i]; }

  void prefetch(std::uint64_t h) const {
    __builtin_prefetch(&index_[h >> 32 & mask_]);
  }

  void insert(const State& s, std::uint64_t h) {
    std::uint64_t b = h >> 32 & mask_;
    for (; index_[b] != 0; b = (b + 1) & mask_) {
      if (index_[b] >> 32 == h >> 32 &&
          std::memcmp(&states_[static_cast<std::uint32_t>(index_[b]) - 1],
                      &s,
                      sizeof s) == 0) {
        return;
      }
    }
    states_[size_++] = s;
    index_[b] = (h >> 32) << 32 | size_;
    if (size_ * std::uint64_t{2} > mask_) resize((mask_ + 1) * 2);
  }

 private:
  void resize(std::uint64_t buckets) {
    std::uint64_t* old = index_;
    const std::uint64_t old_count = index_ == nullptr ? 0 : mask_ + 1;
    index_ = reserve<std::uint64_t>(buckets);
    mask_ = buckets - 1;
    for (std::uint64_t i = 0; i < old_count; ++i) {
      if (old[i] == 0) continue;
      std::uint64_t b = old[i] >> 32 & mask_;
      while (index_[b] != 0) b = (b + 1) & mask_;
      index_[b] = old[i];
    }
    if (old != nullptr) munmap(old, old_count * sizeof *old);
  }

  State* states_;
  std::uint64_t* index_ = nullptr;
  std::uint64_t mask_ = 0;
  std::uint32_t size_ = 0;
};

// Static, so that they keep their values when a run is left by longjmp.
States states;
std::uint32_t current;
unsigned input;
State successors[kInputCount];
std::uint64_t hashes[kInputCount];
unsigned successor_count;

void expand_current() {
  input = 0;
  successor_count = 0;
  if (setjmp(run_over) != 0) ++input;
  while (input < kInputCount) {
    const State& from = states[current];
    load(from);
    calculate_output(kInputs[input]);
    const State to = save();
    if (std::memcmp(&to, &from, sizeof to) != 0) {
      const std::uint64_t h = hash(to);
      states.prefetch(h);
      successors[successor_count] = to;
      hashes[successor_count++] = h;
    }
    ++input;
  }
}

}  // namespace

int main() {
  const auto begin = std::chrono::steady_clock::now();
  const State first = save();
  states.insert(first, hash(first));
  unsigned levels = 0;
  for (std::uint32_t level_end = 0; current < states.size();) {
    level_end = states.size();
    ++levels;
    for (; current < level_end; ++current) {
      expand_current();
      for (unsigned i = 0; i < successor_count; ++i) {
        states.insert(successors[i], hashes[i]);
      }
    }
  }
  const std::chrono::duration<double> taken =
      std::chrono::steady_clock::now() - begin;
  std::printf("states %u transitions %llu levels %u seconds %.3f\n",
              states.size(),
              static_cast<unsigned long long>(states.size()) * kInputCount,
              levels,
              taken.count());
  return 0;
}
