// SPDX-License-Identifier: MIT
#pragma once
// The page of a run's progress: one file without anything from elsewhere. Values are set as text, never as markup.

#include <string_view>

namespace cyclorama::session {

inline constexpr std::string_view kProgressPage = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Cyclorama: progress</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif; }
  body { max-width: 50em; margin: 2em auto; padding: 0 1em; }
  h1 { font-size: 1.3em; overflow-wrap: anywhere; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .2em 1.5em; }
  dd { margin: 0; font-variant-numeric: tabular-nums; }
  progress { width: 100%; }
  img { max-width: 100%; image-rendering: pixelated; border: 1px solid; }
</style>
<h1 id="workload">Waiting for the run</h1>
<progress id="bar" aria-label="Frames done" hidden></progress>
<dl>
  <dt>State</dt><dd id="state" role="status">running</dd>
  <dt>Frames</dt><dd id="frames"></dd>
  <dt>Cycles</dt><dd id="cycles"></dd>
  <dt>Cycles a second</dt><dd id="rate"></dd>
  <dt>Time</dt><dd id="time"></dd>
  <dt>Kinds of findings</dt><dd id="findings"></dd>
</dl>
<img id="picture" alt="Last frame" hidden>
<script>
  const show = (id, text) => { document.getElementById(id).textContent = text; };
  const count = (value) => value === null ? 'none in this machine' : value.toLocaleString('en');
  let shown = null;
  let last = null;
  function update(run) {
    show('workload', run.workload + ' (' + run.mode + ')');
    show('frames', run.frames_done + (run.frames_expected ? ' of ' + run.frames_expected : ''));
    show('cycles', count(run.cycles));
    const span = last ? run.seconds - last.seconds : 0;
    show('rate', span > 0 && run.cycles !== null ? count(Math.round((run.cycles - last.cycles) / span)) : '');
    show('time', run.seconds.toFixed(0) + ' s');
    show('findings', count(run.findings));
    last = run;
    const bar = document.getElementById('bar');
    bar.hidden = !run.frames_expected;
    if (run.frames_expected) { bar.max = run.frames_expected; bar.value = run.frames_done; }
    if (run.last_frame !== null && run.last_frame !== shown) {
      shown = run.last_frame;
      const picture = document.getElementById('picture');
      picture.src = 'frame.png?' + shown;
      picture.alt = 'Frame ' + shown;
      picture.hidden = false;
    }
  }
  async function ask() {
    try {
      update(await (await fetch('progress.json')).json());
      setTimeout(ask, 1000);
    } catch (error) {
      show('state', 'ended');
    }
  }
  ask();
</script>
</html>
)";

}  // namespace cyclorama::session
