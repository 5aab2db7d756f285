// SPDX-License-Identifier: Apache-2.0
/// \file
/// Coverage over time as Markdown, CSV, JSON and a plot.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/bench/coverage_curves.h"

namespace catenary::tools::bench {

namespace {

using engine::concolic::CoveragePoint;
using suite::Json;

// Of the plot, in pixels.
constexpr double kWidth = 760;
constexpr double kHeight = 460;
constexpr double kLeft = 70;
constexpr double kRight = 170;  // with the legend
constexpr double kTop = 50;
constexpr double kBottom = 60;
constexpr double kFirst = 0.01;  // seconds

/// Colours that differ for everybody (Okabe, Ito, "Color universal design",
/// 2008), and how lines are broken.
struct Pen {
  const char* colour;
  const char* dashes;
};
constexpr Pen kPens[] = {{"#0072b2", "none"},
                         {"#e69f00", "8 3"},
                         {"#009e73", "2 3"},
                         {"#cc79a7", "10 3 2 3"},
                         {"#000000", "none"}};

class Plot {
 public:
  Plot(const CoverageRow& row, const CoverageResult& result)
      : row_(row), result_(result) {}

  std::string draw() {
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
        "height=\"{1}\" viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" "
        "font-size=\"13\">\n<title>{2}</title>\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
        kWidth,
        kHeight,
        escaped(row_.name));
    text(kLeft, kTop - 20, "start", row_.name);
    axes();
    for (std::size_t i = 0; i < result_.curves.size(); ++i) curve(i);
    return out_ + "</svg>\n";
  }

 private:
  static std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
      if (c == '&') {
        out += "&amp;";
      } else if (c == '<') {
        out += "&lt;";
      } else {
        out += c;
      }
    }
    return out;
  }

  void text(double x, double y, const char* anchor, const std::string& what) {
    out_ += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n",
        x,
        y,
        anchor,
        escaped(what));
  }

  void line(double x1, double y1, double x2, double y2, const char* colour) {
    out_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" "
        "stroke=\"{}\"/>\n",
        x1,
        y1,
        x2,
        y2,
        colour);
  }

  [[nodiscard]] double x_of(double seconds) const {
    const double most = std::log(std::max(row_.seconds, 2 * kFirst) / kFirst);
    const double at = std::log(std::max(seconds, kFirst) / kFirst) / most;
    return kLeft + std::min(at, 1.0) * (kWidth - kLeft - kRight);
  }
  [[nodiscard]] double y_of(double goals) const {
    const double most = std::max(result_.goals, 1U);
    return kHeight - kBottom - goals / most * (kHeight - kTop - kBottom);
  }

  void axes() {
    constexpr const char* kGrid = "#dddddd";
    for (double t = kFirst; t <= row_.seconds * 1.0001; t *= 10) {
      line(x_of(t), y_of(0), x_of(t), kTop, kGrid);
      text(x_of(t), y_of(0) + 18, "middle", fmt::format("{:g}", t));
    }
    constexpr int kSteps = 4;
    for (int i = 0; i <= kSteps; ++i) {
      const double goals =
          std::round(i * static_cast<double>(result_.goals) / kSteps);
      line(kLeft, y_of(goals), kWidth - kRight, y_of(goals), kGrid);
      text(kLeft - 8, y_of(goals) + 4, "end", fmt::format("{:.0f}", goals));
    }
    line(kLeft, y_of(0), kWidth - kRight, y_of(0), "black");
    line(kLeft, y_of(0), kLeft, kTop, "black");
    text((kLeft + kWidth - kRight) / 2,
         kHeight - 15,
         "middle",
         "seconds (logarithmic)");
    out_ += fmt::format(
        "<text transform=\"translate(18 {:.1f}) rotate(-90)\" "
        "text-anchor=\"middle\">goals covered, of {}</text>\n",
        (kTop + y_of(0)) / 2,
        result_.goals);
  }

  void curve(std::size_t index) {
    const CoverageCurve& c = result_.curves[index];
    const Pen& pen = kPens[index % std::size(kPens)];
    std::string path;
    double y = y_of(0);
    for (const CoveragePoint& p : c.points) {
      path += path.empty() ? fmt::format("M{:.1f} {:.1f}", x_of(0), y) : "";
      y = y_of(p.covered);
      path += fmt::format("H{:.1f}V{:.1f}", x_of(p.seconds), y);
    }
    if (!path.empty()) {
      path += fmt::format("H{:.1f}", x_of(c.seconds));
      stroke(path, pen);
    }
    const double at = kTop + 20.0 * static_cast<double>(index) + 10;
    const double x = kWidth - kRight + 15;
    stroke(fmt::format("M{:.1f} {:.1f}h28", x, at - 4), pen);
    text(x + 36, at, "start", c.strategy + ": " + std::to_string(c.covered));
  }

  void stroke(const std::string& path, const Pen& pen) {
    out_ += fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" "
        "stroke-dasharray=\"{}\"/>\n",
        path,
        pen.colour,
        pen.dashes);
  }

  const CoverageRow& row_;
  const CoverageResult& result_;
  std::string out_;
};

std::string csv_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

}  // namespace

std::string coverage_markdown(const CoverageRow& row,
                              const CoverageResult& result) {
  std::string out =
      fmt::format("\n## {}\n\n{} goals. Covered", row.name, result.goals);
  std::string rule = "|---|";
  std::string heading = "| strategy |";
  for (const double at : row.at) {
    heading += fmt::format(" {:g} s |", at);
    rule += "--:|";
  }
  out += ":\n\n" + heading + " at the end | after, s | proved unreachable |\n" +
         rule + "--:|--:|--:|\n";
  for (const CoverageCurve& c : result.curves) {
    out += "| " + c.strategy + " |";
    for (const double at : row.at) out += fmt::format(" {} |", c.after(at));
    out += fmt::format(" {} | {:.1f}{} | {} |\n",
                       c.covered,
                       c.seconds,
                       c.ended ? "" : ", not ended",
                       c.unreachable);
  }
  if (result.status != BenchStatus::ok) {
    out +=
        fmt::format("\n- {}: {}\n", to_string(result.status), result.message);
  }
  return out;
}

std::string coverage_csv(const std::vector<CoverageRow>& rows,
                         const std::vector<CoverageResult>& results) {
  std::string out = "row,strategy,seconds,steps,covered,goals\r\n";
  for (std::size_t i = 0; i < results.size(); ++i) {
    for (const CoverageCurve& c : results[i].curves) {
      for (const CoveragePoint& p : c.points) {
        out += fmt::format("{},{},{:.4f},{},{},{}\r\n",
                           csv_text(rows[i].name),
                           c.strategy,
                           p.seconds,
                           p.steps,
                           p.covered,
                           results[i].goals);
      }
    }
  }
  return out;
}

std::string coverage_svg(const CoverageRow& row, const CoverageResult& result) {
  return Plot(row, result).draw();
}

Json coverage_json(const CoverageRow& row, const CoverageResult& result) {
  Json out = Json::object();
  out.set("name", Json::string(row.name));
  out.set("status", Json::string(to_string(result.status)));
  out.set("message", Json::string(result.message));
  out.set("goals", Json::number(std::int64_t{result.goals}));
  Json& curves = out.set("curves", Json::array());
  for (const CoverageCurve& c : result.curves) {
    Json& curve = curves.push(Json::object());
    curve.set("strategy", Json::string(c.strategy));
    curve.set("seconds", Json::number(c.seconds));
    curve.set("ended", Json::boolean(c.ended));
    curve.set("covered", Json::number(std::int64_t{c.covered}));
    curve.set("unreachable", Json::number(std::int64_t{c.unreachable}));
    Json& points = curve.set("points", Json::array());
    for (const CoveragePoint& p : c.points) {
      Json& point = points.push(Json::object());
      point.set("seconds", Json::number(p.seconds));
      point.set("steps", Json::number(static_cast<std::int64_t>(p.steps)));
      point.set("covered", Json::number(std::int64_t{p.covered}));
    }
  }
  return out;
}

}  // namespace catenary::tools::bench
