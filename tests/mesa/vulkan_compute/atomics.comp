#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Output { uint sum; uint least; uint most; int leastSigned; uint bits; uint flips; uint counter; uint exchanged; uint tickets[]; };
shared uint inGroup;
void main() {
    const uint id = gl_GlobalInvocationID.x;
    if (gl_LocalInvocationIndex == 0) inGroup = 0;
    barrier();
    atomicAdd(sum, id);
    atomicMin(least, id + 5);
    atomicMax(most, id * 3);
    atomicMin(leastSigned, int(id) - 100);
    atomicOr(bits, 1u << (id & 31));
    atomicXor(flips, id);
    const uint ticket = atomicAdd(counter, 1);
    tickets[ticket] = 1;
    atomicAdd(inGroup, id & 7);
    atomicCompSwap(exchanged, 0, 77);
    barrier();
    if (gl_LocalInvocationIndex == 0) tickets[1024 + gl_WorkGroupID.x] = inGroup;
}
