// SPDX-License-Identifier: Apache-2.0
/// \file
/// FMI 3.0, without event mode, early return and intermediate values.
#include "exec/adapter/fmu/instance.h"

namespace catenary::exec::fmu {
namespace {

void log3(void* environment,
          Status status,
          const char* category,
          const char* message) {
  if (environment == nullptr) return;
  static_cast<CallLog*>(environment)->add(status, category, message);
}

/// The functions that read and write one type.
template <class Type>
struct Access {
  fmi3::Get<Type> get = nullptr;
  fmi3::Set<Type> set = nullptr;

  Status write(Handle handle, const Variable& v, Type value) const {
    return set(handle, &v.reference, 1, &value, 1);
  }
  /// As the alternative of Raw that holds the type.
  template <class Wide>
  Status read(Handle handle, const Variable& v, Raw& out) const {
    Type value{};
    const Status status = get(handle, &v.reference, 1, &value, 1);
    out = static_cast<Wide>(value);
    return status;
  }
};

class Instance3 final : public Instance {
 public:
  explicit Instance3(void* library) : symbols_(library) {
    symbols_.find("fmi3GetVersion", f_.get_version);
    symbols_.find("fmi3InstantiateCoSimulation", f_.instantiate);
    symbols_.find("fmi3FreeInstance", f_.free_instance);
    symbols_.find("fmi3EnterInitializationMode", f_.enter_initialization);
    symbols_.find("fmi3ExitInitializationMode", f_.exit_initialization);
    symbols_.find("fmi3Terminate", f_.terminate);
    symbols_.find("fmi3Reset", f_.reset);
    symbols_.find("fmi3DoStep", f_.do_step);
    find("fmi3GetFloat32", "fmi3SetFloat32", float32_);
    find("fmi3GetFloat64", "fmi3SetFloat64", float64_);
    find("fmi3GetInt8", "fmi3SetInt8", int8_);
    find("fmi3GetUInt8", "fmi3SetUInt8", uint8_);
    find("fmi3GetInt16", "fmi3SetInt16", int16_);
    find("fmi3GetUInt16", "fmi3SetUInt16", uint16_);
    find("fmi3GetInt32", "fmi3SetInt32", int32_);
    find("fmi3GetUInt32", "fmi3SetUInt32", uint32_);
    find("fmi3GetInt64", "fmi3SetInt64", int64_);
    find("fmi3GetUInt64", "fmi3SetUInt64", uint64_);
    find("fmi3GetBoolean", "fmi3SetBoolean", boolean_);
  }

  [[nodiscard]] std::string missing() const override {
    return symbols_.missing();
  }

  std::string version() override {
    begin("fmi3GetVersion");
    const char* text = f_.get_version();
    return text == nullptr ? "" : text;
  }

  bool instantiate(const Package& package) override {
    begin("fmi3InstantiateCoSimulation");
    const bool has = !package.resources.empty();
    handle_ = f_.instantiate("catenary",
                             package.description.token.c_str(),
                             has ? package.resources.c_str() : nullptr,
                             false,
                             true,
                             false,
                             false,
                             nullptr,
                             0,
                             &log_,
                             &log3,
                             nullptr);
    return handle_ != nullptr;
  }

  Status enter(double start) override {
    begin("fmi3EnterInitializationMode");
    return f_.enter_initialization(handle_, false, 0, start, false, 0);
  }

  Status exit() override {
    begin("fmi3ExitInitializationMode");
    return f_.exit_initialization(handle_);
  }

  Status set(const Variable& v, const Raw& raw) override {
    switch (v.type) {
      case Type::float32:
        begin("fmi3SetFloat32");
        return float32_.write(
            handle_, v, static_cast<float>(std::get<double>(raw)));
      case Type::float64:
        begin("fmi3SetFloat64");
        return float64_.write(handle_, v, std::get<double>(raw));
      case Type::boolean:
        begin("fmi3SetBoolean");
        return boolean_.write(handle_, v, std::get<bool>(raw));
      case Type::uint8:
      case Type::uint16:
      case Type::uint32:
      case Type::uint64:
        return set_unsigned(v, std::get<std::uint64_t>(raw));
      default:
        return set_signed(v, std::get<std::int64_t>(raw));
    }
  }

  Status get(const Variable& v, Raw& out) override {
    switch (v.type) {
      case Type::float32:
        begin("fmi3GetFloat32");
        return float32_.read<double>(handle_, v, out);
      case Type::float64:
        begin("fmi3GetFloat64");
        return float64_.read<double>(handle_, v, out);
      case Type::boolean:
        begin("fmi3GetBoolean");
        return boolean_.read<bool>(handle_, v, out);
      case Type::uint8:
        begin("fmi3GetUInt8");
        return uint8_.read<std::uint64_t>(handle_, v, out);
      case Type::uint16:
        begin("fmi3GetUInt16");
        return uint16_.read<std::uint64_t>(handle_, v, out);
      case Type::uint32:
        begin("fmi3GetUInt32");
        return uint32_.read<std::uint64_t>(handle_, v, out);
      case Type::uint64:
        begin("fmi3GetUInt64");
        return uint64_.read<std::uint64_t>(handle_, v, out);
      case Type::int8:
        begin("fmi3GetInt8");
        return int8_.read<std::int64_t>(handle_, v, out);
      case Type::int16:
        begin("fmi3GetInt16");
        return int16_.read<std::int64_t>(handle_, v, out);
      case Type::int32:
        begin("fmi3GetInt32");
        return int32_.read<std::int64_t>(handle_, v, out);
      default:  // enumerations as well
        begin("fmi3GetInt64");
        return int64_.read<std::int64_t>(handle_, v, out);
    }
  }

  StepEnd step(double time, double size) override {
    begin("fmi3DoStep");
    bool event_needed = false;
    double last_time = 0;
    StepEnd end;
    end.status = f_.do_step(handle_,
                            time,
                            size,
                            true,
                            &event_needed,
                            &end.terminate,
                            &end.early,
                            &last_time);
    return end;
  }

  Status terminate() override {
    begin("fmi3Terminate");
    return f_.terminate(handle_);
  }

  Status reset() override {
    begin("fmi3Reset");
    return f_.reset(handle_);
  }

  void free() override {
    begin("fmi3FreeInstance");
    f_.free_instance(handle_);
    handle_ = nullptr;
  }

 private:
  template <class Type>
  void find(const char* get, const char* set, Access<Type>& out) {
    symbols_.find(get, out.get);
    symbols_.find(set, out.set);
  }

  Status set_unsigned(const Variable& v, std::uint64_t value) {
    switch (v.type) {
      case Type::uint8:
        begin("fmi3SetUInt8");
        return uint8_.write(handle_, v, static_cast<std::uint8_t>(value));
      case Type::uint16:
        begin("fmi3SetUInt16");
        return uint16_.write(handle_, v, static_cast<std::uint16_t>(value));
      case Type::uint32:
        begin("fmi3SetUInt32");
        return uint32_.write(handle_, v, static_cast<std::uint32_t>(value));
      default:
        begin("fmi3SetUInt64");
        return uint64_.write(handle_, v, value);
    }
  }

  Status set_signed(const Variable& v, std::int64_t value) {
    switch (v.type) {
      case Type::int8:
        begin("fmi3SetInt8");
        return int8_.write(handle_, v, static_cast<std::int8_t>(value));
      case Type::int16:
        begin("fmi3SetInt16");
        return int16_.write(handle_, v, static_cast<std::int16_t>(value));
      case Type::int32:
        begin("fmi3SetInt32");
        return int32_.write(handle_, v, static_cast<std::int32_t>(value));
      default:  // enumerations as well
        begin("fmi3SetInt64");
        return int64_.write(handle_, v, value);
    }
  }

  Symbols symbols_;
  fmi3::Functions f_{};
  Access<float> float32_;
  Access<double> float64_;
  Access<std::int8_t> int8_;
  Access<std::uint8_t> uint8_;
  Access<std::int16_t> int16_;
  Access<std::uint16_t> uint16_;
  Access<std::int32_t> int32_;
  Access<std::uint32_t> uint32_;
  Access<std::int64_t> int64_;
  Access<std::uint64_t> uint64_;
  Access<bool> boolean_;
  Handle handle_ = nullptr;
};

}  // namespace

std::unique_ptr<Instance> make_instance3(void* library) {
  return std::make_unique<Instance3>(library);
}

}  // namespace catenary::exec::fmu
