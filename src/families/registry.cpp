// SPDX-License-Identifier: MIT
#include "families/registry.h"

#include "families/adreno/adreno.h"
#include "families/attila/attila.h"
#include "families/vivante/vivante.h"

namespace cyclorama::families {

family::Families all() {
    static const family::FamilyList<attila::Attila, vivante::Vivante, adreno::Adreno> kFamilies;
    return kFamilies.families();
}

}  // namespace cyclorama::families
