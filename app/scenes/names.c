// Lists of the words for modes, responses and results.
#include "scenes/names.h"

#include "scenes/scene.h"

const char *const *GetModeNames(void) {
    static const char *const names[] = {
        [SCENE_CONTINUOUS] = "continuous", [SCENE_DISCRETE] = "discrete", [SCENE_DISCRETE + 1] = NULL};
    return names;
}

const char *const *GetResponseNames(void) {
    static const char *const names[] = {
        [SCENE_STOP] = "stop", [SCENE_SLIDE] = "slide", [SCENE_BOUNCE] = "bounce", [SCENE_BOUNCE + 1] = NULL};
    return names;
}

const char *GetTouchName(cdState state) {
    static const char *const names[] = {"undecided", "separate", "touch", "penetrate"};
    return names[state];
}

const char *const *GetStateNames(void) {
    static const char *const names[] = {[CD_UNDECIDED] = "undecided",
                                        [CD_FREE] = "free",
                                        [CD_CONTACT] = "contact",
                                        [CD_OVERLAP] = "overlap",
                                        [CD_OVERLAP + 1] = NULL};
    return names;
}

const char *const *GetContactKindNames(void) {
    static const char *const names[] = {[CD_NO_CONTACT] = "none",
                                        [CD_VERTEX_FACE] = "vertex-face",
                                        [CD_FACE_VERTEX] = "face-vertex",
                                        [CD_EDGE_EDGE] = "edge-edge",
                                        [CD_EDGE_EDGE + 1] = NULL};
    return names;
}

const char *const *GetFeatureKindNames(void) {
    static const char *const names[] = {[CD_NO_FEATURE] = "none",
                                        [CD_FEATURE_VERTEX] = "vertex",
                                        [CD_FEATURE_EDGE] = "edge",
                                        [CD_FEATURE_FACE] = "face",
                                        [CD_FEATURE_FACE + 1] = NULL};
    return names;
}
