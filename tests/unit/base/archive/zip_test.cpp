// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/archive/zip_reader.h"
#include "base/archive/zip_writer.h"
#include "base/error.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"

namespace catenary::base {
namespace {

class Zip : public ::testing::Test {
 protected:
  std::string archive(const std::vector<ZipFile>& files) {
    return folder.write("a.zip", write_zip(files));
  }
  TemporaryDirectory folder;
};

TEST_F(Zip, ReadsWhatWasWritten) {
  const std::string large(300'000, 'x');
  const std::string bytes("\0\xff\n", 3);
  ZipReader zip(
      archive({{"a", ""}, {"b/c.txt", large}, {"b/\xc3\xa4", bytes}}));
  ASSERT_EQ(zip.entries().size(), 3U);
  EXPECT_EQ(zip.entries()[1].name, "b/c.txt");
  EXPECT_EQ(zip.entries()[1].bytes, large.size());
  EXPECT_EQ(zip.find("b"), nullptr);
  ASSERT_NE(zip.find("b/c.txt"), nullptr);
  EXPECT_EQ(zip.read(*zip.find("b/c.txt"), large.size()), large);
  EXPECT_EQ(zip.read(*zip.find("b/\xc3\xa4"), 3), bytes);
  EXPECT_EQ(zip.read(*zip.find("a"), 0), "");
}

TEST_F(Zip, WritesTheSameBytesForTheSameFiles) {
  const std::vector<ZipFile> files = {{"a", "1"}, {"b", "22"}};
  EXPECT_EQ(write_zip(files), write_zip(files));
  EXPECT_NE(write_zip(files), write_zip({{"a", "1"}, {"b", "23"}}));
}

TEST_F(Zip, ExtractsBelowTheDirectory) {
  ZipReader zip(archive({{"x/y/z", "text"}}));
  zip.extract(*zip.find("x/y/z"), folder.path() / "out");
  EXPECT_EQ(read_file(folder.file("out/x/y/z")), "text");
}

TEST_F(Zip, RefusesMoreThanTheLimits) {
  const std::string path =
      archive({{"a", std::string(1000, 'a')}, {"b", std::string(1000, 'b')}});
  ZipLimits limits;
  limits.entries = 1;
  EXPECT_THROW(ZipReader(path, limits), InputError);
  limits = {};
  limits.total_bytes = 1500;
  ZipReader zip(path, limits);
  EXPECT_THROW((void)zip.read(*zip.find("a"), 999), InputError);
  (void)zip.read(*zip.find("a"), 1000);
  EXPECT_THROW((void)zip.read(*zip.find("b"), 1000), InputError);
}

TEST_F(Zip, RefusesNamesThatLeaveTheArchive) {
  for (const char* name :
       {"../a", "a/../b", "/a", "a//b", "./a", "c:/a", "a\\b"}) {
    EXPECT_THROW(ZipReader(archive({{name, "1"}})), InputError) << name;
  }
}

TEST_F(Zip, RefusesWhatIsNoArchive) {
  const std::string whole = write_zip({{"a", std::string(5000, 'a')}});
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    const std::string path = folder.write("cut.zip", whole.substr(0, size));
    EXPECT_THROW(ZipReader{path}, InputError) << size;
  }
  EXPECT_THROW(ZipReader{folder.file("missing")}, InputError);
  EXPECT_THROW(ZipReader{folder.path().string()}, InputError);
}

TEST_F(Zip, RefusesADamagedFile) {
  const std::string text =
      "a text that is stored, and then damaged: 0123456789";
  std::string whole = write_zip({{"a", text}});
  whole[40] = static_cast<char>(whole[40] ^ 0x20);
  ZipReader zip(folder.write("bad.zip", whole));
  EXPECT_THROW((void)zip.read(*zip.find("a"), 1000), InputError);
}

}  // namespace
}  // namespace catenary::base
