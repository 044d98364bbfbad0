#include "families/registry.h"

#include <array>

#include "families/attila/attila.h"
#include "families/vivante/vivante.h"

namespace cyclorama::families {

family::Families all() {
    static const attila::Attila kAttila;
    static const vivante::Vivante kVivante;
    static const std::array<const family::Family*, 2> kFamilies{&kAttila, &kVivante};
    return kFamilies;
}

}  // namespace cyclorama::families
