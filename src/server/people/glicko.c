/* glicko.c: Glicko-2 ratings. The letters are those of Glickman's paper. */
#include "server/people/glicko.h"

#include <math.h>

/* TAU limits how fast the volatility changes. Games with much luck call for a small one. */
static const double SCALE = 173.7178, TAU = 0.5, PI = 3.14159265358979323846, EXACT = 1e-6;
/* A rating that was sure (50) is as unsure as a new one after about three years without a game. */
static const double REST_PER_DAY = 110;

const struct glicko glicko_first = {GLICKO_RATING, GLICKO_DEVIATION, GLICKO_VOLATILITY};

static double g(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (PI * PI));
}

static double expected(double mu, double other_mu, double other_phi)
{
    return 1 / (1 + exp(-g(other_phi) * (mu - other_mu)));
}

double glicko_expected(const struct glicko *a, const struct glicko *b)
{
    double both = sqrt(a->deviation * a->deviation + b->deviation * b->deviation) / SCALE;
    return expected(a->rating / SCALE, b->rating / SCALE, both);
}

double glicko_pair_weight(int players)
{
    double bits = 0;
    for (int n = 2; n <= players; n++)
        bits += log2(n);
    return players < 2 ? 0 : bits / (players * (players - 1) / 2.0);
}

/* f of step 5.1. */
struct search {
    double delta2, phi2, v, a;
};

static double f(const struct search *s, double x)
{
    double e = exp(x), d = s->phi2 + s->v + e;
    return e * (s->delta2 - s->phi2 - s->v - e) / (2 * d * d) - (x - s->a) / (TAU * TAU);
}

/* Step 5: the new volatility, by the Illinois algorithm. */
static double new_volatility(double sigma, double delta, double phi, double v)
{
    struct search s = {delta * delta, phi * phi, v, log(sigma * sigma)};
    double a = s.a, b;
    if (s.delta2 > s.phi2 + v) {
        b = log(s.delta2 - s.phi2 - v);
    } else {
        int k = 1;
        while (f(&s, s.a - k * TAU) < 0 && k < 100)
            k++;
        b = s.a - k * TAU;
    }
    double fa = f(&s, a), fb = f(&s, b);
    for (int i = 0; i < 100 && fabs(b - a) > EXACT; i++) {
        double c = a + (a - b) * fa / (fb - fa), fc = f(&s, c);
        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = c;
        fb = fc;
    }
    return exp(a / 2);
}

struct glicko glicko_after(const struct glicko *player, const struct glicko_result *results, int count)
{
    double mu = (player->rating - GLICKO_RATING) / SCALE, phi = player->deviation / SCALE;
    double information = 0, sum = 0;
    for (int i = 0; i < count; i++) {
        const struct glicko_result *r = &results[i];
        double other_mu = (r->opponent.rating - GLICKO_RATING) / SCALE;
        double other_phi = r->opponent.deviation / SCALE;
        double e = expected(mu, other_mu, other_phi), weight = g(other_phi);
        information += r->weight * weight * weight * e * (1 - e);
        sum += r->weight * weight * (r->score - e);
    }
    if (information <= 0)
        return *player;
    double v = 1 / information;
    double sigma = new_volatility(player->volatility, v * sum, phi, v);
    double star2 = phi * phi + sigma * sigma;
    double after = 1 / sqrt(1 / star2 + information);
    struct glicko out = {GLICKO_RATING + SCALE * (mu + after * after * sum), SCALE * after, sigma};
    out.deviation = fmin(out.deviation, GLICKO_DEVIATION);
    return out;
}

struct glicko glicko_rested(const struct glicko *player, double ms)
{
    struct glicko out = *player;
    double days = ms > 0 ? ms / GLICKO_DAY : 0;
    out.deviation = fmin(sqrt(out.deviation * out.deviation + REST_PER_DAY * days), GLICKO_DEVIATION);
    return out;
}
