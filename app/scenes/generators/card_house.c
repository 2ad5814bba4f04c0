// Generates a house of cards. Input: its rows and cards. Output: objects.
//
// (1) Two cards lean against each other with the inner edges of their tops. In equilibrium a foot carries
//     tan(lean) / 2 or more of its load as friction, at most tan(lean): above, the house needs more friction.
// (2) Floor cards meet above the middle of each tent; the first and the last reach beyond the outer tents. So
//     both cards of every tent carry the same load, as they must: the contact at their top is upright, and
//     its friction cannot pass a large load from one to the other.
// (3) Cards are separated by a little more than the world's default margin.
#include "scenes/generators/card_house.h"
#include "scenes/generators/generator_parts.h"
#include "scenes/scene_parts.h"
#include "shapes/elementary.h"
#include <stdio.h>

// Sizes that follow from those of the house.
typedef struct Layout {
    double gap;
    double halfFoot;   // half the length along x of a tent
    double halfHeight; // half the height of a tent
    double pitch;      // between tents of a row
} Layout;

static Layout layOut(const CardHouse *house) {
    double halfLength = 0.5 * house->length, half = 0.5 * house->thickness;
    Layout layout = {.gap = GetContactGap((cdVec3){half, halfLength, 0.5 * house->width})};
    double halfCard = half * cdCos(house->lean) + halfLength * cdSin(house->lean);
    layout.halfFoot = 2.0 * halfCard + 0.5 * layout.gap;
    layout.halfHeight = half * cdSin(house->lean) + halfLength * cdCos(house->lean);
    layout.pitch = 2.0 * layout.halfFoot + house->thickness;
    return layout;
}

static bool addCard(SceneData *data, const CardHouse *house, double halfX, double halfY, cdPose pose) {
    char mesh[SCENE_TEXT_SIZE];
    snprintf(mesh, sizeof mesh, "builtin:box:x=%.12g,y=%.12g,z=%.12g", halfX, halfY, 0.5 * house->width);
    SceneObject *card = AddNumberedObject(data, "card", data->objectCount, mesh, pose);
    if (card == NULL) return false;
    card->friction = house->friction;
    card->restitution = 0.0;
    return true;
}

// Adds the tents of a row; `low`: height of what carries them.
static bool addTents(SceneData *data, const CardHouse *house, const Layout *layout, int32_t count,
                     double low) {
    for (int32_t i = 0; i < 2 * count; i++) {
        double side = i % 2 == 0 ? -1.0 : 1.0, middle = layout->pitch * (i / 2 - 0.5 * (count - 1));
        cdVec3 position = {middle + 0.5 * side * (layout->halfFoot + 0.5 * layout->gap),
                           low + layout->gap + layout->halfHeight, 0.0};
        cdPose pose = {position, TurnAbout(0.0, 0.0, 1.0, side * house->lean)};
        if (!addCard(data, house, 0.5 * house->thickness, 0.5 * house->length, pose)) return false;
    }
    return true;
}

// Adds the floor on a row of `count` tents; `low`: height of their tops.
static bool addFloor(SceneData *data, const CardHouse *house, const Layout *layout, int32_t count,
                     double low) {
    double beyond = 0.25 * house->length;
    for (int32_t i = 0; i + 1 < count; i++) {
        double left = layout->pitch * (i - 0.5 * (count - 1)), right = left + layout->pitch;
        left += i == 0 ? -beyond : 0.5 * layout->gap;
        right += i + 2 == count ? beyond : -0.5 * layout->gap;
        cdPose pose = {{0.5 * (left + right), low + layout->gap + 0.5 * house->thickness, 0.0},
                       TurnAbout(0.0, 0.0, 1.0, 0.0)};
        if (!addCard(data, house, 0.5 * (right - left), 0.5 * house->thickness, pose)) return false;
    }
    return true;
}

bool AddCardHouse(SceneData *data, const CardHouse *house) {
    Layout layout = layOut(house);
    double low = 0.0;
    for (int32_t count = house->levels; count > 0; count--) {
        if (!addTents(data, house, &layout, count, low)) return false;
        low += layout.gap + 2.0 * layout.halfHeight;
        if (!addFloor(data, house, &layout, count, low)) return false;
        low += layout.gap + house->thickness;
    }
    return true;
}
