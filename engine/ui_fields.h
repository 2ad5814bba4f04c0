// Fields and menus of the current frame (ui.h). Only for the sources of the interface.
#ifndef ENGINE_UI_FIELDS_H
#define ENGINE_UI_FIELDS_H

void gxForgetFields(void);
void gxForgetMenus(void);
// Notes the last item under its label. Returns `result`.
bool gxNoteField(const char *label, bool result);

#endif
