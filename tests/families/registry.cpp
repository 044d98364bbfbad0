// SPDX-License-Identifier: MIT
// The families of the program that tests run, one more than those of src/families/registry.cpp.

#include "families/registry.h"

#include "families/adreno/adreno.h"
#include "families/attila/attila.h"
#include "families/toy/toy.h"
#include "families/vivante/vivante.h"

namespace cyclorama::families {

family::Families all() {
    static const family::FamilyList<attila::Attila, vivante::Vivante, adreno::Adreno, toy::Toy> kFamilies;
    return kFamilies.families();
}

}  // namespace cyclorama::families
