#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 256) in;
layout(binding = 0) buffer Output { uint words[]; };
void main() {
    const uint id = gl_LocalInvocationIndex;
    const uint lane = gl_SubgroupInvocationID;
    const uint at = id * 16;
    words[at + 0] = gl_SubgroupSize;
    words[at + 1] = gl_SubgroupID;
    words[at + 2] = lane;
    words[at + 3] = subgroupAdd(id + 1);
    words[at + 4] = subgroupInclusiveAdd(id);
    words[at + 5] = subgroupExclusiveAdd(id);
    words[at + 6] = subgroupMax(id ^ 0x55);
    words[at + 7] = subgroupShuffleXor(id, 5);
    words[at + 8] = subgroupShuffle(id, (lane * 7 + 3) % gl_SubgroupSize);
    words[at + 9] = subgroupBallotBitCount(subgroupBallot((id & 3) == 1));
    words[at + 10] = subgroupBroadcastFirst(id * 2);
    words[at + 11] = subgroupAny(lane == 9 && id > 128) ? 1 : 0;
    words[at + 12] = subgroupAll(id < 200) ? 1 : 0;
    words[at + 13] = subgroupShuffleUp(id, 1);
    words[at + 14] = subgroupElect() ? 1 : 0;
    if ((id & 1) != 0)
        words[at + 15] = subgroupAdd(1);
    else
        words[at + 15] = subgroupMin(id);
}
