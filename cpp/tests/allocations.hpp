// Counts every allocation of the test program, so that a test can say that there was none.
#pragma once

#include <atomic>

extern std::atomic<long> allocations;
