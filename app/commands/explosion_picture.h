// `disassemble --picture` and `--film`: draw the exploded view of a scene, and how its parts go together.
#ifndef APP_EXPLOSION_PICTURE_H
#define APP_EXPLOSION_PICTURE_H

#include "scenes/explosion.h"

typedef struct ExplosionPicture {
    const char *scene;     // name or file, as for ReadSceneArgument
    const SceneData *data; // the same scene, of the view
    const Explosion *explosion;
    const char *picture; // PNG with all parts at their places in the exploded view; NULL: none
    const char *film;    // GIF or MP4: from there the parts go back, the last one removed first; NULL: none
} ExplosionPicture;

// Draws without a display and writes the files. @errors false, with a message
bool DrawExplosion(const ExplosionPicture *wanted, char *message, size_t messageSize);

#endif
