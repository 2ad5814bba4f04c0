# Writes assets/boxes.csv: pairs of boxes in motion for `firstcontact boxes`, each with a computable answer.
#
# Usage: awk -f tests/write_boxes.awk > assets/boxes.csv. The test of the command compares the two.

# Prints as many of 15 to 17 digits as needed to read back the same number.
function text(x, digits, short) {
    x += 0 # of -0: 0
    for (digits = 15; digits <= 17; digits++) {
        short = sprintf("%." digits "g", x)
        if (short + 0 == x) break
    }
    return short
}

# Sets c0 + c1 t + c2 t^2 in row i, column j of the box's matrix.
function entry(box, i, j, c0, c1, c2) {
    c[box, i, j, 0] = c0; c[box, i, j, 1] = c1; c[box, i, j, 2] = c2
}

# A fixed box of half extents hx, hy, hz, not rotated, at x, y, z.
function rest(box, hx, hy, hz, x, y, z, i, j) {
    half[box] = text(hx) "," text(hy) "," text(hz)
    for (i = 1; i <= 4; i++) for (j = 1; j <= 4; j++) entry(box, i, j, i == j, 0, 0)
    entry(box, 1, 4, x, 0, 0); entry(box, 2, 4, y, 0, 0); entry(box, 3, 4, z, 0, 0)
}

# The cross product with g as a matrix.
function cross(g, i, j) {
    return i == j ? 0 : (j - i + 3) % 3 == 1 ? -g[6 - i - j] : g[6 - i - j]
}

# The box moves on to x, y, z while it rotates by Cayley's formula: g is tan(angle / 2) times the axis.
function go(box, x, y, z, gx, gy, gz, g, q, k, i, j, m, first, second, R, p) {
    g[1] = gx; g[2] = gy; g[3] = gz; q[1] = x; q[2] = y; q[3] = z
    k = gx * gx + gy * gy + gz * gz
    for (i = 1; i <= 3; i++) for (j = 1; j <= 3; j++) R[i, j] = c[box, i, j, 0]
    for (i = 1; i <= 3; i++) {
        for (j = 1; j <= 3; j++) {
            first = second = 0
            for (m = 1; m <= 3; m++) {
                first += 2 * cross(g, i, m) * R[m, j]
                second += (2 * g[i] * g[m] - k * (i == m)) * R[m, j]
            }
            entry(box, i, j, R[i, j], first, second)
        }
        p = c[box, i, 4, 0]
        entry(box, i, 4, p, q[i] - p, k * q[i])
    }
    entry(box, 4, 4, 1, 0, k)
}

# The fixed box is rotated by 45 degrees about axis 1, 2 or 3.
function tilt(box, axis, i, j, s) {
    s = sqrt(0.5)
    i = axis % 3 + 1; j = i % 3 + 1
    entry(box, i, i, s, 0, 0); entry(box, j, j, s, 0, 0); entry(box, i, j, -s, 0, 0); entry(box, j, i, s, 0, 0)
}

function matrix(box, i, j, k, line) {
    for (i = 1; i <= 4; i++) for (j = 1; j <= 4; j++) for (k = 0; k < 3; k++) line = line "," text(c[box, i, j, k])
    return line
}

function row() { print half["a"] "," half["b"] matrix("a") matrix("b") }

BEGIN {
    line = "ax,ay,az,bx,by,bz"
    for (n = 1; n <= 2; n++) for (i = 1; i <= 4; i++) for (j = 1; j <= 4; j++) for (k = 0; k < 3; k++)
        line = line "," substr("ab", n, 1) i j "_" k
    print line

    # Two cubes fall alike, B thrown up towards A: their distance is 6 - 6 t, contact at t = 5/6.
    rest("a", 0.5, 0.5, 0.5, 0, 6, 0); entry("a", 2, 4, 6, -2, -4)
    rest("b", 0.5, 0.5, 0.5, 0.25, 0, 0.25); entry("b", 2, 4, 0, 4, -4)
    row()

    # A rod rotates by 90 degrees about z until it meets the lower right edge of a cube, and a corner there.
    rest("a", 2, 0.1, 0.1, 0, 0, 0); go("a", 0, 0, 0, 0, 0, 1)
    rest("b", 0.5, 0.5, 0.5, 0, 1.5, 0.55)
    row()

    # A box that grows along x by (1 + 2 t)^2, an affine motion: its side reaches B at t = (sqrt 5 - 1) / 2.
    rest("a", 0.5, 0.5, 0.5, 0, 0, 0); entry("a", 1, 1, 1, 4, 4)
    rest("b", 0.5, 0.5, 0.5, 3, 0.25, 0.25)
    row()

    # A cube that rotates by 90 degrees about y while it flies over another one: free.
    rest("a", 0.5, 0.5, 0.5, -3, 1.25, 0); go("a", 3, 1.25, 0, 0, 1, 0)
    rest("b", 0.5, 0.5, 0.5, 0, 0, 0)
    row()

    # Two cubes that overlap at the start, for any later motion.
    rest("a", 0.5, 0.5, 0.5, 0.5, 0.25, 0); go("a", 4, 0, 0, 0, 0, 0)
    rest("b", 0.5, 0.5, 0.5, 0, 0, 0)
    row()

    # Two cubes on edge, rotated by 45 degrees about x and about z: A's lowest edge falls on B's highest, across it, at t =
    # (3 - sqrt 2) / 4.
    rest("a", 0.5, 0.5, 0.5, 0, 3, 0); tilt("a", 1); go("a", 0, -1, 0, 0, 0, 0)
    rest("b", 0.5, 0.5, 0.5, 0, 0, 0); tilt("b", 3)
    row()

    # Two boxes that both tumble towards each other.
    rest("a", 0.5, 0.3, 0.2, 2, 0.5, -0.25); go("a", -1, 0, 0.25, 0.5, 0.5, 0.25)
    rest("b", 0.25, 0.5, 0.4, -2, 0, 0); tilt("b", 2); go("b", 1, 0.25, 0, -0.25, 0, 0.75)
    row()
}
