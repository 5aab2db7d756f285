// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/code/inputs/chosen_value.h"

#include <gtest/gtest.h>

#include "base/budget.h"
#include "frontend/umlrt/code/machine_code.h"
#include "frontend/umlrt/umlrt.h"

namespace catenary::frontend::umlrt {
namespace {

model::MachineModel model_of(const std::string& type,
                             const std::string& capsule = "") {
  return parse_sm(
      "model M\nenum Colour { red, green }\n"
      "data Pair { field name: const char*; field ages: int[2]; "
      "field nick: std::string; field colour: Colour }\n"
      "protocol P { in a(x: " +
          type + ") }\ncapsule C {\nport p: P\n" + capsule +
          "\nmachine {\ninitial i\nstate s\ntransition t: i -> s\n}\n}\n",
      "m.sm");
}

/// "name=lvalue" of the scalars, and what else there is.
std::string chosen(const std::string& type) {
  const model::MachineModel m = model_of(type);
  const auto value =
      chosen_value(m, m.protocols[0].messages[0].parameters[0], "x");
  if (!value) return "none";
  std::string out;
  std::string text;
  for (const ChosenScalar& s : value->scalars) {
    // Of a text the first and the last.
    const bool inside =
        !s.text.empty() && s.text == text && !s.name.ends_with("[14]");
    text = s.text;
    if (!inside) out += s.name + "=" + s.lvalue + " ";
  }
  for (const std::string& b : value->buffers) out += "buffer " + b + " ";
  return out + value->set + value->unset;
}

TEST(ChosenValue, IsMadeOfNumbers) {
  EXPECT_EQ(chosen("double"), "x=given::x ");
  EXPECT_EQ(chosen("unsigned char[2]"), "x[0]=given::x[0] x[1]=given::x[1] ");
  EXPECT_EQ(chosen("UMLRTCapsuleId"), "x.valid=given::x.number ");
  EXPECT_EQ(chosen("UMLRTTimespec"),
            "x.tv_sec=given::x.tv_sec x.tv_nsec=given::x.tv_nsec ");
  EXPECT_EQ(chosen("UMLRTUnknownType"), "");
  EXPECT_EQ(chosen("UMLRTTimerId"), "none");
  EXPECT_EQ(chosen("char[15]"), "x[0]=given::x[0] x[14]=given::x[14] ");
  EXPECT_EQ(chosen("const char*"),
            "x[0]=given::x_text[0] x[14]=given::x_text[14] "
            "buffer given::x_text given::x = given::x_text;\n"
            "given::x = nullptr;\n");
  EXPECT_EQ(chosen("std::string"),
            "x[0]=given::x.text[0] x[14]=given::x.text[14] ");
  EXPECT_EQ(chosen("Pair"),
            "x.name[0]=given::x_name_text[0] "
            "x.name[14]=given::x_name_text[14] "
            "x.ages[0]=given::x.ages[0] x.ages[1]=given::x.ages[1] "
            "x.nick[0]=given::x.nick.text[0] "
            "x.nick[14]=given::x.nick.text[14] x.colour=given::x.colour "
            "buffer given::x_name_text given::x.name = given::x_name_text;\n"
            "given::x.name = nullptr;\n");
}

TEST(ChosenValue, RefusesWhatCannotBeChosen) {
  for (const char* type :
       {"void*", "int*", "Nowhere", "int[N]", "int[65]", "int[0]", "char**"}) {
    EXPECT_EQ(chosen(type), "none") << type;
  }
}

TEST(ChosenValue, StringsStandBesideOtherHeaders) {
  const auto faults = [](const std::string& headers) {
    const model::MachineModel m = model_of(
        "int",
        "header {\n" + headers +
            "\n}\nattribute s: std::string = \"a\"\n"
            "operation f(n: int): bool {\nstd::stringstream out;\n"
            "out << n << \"x\" << s;\ns += std::to_string(n) + out.str();\n"
            "return s == \"a\" && s.find(\"b\") == std::string::npos && "
            "std::stoi(s) > 3 && std::strcmp(s.c_str(), \"c\") < 0 && "
            "strchr(s.c_str(), 'a') != 0 && std::rand() > 3;\n}");
    std::string out;
    for (const base::Diagnostic& d :
         check_code(m, m.capsules[0], {}, base::Budget()).errors) {
      out += d.message + "\n";
    }
    return out;
  };
  EXPECT_EQ(faults(""), "");
  EXPECT_EQ(faults("#include <string>\n#include <vector>\n#include <map>\n"
                   "#include <algorithm>\n#include <memory>\n"
                   "#include <functional>\n#include <stdexcept>\n"
                   "#include <chrono>\n#include <iostream>\n"
                   "#include <sstream>\n#include <cstring>\n"
                   "#include <string.h>\n#include <queue>"),
            "");
}

}  // namespace
}  // namespace catenary::frontend::umlrt
