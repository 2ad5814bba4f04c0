"""First Contact: continuous collision detection between arbitrary triangle meshes.

    import firstcontact as fc
    a, b = fc.Mesh.load("a.obj"), fc.Mesh(vertices, faces)
    found = fc.first_contact(a, b, start, target)  # poses: 4x4 arrays
    found.state, found.t, found.resolved_pose.as_matrix()

Lengths are in the mesh's unit, angles in radians. Poses map the mesh's local frame to the world frame.
"""

from ._library import get_version
from .batch import FirstContacts
from .mesh import Mesh, MeshError
from .pose import Pose
from .queries import distance, first_contact, overlap
from .results import Distance, Feature, FeatureKind, FirstContact, Overlap, QueryError, Slide, State, Touch
from .sliding import slide

__version__ = get_version()

__all__ = [
    "Distance",
    "Feature",
    "FeatureKind",
    "FirstContact",
    "FirstContacts",
    "Mesh",
    "MeshError",
    "Overlap",
    "Pose",
    "QueryError",
    "Slide",
    "State",
    "Touch",
    "distance",
    "first_contact",
    "get_version",
    "overlap",
    "slide",
]
