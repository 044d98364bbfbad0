// SPDX-License-Identifier: MIT
#pragma once
// Records of captures as lines of text; what a submission has in it is the family's to say.

#include <ostream>

#include "family/capture/capture_records.h"

namespace cyclorama::family::capture {

class RecordText {
  public:
    /// Least number of hexadecimal digits of addresses.
    RecordText(std::ostream& out, int addressDigits) : out_(out), addressDigits_(addressDigits) {}

    void show(const NewBuffer& record) const;
    void show(const BufferContent& record) const;
    void show(const MapBuffer& record) const;
    void show(const UnmapBuffer& record) const;
    void show(const Present& record) const;
    void show(const WrittenBuffer& record) const;

  private:
    std::ostream& out_;
    int addressDigits_;
};

}  // namespace cyclorama::family::capture
