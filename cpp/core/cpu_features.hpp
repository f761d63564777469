// What this CPU can run that kernels are compiled for, and the system keeps the registers of.
#pragma once

namespace ponnuki {

struct CpuFeatures {
    bool avx2 = false;    // with FMA, BMI, BMI2 and POPCNT
    bool avx512 = false;  // F, BW, CD, DQ and VL, with all of the above
    bool vnni = false;    // sums of products of bytes, with all of the above
};

CpuFeatures cpu_features();

}  // namespace ponnuki
