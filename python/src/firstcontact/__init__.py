"""First Contact: continuous collision detection between arbitrary triangle meshes.

    import firstcontact as fc
    a, b = fc.Mesh.load("a.obj"), fc.Mesh(vertices, faces)
    found = fc.first_contact(a, b, start, target)  # poses: 4x4 arrays
    found.state, found.t, found.resolved_pose.as_matrix()

Lengths are in the mesh's unit, angles in radians. Poses map the mesh's local frame to the world frame.
"""

from ._library import get_version
from .batches import Distances, FirstContacts, Overlaps
from .bodies import Body
from .body_moves import BodyMove
from .boxes import BoxContact, box_contact
from .caches import PairCache, SlideCache, TriangleCache
from .collision_manager import CollisionManager
from .convex import ConvexHull, Separation, convex_hull, separating_vector
from .joints import Joint, JointReaction
from .manager_data import ContactData, DistanceData, ManagerContact
from .mechanism_results import MechanismClearance, MechanismContact, Sweep
from .mechanisms import Link, Mechanism
from .mesh import Mesh, MeshError
from .path_results import PathBound, PathBounds, PathClearance, PathClearances, PathContact, PathContacts
from .paths import Path, path_clearance, path_contact
from .planning import Plan, PlanState, plan_path
from .points import ClosestPoint, ClosestPoints, RayHit, RayHits, cast_ray, closest_point
from .pose import Pose, interpolate
from .queries import distance, first_contact, overlap
from .results import Distance, Feature, FeatureKind, FirstContact, Overlap, QueryError, Slide, State, Touch
from .sliding import Slides, slide
from .solids import Classification, ContactRegion, ContactRegions, LocationKind, classify, contact_regions
from .traps import Trap, find_trap
from .world import Snapshot, World
from .world_queries import BodyFilter
from .world_regions import BodyRegions, RegionLoad
from .world_results import (
    Energy,
    Event,
    WorldClosestPoint,
    WorldContacts,
    WorldFirstContact,
    WorldRayHit,
    WorldStep,
)
from ._program import ProgramError
from .assemblies import Removal, disassemble
from .recordings import Operation, Recording, Replay
from .scene_files import SceneJoint, SceneObject, SceneShape
from .scenes import Scene
from .view import Viewer, view

__version__ = get_version()

__all__ = [
    "Body",
    "BodyFilter",
    "BodyMove",
    "BodyRegions",
    "BoxContact",
    "Classification",
    "ClosestPoint",
    "ClosestPoints",
    "CollisionManager",
    "ContactData",
    "ContactRegion",
    "ContactRegions",
    "ConvexHull",
    "Distance",
    "DistanceData",
    "Distances",
    "Energy",
    "Event",
    "Feature",
    "FeatureKind",
    "FirstContact",
    "FirstContacts",
    "Joint",
    "JointReaction",
    "Link",
    "LocationKind",
    "ManagerContact",
    "Mechanism",
    "MechanismClearance",
    "MechanismContact",
    "Mesh",
    "MeshError",
    "Overlap",
    "Overlaps",
    "PairCache",
    "Path",
    "PathBound",
    "PathBounds",
    "PathClearance",
    "PathClearances",
    "PathContact",
    "PathContacts",
    "Plan",
    "PlanState",
    "Pose",
    "QueryError",
    "RegionLoad",
    "RayHit",
    "RayHits",
    "Separation",
    "Slide",
    "SlideCache",
    "Slides",
    "Snapshot",
    "State",
    "Sweep",
    "Touch",
    "Trap",
    "TriangleCache",
    "World",
    "WorldClosestPoint",
    "WorldContacts",
    "WorldFirstContact",
    "WorldRayHit",
    "WorldStep",
    "box_contact",
    "cast_ray",
    "classify",
    "closest_point",
    "contact_regions",
    "convex_hull",
    "distance",
    "find_trap",
    "first_contact",
    "get_version",
    "interpolate",
    "overlap",
    "path_clearance",
    "path_contact",
    "plan_path",
    "separating_vector",
    "slide",
]
__all__ += [
    "Operation",
    "ProgramError",
    "Recording",
    "Removal",
    "Replay",
    "Scene",
    "SceneJoint",
    "SceneObject",
    "SceneShape",
    "Viewer",
    "disassemble",
    "view",
]
