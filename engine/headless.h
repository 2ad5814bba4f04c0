// An OpenGL context without window or display: EGL on Mesa's surfaceless platform, in memory only.
#ifndef GX_HEADLESS_H
#define GX_HEADLESS_H

typedef struct gxHeadless gxHeadless;

// Creates the context and makes it current. @errors NULL, with a message
gxHeadless *gxCreateHeadless(void);
void gxDestroyHeadless(gxHeadless *headless);

#endif
