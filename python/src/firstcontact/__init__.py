"""First Contact: continuous collision detection between arbitrary triangle meshes.

    import firstcontact as fc
    a, b = fc.Mesh.load("a.obj"), fc.Mesh(vertices, faces)
    found = fc.first_contact(a, b, start, target)  # poses: 4x4 arrays
    found.state, found.t, found.resolved_pose.as_matrix()

Lengths are in the mesh's unit, angles in radians. Poses map the mesh's local frame to the world frame.
"""

from ._library import get_version
from .batch import FirstContacts
from .bodies import Body
from .boxes import BoxContact, box_contact
from .convex import ConvexHull, Separation, convex_hull, separating_vector
from .joints import Joint
from .mesh import Mesh, MeshError
from .pose import Pose
from .queries import distance, first_contact, overlap
from .results import Distance, Feature, FeatureKind, FirstContact, Overlap, QueryError, Slide, State, Touch
from .sliding import slide
from .solids import Classification, ContactRegion, ContactRegions, LocationKind, classify, contact_regions
from .world import Snapshot, World
from .world_results import (
    BodyMove,
    Energy,
    Event,
    WorldClosestPoint,
    WorldContacts,
    WorldFirstContact,
    WorldRayHit,
    WorldStep,
)
from ._program import ProgramError
from .recordings import Operation, Recording, Replay
from .scene_files import SceneJoint, SceneObject, SceneShape
from .scenes import Scene
from .view import Viewer, view

__version__ = get_version()

__all__ = [
    "Body",
    "BodyMove",
    "BoxContact",
    "Classification",
    "ContactRegion",
    "ContactRegions",
    "ConvexHull",
    "Distance",
    "Energy",
    "Event",
    "Feature",
    "FeatureKind",
    "FirstContact",
    "FirstContacts",
    "Joint",
    "LocationKind",
    "Mesh",
    "MeshError",
    "Overlap",
    "Pose",
    "QueryError",
    "Separation",
    "Slide",
    "Snapshot",
    "State",
    "Touch",
    "World",
    "WorldClosestPoint",
    "WorldContacts",
    "WorldFirstContact",
    "WorldRayHit",
    "WorldStep",
    "box_contact",
    "classify",
    "contact_regions",
    "convex_hull",
    "distance",
    "first_contact",
    "get_version",
    "overlap",
    "separating_vector",
    "slide",
]
__all__ += [
    "Operation",
    "ProgramError",
    "Recording",
    "Replay",
    "Scene",
    "SceneJoint",
    "SceneObject",
    "SceneShape",
    "Viewer",
    "view",
]
