/* libFuzzer's way in. */

#include "judge.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    judge_stream(bytes, length);
    return 0;
}
