// A mesh's feature in a JSON line, the same for every command.
#ifndef APP_FEATURE_WRITE_H
#define APP_FEATURE_WRITE_H

#include "collision/query.h"
#include <stdio.h>

// ,"KEY":{"kind":"vertex","id":12}, of an edge also the file's numbers of its ends; null when there is none.
void WriteFeature(FILE *out, const char *key, const cdFeature *feature);

#endif
