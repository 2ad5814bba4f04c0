// Bars, plots over frames, curves and ranges, drawn with Dear ImGui for the C functions of ui.h.
//
// Axis numbers and names are outside the frames: nothing covers or clips them.
#include "engine/ui.h"
#include "engine/ui_style.h"

#include <cmath>
#include <cstdio>
#include <cstring>

static void drawBar(ImDrawList *list, float left, float right, float bottom, float height, float value,
                    gxTone tone) {
    const float top = bottom - height * (value < 0.0f ? 0.0f : value > 1.0f ? 1.0f : value);
    if (bottom - top < 0.5f) return;
    list->AddRectFilled(ImVec2(left, top), ImVec2(right, bottom), gxFadeTone(tone, 1.0f));
}

int gxBars(const char *id, const float *first, const float *second, const char *const *labels, int count,
           float height, gxTone firstTone, gxTone secondTone) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, slot = width / static_cast<float>(count);
    const float line = ImGui::GetTextLineHeight(), bottom = at.y + height;
    ImGui::InvisibleButton(id, ImVec2(width, height + line + 2.0f * gxGetUiScale()));
    const bool hovered = ImGui::IsItemHovered();
    const int under = hovered ? static_cast<int>((ImGui::GetIO().MousePos.x - at.x) / slot) : -1;
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, ImVec2(at.x + width, bottom), ImGui::GetColorU32(ImGuiCol_FrameBg));
    for (int i = 1; i < 4; ++i) {
        const float y = at.y + height * 0.25f * static_cast<float>(i);
        list->AddLine(ImVec2(at.x, y), ImVec2(at.x + width, y), ImGui::GetColorU32(ImGuiCol_Border));
    }
    const char *whole = "100 %";
    list->AddText(ImVec2(at.x + width - ImGui::CalcTextSize(whole).x - 4.0f * gxGetUiScale(), at.y),
                  ImGui::GetColorU32(ImGuiCol_TextDisabled), whole);
    for (int i = 0; i < count; ++i) {
        const float left = at.x + slot * static_cast<float>(i), middle = left + 0.5f * slot;
        if (i == under) {
            list->AddRectFilled(ImVec2(left, at.y), ImVec2(left + slot, bottom),
                                ImGui::GetColorU32(ImGuiCol_FrameBgHovered));
        }
        drawBar(list, left + 0.12f * slot, middle - 0.02f * slot, bottom, height, first[i], firstTone);
        drawBar(list, middle + 0.02f * slot, left + 0.88f * slot, bottom, height, second[i], secondTone);
        if (!labels[i]) continue;
        const float textWidth = ImGui::CalcTextSize(labels[i]).x;
        list->AddText(ImVec2(middle - 0.5f * textWidth, bottom + 2.0f * gxGetUiScale()),
                      ImGui::GetColorU32(ImGuiCol_TextDisabled), labels[i]);
    }
    return under >= 0 && under < count ? under : -1;
}

// Breaks the line at missing values; an isolated value is a point.
static void drawPlotLine(ImDrawList *list, const gxPlot &plot, const gxPlotLine &line, ImVec2 at, float width,
                         float height) {
    const float step = width / static_cast<float>(plot.room);
    const int first = plot.room - plot.valueCount;
    const float foot = at.y + height;
    ImVec2 last(0.0f, 0.0f);
    bool joined = false;
    for (int i = 0; i < plot.valueCount; ++i) {
        const double share = (line.values[i] - plot.lower) / (plot.upper - plot.lower);
        if (!std::isfinite(share)) {
            joined = false;
            continue;
        }
        const float x = at.x + step * (static_cast<float>(first + i) + 0.5f);
        const ImVec2 point(x, foot - height * static_cast<float>(share < 1.0 ? share : 1.0));
        if (joined)
            list->AddLine(last, point, gxFadeTone(line.tone, 1.0f), 1.5f * gxGetUiScale());
        else
            list->AddCircleFilled(point, 1.0f * gxGetUiScale(), gxFadeTone(line.tone, 1.0f));
        last = point;
        joined = true;
    }
}

// Draws as many whole words as fit into `room`; never clips a number.
static void addWords(ImDrawList *list, ImVec2 at, float room, ImU32 color, const char *text) {
    char words[160];
    snprintf(words, sizeof words, "%s", text);
    while (ImGui::CalcTextSize(words).x > room) {
        char *blank = strrchr(words, ' ');
        if (!blank) return;
        *blank = '\0';
    }
    list->AddText(at, color, words);
}

// Labels the bottom from `left` to `right`: both ends, and the axis name where it fits between.
static void drawFoot(ImDrawList *list, float left, float right, float top, const char *const ends[2],
                     const char *axis) {
    const ImU32 quiet = ImGui::GetColorU32(ImGuiCol_TextDisabled);
    const float first = ImGui::CalcTextSize(ends[0]).x, last = ImGui::CalcTextSize(ends[1]).x;
    const float gap = 6.0f * gxGetUiScale(), room = right - left - first - last - 2.0f * gap;
    list->AddText(ImVec2(left, top), quiet, ends[0]);
    list->AddText(ImVec2(right - last, top), quiet, ends[1]);
    const float width = ImGui::CalcTextSize(axis).x;
    if (width <= room)
        list->AddText(ImVec2(left + first + gap + 0.5f * (room - width), top), quiet, axis);
    else
        addWords(list, ImVec2(left + first + gap, top), room, quiet, axis);
}

// Draws a number left of a frame, centred on `y` but within `top` and `foot`.
static void drawTick(ImDrawList *list, float right, float y, float top, float foot, const char *text) {
    const ImVec2 size = ImGui::CalcTextSize(text);
    const float most = foot - size.y, wanted = y - 0.5f * size.y;
    const float at = wanted < top ? top : wanted > most ? most : wanted;
    list->AddText(ImVec2(right - size.x - 4.0f * gxGetUiScale(), at),
                  ImGui::GetColorU32(ImGuiCol_TextDisabled), text);
}

int gxDrawPlot(const char *id, const gxPlot *plot, float height) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float line = ImGui::GetTextLineHeight(), foot = line + 2.0f * gxGetUiScale();
    const char *bottom = plot->bottom ? plot->bottom : "0";
    const float letters = std::fmax(ImGui::CalcTextSize(plot->top).x, ImGui::CalcTextSize(bottom).x);
    const float side = letters + 6.0f * gxGetUiScale();
    const float width = ImGui::GetContentRegionAvail().x - side, tall = height - foot;
    if (width < 1.0f || tall < 1.0f) return -1;
    const ImVec2 at(corner.x + side, corner.y), end(at.x + width, at.y + tall);
    ImGui::InvisibleButton(id, ImVec2(side + width, height));
    ImDrawList *list = ImGui::GetWindowDrawList();
    const ImU32 quiet = ImGui::GetColorU32(ImGuiCol_TextDisabled), rule = ImGui::GetColorU32(ImGuiCol_Border);
    list->AddRectFilled(at, end, ImGui::GetColorU32(ImGuiCol_FrameBg));
    drawTick(list, at.x, at.y, at.y, end.y, plot->top);
    if (tall > 2.0f * line) drawTick(list, at.x, end.y, at.y, end.y, bottom);
    drawFoot(list, at.x, end.x, end.y + 2.0f * gxGetUiScale(), plot->ends, plot->axis);
    list->PushClipRect(at, end, true);
    list->AddLine(ImVec2(at.x, at.y + 0.5f * tall), ImVec2(end.x, at.y + 0.5f * tall), rule);
    list->AddLine(ImVec2(at.x, end.y - 0.5f * gxGetUiScale()), ImVec2(end.x, end.y - 0.5f * gxGetUiScale()),
                  quiet, gxGetUiScale());
    const auto toY = [&](double value) {
        return end.y - tall * static_cast<float>((value - plot->lower) / (plot->upper - plot->lower));
    };
    if (plot->lower < 0.0) list->AddLine(ImVec2(at.x, toY(0.0)), ImVec2(end.x, toY(0.0)), quiet);
    for (int i = 0; i < plot->markCount; ++i) {
        const float y = toY(plot->marks[i]);
        if (y >= at.y) list->AddLine(ImVec2(at.x, y), ImVec2(end.x, y), quiet);
    }
    for (int i = 0; i < plot->lineCount; ++i)
        drawPlotLine(list, *plot, plot->lines[i], at, width, tall);
    const float x = ImGui::GetIO().MousePos.x;
    const int index = static_cast<int>((x - at.x) / width * static_cast<float>(plot->room)) -
                      (plot->room - plot->valueCount);
    const bool hovered = ImGui::IsItemHovered() && x >= at.x && index >= 0 && index < plot->valueCount;
    if (hovered) list->AddLine(ImVec2(x, at.y), ImVec2(x, end.y), gxFadeTone(GX_TONE_STRONG, 1.0f));
    list->PopClipRect();
    return hovered ? index : -1;
}

void gxDrawRange(const gxRange *range, float width, float height) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy(ImVec2(width, height));
    ImDrawList *list = ImGui::GetWindowDrawList();
    const auto toX = [&](double share) {
        return at.x + width * static_cast<float>(share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share);
    };
    const float top = at.y + 2.0f * gxGetUiScale(), foot = at.y + height - 1.0f * gxGetUiScale();
    list->AddRectFilled(ImVec2(at.x, top), ImVec2(at.x + width, foot), ImGui::GetColorU32(ImGuiCol_FrameBg));
    list->AddRectFilled(ImVec2(toX(range->to), top), ImVec2(toX(range->most), foot),
                        gxFadeTone(range->tone, 0.35f));
    list->AddRectFilled(ImVec2(toX(range->from), top), ImVec2(toX(range->to), foot),
                        gxFadeTone(range->tone, 1.0f));
    for (const double mark : range->marks) {
        if (mark < 1.0)
            list->AddLine(ImVec2(toX(mark), at.y), ImVec2(toX(mark), at.y + height),
                          gxFadeTone(GX_TONE_STRONG, 1.0f));
    }
}

// Returns the maximum magnitude of the finite values, rounded up to two digits; never 0.
static double findReach(const gxCurve &curve) {
    double reach = 0.0;
    for (int i = 0; i < curve.valueCount; ++i) {
        const double size = std::fabs(curve.values[i]);
        if (std::isfinite(size) && size > reach) reach = size;
    }
    if (!(reach > 0.0)) return 1.0;
    const double unit = std::pow(10.0, std::floor(std::log10(reach)) - 1.0);
    return unit > 0.0 ? unit * std::ceil(1.02 * reach / unit) : reach;
}

static void drawCurveLine(ImDrawList *list, const gxCurve &curve, ImVec2 at, float width, float height) {
    const float middle = at.y + 0.5f * height;
    const double scale = 0.5 * static_cast<double>(height) / findReach(curve);
    for (int i = 1; i < curve.valueCount; ++i) {
        const double x0 = static_cast<double>(i - 1) / (curve.valueCount - 1);
        const double x1 = static_cast<double>(i) / (curve.valueCount - 1);
        if (!std::isfinite(curve.values[i - 1]) || !std::isfinite(curve.values[i])) continue;
        const bool inside = x0 >= curve.from - 1e-9 && x1 <= curve.to + 1e-9;
        const ImVec2 a(at.x + width * static_cast<float>(x0),
                       middle - static_cast<float>(scale * curve.values[i - 1]));
        const ImVec2 b(at.x + width * static_cast<float>(x1),
                       middle - static_cast<float>(scale * curve.values[i]));
        list->AddLine(a, b, gxFadeTone(inside ? GX_TONE_FREE : GX_TONE_DIM, inside ? 1.0f : 0.6f),
                      2.0f * gxGetUiScale());
    }
}

float gxGetLeastCurveHeight(void) {
    return 3.2f * ImGui::GetTextLineHeight();
}

static void drawCurveMarks(ImDrawList *list, const gxCurve &curve, float left, float middle, float width) {
    const float size = 5.0f * gxGetUiScale();
    for (int i = 0; i < curve.markCount; ++i) {
        const gxCurveMark &mark = curve.marks[i];
        const ImVec2 point(left + width * static_cast<float>(mark.x), middle);
        if (mark.filled)
            list->AddCircleFilled(point, size, gxFadeTone(mark.tone, 1.0f));
        else
            list->AddCircleFilled(point, size, ImGui::GetColorU32(ImGuiCol_WindowBg));
        list->AddCircle(point, size, gxFadeTone(mark.tone, 1.0f), 0, 2.0f * gxGetUiScale());
    }
}

// The name is above the frame, numbers to its left, x below: no label crosses the curve.
void gxDrawCurve(const gxCurve *curve, float width, float height) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float line = ImGui::GetTextLineHeight();
    char top[24], foot[32];
    snprintf(top, sizeof top, "%.2g", findReach(*curve));
    snprintf(foot, sizeof foot, "-%s", top);
    const float side = ImGui::CalcTextSize(foot).x + 6.0f * gxGetUiScale();
    const float tall = height - 2.0f * line - 4.0f * gxGetUiScale(), wide = width - side;
    ImGui::Dummy(ImVec2(width, height));
    if (wide < 1.0f || tall < 1.0f) return;
    const ImVec2 at(corner.x + side, corner.y + line + 2.0f * gxGetUiScale()), end(at.x + wide, at.y + tall);
    const float middle = at.y + 0.5f * tall;
    ImDrawList *list = ImGui::GetWindowDrawList();
    const ImU32 quiet = ImGui::GetColorU32(ImGuiCol_TextDisabled);
    addWords(list, ImVec2(at.x, corner.y), wide, quiet, curve->name);
    const float left = at.x + wide * static_cast<float>(curve->from);
    const float right = at.x + wide * static_cast<float>(curve->to);
    list->AddRectFilled(at, end, ImGui::GetColorU32(ImGuiCol_FrameBg));
    list->AddRectFilled(ImVec2(left, at.y), ImVec2(right, end.y), gxFadeTone(GX_TONE_FREE, 0.10f));
    list->AddLine(ImVec2(at.x, middle), ImVec2(end.x, middle), quiet, 1.0f * gxGetUiScale());
    drawTick(list, at.x, middle, at.y, end.y, "0");
    if (tall >= 3.0f * line) {
        drawTick(list, at.x, at.y, at.y, end.y, top);
        drawTick(list, at.x, end.y, at.y, end.y, foot);
    }
    drawFoot(list, at.x, end.x, end.y + 2.0f * gxGetUiScale(), curve->ends, curve->axis);
    list->PushClipRect(at, end, true);
    drawCurveLine(list, *curve, at, wide, tall);
    drawCurveMarks(list, *curve, at.x, middle, wide);
    list->PopClipRect();
}

void gxDrawSpan(double from, double to, gxTone tone, float width, float height) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy(ImVec2(width, height));
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, ImVec2(at.x + width, at.y + height), ImGui::GetColorU32(ImGuiCol_FrameBg));
    list->AddRectFilled(ImVec2(at.x + width * static_cast<float>(from), at.y),
                        ImVec2(at.x + width * static_cast<float>(to), at.y + height),
                        gxFadeTone(tone, 0.75f));
}
