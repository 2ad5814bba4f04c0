// Restricts Assimp to one importer at a time.
//
// By default, Assimp tries all its importers on a file that the one for its extension rejects. Malicious
// files target those importers of some forty formats. Only the C++ interface can remove them.
#include "engine/import_assimp.h"
#include "engine/import_child.h"
#include <assimp/Importer.hpp>
#include <assimp/importerdesc.h>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

static void endForMemory() {
    std::_Exit(GX_IMPORTER_OUT_OF_MEMORY);
}

// True if the importer's list of extensions ("gltf glb") contains `extension`.
static bool readsExtension(const aiImporterDesc *importer, const std::string &extension) {
    std::string list = std::string(" ") + importer->mFileExtensions + " ";
    return list.find(" " + extension + " ") != std::string::npos;
}

static void keepImporters(Assimp::Importer *importer, const std::string &extension) {
    for (size_t i = importer->GetImporterCount(); i-- > 0;) {
        if (!readsExtension(importer->GetImporterInfo(i), extension))
            importer->UnregisterLoader(importer->GetImporter(i));
    }
}

const aiScene *gxLoadAssimpScene(const char *path, const char *extension, const char **trouble) {
    std::set_new_handler(endForMemory);
    std::string lower;
    for (const char *c = extension + (*extension == '.'); *c != '\0'; c++)
        lower += static_cast<char>(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
    Assimp::Importer *importer = new Assimp::Importer; // never freed: the process ends soon
    keepImporters(importer, lower);
    const aiScene *scene = importer->ReadFile(path, 0);
    *trouble = scene == nullptr ? importer->GetErrorString() : nullptr;
    return scene;
}
