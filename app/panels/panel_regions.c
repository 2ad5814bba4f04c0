// The right panel's section on contact regions: their number, the sufficient ones, how they were found,
// penetration depth, and a table in which a click frames a region and highlights both its features.
#include "panels/panels.h"

#include "services/framing.h"
#include "services/sight.h"
#include "view/palette.h"
#include "view/region_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROWS_SEEN = 5 };

// How the regions were found, and how long it took.
static void drawSource(const StageRegions *all) {
    const char *way = all->indexedCount == 0                 ? "sphere trees"
                      : all->indexedCount == all->askedCount ? "index of solids"
                                                             : "index and sphere trees";
    gxText(GX_TONE_DIM, "found by %s in %.0f µs", way, all->microseconds);
    gxTooltip("Solids are searched by their index while it is shown (key I), other meshes by sphere trees. "
              "Both find the same regions.");
    if (all->truncated) gxText(GX_TONE_NEAR, "and more, list full");
}

// The shortest known move that separates them.
static void drawParting(const Parting *parting, const char *nameA) {
    char text[SCENE_NAME_SIZE + 128];
    if (!parting->found) return;
    cdVec3 n = cdScale(1.0 / parting->length, parting->move);
    snprintf(text, sizeof text, "%s that separates them: %s by %.4g along (%.2f, %.2f, %.2f).",
             parting->shortest ? "Shortest move" : "A move", nameA, parting->length, n.x, n.y, n.z);
    gxWrappedText(GX_TONE_OVERLAP, text);
    gxTooltip(parting->shortest ? "Both meshes are convex, so this is the depth of the overlap."
                                : "It separates the convex hulls. A shorter move may separate the meshes.");
}

// In words, where the surfaces cross.
static void drawPenetration(App *app) {
    const Stage *stage = &app->stage;
    const StageRegions *all = &stage->regions;
    const StageTouching *touching = &all->touching[all->deepest];
    const cdContactRegions *regions = &touching->regions;
    char partA[48], partB[48], text[2 * SCENE_NAME_SIZE + 128];
    const char *nameA = stage->objects[all->object].name, *nameB = stage->objects[all->deepest].name;
    if (!isfinite(regions->crossing)) {
        snprintf(text, sizeof text, "%s and %s: one is inside the other.", nameA, nameB);
        gxWrappedText(GX_TONE_OVERLAP, text);
        drawParting(&all->parting, nameA);
        return;
    }
    snprintf(text, sizeof text, "%s and %s overlap. Largest crossing of two features: %.4g", nameA, nameB,
             regions->crossing);
    gxWrappedText(GX_TONE_OVERLAP, text);
    cdDescribeFeature(cdGetFeatureAt(all->mesh, regions->deepA), partA, sizeof partA);
    cdDescribeFeature(cdGetFeatureAt(touching->mesh, regions->deepB), partB, sizeof partB);
    snprintf(text, sizeof text, "%s · %s", partA, partB);
    if (gxRow(text, false))
        FrameSphere(app, regions->deepPoint, 0.12 * stage->objects[all->object].info.radius);
    gxTooltip("A move of that length separates these two features, not the meshes. Click to frame them.");
    drawParting(&all->parting, nameA);
}

// Number of a region's normals, and their persistence.
static void describeNormals(const cdContactRegion *region, char *text, size_t textSize) {
    static const char *const origins[] = {"", "new", "persistent", "shrunk"};
    if (!region->sufficient)
        snprintf(text, textSize, "redundant");
    else
        snprintf(text, textSize, "%d normal%s, %s", (int)region->normalCount,
                 region->normalCount == 1 ? "" : "s", origins[region->origin]);
}

// Both features in one line, or in two where that is wider than the panel: then true.
static bool describeFeatures(const Stage *stage, int32_t row, char *text, size_t textSize) {
    enum { LETTERS_SEEN = 32 };
    char line[112];
    int letters = 0;
    DescribeRegionFeatures(stage, row, line, sizeof line);
    for (const char *c = line; *c; ++c)
        letters += (*c & 0xc0) != 0x80; // what begins a letter of UTF-8
    const char *slash = strstr(line, " / ");
    bool inTwo = letters > LETTERS_SEEN && slash;
    if (inTwo)
        snprintf(text, textSize, "%.*s /\n  %s", (int)(slash - line), line, slash + 3);
    else
        snprintf(text, textSize, "%s", line);
    return inTwo;
}

static void drawRow(App *app, int32_t row, int32_t chosen) {
    static const char *const signs[] = {"●", "▬", "■"};
    static const char *const hollowSigns[] = {"○", "▭", "□"};
    const cdContactRegion *region = GetStageRegion(&app->stage, row);
    static const char *const shapes[] = {"point", "line", "area"};
    char features[128], measure[48], normals[48], age[32] = "", text[448];
    const StageRegions *all = &app->stage.regions;
    bool several = all->askedCount > 1; // then the obstacle has to be named
    const char *obstacle = several ? app->stage.objects[all->list[row].obstacle].name : "";
    describeFeatures(&app->stage, row, features, sizeof features);
    DescribeRegionMeasure(region, measure, sizeof measure);
    describeNormals(region, normals, sizeof normals);
    // Redundant regions have no age.
    if (region->sufficient && region->age > 0)
        snprintf(age, sizeof age, " · age: %d step%s", (int)region->age, region->age == 1 ? "" : "s");
    snprintf(text, sizeof text, "%s %s, %s%s%s%s\n  %s\n  %s%s%s",
             (region->sufficient ? signs : hollowSigns)[region->dimension], shapes[region->dimension],
             GetRegionKindName(region), age, several ? " · " : "", obstacle, features, measure,
             measure[0] ? " · " : "", normals);
    gxPushId((int)row);
    if (gxRow(text, row == chosen)) {
        ChooseStageRegion(&app->stage, row == chosen ? -1 : row);
        if (row != chosen) FrameRegion(app, row);
    }
    gxPopId();
    gxTooltip(
        region->indeterminate
            ? "The geometry defines no normal here; this one is chosen."
            : "1: shape, kinds of both features, earlier steps in which it was sufficient\n"
              "2: both features, with the numbers of the files\n"
              "3: size; normals, new or persistent (kept from the last step; shrunk: from a larger region)\n"
              "Click to frame it and highlight both features; click again to release it.");
}

static void drawTable(App *app) {
    const StageRegions *all = &app->stage.regions;
    int32_t chosen = FindChosenRegion(&app->stage), shown = 0;
    bool whole = app->viewOptions.wholeSet;
    int lines = 0;
    char features[128];
    for (int32_t i = 0; i < all->count && shown < ROWS_SEEN; ++i) {
        if (!whole && !GetStageRegion(&app->stage, i)->sufficient) continue;
        lines += describeFeatures(&app->stage, i, features, sizeof features) ? 4 : 3;
        ++shown;
    }
    if (shown == 0) return;
    gxBeginScroll("regions", lines);
    for (int32_t i = 0; i < all->count; ++i) {
        if (whole || GetStageRegion(&app->stage, i)->sufficient) drawRow(app, i, chosen);
    }
    gxEndScroll();
}

void DrawContactRegions(App *app) {
    const StageRegions *all = &app->stage.regions;
    if (!all->present && AreRegionsDue(&app->stage)) {
        gxText(GX_TONE_DIM, "Searching…");
        return;
    }
    if (!all->present || all->askedCount == 0) {
        gxText(GX_TONE_DIM, "Touches nothing.");
        return;
    }
    if (all->deepest >= 0) {
        drawPenetration(app);
    } else if (all->count == 0) {
        gxText(GX_TONE_DIM,
               all->state == CD_UNDECIDED ? "Unknown: search stopped early." : "Touches nothing.");
    } else {
        gxText(GX_TONE_CONTACT, "%d region%s, %d sufficient", (int)all->count, all->count == 1 ? "" : "s",
               (int)all->sufficientCount);
        gxTooltip(
            "The sufficient regions alone keep the objects from overlapping. The others add nothing to them.");
    }
    if (all->comes && all->deepest < 0)
        gxWrappedText(GX_TONE_DIM, "Solids are being built. Containment is tested afterwards.");
    drawSource(all);
    if (all->deepest >= 0) return;
    gxCheck("show all regions (Shift+C)", &app->viewOptions.wholeSet);
    drawTable(app);
}
