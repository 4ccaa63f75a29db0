#include <lanewise/c.h>

#include <stdio.h>

int main(void) {
    uint8_t pixels[2][3] = {{10, 20, 30}, {40, 50, 60}};
    float mean[3] = {25, 35, 45}, out[2][3];
    int64_t extents[] = {2, 3}, channels[] = {3}, planes[] = {3, 2};
    lanewise_view a = {LANEWISE_UINT8, 2, pixels, extents, NULL}; /* no strides: row-major */
    lanewise_view b = {LANEWISE_FLOAT32, 1, mean, channels, NULL};
    lanewise_view result = {LANEWISE_FLOAT32, 2, out, extents, NULL};

    double two = 2;
    lanewise_view exponent = {LANEWISE_FLOAT64, 0, &two, NULL, NULL}; /* a plain number */
    lanewise_scale_bias half = {0.5, 1};
    lanewise_options options = {0}; /* the defaults */
    lanewise_status status;
    options.scale_bias = &half;

    if (lanewise_subtract(&a, &b, &result, NULL, &status) != LANEWISE_OK ||
        lanewise_pow(&result, &exponent, &result, &options, &status) != LANEWISE_OK) {
        puts(status.message);
        return 1;
    }
    for (int i = 0; i < 6; ++i) printf("%g ", out[i / 3][i % 3]);

    a.extents = planes;
    int32_t code = lanewise_subtract(&a, &b, &result, NULL, &status);
    printf("\n%d: %s\n", (int)code, status.message);
    return code == LANEWISE_SHAPE_MISMATCH ? 0 : 1;
}
