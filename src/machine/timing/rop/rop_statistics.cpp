// SPDX-License-Identifier: MIT
#include "machine/timing/rop/rop_statistics.h"

namespace cyclorama::machine::timing {

namespace {

sim::StatisticInfo column(const char* name, const std::string& suffix, const char* unit, const char* sentence) {
    return {std::string(name) + "_" + suffix, unit, sentence};
}

}  // namespace

RopStatistics::RopStatistics(sim::StatisticsRegistry& r, const std::string& s)
    : inputs(r, column("InputFragments", s, "fragments", "Fragments received, the last quad of a batch included.")),
      operated(r, column("OperatedFragments", s, "stamps", "Stamps tested or blended.")),
      outside(r, column("OutsideFragments", s, "fragments", "Fragments that came culled.")),
      culled(r, column("CulledFragments", s, "fragments", "Fragments of stamps that came culled as a whole.")),
      readTransactions(r, column("ReadTransactions", s, "transactions", "Reads sent to memory.")),
      writeTransactions(r, column("WriteTransactions", s, "transactions", "Writes sent to memory.")),
      readBytes(r, column("ReadBytes", s, "bytes", "Bytes received from memory.")),
      writeBytes(r, column("WriteBytes", s, "bytes", "Bytes sent to memory.")),
      fetchOk(r, column("FetchOK", s, "fetches", "Lines fetched for stamps.")),
      fetchFailed(r, column("FetchFailed", s, "cycles", "Fetches that have to be tried again.")),
      allocateOk(r, column("AllocateOK", s, "allocations", "Lines allocated for stamps.")),
      allocateFailed(r, column("AllocateFailed", s, "cycles", "Allocations that have to be tried again.")),
      readOk(r, column("ReadOK", s, "reads", "Reads of stamps from the cache.")),
      readFailed(r, column("ReadFailed", s, "cycles", "Reads that have to be tried again.")),
      writeOk(r, column("WriteOK", s, "writes", "Writes of stamps to the cache.")),
      writeFailed(r, column("WriteFailed", s, "cycles", "Writes that have to be tried again.")),
      readAfterWrite(r, column("RAWDependence", s, "cycles", "Reads that wait for an earlier stamp's write.")),
      operatorBusy(r, column("ROPOperatorBusy", s, "cycles", "The ALU cannot start yet.")),
      consumerBusy(r, column("ConsumerBusy", s, "cycles", "Stamps that cannot leave.")),
      inputEmpty(r, column("InputQEmpty", s, "cycles", "Drawing with nothing in the input queue.")),
      fetchEmpty(r, column("FetchQEmpty", s, "cycles", "Drawing with nothing in the fetch queue.")),
      readEmpty(r, column("ReadQEmpty", s, "cycles", "Drawing with nothing in the read queue.")),
      operatedEmpty(r, column("OperationQEmpty", s, "cycles", "Drawing with nothing in the operation queue.")),
      writeEmpty(r, column("WriteQEmpty", s, "cycles", "Drawing with nothing in the write queue.")),
      fetchFull(r, column("FetchQFullStall", s, "cycles", "Stamps that wait for room in the fetch queue.")),
      readFull(r, column("ReadQFullStall", s, "cycles", "Stamps that wait for room in the read queue.")),
      operatedFull(r, column("OperationQFullStall", s, "cycles", "Stamps that wait for room in the operation queue.")),
      writeFull(r, column("WriteQFullStall", s, "cycles", "Stamps that wait for room in the write queue.")) {}

RopCacheStatistics::RopCacheStatistics(sim::StatisticsRegistry& r, const std::string& s)
    : noRequests(r, column("NoNewRequests", s, "cycles", "The cache has no miss to start.")),
      writeQueueFull(r, column("WriteReqQFull", s, "cycles", "A miss waits for room among leaving lines.")),
      readQueueFull(r, column("ReadReqQFull", s, "cycles", "A miss waits for room among coming lines.")),
      anyQueueFull(r, column("RWReqFull", s, "cycles", "The sum of both.")),
      waitWrite(r, column("WaitWriteStall", s, "cycles", "A fill waits until its line has left for memory.")),
      writesQueued(r, column("WriteReqAccepted", s, "lines", "Lines that started to leave.")),
      readsQueued(r, column("ReadReqAccepted", s, "lines", "Lines that started to come.")),
      readInputEmpty(r, column("ReadInputQEmpty", s, "cycles", "No line to decompress.")),
      decompressorBusy(r, column("DecompressorBusy", s, "cycles", "The decompressor works.")),
      waitRead(r, column("ReadInputWaitReadStall", s, "cycles", "The next line has not wholly arrived.")),
      writeOutputEmpty(r, column("WriteOutQEmpty", s, "cycles", "No line to compress.")),
      compressorBusy(r, column("CompressorBusy", s, "cycles", "The compressor works.")),
      memoryStall(r, column("MemReqStall", s, "cycles", "A write to memory gave way to a read.")),
      lineWait(r, column("CacheLineWARStall", s, "cycles", "A line that came waits until the old one was read out.")),
      busBusy(r, column("DataBusBusy", s, "cycles", "Data moves on the memory bus.")),
      writePortStall(r, column("WriteLinePortStall", s, "cycles", "A line that came waits for a port.")),
      readPortStall(r, column("ReadLinePortStall", s, "cycles", "A line that leaves waits for a port.")),
      blocks64(r, column("ComprBlock64", s, "lines", "Lines that left in 64 bytes.")),
      blocks128(r, column("ComprBlock128", s, "lines", "Lines that left in 128 bytes.")),
      blocks192(r, column("ComprBlock192", s, "lines", "Lines that left in 192 bytes.")),
      blocks256(r, column("ComprBlock256", s, "lines", "Lines that left in 256 bytes.")) {}

}  // namespace cyclorama::machine::timing
