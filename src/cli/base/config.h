/*
 * config.h: options of a command from a file with lines `name = value`, where the names are those of the
 * options. An option without a value is yes or no. A line that begins with # is a comment.
 */
#ifndef CLI_BASE_CONFIG_H
#define CLI_BASE_CONFIG_H

#include "cli/base/arguments.h"
#include "core/text.h"

/* Adds the options of a file that the command line does not give. On failure false, with the reason; then
 * nothing is added. The values live until the program ends. */
bool config_add(struct arguments *, const char *file, struct text *error);

#endif
