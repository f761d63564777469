// The name of the instruction set that this translation unit is compiled for.
//
// Hot code is compiled once for each instruction set. Everything in it lives in an inline namespace
// of that name, so that the linker can never hand an AVX-512 copy of a template to a plain CPU.
// Types that cross from one set to another stand outside, in plain `ponnuki`.
#pragma once

#ifndef PONNUKI_VARIANT
#define PONNUKI_VARIANT baseline
#endif

// For what the innermost loops are made of. A source that holds every board size is so large that a
// compiler stops inlining, and it begins with the smallest helpers.
// Under a sanitizer, where nobody waits for speed, that would only take long to compile.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PONNUKI_INLINE inline
#else
#define PONNUKI_INLINE inline __attribute__((always_inline))
#endif

// For what is seldom needed and large.
#define PONNUKI_NOINLINE __attribute__((noinline))
