// SPDX-License-Identifier: Apache-2.0
/// \file
/// A state machine behind catenary/adapter.h, in C++: its step program, and for
/// each signal a line that sets or reads the variable which it is.
#include <fmt/format.h>

#include "base/error.h"
#include "base/text/lexer.h"
#include "report/export/fmu/fmu.h"
#include "report/export/harness.h"

namespace catenary::report {
namespace {

/// Before the capsule's code.
constexpr const char* kBefore = "\n#define CATENARY_UMLRT_TESTS 1\n";

/// After it: what its stand-in run time asks of its surroundings. A step that
/// cannot be executed ends where it is; the instance is of no use then.
constexpr const char* kAfter = R"c(
#include <setjmp.h>

static jmp_buf catenary_broken;
static const char* catenary_error = "";
static int catenary_resets;

extern "C" void __catenary_unset(const char*, const void*, unsigned long) {}
extern "C" void __catenary_unsupported(const char* what) {
  catenary_error = what;
  longjmp(catenary_broken, 1);
}

template <class Type, class Number>
static void catenary_set(Type& to, Number value) {
  to = static_cast<Type>(value);
}
static catenary_value catenary_integer(uint32_t type, int64_t value) {
  catenary_value out = {type, 0, {value}};
  return out;
}
static catenary_value catenary_real(uint32_t type, double value) {
  catenary_value out = {type, 0, {0}};
  out.as.d = value;
  return out;
}

extern "C" {
uint32_t catenary_adapter_abi_version(void) {
  return CATENARY_ADAPTER_ABI_VERSION;
}
int32_t catenary_adapter_open(const char*, catenary_sut** sut) {
  *sut = 0;
  return CATENARY_OK;
}
int32_t catenary_adapter_reset(catenary_sut*, const catenary_value*) {
  if (catenary_resets++ > 0) {
    catenary_error = "only a new process resets the variables of the code";
    return CATENARY_FAILED;
  }
  if (setjmp(catenary_broken) != 0) return CATENARY_FAILED;
  catenary_init();
  return CATENARY_OK;
}
void catenary_adapter_close(catenary_sut*) {}
const char* catenary_adapter_last_error(catenary_sut*) {
  return catenary_error;
}
}
#define FMU_CAN_RESET 0
)c";

/// A list of catenary_signal of that name.
std::string signal_list(const char* name,
                        const std::vector<suite::Signal>& signals) {
  std::string out =
      std::string("static const catenary_signal ") + name + "[] = {\n";
  for (const suite::Signal& s : signals) {
    out += "    {" + base::in_quotes(s.name) + ", " + fmu_tag(s) + ", 0},\n";
  }
  return out + "    {0, 0, 0}};\n";
}

}  // namespace

std::string write_machine_adapter(
    const FmuModel& model,
    const std::string& capsule,
    const std::map<std::string, std::string>& lvalues) {
  const suite::Signature& s = model.signature;
  const auto lvalue = [&lvalues](const suite::Signal& signal) {
    const auto at = lvalues.find(signal.name);
    if (at != lvalues.end()) return at->second;
    throw base::InputError(
        {},
        "the code asks for '" + signal.name +
            "' where it runs, which no variable of an FMU can answer",
        "input-in-code");
  };
  if (!s.initial.empty()) (void)lvalue(s.initial.front());
  std::string out = adapter_header();
  out += kBefore + capsule + kAfter;
  out += signal_list("catenary_input_signals", s.inputs);
  out += signal_list("catenary_output_signals", s.outputs);
  out += fmt::format(
      "static const catenary_signature catenary_signals = {{{}, {}, 0, {}, 0, "
      "catenary_input_signals, 0, catenary_output_signals}};\n"
      "extern \"C\" const catenary_signature* catenary_adapter_signature(void) "
      "{{ return &catenary_signals; }}\n",
      base::in_quotes(model.name),
      s.inputs.size(),
      s.outputs.size());
  out += "static void fmu_look(catenary_value* outputs) {\n  (void)outputs;\n";
  for (std::size_t i = 0; i < s.outputs.size(); ++i) {
    const bool real = s.outputs[i].type.front() == 'f';
    out += fmt::format("  outputs[{}] = {}({}, {}({}));\n",
                       i,
                       real ? "catenary_real" : "catenary_integer",
                       fmu_tag(s.outputs[i]),
                       real ? "(double)" : "(int64_t)",
                       lvalue(s.outputs[i]));
  }
  out +=
      "}\nextern \"C\" int32_t catenary_adapter_step(catenary_sut*, const "
      "catenary_value* inputs, catenary_value* outputs) {\n"
      "  if (setjmp(catenary_broken) != 0) return CATENARY_FAILED;\n"
      "  (void)inputs;\n";
  for (std::size_t i = 0; i < s.inputs.size(); ++i) {
    const char first = s.inputs[i].type.front();
    out += fmt::format("  catenary_set({}, inputs[{}].as.{});\n",
                       lvalue(s.inputs[i]),
                       i,
                       first == 'f' ? 'd' : (first == 'i' ? 'i' : 'u'));
  }
  return out +
         "  catenary_step();\n  fmu_look(outputs);\n  return CATENARY_OK;\n}\n";
}

}  // namespace catenary::report
