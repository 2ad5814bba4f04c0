// Writes a mesh's feature to a JSON line, the same way for every command.
#ifndef APP_FEATURE_WRITE_H
#define APP_FEATURE_WRITE_H

#include "collision/query.h"
#include <stdio.h>

// Writes ,"KEY":{"kind":"vertex","id":12}, for an edge also the file's numbers of its ends, or null.
void WriteFeature(FILE *out, const char *key, const cdFeature *feature);

#endif
