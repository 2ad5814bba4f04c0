# The library for Conan 2, from the source archive. scripts/package fills in the words between @.
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, rmdir


class FirstContactConan(ConanFile):
    name = "firstcontact"
    version = "@VERSION@"
    license = "MIT"
    description = "Continuous collision detection between arbitrary meshes, in C"
    topics = ("collision-detection", "geometry", "physics")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}  # the static library is position-independent, too
    default_options = {"shared": False}

    def configure(self):
        self.settings.rm_safe("compiler.cppstd")
        self.settings.rm_safe("compiler.libcxx")

    def layout(self):
        cmake_layout(self, src_folder="src")

    def source(self):
        get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("APP", "BENCH", "TESTS"):
            toolchain.cache_variables["FC_BUILD_" + part] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        # Conan writes both for each consumer.
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        self.cpp_info.libs = ["firstcontact"]
        self.cpp_info.set_property("cmake_file_name", "firstcontact")
        self.cpp_info.set_property("cmake_target_name", "firstcontact::firstcontact")
        self.cpp_info.set_property("pkg_config_name", "firstcontact")
        elf = self.settings.os in ("Linux", "FreeBSD")
        if elf:
            self.cpp_info.system_libs = ["m"]
        if self.options.shared:
            self.cpp_info.defines = ["CD_SHARED"]
        elif elf:  # a plugin must not export the library's functions
            flags = ["-Wl,--exclude-libs,libfirstcontact.a"]
            self.cpp_info.sharedlinkflags = flags
            self.cpp_info.exelinkflags = flags
