// The objects in the sensors of a stage; see stage/shown/stage_sensors.h.
#ifndef APP_STATE_SENSORS_H
#define APP_STATE_SENSORS_H

#include "stage/state/overlaps.h"

// An object in a sensor.
typedef struct StageInside {
    int32_t sensor, object;
} StageInside;

typedef struct StageSensors {
    StageTested *tested; // tested[testedCount]: the objects as they were at the last search
    int32_t testedCount;
    StageInside *list; // list[count], by sensor, then by object
    int32_t count;
} StageSensors;

#endif
