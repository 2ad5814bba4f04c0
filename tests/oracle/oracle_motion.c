// The in-between motion in long double; see oracle_motion.h.
#include "oracle/oracle_motion.h"

#include <stdbool.h>

static const Real PI = 3.14159265358979323846264338327950288L;

// Rodrigues' formula with the angle's cosine and sine.
static RealVec3 rotateBy(RealVec3 axis, Real cosine, Real sine, RealVec3 v) {
    RealVec3 along = scaleReal(dotReal(axis, v), axis);
    RealVec3 across = subReal(v, along);
    return addReal(along, addReal(scaleReal(cosine, across), scaleReal(sine, crossReal(axis, v))));
}

static RealVec3 rotateReal(RealVec3 axis, Real angle, RealVec3 v) {
    return rotateBy(axis, cosl(angle), sinl(angle), v);
}

static RealVec3 getColumn(const RealPose *pose, int k) {
    return (RealVec3){pose->r[0][k], pose->r[1][k], pose->r[2][k]};
}

static void setColumn(RealPose *pose, int k, RealVec3 column) {
    pose->r[0][k] = column.x;
    pose->r[1][k] = column.y;
    pose->r[2][k] = column.z;
}

RealPose MakeRealPose(cdPose pose, cdVec3 origin) {
    Real w = pose.q.w, x = pose.q.x, y = pose.q.y, z = pose.q.z;
    Real scale = 2.0L / (w * w + x * x + y * y + z * z);
    RealPose real = {.p = subReal(toReal(pose.p), toReal(origin))};
    setColumn(&real, 0,
              (RealVec3){1.0L - scale * (y * y + z * z), scale * (x * y + w * z), scale * (x * z - w * y)});
    setColumn(&real, 1,
              (RealVec3){scale * (x * y - w * z), 1.0L - scale * (x * x + z * z), scale * (y * z + w * x)});
    setColumn(&real, 2,
              (RealVec3){scale * (x * z + w * y), scale * (y * z - w * x), 1.0L - scale * (x * x + y * y)});
    return real;
}

RealVec3 TransformReal(const RealPose *pose, RealVec3 v) {
    RealVec3 turned = {pose->r[0][0] * v.x + pose->r[0][1] * v.y + pose->r[0][2] * v.z,
                       pose->r[1][0] * v.x + pose->r[1][1] * v.y + pose->r[1][2] * v.z,
                       pose->r[2][0] * v.x + pose->r[2][1] * v.y + pose->r[2][2] * v.z};
    return addReal(turned, pose->p);
}

// target.q * conjugate(start.q): the unit axis and the angle in [0, pi].
static void findTurn(cdQuat start, cdQuat target, RealVec3 *axis, Real *omega) {
    Real aw = target.w, bw = start.w;
    RealVec3 a = {target.x, target.y, target.z}, b = {start.x, start.y, start.z};
    Real w = aw * bw + dotReal(a, b);
    RealVec3 v = subReal(subReal(scaleReal(bw, a), scaleReal(aw, b)), crossReal(a, b));
    bool turnedRound = w < 0.0L;
    if (w == 0.0L) turnedRound = v.x < 0.0L || (v.x == 0.0L && (v.y < 0.0L || (v.y == 0.0L && v.z < 0.0L)));
    if (turnedRound) {
        w = -w;
        v = scaleReal(-1.0L, v);
    }
    Real sine = lengthReal(v);
    *omega = 2.0L * atan2l(sine, w);
    *axis = sine > 0.0L ? scaleReal(1.0L / sine, v) : (RealVec3){1.0L, 0.0L, 0.0L};
}

OracleMotion MakeOracleMotion(cdPose start, cdPose target, cdVec3 origin) {
    OracleMotion motion = {.start = MakeRealPose(start, origin)};
    findTurn(start.q, target.q, &motion.axis, &motion.omega);
    RealVec3 displacement = subReal(toReal(target.p), toReal(start.p));
    if (motion.omega > 0.0L) motion.slide = dotReal(motion.axis, displacement);
    motion.perpendicular = subReal(displacement, scaleReal(motion.slide, motion.axis));
    return motion;
}

void RecenterOracleMotion(OracleMotion *motion, RealVec3 center, RealVec3 origin) {
    RealPose turn = motion->start;
    turn.p = (RealVec3){0.0L, 0.0L, 0.0L};
    RealVec3 arm = TransformReal(&turn, center);
    RealVec3 moved = subReal(rotateReal(motion->axis, motion->omega, arm), arm);
    motion->perpendicular = addReal(motion->perpendicular, moved); // a rotation moves nothing along its axis
    motion->start.p = subReal(addReal(motion->start.p, arm), origin);
}

static Real slideFraction(Real omega, Real t) {
    return omega > 0.0L ? tanl(0.5L * omega * t) / tanl(0.5L * omega) : t;
}

static Real getSlideAt(const OracleMotion *motion, Real t) {
    if (GetOracleSeam(motion) == 1.0L) return motion->slide * slideFraction(motion->omega, t);
    Real half = 0.5L * motion->slide;
    if (t <= 0.5L) return half * slideFraction(0.5L * motion->omega, 2.0L * t);
    return half + half * slideFraction(0.5L * motion->omega, 2.0L * t - 1.0L);
}

RealPose GetOraclePoseAt(const OracleMotion *motion, Real t) {
    Real omega = motion->omega, turn = omega * t;
    RealPose pose;
    Real cosine = cosl(turn), sine = sinl(turn);
    for (int k = 0; k < 3; k++)
        setColumn(&pose, k, rotateBy(motion->axis, cosine, sine, getColumn(&motion->start, k)));
    Real ratio = omega > 0.0L ? sinl(0.5L * turn) / sinl(0.5L * omega) : t;
    RealVec3 arc = scaleReal(ratio, rotateReal(motion->axis, 0.5L * (turn - omega), motion->perpendicular));
    RealVec3 moved = addReal(arc, scaleReal(getSlideAt(motion, t), motion->axis));
    pose.p = addReal(motion->start.p, moved);
    return pose;
}

Real GetOracleSeam(const OracleMotion *motion) {
    return motion->omega > 0.5L * PI + 2.8e-12L ? 0.5L : 1.0L; // see collision/motion.h
}

OracleTwist GetOracleTwist(const OracleMotion *motion, Real t, const RealPose *pose) {
    Real omega = motion->omega, turn = omega * t, seam = GetOracleSeam(motion), part = omega * seam;
    RealVec3 arm = rotateReal(motion->axis, 0.5L * (turn - omega), motion->perpendicular);
    Real ratio = omega > 0.0L ? sinl(0.5L * turn) / sinl(0.5L * omega) : t;
    Real ratioSpeed = omega > 0.0L ? 0.5L * omega * cosl(0.5L * turn) / sinl(0.5L * omega) : 1.0L;
    Real into = t >= seam && seam < 1.0L ? (t - seam) / seam : t / seam;
    Real cosine = cosl(0.5L * part * into);
    Real slideSpeed =
        omega > 0.0L ? motion->slide * 0.5L * part / (tanl(0.5L * part) * cosine * cosine) : 0.0L;
    RealVec3 origin =
        addReal(scaleReal(ratioSpeed, arm), scaleReal(0.5L * omega * ratio, crossReal(motion->axis, arm)));
    OracleTwist twist = {.origin = pose->p, .spin = scaleReal(omega, motion->axis)};
    twist.velocity = addReal(origin, scaleReal(slideSpeed, motion->axis));
    return twist;
}

// Returns omega times the distance to the axis: the chord of the whole rotation is 2 sin(omega / 2) times
// that distance.
static Real getSpeedAround(const OracleMotion *motion, RealVec3 local) {
    RealPose target = GetOraclePoseAt(motion, 1.0L);
    RealVec3 moved = subReal(TransformReal(&target, local), TransformReal(&motion->start, local));
    RealVec3 chord = subReal(moved, scaleReal(motion->slide, motion->axis));
    Real omega = motion->omega;
    return lengthReal(chord) * (omega > 0.0L ? 0.5L * omega / sinl(0.5L * omega) : 1.0L);
}

// The slide is fastest at the end of a (sub-)screw: f' = omega / sin(omega) there.
Real BoundOracleSpeed(const OracleMotion *motion, RealVec3 local) {
    Real around = getSpeedAround(motion, local), part = motion->omega * GetOracleSeam(motion);
    Real along = fabsl(motion->slide) * (part > 0.0L ? part / sinl(part) : 1.0L);
    return sqrtl(around * around + along * along);
}

// Towards the axis omega times the speed around it; along it s f'', largest at the end of a (sub-)screw:
// f'' = omega^2 / (2 cos^2(omega / 2)).
Real BoundOracleAcceleration(const OracleMotion *motion, RealVec3 local) {
    Real seam = GetOracleSeam(motion), part = motion->omega * seam, cosine = cosl(0.5L * part);
    Real around = motion->omega * getSpeedAround(motion, local);
    Real along = fabsl(motion->slide) * 0.5L * part * part / (cosine * cosine * seam);
    return sqrtl(around * around + along * along);
}
