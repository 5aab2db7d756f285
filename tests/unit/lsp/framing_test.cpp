// SPDX-License-Identifier: Apache-2.0
#include "lsp/framing.h"

#include <gtest/gtest.h>

namespace catenary::lsp {
namespace {

TEST(LspFraming, FindsMessagesInPieces) {
  Framing framing;
  framing.receive("Content-Length: 2\r\n\r\nabContent-Le");
  EXPECT_EQ(framing.next()->content, "ab");
  EXPECT_FALSE(framing.next());
  framing.receive("ngth: 3\r\nContent-Type: x\r\n\r\nc");
  EXPECT_FALSE(framing.next());
  framing.receive("de");
  EXPECT_EQ(framing.next()->content, "cde");
}

TEST(LspFraming, AnEmptyMessageIsOne) {
  Framing framing;
  framing.receive("Content-Length: 0\r\n\r\n");
  const auto found = framing.next();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->content + found->fault, "");
}

TEST(LspFraming, PassesRefusedMessages) {
  Framing framing;
  const std::string size = std::to_string(kLargestMessage + 1);
  framing.receive("Content-Length: " + size + "\r\n\r\nxyz");
  EXPECT_NE(framing.next()->fault, "");
  const std::string block(1 << 20, 'x');
  for (int i = 0; i < 63; ++i) framing.receive(block);
  framing.receive(block.substr(0, block.size() - 2));
  framing.receive("Content-Length: 1\r\n\r\ny");
  EXPECT_EQ(framing.next()->content, "y");
}

TEST(LspFraming, GoesOnBehindWhatIsNoHeader) {
  Framing framing;
  framing.receive(std::string(20000, 'x') + "\r\n\r\n");
  EXPECT_NE(framing.next()->fault, "");
  framing.receive("Content-Length: 1\r\n\r\ny");
  auto found = framing.next();
  while (found && !found->fault.empty()) found = framing.next();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->content, "y");
}

TEST(LspFraming, WritesWhatItReads) {
  Framing framing;
  base::Json message = base::Json::object();
  message.set("a", base::Json::string("Ä"));
  framing.receive(framed(message));
  EXPECT_EQ(framing.next()->content, message.compact());
}

}  // namespace
}  // namespace catenary::lsp
