// Shaders and assets that travel inside the program.
//
// Each file of shaders/ and assets/ becomes an array at build time; the lookup that this header declares is
// generated with them (cmake/embed.c).
#ifndef GX_EMBEDDED_H
#define GX_EMBEDDED_H

#include <stddef.h>

// The text of shaders/NAME, such as "mesh.vert", ended by a zero; NULL when there is none.
const char *gxGetShaderSource(const char *name);

// The bytes of assets/NAME, such as "fonts/sans.ttf"; NULL when there is none. A zero follows the last byte,
// so text can be used as a string; `size`, which may be NULL, does not count it.
const unsigned char *gxGetAsset(const char *name, size_t *size);

#endif
