// Small pieces of work on some threads, for kernels: a plain function, which no instruction set has
// a copy of.
#pragma once

namespace ponnuki {

// Calls one(context, index) for every index below `count`, on so many threads; this one is one of
// them. A call must not throw.
void for_all(int count, int threads, void (*one)(void* context, int index), void* context);

}  // namespace ponnuki
