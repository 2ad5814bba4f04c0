// An empty program, linked with one folder of the library and the folders it may use: that it links is the
// test.
int main(void) {
    return 0;
}
