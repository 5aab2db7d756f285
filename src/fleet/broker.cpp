// SPDX-License-Identifier: Apache-2.0
#include "fleet/broker.h"

#include <nats/nats.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/sha256.h"
#include "fleet/message.h"

namespace catenary::fleet {

namespace {

constexpr const char* kTasks = "CATENARY_TASKS";
constexpr const char* kResults = "CATENARY_RESULTS";
constexpr const char* kBodies = "CATENARY_BODIES";
/// In nanoseconds, as JetStream counts.
constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kDay = std::int64_t{86'400'000} * kMillisecond;
/// How long a request waits for its answer, in milliseconds.
constexpr std::int64_t kPatience = 3000;
/// A part of a body. A server takes messages of a megabyte unless it is told
/// otherwise.
constexpr std::size_t kChunk = std::size_t{512} << 10;

/// Errors that no other attempt mends.
bool is_refusal(natsStatus s) {
  return s == NATS_CONNECTION_AUTH_FAILED || s == NATS_NOT_PERMITTED ||
         s == NATS_SSL_ERROR || s == NATS_INVALID_ARG ||
         s == NATS_SECURE_CONNECTION_REQUIRED ||
         s == NATS_SECURE_CONNECTION_WANTED;
}

[[noreturn]] void fail(const std::string& what, natsStatus s) {
  throw BrokerError(what + ": " + ::natsStatus_GetText(s), is_refusal(s));
}

void require(natsStatus s, const char* what) {
  if (s != NATS_OK) fail(what, s);
}

/// A message of libnats, destroyed with this.
class Message {
 public:
  Message() = default;
  explicit Message(natsMsg* message) : message_(message) {}
  ~Message() { ::natsMsg_Destroy(message_); }
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;
  natsMsg** out() { return &message_; }
  [[nodiscard]] std::string bytes() const {
    const int size = ::natsMsg_GetDataLength(message_);
    if (size <= 0) return "";
    return {::natsMsg_GetData(message_), static_cast<std::size_t>(size)};
  }
  [[nodiscard]] Delivery delivery() const {
    Delivery out{bytes(), "", 1};
    const char* reply = ::natsMsg_GetReply(message_);
    out.reply = reply == nullptr ? "" : reply;
    jsMsgMetaData* about = nullptr;
    if (::natsMsg_GetMetaData(&about, message_) == NATS_OK) {
      out.delivered = about->NumDelivered;
    }
    ::jsMsgMetaData_Destroy(about);
    return out;
  }

 private:
  natsMsg* message_ = nullptr;
};

/// What a stream is like.
struct StreamRow {
  const char* name;
  const char* subjects;
  jsRetentionPolicy retention;
  std::int64_t each;  ///< messages of a subject; -1 = any number
};
constexpr std::array kStreams = {
    StreamRow{kTasks, "catenary.task.*.*", js_WorkQueuePolicy, -1},
    StreamRow{kResults, "catenary.result.*", js_LimitsPolicy, -1},
    StreamRow{kBodies, "catenary.body.*.*", js_LimitsPolicy, 1}};

void make_stream(jsCtx* js, const StreamRow& row) {
  jsStreamConfig config;
  require(::jsStreamConfig_Init(&config), "cannot describe a stream");
  const char* subjects = row.subjects;
  config.Name = row.name;
  config.Subjects = &subjects;
  config.SubjectsLen = 1;
  config.Retention = row.retention;
  config.MaxAge = kDay;
  config.MaxMsgsPerSubject = row.each;
  config.Storage = js_FileStorage;
  config.AllowDirect = false;
  jsErrCode code{};
  const natsStatus s = ::js_AddStream(nullptr, js, &config, nullptr, &code);
  // The administrator of a site may have made it in another way.
  if (s != NATS_OK && code != JSStreamNameExistErr) {
    fail(std::string("the server does not make the stream ") + row.name +
             (s == NATS_NO_RESPONDERS ? ", has it JetStream?" : ""),
         s);
  }
}

std::string chunk_subject(const std::string& digest, std::size_t number) {
  return "catenary.body." + digest + "." + std::to_string(number);
}

}  // namespace

struct Broker::Parts {
  natsOptions* options = nullptr;
  natsConnection* connection = nullptr;
  jsCtx* js = nullptr;
  natsSubscription* tasks = nullptr;
  natsSubscription* results = nullptr;

  Parts() = default;
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  ~Parts() {
    ::natsSubscription_Destroy(tasks);
    ::natsSubscription_Destroy(results);
    ::jsCtx_Destroy(js);
    ::natsConnection_Destroy(connection);
    ::natsOptions_Destroy(options);
  }
};

Broker::Broker(const BrokerAddress& address, std::string release)
    : parts_(std::make_unique<Parts>()), release_(std::move(release)) {
  CATENARY_CHECK(is_name(release_), "a release is named by letters and digits");
  Parts& p = *parts_;
  require(::natsOptions_Create(&p.options), "libnats");
  if (::natsOptions_SetURL(p.options, address.url.c_str()) != NATS_OK) {
    throw BrokerError(address.url + " is no address of a NATS server", true);
  }
  require(::natsOptions_SetName(p.options, "catenary"), "libnats");
  require(::natsOptions_SetTimeout(p.options, kPatience), "libnats");
  // Who loses a connection makes another one, and knows that it did.
  require(::natsOptions_SetAllowReconnect(p.options, false), "libnats");
  // Without a handler of ours, libnats prints errors to standard error.
  require(::natsOptions_SetErrorHandler(
              p.options,
              [](natsConnection*, natsSubscription*, natsStatus, void*) {},
              nullptr),
          "libnats");
  if (!address.token.empty()) {
    require(::natsOptions_SetToken(p.options, address.token.c_str()),
            "the token");
  }
  if (!address.ca.empty()) {
    require(::natsOptions_SetSecure(p.options, true), "TLS");
    const natsStatus s =
        ::natsOptions_LoadCATrustedCertificates(p.options, address.ca.c_str());
    if (s != NATS_OK) {
      throw BrokerError(address.ca + ": no certificates can be read from it",
                        true);
    }
  }
  require(::natsConnection_Connect(&p.connection, p.options),
          ("cannot connect to " + address.url).c_str());
  jsOptions js;
  require(::jsOptions_Init(&js), "libnats");
  js.Wait = kPatience;
  require(::natsConnection_JetStream(&p.js, p.connection, &js), "JetStream");
  for (const StreamRow& row : kStreams) make_stream(p.js, row);
}

Broker::~Broker() = default;

std::size_t Broker::most_bytes() const {
  constexpr std::size_t kHeader = 4096;
  const auto most = static_cast<std::size_t>(
      std::max<std::int64_t>(::natsConnection_GetMaxPayload(parts_->connection),
                             std::int64_t{2} * kHeader));
  return std::min(kChunk, most - kHeader);
}

void Broker::put(const std::string& subject,
                 std::string_view bytes,
                 const std::string& name) {
  jsPubOptions options;
  require(::jsPubOptions_Init(&options), "libnats");
  if (!name.empty()) options.MsgId = name.c_str();
  const natsStatus s = ::js_Publish(nullptr,
                                    parts_->js,
                                    subject.c_str(),
                                    bytes.data(),
                                    static_cast<int>(bytes.size()),
                                    &options,
                                    nullptr);
  if (s != NATS_OK) fail("the server does not take a message", s);
}

void Broker::put_task(const std::string& job,
                      const std::string& name,
                      std::string_view bytes) {
  put(task_subject(job), bytes, name);
}

void Broker::put_result(const std::string& job, std::string_view bytes) {
  put("catenary.result." + job, bytes, "");
}

std::optional<Delivery> Broker::next_task(std::chrono::milliseconds at_most) {
  if (parts_->tasks == nullptr) {
    jsSubOptions options;
    require(::jsSubOptions_Init(&options), "libnats");
    options.Config.AckWait = kAckWait.count() * kMillisecond;
    options.Config.AckPolicy = js_AckExplicit;
    options.Config.MaxDeliver = -1;
    options.Config.MaxAckPending = 100'000;
    const std::string subject = "catenary.task." + release_ + ".*";
    require(::js_PullSubscribe(&parts_->tasks,
                               parts_->js,
                               subject.c_str(),
                               ("workers-" + release_).c_str(),
                               nullptr,
                               &options,
                               nullptr),
            "the server does not give out tasks");
  }
  natsMsgList list{nullptr, 0};
  const natsStatus s =
      ::natsSubscription_Fetch(&list,
                               parts_->tasks,
                               1,
                               std::max<std::int64_t>(at_most.count(), 1),
                               nullptr);
  if (s == NATS_TIMEOUT || s == NATS_NOT_FOUND) return std::nullopt;
  if (s != NATS_OK) fail("the server does not give out tasks", s);
  std::optional<Delivery> out;
  if (list.Count > 0) {
    const Message message(std::exchange(list.Msgs[0], nullptr));
    out = message.delivery();
  }
  ::natsMsgList_Destroy(&list);
  return out;
}

std::optional<Delivery> Broker::next_result(const std::string& job,
                                            std::chrono::milliseconds at_most) {
  if (parts_->results == nullptr) {
    jsSubOptions options;
    require(::jsSubOptions_Init(&options), "libnats");
    options.ManualAck = true;
    options.Config.AckWait = kAckWait.count() * kMillisecond;
    options.Config.AckPolicy = js_AckExplicit;
    options.Config.MaxDeliver = -1;
    options.Config.MaxAckPending = 1000;
    require(::js_SubscribeSync(&parts_->results,
                               parts_->js,
                               ("catenary.result." + job).c_str(),
                               nullptr,
                               &options,
                               nullptr),
            "the server does not give out results");
    require(::natsSubscription_SetPendingLimits(parts_->results, -1, -1),
            "libnats");
  }
  Message message;
  const natsStatus s =
      ::natsSubscription_NextMsg(message.out(),
                                 parts_->results,
                                 std::max<std::int64_t>(at_most.count(), 1));
  if (s == NATS_TIMEOUT) return std::nullopt;
  if (s != NATS_OK) fail("the server does not give out results", s);
  return message.delivery();
}

void Broker::answer(const Delivery& delivery, const char* what) {
  if (!delivery.reply.starts_with("$JS.ACK.")) return;  // nobody asked
  const natsStatus s = ::natsConnection_PublishString(
      parts_->connection, delivery.reply.c_str(), what);
  if (s != NATS_OK) fail("the server does not take an acknowledgement", s);
}

void Broker::acknowledge(const Delivery& delivery) {
  answer(delivery, "+ACK");
}

void Broker::keep(const Delivery& delivery) {
  answer(delivery, "+WPI");
}

std::uint64_t Broker::tasks(const std::string& job) {
  jsOptions options;
  require(::jsOptions_Init(&options), "libnats");
  const std::string subject = task_subject(job);
  options.Stream.Info.SubjectsFilter = subject.c_str();
  jsStreamInfo* info = nullptr;
  const natsStatus s =
      ::js_GetStreamInfo(&info, parts_->js, kTasks, &options, nullptr);
  if (s != NATS_OK) fail("the server does not tell of its tasks", s);
  std::uint64_t out = 0;
  const jsStreamStateSubjects* subjects = info->State.Subjects;
  for (int i = 0; subjects != nullptr && i < subjects->Count; ++i) {
    out += subjects->List[i].Msgs;
  }
  ::jsStreamInfo_Destroy(info);
  return out;
}

void Broker::purge(const char* stream, const std::string& subject) {
  jsOptions options;
  require(::jsOptions_Init(&options), "libnats");
  options.Stream.Purge.Subject = subject.c_str();
  const natsStatus s = ::js_PurgeStream(parts_->js, stream, &options, nullptr);
  if (s != NATS_OK) fail("the server does not forget a job", s);
}

void Broker::withdraw(const std::string& job) {
  purge(kTasks, task_subject(job));
}

void Broker::forget(const std::string& job) {
  withdraw(job);
  purge(kResults, "catenary.result." + job);
}

void Broker::put_body(const std::string& digest, std::string_view body) {
  if (stored_.contains(digest)) return;
  std::size_t number = 0;
  for (const std::string_view chunk : chunks_of(body, most_bytes())) {
    put(chunk_subject(digest, number++), chunk, "");
  }
  stored_.insert(digest);
}

std::optional<std::string> Broker::get_body(const std::string& digest,
                                            std::uint64_t bytes) {
  std::string out;
  for (std::size_t number = 0; out.size() < bytes; ++number) {
    Message message;
    jsErrCode code{};
    const natsStatus s = ::js_GetLastMsg(message.out(),
                                         parts_->js,
                                         kBodies,
                                         chunk_subject(digest, number).c_str(),
                                         nullptr,
                                         &code);
    if (s == NATS_NOT_FOUND || code != 0) return std::nullopt;
    if (s != NATS_OK) fail("the server does not give out a body", s);
    const std::string chunk = message.bytes();
    if (chunk.empty()) return std::nullopt;
    out += chunk;
  }
  if (out.size() != bytes || base::sha256(out) != digest) return std::nullopt;
  return out;
}

}  // namespace catenary::fleet
