// The list of scenes: X(exported name). The first is the default.
#ifndef APP_SCENE_LIST_H
#define APP_SCENE_LIST_H

#include "scenes/scene.h"

#define SCENE_LIST(X)                                                                                        \
    X(sceneTeapotAndBunny)                                                                                   \
    X(sceneOneBigStep)                                                                                       \
    X(sceneManyObstacles)                                                                                    \
    X(sceneThinPlates)                                                                                       \
    X(sceneSpinningBlade)                                                                                    \
    X(sceneTorchInCavity)                                                                                    \
    X(sceneHookOnBar)                                                                                        \
    X(sceneNutOnBolt)                                                                                        \
    X(scenePolytopes)                                                                                        \
    X(sceneTwoPolytopes)                                                                                     \
    X(sceneFlyingBoxes)                                                                                      \
    X(sceneInsideOut)                                                                                        \
    X(sceneTouchingObjects)                                                                                  \
    X(sceneSlidingIntoAStep)                                                                                 \
    X(sceneTetrahedronInACorner)                                                                             \
    X(sceneApexOnAnEdge)                                                                                     \
    X(sceneBlockOnTwoFingers)                                                                                \
    X(sceneCubeInARoomCorner)                                                                                \
    X(sceneFaceOnFace)                                                                                       \
    X(sceneGearTeeth)                                                                                        \
    X(sceneLInAnL)                                                                                           \
    X(sceneBoxAlongAFloor)                                                                                   \
    X(sceneIntoTheCorner)                                                                                    \
    X(scenePegInAHole)                                                                                       \
    X(sceneRingOnAWire)                                                                                      \
    X(sceneOverTheBunnysBack)                                                                                \
    X(sceneTeapotThrown)                                                                                     \
    X(sceneBouncingCube)                                                                                     \
    X(sceneTenBoxes)                                                                                         \
    X(sceneDroppedOnTwoFingers)                                                                              \
    X(sceneSlope)                                                                                            \
    X(sceneDominoes)                                                                                         \
    X(sceneLinkedRings)                                                                                      \
    X(sceneGyroscope)                                                                                        \
    X(sceneSpinningTop)                                                                                      \
    X(sceneEulerDisk)                                                                                        \
    X(sceneNewtonsCradle)                                                                                    \
    X(sceneGears)                                                                                            \
    X(sceneCrankPress)                                                                                       \
    X(sceneHangingBridge)                                                                                    \
    X(sceneHundredIntoABox)                                                                                  \
    X(sceneArchOfStones)                                                                                     \
    X(sceneHouseOfCards)                                                                                     \
    X(sceneWreckingBall)                                                                                     \
    X(sceneNetOfRings)                                                                                       \
    X(sceneBoltInANut)                                                                                       \
    X(sceneFiguresOfBlocks)                                                                                  \
    X(sceneLiftAndPress)                                                                                     \
    X(sceneTurntable)                                                                                        \
    X(sceneCompactor)                                                                                        \
    X(sceneBlender)                                                                                          \
    X(sceneScrewJack)                                                                                        \
    X(scenePinTumblerLock)                                                                                   \
    X(sceneSensorGates)                                                                                      \
    X(scenePushTheBoxes)                                                                                     \
    X(scenePistonAndCrank)                                                                                   \
    X(sceneGenevaDrive)                                                                                      \
    X(sceneBallBearing)                                                                                      \
    X(scenePunchingPress)                                                                                    \
    X(sceneBikeChain)                                                                                        \
    X(sceneGearbox)                                                                                          \
    X(sceneSixPieceBurr)                                                                                     \
    X(sceneAlphaPuzzle)

#define DECLARE_SCENE(scene) extern const Scene scene;
SCENE_LIST(DECLARE_SCENE)
#undef DECLARE_SCENE

#endif
