// SPDX-License-Identifier: MIT
#include "glplayer/call_table.h"

#include <GL/gl.h>
#include <GL/glext.h>

#include <algorithm>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace cyclorama::glplayer {
namespace {

/// A function's type, for functions that are not linked.
template <typename Function>
struct Caller;

template <typename Result, typename... Parameters>
struct Caller<Result(Parameters...)> {
    static void perform(Procedure procedure, CallArguments& arguments) {
        arguments.expectCount(sizeof...(Parameters));
        perform(procedure, arguments, std::index_sequence_for<Parameters...>());
    }

  private:
    template <size_t... Positions>
    static void perform(Procedure procedure, [[maybe_unused]] CallArguments& arguments,
                        std::index_sequence<Positions...> /*all*/) {
        // Braces: from the first to the last.
        const std::tuple<Parameters...> values{arguments.get<Parameters>(Positions)...};
        std::apply(reinterpret_cast<Result (*)(Parameters...)>(procedure), values);
    }
};

#define ROW(name) {#name, &Caller<decltype(name)>::perform},

// clang-format off
constexpr CallRow kCalls[] = {
    // Vertices
    ROW(glBegin) ROW(glEnd) ROW(glArrayElement) ROW(glEdgeFlag) ROW(glEdgeFlagv) ROW(glIndexf) ROW(glIndexfv)
    ROW(glIndexd) ROW(glIndexi) ROW(glRectf) ROW(glRecti) ROW(glRectd) ROW(glVertex2s) ROW(glVertex2sv)
    ROW(glVertex2i) ROW(glVertex2iv) ROW(glVertex2f) ROW(glVertex2fv) ROW(glVertex2d) ROW(glVertex2dv) ROW(glVertex3s)
    ROW(glVertex3sv) ROW(glVertex3i) ROW(glVertex3iv) ROW(glVertex3f) ROW(glVertex3fv) ROW(glVertex3d)
    ROW(glVertex3dv) ROW(glVertex4s) ROW(glVertex4sv) ROW(glVertex4i) ROW(glVertex4iv) ROW(glVertex4f)
    ROW(glVertex4fv) ROW(glVertex4d) ROW(glVertex4dv) ROW(glColor3b) ROW(glColor3bv) ROW(glColor3ub) ROW(glColor3ubv)
    ROW(glColor3s) ROW(glColor3sv) ROW(glColor3us) ROW(glColor3usv) ROW(glColor3i) ROW(glColor3iv) ROW(glColor3ui)
    ROW(glColor3uiv) ROW(glColor3f) ROW(glColor3fv) ROW(glColor3d) ROW(glColor3dv) ROW(glColor4b) ROW(glColor4bv)
    ROW(glColor4ub) ROW(glColor4ubv) ROW(glColor4s) ROW(glColor4sv) ROW(glColor4us) ROW(glColor4usv) ROW(glColor4i)
    ROW(glColor4iv) ROW(glColor4ui) ROW(glColor4uiv) ROW(glColor4f) ROW(glColor4fv) ROW(glColor4d) ROW(glColor4dv)
    ROW(glNormal3b) ROW(glNormal3bv) ROW(glNormal3s) ROW(glNormal3sv) ROW(glNormal3i) ROW(glNormal3iv) ROW(glNormal3f)
    ROW(glNormal3fv) ROW(glNormal3d) ROW(glNormal3dv) ROW(glTexCoord1s) ROW(glTexCoord1sv) ROW(glTexCoord1i)
    ROW(glTexCoord1iv) ROW(glTexCoord1f) ROW(glTexCoord1fv) ROW(glTexCoord1d) ROW(glTexCoord1dv) ROW(glTexCoord2s)
    ROW(glTexCoord2sv) ROW(glTexCoord2i) ROW(glTexCoord2iv) ROW(glTexCoord2f) ROW(glTexCoord2fv) ROW(glTexCoord2d)
    ROW(glTexCoord2dv) ROW(glTexCoord3s) ROW(glTexCoord3sv) ROW(glTexCoord3i) ROW(glTexCoord3iv) ROW(glTexCoord3f)
    ROW(glTexCoord3fv) ROW(glTexCoord3d) ROW(glTexCoord3dv) ROW(glTexCoord4s) ROW(glTexCoord4sv) ROW(glTexCoord4i)
    ROW(glTexCoord4iv) ROW(glTexCoord4f) ROW(glTexCoord4fv) ROW(glTexCoord4d) ROW(glTexCoord4dv)
    ROW(glMultiTexCoord1s) ROW(glMultiTexCoord1sv) ROW(glMultiTexCoord1i) ROW(glMultiTexCoord1iv)
    ROW(glMultiTexCoord1f) ROW(glMultiTexCoord1fv) ROW(glMultiTexCoord1d) ROW(glMultiTexCoord1dv)
    ROW(glMultiTexCoord2s) ROW(glMultiTexCoord2sv) ROW(glMultiTexCoord2i) ROW(glMultiTexCoord2iv)
    ROW(glMultiTexCoord2f) ROW(glMultiTexCoord2fv) ROW(glMultiTexCoord2d) ROW(glMultiTexCoord2dv)
    ROW(glMultiTexCoord3s) ROW(glMultiTexCoord3sv) ROW(glMultiTexCoord3i) ROW(glMultiTexCoord3iv)
    ROW(glMultiTexCoord3f) ROW(glMultiTexCoord3fv) ROW(glMultiTexCoord3d) ROW(glMultiTexCoord3dv)
    ROW(glMultiTexCoord4s) ROW(glMultiTexCoord4sv) ROW(glMultiTexCoord4i) ROW(glMultiTexCoord4iv)
    ROW(glMultiTexCoord4f) ROW(glMultiTexCoord4fv) ROW(glMultiTexCoord4d) ROW(glMultiTexCoord4dv)
    ROW(glMultiTexCoord1sARB) ROW(glMultiTexCoord1svARB) ROW(glMultiTexCoord1iARB) ROW(glMultiTexCoord1ivARB)
    ROW(glMultiTexCoord1fARB) ROW(glMultiTexCoord1fvARB) ROW(glMultiTexCoord1dARB) ROW(glMultiTexCoord1dvARB)
    ROW(glMultiTexCoord2sARB) ROW(glMultiTexCoord2svARB) ROW(glMultiTexCoord2iARB) ROW(glMultiTexCoord2ivARB)
    ROW(glMultiTexCoord2fARB) ROW(glMultiTexCoord2fvARB) ROW(glMultiTexCoord2dARB) ROW(glMultiTexCoord2dvARB)
    ROW(glMultiTexCoord3sARB) ROW(glMultiTexCoord3svARB) ROW(glMultiTexCoord3iARB) ROW(glMultiTexCoord3ivARB)
    ROW(glMultiTexCoord3fARB) ROW(glMultiTexCoord3fvARB) ROW(glMultiTexCoord3dARB) ROW(glMultiTexCoord3dvARB)
    ROW(glMultiTexCoord4sARB) ROW(glMultiTexCoord4svARB) ROW(glMultiTexCoord4iARB) ROW(glMultiTexCoord4ivARB)
    ROW(glMultiTexCoord4fARB) ROW(glMultiTexCoord4fvARB) ROW(glMultiTexCoord4dARB) ROW(glMultiTexCoord4dvARB)
    ROW(glSecondaryColor3b) ROW(glSecondaryColor3bv) ROW(glSecondaryColor3ub) ROW(glSecondaryColor3ubv)
    ROW(glSecondaryColor3s) ROW(glSecondaryColor3sv) ROW(glSecondaryColor3us) ROW(glSecondaryColor3usv)
    ROW(glSecondaryColor3i) ROW(glSecondaryColor3iv) ROW(glSecondaryColor3ui) ROW(glSecondaryColor3uiv)
    ROW(glSecondaryColor3f) ROW(glSecondaryColor3fv) ROW(glSecondaryColor3d) ROW(glSecondaryColor3dv)
    ROW(glSecondaryColor3bEXT) ROW(glSecondaryColor3bvEXT) ROW(glSecondaryColor3ubEXT) ROW(glSecondaryColor3ubvEXT)
    ROW(glSecondaryColor3sEXT) ROW(glSecondaryColor3svEXT) ROW(glSecondaryColor3usEXT) ROW(glSecondaryColor3usvEXT)
    ROW(glSecondaryColor3iEXT) ROW(glSecondaryColor3ivEXT) ROW(glSecondaryColor3uiEXT) ROW(glSecondaryColor3uivEXT)
    ROW(glSecondaryColor3fEXT) ROW(glSecondaryColor3fvEXT) ROW(glSecondaryColor3dEXT) ROW(glSecondaryColor3dvEXT)
    ROW(glFogCoordf) ROW(glFogCoordfv) ROW(glFogCoordd) ROW(glFogCoorddv) ROW(glFogCoordfEXT) ROW(glFogCoordfvEXT)
    ROW(glFogCoorddEXT) ROW(glFogCoorddvEXT) ROW(glRasterPos2s) ROW(glRasterPos2sv) ROW(glRasterPos2i)
    ROW(glRasterPos2iv) ROW(glRasterPos2f) ROW(glRasterPos2fv) ROW(glRasterPos2d) ROW(glRasterPos2dv)
    ROW(glRasterPos3s) ROW(glRasterPos3sv) ROW(glRasterPos3i) ROW(glRasterPos3iv) ROW(glRasterPos3f)
    ROW(glRasterPos3fv) ROW(glRasterPos3d) ROW(glRasterPos3dv) ROW(glRasterPos4s) ROW(glRasterPos4sv)
    ROW(glRasterPos4i) ROW(glRasterPos4iv) ROW(glRasterPos4f) ROW(glRasterPos4fv) ROW(glRasterPos4d)
    ROW(glRasterPos4dv) ROW(glWindowPos2s) ROW(glWindowPos2sv) ROW(glWindowPos2i) ROW(glWindowPos2iv)
    ROW(glWindowPos2f) ROW(glWindowPos2fv) ROW(glWindowPos2d) ROW(glWindowPos2dv) ROW(glWindowPos3s)
    ROW(glWindowPos3sv) ROW(glWindowPos3i) ROW(glWindowPos3iv) ROW(glWindowPos3f) ROW(glWindowPos3fv)
    ROW(glWindowPos3d) ROW(glWindowPos3dv) ROW(glWindowPos2sARB) ROW(glWindowPos2svARB) ROW(glWindowPos2iARB)
    ROW(glWindowPos2ivARB) ROW(glWindowPos2fARB) ROW(glWindowPos2fvARB) ROW(glWindowPos2dARB) ROW(glWindowPos2dvARB)
    ROW(glWindowPos3sARB) ROW(glWindowPos3svARB) ROW(glWindowPos3iARB) ROW(glWindowPos3ivARB) ROW(glWindowPos3fARB)
    ROW(glWindowPos3fvARB) ROW(glWindowPos3dARB) ROW(glWindowPos3dvARB)
    // Attributes
    ROW(glVertexAttrib1s) ROW(glVertexAttrib1sv) ROW(glVertexAttrib1f) ROW(glVertexAttrib1fv) ROW(glVertexAttrib1d)
    ROW(glVertexAttrib1dv) ROW(glVertexAttrib2s) ROW(glVertexAttrib2sv) ROW(glVertexAttrib2f) ROW(glVertexAttrib2fv)
    ROW(glVertexAttrib2d) ROW(glVertexAttrib2dv) ROW(glVertexAttrib3s) ROW(glVertexAttrib3sv) ROW(glVertexAttrib3f)
    ROW(glVertexAttrib3fv) ROW(glVertexAttrib3d) ROW(glVertexAttrib3dv) ROW(glVertexAttrib4s) ROW(glVertexAttrib4sv)
    ROW(glVertexAttrib4f) ROW(glVertexAttrib4fv) ROW(glVertexAttrib4d) ROW(glVertexAttrib4dv) ROW(glVertexAttrib1sARB)
    ROW(glVertexAttrib1svARB) ROW(glVertexAttrib1fARB) ROW(glVertexAttrib1fvARB) ROW(glVertexAttrib1dARB)
    ROW(glVertexAttrib1dvARB) ROW(glVertexAttrib2sARB) ROW(glVertexAttrib2svARB) ROW(glVertexAttrib2fARB)
    ROW(glVertexAttrib2fvARB) ROW(glVertexAttrib2dARB) ROW(glVertexAttrib2dvARB) ROW(glVertexAttrib3sARB)
    ROW(glVertexAttrib3svARB) ROW(glVertexAttrib3fARB) ROW(glVertexAttrib3fvARB) ROW(glVertexAttrib3dARB)
    ROW(glVertexAttrib3dvARB) ROW(glVertexAttrib4sARB) ROW(glVertexAttrib4svARB) ROW(glVertexAttrib4fARB)
    ROW(glVertexAttrib4fvARB) ROW(glVertexAttrib4dARB) ROW(glVertexAttrib4dvARB) ROW(glVertexAttrib4bv)
    ROW(glVertexAttrib4iv) ROW(glVertexAttrib4ubv) ROW(glVertexAttrib4uiv) ROW(glVertexAttrib4usv)
    ROW(glVertexAttrib4Nbv) ROW(glVertexAttrib4Niv) ROW(glVertexAttrib4Nsv) ROW(glVertexAttrib4Nub)
    ROW(glVertexAttrib4Nubv) ROW(glVertexAttrib4Nuiv) ROW(glVertexAttrib4Nusv) ROW(glVertexAttrib4bvARB)
    ROW(glVertexAttrib4ivARB) ROW(glVertexAttrib4ubvARB) ROW(glVertexAttrib4uivARB) ROW(glVertexAttrib4usvARB)
    ROW(glVertexAttrib4NbvARB) ROW(glVertexAttrib4NivARB) ROW(glVertexAttrib4NsvARB) ROW(glVertexAttrib4NubARB)
    ROW(glVertexAttrib4NubvARB) ROW(glVertexAttrib4NuivARB) ROW(glVertexAttrib4NusvARB)
    // Matrices
    ROW(glMatrixMode) ROW(glLoadIdentity) ROW(glLoadMatrixf) ROW(glLoadMatrixd) ROW(glMultMatrixf) ROW(glMultMatrixd)
    ROW(glLoadTransposeMatrixf) ROW(glLoadTransposeMatrixd) ROW(glMultTransposeMatrixf) ROW(glMultTransposeMatrixd)
    ROW(glLoadTransposeMatrixfARB) ROW(glLoadTransposeMatrixdARB) ROW(glMultTransposeMatrixfARB)
    ROW(glMultTransposeMatrixdARB) ROW(glPushMatrix) ROW(glPopMatrix) ROW(glRotatef) ROW(glRotated) ROW(glScalef)
    ROW(glScaled) ROW(glTranslatef) ROW(glTranslated) ROW(glOrtho) ROW(glFrustum) ROW(glViewport) ROW(glDepthRange)
    ROW(glClipPlane)
    // Lighting
    ROW(glShadeModel) ROW(glLightf) ROW(glLightfv) ROW(glLighti) ROW(glLightiv) ROW(glLightModelf) ROW(glLightModelfv)
    ROW(glLightModeli) ROW(glLightModeliv) ROW(glMaterialf) ROW(glMaterialfv) ROW(glMateriali) ROW(glMaterialiv)
    ROW(glColorMaterial) ROW(glFogf) ROW(glFogfv) ROW(glFogi) ROW(glFogiv)
    // State
    ROW(glEnable) ROW(glDisable) ROW(glHint) ROW(glCullFace) ROW(glFrontFace) ROW(glPolygonMode) ROW(glPolygonOffset)
    ROW(glPolygonStipple) ROW(glLineWidth) ROW(glLineStipple) ROW(glPointSize) ROW(glPointParameterf)
    ROW(glPointParameterfv) ROW(glPointParameteri) ROW(glPointParameteriv) ROW(glPointParameterfARB)
    ROW(glPointParameterfvARB) ROW(glPointParameterfEXT) ROW(glPointParameterfvEXT) ROW(glScissor) ROW(glAlphaFunc)
    ROW(glBlendFunc) ROW(glBlendFuncSeparate) ROW(glBlendFuncSeparateEXT) ROW(glBlendEquation) ROW(glBlendEquationEXT)
    ROW(glBlendEquationSeparate) ROW(glBlendEquationSeparateEXT) ROW(glBlendColor) ROW(glBlendColorEXT) ROW(glLogicOp)
    ROW(glDepthFunc) ROW(glDepthMask) ROW(glColorMask) ROW(glIndexMask) ROW(glStencilFunc) ROW(glStencilOp)
    ROW(glStencilMask) ROW(glStencilFuncSeparate) ROW(glStencilOpSeparate) ROW(glStencilMaskSeparate)
    ROW(glActiveStencilFaceEXT) ROW(glSampleCoverage) ROW(glSampleCoverageARB) ROW(glDrawBuffer) ROW(glReadBuffer)
    ROW(glDrawBuffers) ROW(glDrawBuffersARB) ROW(glPushAttrib) ROW(glPopAttrib) ROW(glPushClientAttrib)
    ROW(glPopClientAttrib) ROW(glDepthBoundsEXT)
    // Frames
    ROW(glClear) ROW(glClearColor) ROW(glClearDepth) ROW(glClearStencil) ROW(glClearIndex) ROW(glClearAccum)
    ROW(glAccum) ROW(glFlush) ROW(glFinish) ROW(glNewList) ROW(glEndList) ROW(glCallList) ROW(glDeleteLists)
    ROW(glListBase) ROW(glInitNames) ROW(glLoadName) ROW(glPushName) ROW(glPopName) ROW(glIsList) ROW(glPassThrough)
    ROW(glPixelZoom) ROW(glCopyPixels) ROW(glPixelTransferf) ROW(glPixelTransferi) ROW(glPixelStoref)
    ROW(glPixelStorei) ROW(glPixelMapfv) ROW(glPixelMapuiv) ROW(glPixelMapusv)
    // Arrays
    ROW(glEnableClientState) ROW(glDisableClientState) ROW(glClientActiveTexture) ROW(glClientActiveTextureARB)
    ROW(glDrawArrays) ROW(glDrawElements) ROW(glDrawRangeElements) ROW(glDrawRangeElementsEXT) ROW(glLockArraysEXT)
    ROW(glUnlockArraysEXT) ROW(glEnableVertexAttribArray) ROW(glEnableVertexAttribArrayARB)
    ROW(glDisableVertexAttribArray) ROW(glDisableVertexAttribArrayARB) ROW(glVertexPointer) ROW(glColorPointer)
    ROW(glNormalPointer) ROW(glTexCoordPointer) ROW(glIndexPointer) ROW(glInterleavedArrays)
    ROW(glSecondaryColorPointer) ROW(glSecondaryColorPointerEXT) ROW(glFogCoordPointer) ROW(glFogCoordPointerEXT)
    ROW(glVertexAttribPointer) ROW(glVertexAttribPointerARB) ROW(glBindBuffer) ROW(glBindBufferARB) ROW(glBufferData)
    ROW(glBufferDataARB) ROW(glBufferSubData) ROW(glBufferSubDataARB) ROW(glDeleteBuffers) ROW(glDeleteBuffersARB)
    ROW(glIsBuffer) ROW(glIsBufferARB)
    // Textures
    ROW(glActiveTexture) ROW(glActiveTextureARB) ROW(glBindTexture) ROW(glDeleteTextures) ROW(glIsTexture)
    ROW(glPrioritizeTextures) ROW(glTexImage1D) ROW(glTexImage2D) ROW(glTexImage3D) ROW(glTexImage3DEXT)
    ROW(glTexSubImage1D) ROW(glTexSubImage2D) ROW(glTexSubImage3D) ROW(glTexSubImage3DEXT) ROW(glCopyTexImage1D)
    ROW(glCopyTexImage2D) ROW(glCopyTexSubImage1D) ROW(glCopyTexSubImage2D) ROW(glCopyTexSubImage3D)
    ROW(glCompressedTexImage1D) ROW(glCompressedTexImage2D) ROW(glCompressedTexImage3D) ROW(glCompressedTexSubImage1D)
    ROW(glCompressedTexSubImage2D) ROW(glCompressedTexSubImage3D) ROW(glCompressedTexImage1DARB)
    ROW(glCompressedTexImage2DARB) ROW(glCompressedTexImage3DARB) ROW(glCompressedTexSubImage1DARB)
    ROW(glCompressedTexSubImage2DARB) ROW(glCompressedTexSubImage3DARB) ROW(glTexParameterf) ROW(glTexParameterfv)
    ROW(glTexParameteri) ROW(glTexParameteriv) ROW(glTexEnvf) ROW(glTexEnvfv) ROW(glTexEnvi) ROW(glTexEnviv)
    ROW(glTexGend) ROW(glTexGendv) ROW(glTexGenf) ROW(glTexGenfv) ROW(glTexGeni) ROW(glTexGeniv) ROW(glDrawPixels)
    ROW(glBitmap) ROW(glGenerateMipmap) ROW(glGenerateMipmapEXT)
    // Programs
    ROW(glBindProgramARB) ROW(glDeleteProgramsARB) ROW(glIsProgramARB) ROW(glProgramEnvParameter4dARB)
    ROW(glProgramEnvParameter4dvARB) ROW(glProgramEnvParameter4fARB) ROW(glProgramEnvParameter4fvARB)
    ROW(glProgramLocalParameter4dARB) ROW(glProgramLocalParameter4dvARB) ROW(glProgramLocalParameter4fARB)
    ROW(glProgramLocalParameter4fvARB) ROW(glProgramStringARB)
    // Queries
    ROW(glBeginQuery) ROW(glEndQuery) ROW(glDeleteQueries) ROW(glIsQuery) ROW(glBeginQueryARB) ROW(glEndQueryARB)
    ROW(glDeleteQueriesARB) ROW(glIsQueryARB) ROW(glIsEnabled) ROW(glGetBooleanv) ROW(glGetDoublev) ROW(glGetFloatv)
    ROW(glGetIntegerv) ROW(glGetString) ROW(glGetClipPlane) ROW(glGetLightfv) ROW(glGetLightiv) ROW(glGetMaterialfv)
    ROW(glGetMaterialiv) ROW(glGetTexEnvfv) ROW(glGetTexEnviv) ROW(glGetTexGendv) ROW(glGetTexGenfv)
    ROW(glGetTexGeniv) ROW(glGetTexParameterfv) ROW(glGetTexParameteriv) ROW(glGetTexLevelParameterfv)
    ROW(glGetTexLevelParameteriv) ROW(glGetProgramivARB) ROW(glGetProgramEnvParameterfvARB)
    ROW(glGetProgramLocalParameterfvARB) ROW(glGetVertexAttribfvARB) ROW(glGetVertexAttribivARB)
    ROW(glGetBufferParameteriv) ROW(glGetBufferParameterivARB)
};
// clang-format on
#undef ROW

}  // namespace

const CallRow* findCall(std::string_view name) {
    static const auto rows = [] {
        std::unordered_map<std::string_view, const CallRow*> found;
        for (const CallRow& row : kCalls) found.emplace(row.name, &row);
        return found;
    }();
    const auto found = rows.find(name);
    return found == rows.end() ? nullptr : found->second;
}

}  // namespace cyclorama::glplayer
