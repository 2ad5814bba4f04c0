#include "solid/brep_build.h"
bool cdListNearFeatures(cdBrepBuild *build) {
    (void)build;
    return true;
}
