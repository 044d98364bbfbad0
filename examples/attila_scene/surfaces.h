// SPDX-License-Identifier: MIT
#pragma once
// The surfaces of the scene's bodies.

#include "image.h"

namespace attila_scene {

/// Four polished slabs, light and dark, with joints between them; repeats.
Image makeMarbleFloor();

/// Blue stone with white veins and golden flecks, for a sphere.
Image makeLapisLazuli();

/// A crate of planks in a frame.
Image makeWoodenCrate();

/// Metal with fine scratches around; repeats.
Image makeBrushedMetal();

/// One colour.
Image makePlain(Vector color);

}  // namespace attila_scene
