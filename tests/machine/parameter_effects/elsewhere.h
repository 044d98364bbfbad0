// SPDX-License-Identifier: MIT
#pragma once
// The parameters that a timed run of the tests' scene cannot show.

#include "machine/parameter_effects/parameter_effect.h"

namespace cyclorama::machine {

inline constexpr HeldElsewhere kHeldElsewhere[] = {
    // The workload, and what is written about its run.
    {"RunCommand.ConfigurationWrittenReproducesTheRun", "SIMULATOR.InputFile"},
    {"TimedScene.RunsTheFramesAndCyclesOfItsConfiguration",
     "SIMULATOR.SimCycles SIMULATOR.SimFrames SIMULATOR.StartFrame"},
    {"TimedScene.TracesTheSignalsOfTheWindow",
     "SIMULATOR.DumpSignalTrace SIMULATOR.StartSignalDump SIMULATOR.SignalDumpCycles"},
    {"TimedScene.WritesTheStatisticsOfItsConfiguration",
     "SIMULATOR.Statistics SIMULATOR.PerCycleStatistics SIMULATOR.PerFrameStatistics SIMULATOR.PerBatchStatistics "
     "SIMULATOR.StatisticsRate"},
    {"TimedScene.WritesFilesOfTheNamesInItsConfiguration",
     "SIMULATOR.SignalDumpFile SIMULATOR.StatsFile SIMULATOR.StatsFilePerFrame SIMULATOR.StatsFilePerBatch"},
    {"ConfigurationFamily.IsTheOneThatIsNamedOrWhoseSectionDescribesAChip", "GPU.Family"},
    {"Simulation.BoxesThatRunWithoutMovingAnythingHaveStalled", "SIMULATOR.DetectStalls"},
    {"RunCommand.WritesAFragmentMapBesideEachFrame", "SIMULATOR.GenerateFragmentMap"},
    {"FragmentMapOfAMachine.ShowsLatencies", "SIMULATOR.FragmentMapMode"},
    {"TimedScene.WritesTheSameBytesInEveryFileEachTimeAndWithoutSleep", "COMMANDPROCESSOR.DumpShaderPrograms"},
    {"GddrController.TracesWhatItReceives", "MEMORYCONTROLLER.V2MemoryTrace"},

    // A driver has to ask for it.
    {"GddrController.TheSecondInterleavingHoldsFromItsAddressOn",
     "MEMORYCONTROLLER.V2SecondInterleaving MEMORYCONTROLLER.V2SecondChannelInterleaving "
     "MEMORYCONTROLLER.V2SecondBankInterleaving MEMORYCONTROLLER.V2SecondChannelInterleavingMask "
     "MEMORYCONTROLLER.V2SecondBankInterleavingMask"},
    {"BlitSource.IsThePartOfTheFrameThatIsCopied", "DAC.SaveBlitSourceData"},

    // The driver of programs goes by it.
    {"DriverFormsTest.KeepsColoursInHalvesWhereTheConfigurationAsks", "SIMULATOR.ForceFP16ColorBuffer"},
    {"DriverFormsTest.TakesSeveralSamplesWhereTheConfigurationAsks", "SIMULATOR.ForceMSAA SIMULATOR.MSAASamples"},

    // The scene is too small for it, or has none of what it is about.
    {"GddrController.ReadsFromSystemMemoryWaitForReadBuffers", "MEMORYCONTROLLER.ReadBufferLines"},
    {"AddressSpace.AnAccessThatLeavesItsMemoryFailsWhole",
     "MEMORYCONTROLLER.MemorySize MEMORYCONTROLLER.MappedMemorySize"},
    {"Dac.UnsynchronisedRefreshesAtItsRate", "DAC.RefreshRate"},

    // One value alone is accepted, or that of another parameter.
    {"ConfigurationRules.EachIsBrokenByItselfAndKeptAtItsEdge", "RASTERIZER.GenWidth RASTERIZER.GenHeight"},
    {"Configuration.ListsEveryParameterOnALine", "MEMORYCONTROLLER.V2MemoryType ZSTENCILTEST.CompressionAlgorithm"},
    {"TimingScalarShader.RefusesWhatItDoesNotModel", "FRAGMENTSHADER.LockedExecutionMode"},
    {"TimingStreamer.ShadedVerticesTakeTheLatenciesOfBothTheirBuses", "FRAGMENTSHADER.OutputLatency"},

    // Properties that a Vivante chip tells its driver, which the front end reads as well.
    {"VivanteChip.HasEachOfTheConfigurationsNumbers",
     "VIVANTE.ChipName VIVANTE.Model VIVANTE.Revision VIVANTE.ProductId VIVANTE.CustomerId VIVANTE.EcoId "
     "VIVANTE.StreamCount VIVANTE.RegisterMax VIVANTE.ThreadCount VIVANTE.VertexCacheSize VIVANTE.ShaderCoreCount "
     "VIVANTE.PixelPipes VIVANTE.VertexOutputBufferSize VIVANTE.BufferSize VIVANTE.InstructionCount "
     "VIVANTE.NumConstants VIVANTE.VaryingsCount"},
    {"VivanteChip.HasTheFeatureWordsInTheirOrder",
     "VIVANTE.Features VIVANTE.MinorFeatures0 VIVANTE.MinorFeatures1 VIVANTE.MinorFeatures2 VIVANTE.MinorFeatures3 "
     "VIVANTE.MinorFeatures4 VIVANTE.MinorFeatures5 VIVANTE.MinorFeatures6 VIVANTE.MinorFeatures7 "
     "VIVANTE.MinorFeatures8 VIVANTE.MinorFeatures9 VIVANTE.MinorFeatures10 VIVANTE.MinorFeatures11"},
    {"TimingMachineVivante.EachOfItsParametersShowsInTheCycles",
     "VIVANTE.StreamQueueBytes VIVANTE.StreamBytesPerCycle VIVANTE.ResolveSamplesPerCycle VIVANTE.ResolveBlocks "
     "VIVANTE.ResolveStartLatency VIVANTE.ResolveBusWidth"},
    {"TimingTiledRop.SettingsOfTheTileStatusCache", "VIVANTE.TileStatusCacheWays VIVANTE.TileStatusCacheLines"},

    // Numbers that a chip of Adreno's tells its driver.
    {"AdrenoChip.HasEachOfTheConfigurationsNumbers",
     "ADRENO.ChipName ADRENO.ChipId ADRENO.GpuId ADRENO.Generation ADRENO.GmemSize ADRENO.GmemBase "
     "ADRENO.AddressSpaceSize ADRENO.HighestBankBit ADRENO.UbwcSwizzle ADRENO.MacrotileMode ADRENO.ShaderProcessors "
     "ADRENO.RegisterVectors ADRENO.FibersPerProcessor"},
    {"InstructionCache.EachParameterChangesTheCycles",
     "ADRENO.InstructionCacheUnits ADRENO.InstructionCacheWays ADRENO.InstructionBufferLines "
     "ADRENO.InstructionFetchCycles ADRENO.InstructionPrefetchLines"},
    {"AdrenoTimingParameters.EachChangesTheCycles",
     "ADRENO.PacketCycles ADRENO.RegistersPerCycle ADRENO.DrawStateGroupCycles ADRENO.WorkPacketCycles "
     "ADRENO.WaitForIdleCycles ADRENO.StreamQueueBytes ADRENO.NestedStreamQueueBytes ADRENO.DrawStateQueueBytes "
     "ADRENO.PollCycles ADRENO.ShaderUnits ADRENO.UnitWaves "
     "ADRENO.BranchStackEntries ADRENO.LocalMemorySize ADRENO.DispatchesInFlight ADRENO.DispatchStartCycles "
     "ADRENO.PreambleStepCycles "
     "ADRENO.Wave64IssueCycles ADRENO.Wave128IssueCycles ADRENO.Wave128HalfIssueCycles ADRENO.IntegerFactor "
     "ADRENO.SpecialLanes ADRENO.HalfSpecialFactor ADRENO.SpecialLatency ADRENO.LocalMemoryLatency "
     "ADRENO.LocalMemoryBytesPerCycle "
     "ADRENO.BarrierCycles ADRENO.AccessLanesPerCycle ADRENO.UniformLanesPerCycle ADRENO.AccessQueue "
     "ADRENO.TextureLanesPerCycle ADRENO.TextureLatency ADRENO.UcheSize ADRENO.UcheWays ADRENO.UcheHashedSets "
     "ADRENO.UcheBanks "
     "ADRENO.UcheBankBytesPerCycle ADRENO.UcheMisses ADRENO.BufferLatency ADRENO.UniformLatency "
     "ADRENO.UcheMemoryChannels ADRENO.UcheBusWidth"},
    {"Translation.EachParameterChangesTheCycles",
     "ADRENO.TlbEntries ADRENO.TlbMissCycles ADRENO.TlbMainEntries ADRENO.TlbPageSize"},
    {"TextureRates.EachParameterChangesTheCycles",
     "ADRENO.TextureMissLatency ADRENO.TextureCacheSize ADRENO.TextureCacheLine ADRENO.TextureCacheWays "
     "ADRENO.TextureCacheLinesPerCycle ADRENO.TextureFilterBytesPerCycle ADRENO.TextureMisses ADRENO.TextureQueue "
     "ADRENO.TextureFlagLines"},
    {"AdrenoTimingParameters.ABanksQueueHoldsAsManyAccessesAsItsSize", "ADRENO.UcheBankQueue"},
    {"TimedBlit.EachParameterChangesTheCycles",
     "ADRENO.A2dPixelsPerCycle ADRENO.A2dBytesPerCycle ADRENO.A2dParts ADRENO.A2dStartCycles"},
    {"Ccu.EachParameterChangesTheCycles",
     "ADRENO.CcuSize ADRENO.CcuWays ADRENO.CcuBytesPerCycle ADRENO.CcuLatency ADRENO.CcuMisses ADRENO.CcuWritebacks "
     "ADRENO.CcuFlagLines ADRENO.CcuBusWidth"},
    {"TimedGmem.EachParameterChangesTheCycles",
     "ADRENO.GmemBytesPerCycle ADRENO.GmemLatency ADRENO.ResolveParts ADRENO.ResolveStartCycles"},
    {"TimedBinning.EachParameterChangesTheCycles", "ADRENO.VscBinsPerCycle ADRENO.SkippedPerCycle"},
    {"LrzUnit.EachParameterChangesTheCycles", "ADRENO.LrzCacheLines ADRENO.LrzBlocksPerCycle"},
    {"DrawRates.DrawsOverlapAsFarAsTheyMay", "ADRENO.DrawsInFlight"},
    {"DrawRates.AStartTakesItsCycles", "ADRENO.DrawStartCycles"},
    {"DrawRates.IndicesAreWalkedOverAtTheirRate", "ADRENO.IndicesPerCycle"},
    {"DrawRates.AttributesAreDecodedAtTheirRate", "ADRENO.AttributesPerCycle"},
    {"DrawRates.AttributesOfSeveralWavesComeAtOnce", "ADRENO.VertexFetchWaves"},
    {"DrawRates.VerticesWaitForRoomForWhatTheyLeave", "ADRENO.VaryingStorage"},
    {"TimedGeometry.StreamoutTakesItsCyclesWaveByWave", "ADRENO.StreamoutBytesPerCycle"},
    {"DrawRates.PrimitivesTakeTheirCyclesOneAfterTheOther", "ADRENO.PrimitiveCycles"},
    {"DrawRates.PrimitivesThatAreCutTakeMore", "ADRENO.ClipCycles"},
    {"DrawRates.PrimitivesAreSetUpWhileOthersAreRasterized", "ADRENO.TriangleQueue"},
    {"DrawRates.TilesAreRasterizedAtTheirRate", "ADRENO.RasterTilesPerCycle"},
    {"DrawRates.WavesWaitForUnitsInAQueue", "ADRENO.FragmentWaveQueue"},
    {"DrawRates.ColorsAreWrittenAtTheirRate", "ADRENO.ColorPixelsPerCycle"},
    {"DrawRates.SamplesAreTestedAtTheirRate", "ADRENO.DepthPixelsPerCycle"},
    {"TimedDispatch.AValueThatDoesNotComeHangsTheChipInSimulatedTime", "ADRENO.HangcheckMilliseconds"},
    {"GeometryRates.VerticesOfGeometryProgramsTakeTheirCycles", "ADRENO.GeometryVerticesPerCycle"},
    {"GeometryRates.PatchesAndTheirPointsTakeTheirCycles", "ADRENO.PatchCycles ADRENO.TessellatorPointsPerCycle"},
};

}  // namespace cyclorama::machine
