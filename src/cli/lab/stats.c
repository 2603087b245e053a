/* stats.c: means, intervals and a sequential test over the results of games. */
#include "cli/lab/stats.h"

#include <math.h>

void stats_add(struct stats *s, double x)
{
    s->count++;
    s->sum += x;
    s->squares += x * x;
}

double stats_mean(const struct stats *s)
{
    return s->count ? s->sum / (double)s->count : 0;
}

double stats_variance(const struct stats *s)
{
    if (s->count < 2)
        return 0;
    double n = (double)s->count, mean = s->sum / n;
    double v = (s->squares - n * mean * mean) / (n - 1);
    return v > 0 ? v : 0;
}

/* The 97.5 % point of Student's t: from a table up to 10 degrees of freedom, then from its series. */
static double student(long freedom)
{
    static const double table[] = {0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228};
    if (freedom <= 10)
        return table[freedom];
    double n = (double)freedom, z = 1.959964;
    return z + (z * z * z + z) / (4 * n) + (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / (96 * n * n);
}

double stats_interval(const struct stats *s)
{
    if (s->count < 2)
        return INFINITY;
    return student(s->count - 1) * sqrt(stats_variance(s) / (double)s->count);
}

double stats_ratio(const struct stats *s, double low, double high)
{
    double v = stats_variance(s);
    if (s->count < 16)
        return 0;
    if (v < 1e-4) /* all trials are alike: assume a small variance, not none */
        v = 1e-4;
    return (double)s->count * (high - low) * (2 * stats_mean(s) - low - high) / (2 * v);
}
