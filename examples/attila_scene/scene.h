// SPDX-License-Identifier: MIT
#pragma once
// Bodies on a polished marble floor under an evening sky: a sphere of lapis lazuli, a mirror ball, a golden knot, a
// wooden box with a red ball, and a sphere of glass on a copper ring. The floor reflects them and the sky, and the sun
// throws their shadows on it.

#include <cstdint>
#include <string_view>
#include <vector>

#include "driver.h"
#include "image.h"
#include "vector.h"

namespace attila_scene {

/// How a body looks.
struct Material {
    Vector tint = {1, 1, 1};
    Vector reflection = {0.04, 0.04, 0.04};  // of light that comes straight on
    double environment = 1;                  // weight of the reflected environment
    double sharpness = 60;                   // of highlights
    double highlight = 1;
};

struct Body {
    Buffers mesh;
    cyclorama::func::TextureState texture;
    Material material;
    Matrix model;
};

class Scene {
  public:
    /// Uploads everything. `driver` has to outlive the scene.
    Scene(Driver& driver, const Display& display);

    /// One picture; the camera has gone round by `angle`.
    void draw(double angle);

  private:
    struct Camera;

    void addBodies();
    void setLight();
    void setCamera(const Camera& camera, bool mirrored);
    void setModel(const Matrix& model);
    void drawSky();
    void markFloor();
    void markShadows();
    void drawFloor();
    void drawBodies();
    void drawGlass();

    void writeColor(bool enabled);
    void testStencil(cyclorama::func::CompareFunction function, uint32_t reference,
                     cyclorama::func::StencilOperation pass);

    Driver& driver_;
    double aspect_;

    Program bodyVertex_;
    Program skyVertex_;
    Program sky_;
    Program body_;
    Program floor_;
    Program glass_;
    Program mark_;

    Buffers screen_;
    Buffers floorMesh_;
    Buffers sphere_;
    cyclorama::func::TextureState clouds_;
    cyclorama::func::TextureState environment_;
    cyclorama::func::TextureState marble_;
    std::vector<Body> bodies_;
    Matrix glassModel_;
};

}  // namespace attila_scene
