// SPDX-License-Identifier: Apache-2.0
/// \file
/// C++ steps: classes, references, templates and virtual calls are encoded as
/// they run.
#include <gtest/gtest.h>

#include "encoded.h"

namespace catenary::program::test {
namespace {

constexpr const char* kCppHarness = R"cpp(
#define INPUT(k, x, code)                 \
    extern "C" {                            \
    extern const int __cat_type_##k = code; \
    void __cat_seti_##k(long long v) {      \
      x = v;                                \
    }                                       \
    void __cat_setd_##k(double v) {         \
      x = v;                                \
    }                                       \
    }
#define OUTPUT(k, x, code)                 \
    extern "C" {                             \
    extern const int __cat_otype_##k = code; \
    long long __cat_outi_##k(void) {         \
      return x;                              \
    }                                        \
    double __cat_outd_##k(void) {            \
      return x;                              \
    }                                        \
    }
#define STEP extern "C" void __cat_step(void)
#line 1 "t.cpp"
)cpp";

Comparison compare_cpp(const std::string& text) {
  Recipe r = recipe_of("", {.inputs = 2, .outputs = 1});
  r.units = {{"t.cpp", kCppHarness + text, true}};
  const model::StepSystem system = system_of(build(r, {}));
  OracleOptions options;
  options.runs = 30;
  return EncodingOracle(system, options).run();
}

TEST(EncodeCpp, VirtualCalls) {
  const Comparison c = compare_cpp(R"cpp(
    struct Mode {
      virtual int next(int x) = 0;
      int calls = 0;
    };
    struct Idle : Mode {
      int next(int x) override { return ++calls + x; }
    };
    struct Busy : Mode {
      int load = 3;
      int next(int x) override {
        load += x & 3;
        return load * calls++;
      }
    };
    struct Done final : Busy {
      int next(int x) override { return x ^ load; }
    };
    static Idle idle;
    static Busy busy;
    static Done done;
    static Mode* now = &idle;
    int x, o;
    unsigned char k;
    INPUT(0, x, 5) INPUT(1, k, 2) OUTPUT(0, o, 5) STEP {
      o = now->next(x);
      if (k == 1)
        now = &busy;
      else if (k == 2)
        now = &idle;
      else if (k > 200)
        now = &done;
    }
  )cpp");
  EXPECT_EQ(c.difference, "");
  EXPECT_GT(c.compared, 200U);
  EXPECT_EQ(c.unfaithful, 0U) << c.why_unfaithful;
}

TEST(EncodeCpp, TemplatesReferencesAndLambdas) {
  const Comparison c = compare_cpp(R"cpp(
    template <typename T, unsigned N>
    class Ring {
     public:
      void push(const T& v) {
        data_[at_] = v;
        at_ = (at_ + 1) % N;
      }
      template <typename F>
      T fold(T start, F f) const {
        for (const T& v : data_) start = f(start, v);
        return start;
      }

     private:
      T data_[N] = {};
      unsigned at_ = 0;
    };
    namespace plant {
    Ring<int, 5> ring;
    static void twice(int& v) {
      v *= 2;
    }
    }  // namespace plant
    int x, o;
    unsigned char k;
    INPUT(0, x, 5) INPUT(1, k, 2) OUTPUT(0, o, 5) STEP {
      int y = x;
      plant::twice(y);
      if (k & 1) plant::ring.push(y);
      o = plant::ring.fold(
          int(k), [&](int a, int b) { return a * 3 + (b > x ? b : y); });
    }
  )cpp");
  EXPECT_EQ(c.difference, "");
  EXPECT_GT(c.compared, 200U);
  EXPECT_EQ(c.unfaithful, 0U) << c.why_unfaithful;
}

TEST(EncodeCpp, MethodPointersAndReferencesToBases) {
  const Comparison c = compare_cpp(R"cpp(
    struct A {
      int a = 1;
    };
    struct B {
      int b = 2;
      int get(int x) { return b += x; }
      int put(int x) { return b = x; }
    };
    struct C : A, B {
      int c = 3;
    } both;
    int x, o;
    unsigned char k;
    INPUT(0, x, 5) INPUT(1, k, 2) OUTPUT(0, o, 5) STEP {
      B& base = both;
      int (B::*f)(int) = k & 1 ? &B::get : &B::put;
      o = (base.*f)(x) + static_cast<C&>(base).c++;
      both.a ^= o;
    }
  )cpp");
  EXPECT_EQ(c.difference, "");
  EXPECT_GT(c.compared, 200U);
  EXPECT_EQ(c.unfaithful, 0U) << c.why_unfaithful;
}

}  // namespace
}  // namespace catenary::program::test
