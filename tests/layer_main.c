// An empty program, linked with one folder of the library and the folders it may use: the test is that it
// links.
int main(void) {
    return 0;
}
