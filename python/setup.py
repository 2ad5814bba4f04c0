"""Tags the wheel py3-none-PLATFORM: it has a shared library, but no extension module of one version of Python.

FC_PLATFORM: the platform, as find_platform prints it; otherwise the one that builds.
"""

import os

from setuptools import Distribution, setup
from wheel.bdist_wheel import bdist_wheel


class BinaryDistribution(Distribution):
    def has_ext_modules(self) -> bool:
        return True  # the package is installed among those of one platform


class PlatformWheel(bdist_wheel):
    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", os.environ.get("FC_PLATFORM") or super().get_tag()[2]


setup(distclass=BinaryDistribution, cmdclass={"bdist_wheel": PlatformWheel})
