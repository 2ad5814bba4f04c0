#include "solid/brep_build.h"
bool cdFindCrossings(cdBrepBuild *build) {
    (void)build;
    return true;
}
