// Films as files: a GIF decoded by stb_image, which shares no code with the writer.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on
#include "view/film.h"
#include <math.h>
#include <stb/stb_image.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 61, HEIGHT = 37 };

typedef struct Decoded {
    unsigned char *pixels; // of all pictures, four bytes a pixel
    int *delays;           // thousandths of a second
    int width, height, count;
} Decoded;

static Decoded decode(const char *path) {
    char message[256];
    size_t length = 0;
    char *bytes = ReadWholeFile(path, &length, message, sizeof message);
    assert_non_null(bytes);
    Decoded film = {0};
    int channels = 0;
    film.pixels = stbi_load_gif_from_memory((const unsigned char *)bytes, (int)length, &film.delays,
                                            &film.width, &film.height, &film.count, &channels, 4);
    free(bytes);
    assert_non_null(film.pixels);
    return film;
}

static void freeDecoded(Decoded *film) {
    stbi_image_free(film->pixels);
    free(film->delays);
}

// A slow gradient with a square of 9 by 9 on it.
static gxImage makePicture(int squareX) {
    gxImage image = gxCreateImage(WIDTH, HEIGHT);
    for (int y = 0; y < HEIGHT; ++y) {
        for (int x = 0; x < WIDTH; ++x) {
            unsigned char *p = image.pixels + 4 * (y * WIDTH + x);
            bool in = x >= squareX && x < squareX + 9 && y >= 10 && y < 19;
            p[0] = (unsigned char)(in ? 230 : 40 + x);
            p[1] = (unsigned char)(in ? 120 : 50 + 2 * y);
            p[2] = (unsigned char)(in ? 20 : 90);
            p[3] = 255;
        }
    }
    return image;
}

static void makePath(char path[64]) {
    snprintf(path, 64, "/tmp/test_film_%ld.gif", (long)getpid());
}

// Compares a decoded picture with the original, mean and maximum error.
static void compare(const Decoded *film, int index, const gxImage *image, double *mean, int *most) {
    const unsigned char *p = film->pixels + (size_t)index * 4 * WIDTH * HEIGHT;
    double sum = 0.0;
    *most = 0;
    for (int i = 0; i < 4 * WIDTH * HEIGHT; ++i) {
        int apart = abs(p[i] - image->pixels[i]);
        if (i % 4 == 3) assert_int_equal(p[i], 255); // opaque
        sum += apart;
        if (apart > *most) *most = apart;
    }
    *mean = sum / (3.0 * WIDTH * HEIGHT);
}

// A square that moves over a gradient: all pictures decode within the error of 256 colours and the dither,
// half of a 5-bit step in either direction and as much again for the palette; unchanged parts are the same
// bit for bit. Red: a picture written without the part it covers, or with a wrong box; codes that decoders
// read differently.
static void testGifComesBack(void **state) {
    (void)state;
    char path[64], message[256];
    makePath(path);
    gxImage pictures[] = {makePicture(5), makePicture(12), makePicture(12), makePicture(40)};
    static const double seconds[] = {0.08, 0.08, 0.5, 1.5};
    Film film;
    assert_true(OpenFilm(&film, path, WIDTH, HEIGHT, 30, message, sizeof message));
    for (int i = 0; i < 4; ++i)
        assert_true(AddFilmPicture(&film, &pictures[i], seconds[i], message, sizeof message));
    assert_true(FinishFilm(&film, message, sizeof message));
    Decoded decoded = decode(path);
    assert_int_equal(decoded.count, 4);
    assert_int_equal(decoded.width, WIDTH);
    assert_int_equal(decoded.height, HEIGHT);
    for (int i = 0; i < 4; ++i) {
        double mean = 0.0;
        int most = 0;
        compare(&decoded, i, &pictures[i], &mean, &most);
        assert_true(mean < 3.0);
        assert_true(most <= 16);
        assert_int_equal(decoded.delays[i], lround(1000.0 * seconds[i]));
    }
    size_t size = 4 * WIDTH * HEIGHT;
    assert_memory_equal(decoded.pixels + size, decoded.pixels + 2 * size, size); // unchanged
    freeDecoded(&decoded);
    for (int i = 0; i < 4; ++i)
        gxDestroyImage(&pictures[i]);
    unlink(path);
}

// Thirty pictures of a thirtieth of a second last one second: no hundredth is lost with each. Pictures faster
// than viewers show them are dropped, their time is kept. Red: delays of 3 throughout, nine tenths of a
// second; delays below two hundredths, which viewers lengthen.
static void testFilmKeepsTime(void **state) {
    (void)state;
    static const struct {
        double rate;
        int count, total; // pictures; hundredths of a second
    } films[] = {{30.0, 30, 100}, {12.5, 25, 200}, {240.0, 240, 100}};
    for (int f = 0; f < 3; ++f) {
        char path[64], message[256];
        makePath(path);
        Film film;
        assert_true(OpenFilm(&film, path, WIDTH, HEIGHT, 30, message, sizeof message));
        for (int i = 0; i < films[f].count; ++i) {
            gxImage picture = makePicture(i % 50);
            assert_true(AddFilmPicture(&film, &picture, 1.0 / films[f].rate, message, sizeof message));
            gxDestroyImage(&picture);
        }
        assert_true(FinishFilm(&film, message, sizeof message));
        Decoded decoded = decode(path);
        int total = 0;
        for (int i = 0; i < decoded.count; ++i) {
            total += decoded.delays[i] / 10;
            assert_true(decoded.delays[i] >= 20);
        }
        assert_in_range(total, films[f].total - 1, films[f].total);
        freeDecoded(&decoded);
        unlink(path);
    }
}

// A picture of another size is fitted, its sides black; a film without a picture, and an abandoned one, leave
// no file. Red: a window enlarged during a film tears it or ends the program.
static void testSizesAndEndings(void **state) {
    (void)state;
    char path[64], message[256] = "";
    makePath(path);
    Film film;
    gxImage first = makePicture(5), wide = gxCreateImage(2 * WIDTH, HEIGHT);
    memset(wide.pixels, 200, 4 * 2 * WIDTH * HEIGHT);
    assert_true(OpenFilm(&film, path, WIDTH, HEIGHT, 30, message, sizeof message));
    assert_true(AddFilmPicture(&film, &first, 0.1, message, sizeof message));
    assert_true(AddFilmPicture(&film, &wide, 0.1, message, sizeof message));
    assert_true(FinishFilm(&film, message, sizeof message));
    Decoded decoded = decode(path);
    assert_int_equal(decoded.count, 2);
    const unsigned char *second = decoded.pixels + 4 * WIDTH * HEIGHT;
    assert_true(second[0] < 16);                                     // the upper left corner
    assert_true(second[4 * (HEIGHT / 2 * WIDTH + WIDTH / 2)] > 180); // the middle
    freeDecoded(&decoded);
    unlink(path);
    assert_true(OpenFilm(&film, path, WIDTH, HEIGHT, 30, message, sizeof message));
    assert_false(FinishFilm(&film, message, sizeof message));
    assert_non_null(strstr(message, "no picture"));
    assert_int_not_equal(access(path, F_OK), 0);
    assert_true(OpenFilm(&film, path, WIDTH, HEIGHT, 30, message, sizeof message));
    assert_true(AddFilmPicture(&film, &first, 0.1, message, sizeof message));
    AbandonFilm(&film);
    assert_int_not_equal(access(path, F_OK), 0);
    gxDestroyImage(&first);
    gxDestroyImage(&wide);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(testGifComesBack),
                                       cmocka_unit_test(testFilmKeepsTime),
                                       cmocka_unit_test(testSizesAndEndings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
