// Writers of JSON values. Numbers read back to the same doubles.
#ifndef APP_JSON_WRITE_H
#define APP_JSON_WRITE_H

#include "collision/vecmath.h"
#include <stdbool.h>
#include <stdio.h>

void WriteJsonString(FILE *out, const char *text); // with its quotes
void WriteJsonNumber(FILE *out, double value);     // null if not finite
void WriteJsonVector(FILE *out, cdVec3 vector);    // [x,y,z]
void WriteJsonPose(FILE *out, cdPose pose);        // [px,py,pz,qw,qx,qy,qz]

// Write ,"key":value, or null if the value does not apply.
void WriteJsonNumberField(FILE *out, const char *key, double value, bool applies);
void WriteJsonStringField(FILE *out, const char *key, const char *text, bool applies);
void WriteJsonVectorField(FILE *out, const char *key, cdVec3 vector, bool applies);

#endif
