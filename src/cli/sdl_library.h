// SPDX-License-Identifier: MIT
#pragma once
// SDL 2, loaded when a window is wanted: no other run pays for it, or needs it to be installed.

#include <SDL.h>

namespace cyclorama::cli {

/// The functions, by their names in SDL. Stays loaded, as do the libraries of window systems that SDL loads in turn.
class SdlLibrary {
    /// The address of a function of any type.
    struct Symbol {
        void* address;
        template <typename Function>
        operator Function*() const {
            return reinterpret_cast<Function*>(address);
        }
    };
    void* library_;
    Symbol symbol(const char* name) const;

  public:
    /// Throws sim::Error where the library is not installed.
    SdlLibrary();

    decltype(SDL_GetError)* getError = symbol("SDL_GetError");
    decltype(SDL_SetHint)* setHint = symbol("SDL_SetHint");
    decltype(SDL_Init)* init = symbol("SDL_Init");
    decltype(SDL_Quit)* quit = symbol("SDL_Quit");
    decltype(SDL_StopTextInput)* stopTextInput = symbol("SDL_StopTextInput");
    decltype(SDL_CreateWindow)* createWindow = symbol("SDL_CreateWindow");
    decltype(SDL_DestroyWindow)* destroyWindow = symbol("SDL_DestroyWindow");
    decltype(SDL_SetWindowTitle)* setWindowTitle = symbol("SDL_SetWindowTitle");
    decltype(SDL_CreateRenderer)* createRenderer = symbol("SDL_CreateRenderer");
    decltype(SDL_DestroyRenderer)* destroyRenderer = symbol("SDL_DestroyRenderer");
    decltype(SDL_RenderSetLogicalSize)* setLogicalSize = symbol("SDL_RenderSetLogicalSize");
    decltype(SDL_RenderClear)* renderClear = symbol("SDL_RenderClear");
    decltype(SDL_RenderCopy)* renderCopy = symbol("SDL_RenderCopy");
    decltype(SDL_RenderPresent)* renderPresent = symbol("SDL_RenderPresent");
    decltype(SDL_CreateTexture)* createTexture = symbol("SDL_CreateTexture");
    decltype(SDL_DestroyTexture)* destroyTexture = symbol("SDL_DestroyTexture");
    decltype(SDL_UpdateTexture)* updateTexture = symbol("SDL_UpdateTexture");
    decltype(SDL_PollEvent)* pollEvent = symbol("SDL_PollEvent");
};

}  // namespace cyclorama::cli
