// SPDX-License-Identifier: MIT
#include "machine/timing/rop/rop_statistics.h"

namespace cyclorama::machine::timing {

RopStatistics::RopStatistics(sim::StatisticsRegistry& r, const std::string& s)
    : inputs(r, sim::statisticOf("InputFragments", s, "fragments",
                                 "Fragments received, the last quad of a batch included.")),
      operated(r, sim::statisticOf("OperatedFragments", s, "stamps", "Stamps tested or blended.")),
      outside(r, sim::statisticOf("OutsideFragments", s, "fragments", "Fragments that came culled.")),
      culled(r,
             sim::statisticOf("CulledFragments", s, "fragments", "Fragments of stamps that came culled as a whole.")),
      readTransactions(r, sim::statisticOf("ReadTransactions", s, "transactions", "Reads sent to memory.")),
      writeTransactions(r, sim::statisticOf("WriteTransactions", s, "transactions", "Writes sent to memory.")),
      readBytes(r, sim::statisticOf("ReadBytes", s, "bytes", "Bytes received from memory.")),
      writeBytes(r, sim::statisticOf("WriteBytes", s, "bytes", "Bytes sent to memory.")),
      fetchOk(r, sim::statisticOf("FetchOK", s, "fetches", "Lines fetched for stamps.")),
      fetchFailed(r, sim::statisticOf("FetchFailed", s, "cycles", "Fetches that have to be tried again.")),
      allocateOk(r, sim::statisticOf("AllocateOK", s, "allocations", "Lines allocated for stamps.")),
      allocateFailed(r, sim::statisticOf("AllocateFailed", s, "cycles", "Allocations that have to be tried again.")),
      readOk(r, sim::statisticOf("ReadOK", s, "reads", "Reads of stamps from the cache.")),
      readFailed(r, sim::statisticOf("ReadFailed", s, "cycles", "Reads that have to be tried again.")),
      writeOk(r, sim::statisticOf("WriteOK", s, "writes", "Writes of stamps to the cache.")),
      writeFailed(r, sim::statisticOf("WriteFailed", s, "cycles", "Writes that have to be tried again.")),
      readAfterWrite(r,
                     sim::statisticOf("RAWDependence", s, "cycles", "Reads that wait for an earlier stamp's write.")),
      operatorBusy(r, sim::statisticOf("ROPOperatorBusy", s, "cycles", "The ALU cannot start yet.")),
      consumerBusy(r, sim::statisticOf("ConsumerBusy", s, "cycles", "Stamps that cannot leave.")),
      inputEmpty(r, sim::statisticOf("InputQEmpty", s, "cycles", "Drawing with nothing in the input queue.")),
      fetchEmpty(r, sim::statisticOf("FetchQEmpty", s, "cycles", "Drawing with nothing in the fetch queue.")),
      readEmpty(r, sim::statisticOf("ReadQEmpty", s, "cycles", "Drawing with nothing in the read queue.")),
      operatedEmpty(r,
                    sim::statisticOf("OperationQEmpty", s, "cycles", "Drawing with nothing in the operation queue.")),
      writeEmpty(r, sim::statisticOf("WriteQEmpty", s, "cycles", "Drawing with nothing in the write queue.")),
      fetchFull(r, sim::statisticOf("FetchQFullStall", s, "cycles", "Stamps that wait for room in the fetch queue.")),
      readFull(r, sim::statisticOf("ReadQFullStall", s, "cycles", "Stamps that wait for room in the read queue.")),
      operatedFull(
          r, sim::statisticOf("OperationQFullStall", s, "cycles", "Stamps that wait for room in the operation queue.")),
      writeFull(r, sim::statisticOf("WriteQFullStall", s, "cycles", "Stamps that wait for room in the write queue.")) {}

RopCacheStatistics::RopCacheStatistics(sim::StatisticsRegistry& r, const std::string& s)
    : noRequests(r, sim::statisticOf("NoNewRequests", s, "cycles", "The cache has no miss to start.")),
      writeQueueFull(r, sim::statisticOf("WriteReqQFull", s, "cycles", "A miss waits for room among leaving lines.")),
      readQueueFull(r, sim::statisticOf("ReadReqQFull", s, "cycles", "A miss waits for room among coming lines.")),
      anyQueueFull(r, sim::statisticOf("RWReqFull", s, "cycles", "The sum of both.")),
      waitWrite(r, sim::statisticOf("WaitWriteStall", s, "cycles", "A fill waits until its line has left for memory.")),
      writesQueued(r, sim::statisticOf("WriteReqAccepted", s, "lines", "Lines that started to leave.")),
      readsQueued(r, sim::statisticOf("ReadReqAccepted", s, "lines", "Lines that started to come.")),
      readInputEmpty(r, sim::statisticOf("ReadInputQEmpty", s, "cycles", "No line to decompress.")),
      decompressorBusy(r, sim::statisticOf("DecompressorBusy", s, "cycles", "The decompressor works.")),
      waitRead(r, sim::statisticOf("ReadInputWaitReadStall", s, "cycles", "The next line has not wholly arrived.")),
      writeOutputEmpty(r, sim::statisticOf("WriteOutQEmpty", s, "cycles", "No line to compress.")),
      compressorBusy(r, sim::statisticOf("CompressorBusy", s, "cycles", "The compressor works.")),
      memoryStall(r, sim::statisticOf("MemReqStall", s, "cycles", "A write to memory gave way to a read.")),
      lineWait(r, sim::statisticOf("CacheLineWARStall", s, "cycles",
                                   "A line that came waits until the old one was read out.")),
      busBusy(r, sim::statisticOf("DataBusBusy", s, "cycles", "Data moves on the memory bus.")),
      writePortStall(r, sim::statisticOf("WriteLinePortStall", s, "cycles", "A line that came waits for a port.")),
      readPortStall(r, sim::statisticOf("ReadLinePortStall", s, "cycles", "A line that leaves waits for a port.")),
      blocks64(r, sim::statisticOf("ComprBlock64", s, "lines", "Lines that left in 64 bytes.")),
      blocks128(r, sim::statisticOf("ComprBlock128", s, "lines", "Lines that left in 128 bytes.")),
      blocks192(r, sim::statisticOf("ComprBlock192", s, "lines", "Lines that left in 192 bytes.")),
      blocks256(r, sim::statisticOf("ComprBlock256", s, "lines", "Lines that left in 256 bytes.")) {}

}  // namespace cyclorama::machine::timing
