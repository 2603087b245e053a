/* stats.h: means, intervals and a sequential test over the results of games. */
#ifndef CLI_LAB_STATS_H
#define CLI_LAB_STATS_H

/* Sums over independent trials. In an arena a trial is a deal in all its seatings, not a single game. */
struct stats {
    long count;
    double sum, squares;
};

void stats_add(struct stats *, double x);
double stats_mean(const struct stats *);
/* Variance of a single trial. */
double stats_variance(const struct stats *);
/* Half the width of the 95 % interval of the mean (Student's t). */
double stats_interval(const struct stats *);

/*
 * The sequential probability ratio test, by the normal approximation: the log-likelihood ratio of mean `high`
 * against mean `low`. Beyond ±STATS_SPRT the question is decided, with 5 % error either way.
 */
#define STATS_SPRT 2.944
double stats_ratio(const struct stats *, double low, double high);

#endif
