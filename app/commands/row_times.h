// Times of a command's rows, written as median, 95th percentile and maximum.
#ifndef APP_ROW_TIMES_H
#define APP_ROW_TIMES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct RowTimes {
    double *microseconds; // microseconds[count]
    int32_t count;
} RowTimes;

bool CreateRowTimes(RowTimes *times, int32_t count); // false: no memory
void DestroyRowTimes(RowTimes *times);
// Sets the time of a row. Any thread may call it, once a row.
void SetRowTime(RowTimes *times, int32_t row, double microseconds);
void WriteRowTimes(FILE *out, RowTimes *times); // ,"time_us":{...}; sorts the times

#endif
