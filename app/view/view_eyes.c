// Draws a stage for two eyes.
//
// Input: the camera between the eyes and the distance between them. Each eye's camera is shifted along the
// picture's horizontal, with a skewed frustum, so that objects at the target's distance are in the plane of
// the screen. Each eye's picture is drawn completely, with words and insets at their own depths. The first
// eye alone decides the positions of words; otherwise they would have no depth.
#include "view/view_data.h"

#include "engine/gl.h"

static bool makeTargets(View *view) {
    if (!view->stereo) view->stereo = gxCreateStereo();
    gxTarget *targets[] = {&view->eyes[0], &view->eyes[1], &view->combined};
    for (int i = 0; i < 3; ++i) {
        if (!targets[i]->framebuffer) *targets[i] = gxCreateTarget(view->width, view->height, 1);
        if (!targets[i]->framebuffer) return false;
    }
    return view->stereo != NULL;
}

void FreeEyes(View *view) {
    gxDestroyTarget(&view->eyes[0]);
    gxDestroyTarget(&view->eyes[1]);
    gxDestroyTarget(&view->combined);
}

static void drawEye(const ViewPass *pass, int eye) {
    View *view = pass->view;
    gxCamera camera = *pass->camera;
    camera.eyeShift = (eye == 0 ? -0.5 : 0.5) * pass->options->eyeApart;
    ViewPass ofEye = {view, pass->stage, &camera, pass->options};
    view->labels.repeats = eye > 0;
    DrawOneEye(&ofEye);
    view->labels.repeats = false;
    if (view->quality == VIEW_FINE)
        gxCopyTarget(&view->targets[VIEW_FINE], &view->eyes[eye], view->width, view->height);
    else
        gxCopySmoothed(view->smoother, &view->targets[VIEW_QUICK], &view->eyes[eye],
                       (gxRect){0, 0, view->width, view->height});
    gxBindTarget(&view->eyes[eye]);
    glViewport(0, 0, view->width, view->height);
    gxDrawTexts(view->text, view->width, view->height);
}

// Side by side, each eye has half the width; squeezed, the full width.
int GetEyeWidth(StereoStyle style, int width) {
    return style != STEREO_SIDE_BY_SIDE ? width : width > 1 ? width / 2 : 1;
}

bool DrawBothEyes(const ViewPass *pass) {
    static const gxStereoKind kinds[] = {GX_STEREO_ANAGLYPH, GX_STEREO_ANAGLYPH, GX_STEREO_SIDE_BY_SIDE,
                                         GX_STEREO_SQUEEZED};
    View *view = pass->view;
    int width = view->width;
    if (!makeTargets(view)) return false;
    if (view->quality == VIEW_COARSE) view->quality = VIEW_QUICK; // these copies have full size
    GetViewTarget(view); // creates it at full size, even if only part is used
    view->width = GetEyeWidth(pass->options->stereo, width);
    drawEye(pass, 0);
    drawEye(pass, 1);
    view->width = width;
    gxCombineEyes(view->stereo, kinds[pass->options->stereo], view->eyes, &view->combined);
    return true;
}
