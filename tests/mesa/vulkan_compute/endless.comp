#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Output { uint words[]; };
void main() {
    uint i = 0;
    while (words[0] == 0) ++i;
    words[1] = i;
}
