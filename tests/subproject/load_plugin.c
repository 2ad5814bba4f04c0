// Loads the plugin given and calls its function, as an engine does. Prints why when it fails.
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    void *plugin = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    void *symbol = plugin ? dlsym(plugin, "checkPlugin") : NULL;
    if (!symbol) {
        const char *error = argc == 2 ? dlerror() : NULL;
        fprintf(stderr, "load_plugin: %s\n", error ? error : "usage: load_plugin FILE");
        return 1;
    }
    int (*check)(void);
    memcpy(&check, &symbol, sizeof check);
    return check() ? 0 : 1;
}
