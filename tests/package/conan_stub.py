# Runs a Conan recipe and its test_package as Conan 2 does, without Conan: its classes and functions, as far as the recipe
# uses them, for this machine.
# Usage: conan_stub.py RECIPE_FOLDER WORK_FOLDER shared|static
import hashlib
import os
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import types
import urllib.request

CONFIG = """add_library(firstcontact::firstcontact UNKNOWN IMPORTED)
set_target_properties(firstcontact::firstcontact PROPERTIES
    IMPORTED_LOCATION "{library}"
    INTERFACE_INCLUDE_DIRECTORIES "{package}/include"
    INTERFACE_COMPILE_DEFINITIONS "{defines}"
    INTERFACE_LINK_LIBRARIES "{libraries}"
    INTERFACE_LINK_OPTIONS "{options}")
"""


class ConanFile:
    def run(self, command, env=None):
        subprocess.run(command, shell=True, check=True)


class Settings(types.SimpleNamespace):
    def rm_safe(self, name):
        pass


class CppInfo(types.SimpleNamespace):
    def set_property(self, name, value):
        self.properties[name] = value


class CMakeToolchain:
    def __init__(self, recipe):
        self.recipe, self.cache_variables = recipe, {}

    def generate(self):
        self.recipe.cache_variables = self.cache_variables


class CMake:
    def __init__(self, recipe):
        self.recipe = recipe

    def configure(self):
        recipe = self.recipe
        variables = {"CMAKE_BUILD_TYPE": "Release", "CMAKE_INSTALL_PREFIX": recipe.package_folder,
                     "CMAKE_INSTALL_LIBDIR": "lib", "BUILD_SHARED_LIBS": recipe.shared, **recipe.cache_variables}
        options = [f"-D{name}={value}" for name, value in variables.items()]
        self.call("--no-warn-unused-cli", "-G", "Ninja", "-S", recipe.source_folder, "-B", recipe.build_folder, *options)

    def build(self):
        self.call("--build", self.recipe.build_folder)

    def install(self):
        self.call("--install", self.recipe.build_folder)

    @staticmethod
    def call(*arguments):
        subprocess.run(["cmake", *arguments], check=True, stdout=subprocess.DEVNULL)


def get(recipe, url, sha256, strip_root):
    path, _ = urllib.request.urlretrieve(url)
    with open(path, "rb") as file:
        assert hashlib.sha256(file.read()).hexdigest() == sha256, "another archive"
    with tarfile.open(path) as archive:
        archive.extractall(recipe.root)
        top = archive.getnames()[0].split("/")[0]
    os.rename(os.path.join(recipe.root, top), recipe.source_folder)


def copy(recipe, pattern, source, target):
    os.makedirs(target, exist_ok=True)
    shutil.copy(os.path.join(source, pattern), target)


def install_stubs():
    functions = {
        "conan": {"ConanFile": ConanFile},
        "conan.tools": {},
        "conan.tools.build": {"can_run": lambda recipe: True},
        "conan.tools.cmake": {"CMake": CMake, "CMakeToolchain": CMakeToolchain, "cmake_layout": lambda *a, **k: None},
        "conan.tools.files": {"copy": copy, "get": get, "rmdir": lambda recipe, path: shutil.rmtree(path)},
    }
    for name, members in functions.items():
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(members)


def load(folder, root, shared):
    names = runpy.run_path(os.path.join(folder, "conanfile.py"))
    recipe = next(c for c in names.values() if isinstance(c, type) and issubclass(c, ConanFile) and c != ConanFile)()
    recipe.root, recipe.shared, recipe.cache_variables = root, shared, {}
    recipe.source_folder, recipe.build_folder, recipe.package_folder = (os.path.join(root, n) for n in "sbp")
    recipe.settings = Settings(os="Linux")
    recipe.options = types.SimpleNamespace(shared=shared)
    recipe.cpp_info = CppInfo(properties={}, defines=[], system_libs=[], exelinkflags=[])
    recipe.cpp = types.SimpleNamespace(build=types.SimpleNamespace(bindir=recipe.build_folder))
    return recipe


def read_conandata(folder):
    with open(os.path.join(folder, "conandata.yml"), encoding="utf-8") as file:
        version, url, sha256 = re.fullmatch(r'sources:\n  "(.*)":\n    url: "(.*)"\n    sha256: "(.*)"\n',
                                            file.read()).groups()
    return {"sources": {version: {"url": url, "sha256": sha256}}}


def main(folder, work, kind):
    install_stubs()
    recipe = load(folder, os.path.join(work, kind), kind == "shared")
    os.makedirs(recipe.root)
    recipe.conan_data = read_conandata(folder)
    for step in ("configure", "layout", "source", "generate", "build", "package", "package_info"):
        getattr(recipe, step)()
    assert os.listdir(recipe.package_folder + "/licenses") == ["LICENSE"]
    info, ending = recipe.cpp_info, "so" if recipe.shared else "a"
    config = CONFIG.format(library=f"{recipe.package_folder}/lib/lib{info.libs[0]}.{ending}", package=recipe.package_folder,
                           defines=";".join(info.defines), libraries=";".join(info.system_libs),
                           options=";".join(info.exelinkflags))
    test = load(os.path.join(folder, "test_package"), os.path.join(work, kind + "-test"), recipe.shared)
    os.makedirs(test.root)
    test.source_folder = os.path.join(folder, "test_package")
    with open(os.path.join(test.root, info.properties["cmake_file_name"] + "-config.cmake"), "w", encoding="utf-8") as file:
        file.write(config)
    test.cache_variables["CMAKE_PREFIX_PATH"] = test.root
    test.build()
    test.test()


main(*sys.argv[1:])
