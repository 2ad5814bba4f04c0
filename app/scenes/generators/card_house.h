// Generates a house of cards: tents of two leaning cards, and a floor of cards on each row but the last.
//
// Source: the card houses of Ferguson et al., Intersection-free Rigid Body Dynamics, SIGGRAPH 2021.
#ifndef APP_CARD_HOUSE_H
#define APP_CARD_HOUSE_H

#include "scenes/scene.h"

typedef struct CardHouse {
    int32_t levels;                  // rows of tents: as many tents in the first, one in the last
    double length, width, thickness; // of a leaning card; floors are as wide and thick
    double lean;                     // of the cards, radians from upright
    double friction;
} CardHouse;

// Adds the cards row by row upwards, in the plane z = 0, on the plane y = 0. @errors false: no memory
bool AddCardHouse(SceneData *data, const CardHouse *house);

#endif
