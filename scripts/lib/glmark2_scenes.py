# SPDX-License-Identifier: MIT
"""glmark2's default scenes and how they are run."""

# glmark2 2023.01's default list (src/default-benchmarks.h), in its order.
SCENES = '''
build:use-vbo=false
build:use-vbo=true
texture:texture-filter=nearest
texture:texture-filter=linear
texture:texture-filter=mipmap
shading:shading=gouraud
shading:shading=blinn-phong-inf
shading:shading=phong
shading:shading=cel
bump:bump-render=high-poly
bump:bump-render=normals
bump:bump-render=height
effect2d:kernel=0,1,0;1,-4,1;0,1,0;
effect2d:kernel=1,1,1,1,1;1,1,1,1,1;1,1,1,1,1;
pulsar:light=false:quads=5:texture=false
desktop:blur-radius=5:effect=blur:passes=1:separable=true:windows=4
desktop:effect=shadow:windows=4
buffer:columns=200:interleave=false:update-dispersion=0.9:update-fraction=0.5:update-method=map
buffer:columns=200:interleave=false:update-dispersion=0.9:update-fraction=0.5:update-method=subdata
buffer:columns=200:interleave=true:update-dispersion=0.9:update-fraction=0.5:update-method=map
ideas:speed=duration
jellyfish
terrain
shadow
refract
conditionals:fragment-steps=0:vertex-steps=0
conditionals:fragment-steps=5:vertex-steps=0
conditionals:fragment-steps=0:vertex-steps=5
function:fragment-complexity=low:fragment-steps=5
function:fragment-complexity=medium:fragment-steps=5
loop:fragment-loop=false:fragment-steps=5:vertex-steps=5
loop:fragment-steps=5:fragment-uniform=false:vertex-steps=5
loop:fragment-steps=5:fragment-uniform=true:vertex-steps=5
'''.split()
# The share of a frame's pixels that have to be within 8 of 255 of the reference's.
REQUIRED = 0.99
# The suites of scripts/measure/conformance.py: the program of each, and its section's heading.
PROGRAMS = {'glmark2': ('glmark2-es2-drm', 'glmark2'), 'glmark2-gl': ('glmark2-drm', 'glmark2 with OpenGL 2')}
DISPLAY = '320x240'
# The clock advances by this from frame to frame, however long a frame takes, so that the scenes move alike.
FRAME_MILLISECONDS = 100
# Frames of the shorter of two runs whose difference gives the cost of a frame.
SHORT_RUN = 2

# What glmark2 says of a scene that needs what the driver does not offer.
UNSUPPORTED = ': Unsupported'


def command(scene, frames, program='glmark2-es2-drm'):
    """glmark2 always fills the display, but fails where that is as large as the window that it asked for: 1x1 never is."""
    return [program, '--size', '1x1', '--swap-mode', 'fifo', '-b', f'{scene}:nframes={frames}']


def exec_options(display=DISPLAY):
    """What `cyclorama exec` needs for such a command on a display of this size."""
    return ['--display', display, '--frame-time', str(FRAME_MILLISECONDS)]
