// SPDX-License-Identifier: Apache-2.0
// With a real nats-server.
#include "fleet/broker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "base/sha256.h"
#include "fleet/private_broker.h"

namespace catenary::fleet {
namespace {

using namespace std::chrono_literals;

class BrokerTest : public testing::Test {
 protected:
  base::Budget budget;
  PrivateBroker server{budget};
};

TEST_F(BrokerTest, GivesATaskToOneWorkerAndTheResultBack) {
  Broker coordinator(server.address(), "v1");
  Broker first(server.address(), "v1");
  Broker second(server.address(), "v1");
  coordinator.put_task("job", "a", "bytes");
  coordinator.put_task("job", "a", "bytes");  // the same name: once
  coordinator.put_task("other", "b", "bytes");
  EXPECT_EQ(coordinator.tasks("job"), 1U);
  coordinator.withdraw("other");
  EXPECT_EQ(coordinator.tasks("other"), 0U);
  const auto task = first.next_task(1s);
  ASSERT_TRUE(task);
  EXPECT_EQ(task->bytes, "bytes");
  EXPECT_EQ(task->delivered, 1U);
  EXPECT_FALSE(second.next_task(50ms));
  first.keep(*task);
  first.put_result("job", "result");
  first.acknowledge(*task);
  const auto result = coordinator.next_result("job", 1s);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->bytes, "result");
  coordinator.acknowledge(*result);
  EXPECT_FALSE(coordinator.next_result("job", 50ms));
  EXPECT_EQ(coordinator.tasks("job"), 0U);
}

TEST_F(BrokerTest, GivesTheTaskOfADeadWorkerToAnother) {
  Broker coordinator(server.address(), "v1");
  coordinator.put_task("job", "a", "bytes");
  {
    Broker dies(server.address(), "v1");
    ASSERT_TRUE(dies.next_task(1s));
  }
  Broker other(server.address(), "v1");
  const auto begin = std::chrono::steady_clock::now();
  std::optional<Delivery> task;
  while (!task && std::chrono::steady_clock::now() - begin < 20s) {
    task = other.next_task(500ms);
  }
  ASSERT_TRUE(task);
  EXPECT_EQ(task->delivered, 2U);
  // Another connection may acknowledge it.
  coordinator.acknowledge(*task);
}

TEST_F(BrokerTest, TasksOfAnotherReleaseStay) {
  Broker coordinator(server.address(), "v1");
  coordinator.put_task("job", "a", "bytes");
  Broker other(server.address(), "v2");
  EXPECT_FALSE(other.next_task(100ms));
  coordinator.forget("job");
  EXPECT_EQ(coordinator.tasks("job"), 0U);
}

TEST_F(BrokerTest, StoresLargeBodies) {
  Broker a(server.address(), "v1");
  Broker b(server.address(), "v1");
  std::string body;
  while (body.size() < 3'000'000) body += std::to_string(body.size());
  const std::string digest = base::sha256(body);
  EXPECT_FALSE(b.get_body(digest, body.size()));
  a.put_body(digest, body);
  EXPECT_EQ(b.get_body(digest, body.size()), body);
  EXPECT_FALSE(b.get_body(digest, body.size() - 1));
  EXPECT_FALSE(b.get_body(base::sha256("none"), 10));
  // Bytes of another digest are stored by somebody who lies.
  const std::string other = base::sha256("other");
  a.put_body(other, "a lie");
  EXPECT_FALSE(b.get_body(other, 5));
}

TEST_F(BrokerTest, RefusesAWrongTokenAtOnce) {
  BrokerAddress wrong = server.address();
  wrong.token = "wrong";
  try {
    const Broker refused(wrong, "v1");
    FAIL() << "connected";
  } catch (const BrokerError& e) {
    EXPECT_TRUE(e.is_refusal()) << e.what();
  }
  wrong.url = "nats://127.0.0.1:1";
  try {
    const Broker refused(wrong, "v1");
    FAIL() << "connected";
  } catch (const BrokerError& e) {
    EXPECT_FALSE(e.is_refusal()) << e.what();
  }
}

TEST_F(BrokerTest, AServerThatDiesIsAnError) {
  auto one = std::make_unique<PrivateBroker>(budget);
  Broker broker(one->address(), "v1");
  EXPECT_FALSE(broker.next_task(10ms));
  EXPECT_FALSE(broker.next_result("job", 10ms));
  one.reset();
  EXPECT_THROW(broker.put_result("job", "x"), BrokerError);
  EXPECT_THROW((void)broker.next_result("job", 100ms), BrokerError);
  EXPECT_THROW((void)broker.next_task(100ms), BrokerError);
}

}  // namespace
}  // namespace catenary::fleet
