# %% [markdown]
# # A tour of First Contact
# A mesh moves from one pose to another. When does it first touch another mesh, and where? `scripts/notebook` makes a
# notebook of this file. Each part has a closed form that checks the answer.

# %%
from itertools import product

import numpy as np

import firstcontact as fc

corners = np.array(list(product((-1.0, 1.0), repeat=3)))
cube = fc.Mesh(fc.convex_hull(corners))  # any object with vertices and faces
ball = fc.Mesh.sphere((0.0, 0.0, 0.0), 1.0)  # exact, not of triangles
print(cube, "volume", cube.volume)

# %% [markdown]
# ## First contact
# The ball moves from x = 5 to the origin. It touches the cube's face at x = 2, after 3/5 of the step. The answer is an
# interval: the motion is free before `t[0]` and touches before `t[1]`.

# %%
found = fc.first_contact(ball, cube, fc.Pose((5.0, 0.0, 0.0)), fc.Pose((0.0, 0.0, 0.0)))
print(found.state.name, found.t, "normal", found.normal)
print("stops at x =", found.resolved_pose.position[0])
assert found.t[0] <= 0.6 <= found.t[1] + 1e-12

# %% [markdown]
# ## A turn
# A rod turns by a right angle about z, and an edge of the cube blocks it. The motion between two poses is a screw, here
# a rotation, so that `t` is a share of the angle.

# %%
rod = fc.Mesh(fc.convex_hull(corners * (3.0, 0.1, 0.1)))
pivot = np.array((-0.5, 1.5, 0.0))
quarter = (np.sqrt(0.5), 0.0, 0.0, -np.sqrt(0.5))  # w x y z: -90 degrees about z
turn = fc.first_contact(rod, cube, fc.Pose(pivot), fc.Pose(pivot, quarter))
angle = np.pi / 2.0 * turn.t[0]
print(f"touches after {np.degrees(angle):.4f} degrees, feature {turn.feature_b.kind.name.lower()} of the cube")

# %% [markdown]
# Seen from the middle of the rod the edge is at (1.5, -0.5). After a turn by a, its distance from the axis of the rod
# is 0.5 cos(a) - 1.5 sin(a). It touches when that is 0.1, half the width of the rod.

# %%
radius, phase = np.hypot(1.5, 0.5), np.arctan2(0.5, 1.5)
exact = phase - np.arcsin(0.1 / radius)
print(f"closed form: {np.degrees(exact):.4f} degrees")
assert abs(angle - exact) < 1e-6

# %% [markdown]
# ## Samples miss contacts
# A plate 0.01 thick passes a wall of the same thickness. Overlap tests at evenly spaced poses find that only if their
# distance is less than 0.02.

# %%
plate = fc.Mesh(fc.convex_hull(corners * (0.005, 1.0, 1.0)))
starts, ends = np.array((-3.03, 0.1, 0.2)), np.array((3.0, 0.3, 0.1))
for count in (10, 100, 1000):
    poses = fc.Pose(starts + np.linspace(0.0, 1.0, count)[:, None] * (ends - starts))
    print(f"{count:5} samples: {sum(map(bool, fc.overlap(plate, plate, poses)))} overlap")
crossing = fc.first_contact(plate, plate, fc.Pose(starts), fc.Pose(ends))
print(crossing.state.name, "at t =", crossing.t[0])
assert abs(crossing.t[0] - (3.03 - 0.01) / 6.03) < 1e-9

# %% [markdown]
# ## Distances with bounds
# The true distance is between `lower` and `upper`. From the corner (1, 1, 1) of the cube to the ball around (3, 3, 3)
# it is 2 sqrt(3) - 1.

# %%
near = fc.distance(ball, cube, fc.Pose((3.0, 3.0, 3.0)))
print(near.lower, near.upper, "between", near.point_a, near.point_b)
assert near.lower <= 2.0 * np.sqrt(3.0) - 1.0 <= near.upper + 1e-12

# %% [markdown]
# ## A thousand motions at once
# Poses in a batch give a batch of results. Here balls fly past the cube; those that pass within 1 of it touch.

# %%
offsets = np.linspace(0.0, 4.0, 1001)
batch = fc.first_contact(
    ball, cube, fc.Pose(np.stack((0 * offsets + 5, offsets, 0 * offsets), axis=1)),
    fc.Pose(np.stack((0 * offsets - 5, offsets, 0 * offsets), axis=1)),
)  # fmt: skip
hits = batch.states == fc.State.CONTACT
print(f"{hits.sum()} of {len(batch)} touch; the last one passes at {offsets[hits].max()}")
assert np.array_equal(hits, offsets <= 2.0)

# %%
try:
    from matplotlib import pyplot
except ImportError:
    print("with matplotlib here is a plot of the time of contact over the offset")
else:
    pyplot.plot(offsets[hits], batch.t[hits, 0])
    pyplot.xlabel("offset")
    pyplot.ylabel("t of first contact")

# %% [markdown]
# ## A world
# Bodies fall, bounce and rest, and never overlap. A cube without friction on a slope of 30 degrees has the acceleration
# g sin(30 degrees) = g / 2.

# %%
world = fc.World(gravity=(0.0, -9.81, 0.0))
tilt = fc.Pose((0.0, 0.0, 0.0), (np.cos(np.pi / 12.0), 0.0, 0.0, -np.sin(np.pi / 12.0)))
slope = fc.Mesh(fc.convex_hull(corners * (20.0, 0.5, 2.0)))
world.add_body(slope, tilt, kind="fixed", friction=0.0)
normal = tilt.as_matrix()[:3, 1]
body = world.add_body(cube, fc.Pose(1.501 * normal, tilt.quaternion), friction=0.0, restitution=0.0)
for _ in range(60):
    world.step(1.0 / 60.0)
print("speed after a second:", np.linalg.norm(body.velocity), "expected", 9.81 / 2.0)
assert abs(np.linalg.norm(body.velocity) - 9.81 / 2.0) < 1e-6
