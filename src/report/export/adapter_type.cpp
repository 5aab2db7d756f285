// SPDX-License-Identifier: Apache-2.0
#include "report/export/adapter_type.h"

namespace catenary::report {

const char* adapter_type(std::string_view type) {
  static constexpr struct {
    std::string_view type;
    const char* constant;
  } kTypes[] = {{"bool", "CATENARY_BOOL"},
                {"int8", "CATENARY_INT8"},
                {"int16", "CATENARY_INT16"},
                {"int32", "CATENARY_INT32"},
                {"int64", "CATENARY_INT64"},
                {"uint8", "CATENARY_UINT8"},
                {"uint16", "CATENARY_UINT16"},
                {"uint32", "CATENARY_UINT32"},
                {"uint64", "CATENARY_UINT64"},
                {"float32", "CATENARY_FLOAT32"},
                {"float64", "CATENARY_FLOAT64"},
                {"enum", "CATENARY_ENUM"}};
  for (const auto& row : kTypes) {
    if (type == row.type) return row.constant;
  }
  return nullptr;
}

}  // namespace catenary::report
