// Breaks a text into lines, see wrap.h: each line takes as many words as fit.
#include "engine/wrap.h"

#include <stdbool.h>
#include <stddef.h>

void gxWrapLines(char *text, float width, gxMeasureText measure, void *context) {
    char *line = text, *blank = NULL; // the last one at which the line may end
    bool isIndent = true;             // a line never ends within the blanks at its begin
    for (char *c = text;; ++c) {
        bool isWordEnd = !isIndent && (*c == ' ' || *c == '\n' || *c == '\0') && c[-1] != ' ';
        if (isWordEnd && blank && measure(line, c, context) > width) {
            *blank = '\n';
            line = blank + 1;
            blank = NULL;
        }
        if (*c == '\0') return;
        if (*c == '\n') {
            line = c + 1;
            blank = NULL;
            isIndent = true;
        } else if (*c != ' ') {
            isIndent = false;
        } else if (!isIndent) {
            blank = c;
        }
    }
}
