/* The rules that the decoder must keep, whatever comes in; broken ones end the process. */
#ifndef JUDGE_H
#define JUDGE_H

#include <stddef.h>
#include <stdint.h>

#define DEMAND(holds) ((holds) ? (void)0 : judge_fail(#holds, __FILE__, __LINE__))
void judge_fail(const char *rule, const char *file, int line) __attribute__((noreturn));

/* Gives the bytes to a decoder that has just been reset, and to a slow and simple one beside it: both must find the same
 * frames and drop as many. Every answer to them must be an intact frame itself. */
void judge_stream(const uint8_t *bytes, size_t length);

#endif
