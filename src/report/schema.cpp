// SPDX-License-Identifier: MIT
#include "report/schema.h"

namespace cyclorama::report {

const char* const kSchema = R"sql(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE configuration (section TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, default_value TEXT NOT NULL,
    unit TEXT NOT NULL, sentence TEXT NOT NULL, PRIMARY KEY (section, name)) WITHOUT ROWID;
CREATE TABLE clocks (id INTEGER PRIMARY KEY, name TEXT NOT NULL, period_picoseconds INTEGER NOT NULL);
CREATE TABLE frames (id INTEGER PRIMARY KEY, number INTEGER, first_cycle INTEGER, end_cycle INTEGER, width INTEGER,
    height INTEGER, image TEXT);
CREATE TABLE operations (id INTEGER PRIMARY KEY, frame INTEGER NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL,
    draw INTEGER, ordinal INTEGER NOT NULL, offset INTEGER NOT NULL, first_cycle INTEGER, fragments_cycle INTEGER,
    end_cycle INTEGER, share_first_cycle INTEGER, share_end_cycle INTEGER, label INTEGER,
    pass INTEGER);
CREATE TABLE passes (id INTEGER PRIMARY KEY, frame INTEGER NOT NULL, kind TEXT NOT NULL, x INTEGER, y INTEGER,
    width INTEGER, height INTEGER);
CREATE TABLE labels (id INTEGER PRIMARY KEY, parent INTEGER, text TEXT NOT NULL, ordinal INTEGER NOT NULL);
CREATE TABLE states (id INTEGER PRIMARY KEY, topic TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL);
CREATE TABLE state_parts (id INTEGER PRIMARY KEY);
CREATE TABLE part_states (part INTEGER NOT NULL, state INTEGER NOT NULL, PRIMARY KEY (part, state)) WITHOUT ROWID;
CREATE TABLE operation_parts (operation INTEGER NOT NULL, part INTEGER NOT NULL, PRIMARY KEY (operation, part))
    WITHOUT ROWID;
CREATE VIEW operation_states AS SELECT operation, state FROM operation_parts JOIN part_states USING (part);
CREATE TABLE counters (id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit TEXT NOT NULL, sentence TEXT NOT NULL,
    kind TEXT NOT NULL, section TEXT NOT NULL, instance TEXT NOT NULL, activity TEXT, client TEXT, direction TEXT);
CREATE TABLE operation_amounts (operation INTEGER PRIMARY KEY, counters TEXT NOT NULL, units TEXT NOT NULL,
    waits TEXT NOT NULL, limits TEXT NOT NULL);
CREATE TABLE slice_amounts (slice INTEGER PRIMARY KEY, counters TEXT NOT NULL, units TEXT NOT NULL,
    waits TEXT NOT NULL, limits TEXT NOT NULL);
CREATE TABLE frame_amounts (frame INTEGER PRIMARY KEY, counters TEXT NOT NULL);
CREATE VIEW operation_counters AS SELECT operation, CAST(key AS INTEGER) AS counter, value
    FROM operation_amounts, json_each(counters);
CREATE VIEW slice_counters AS SELECT slice, CAST(key AS INTEGER) AS counter, value
    FROM slice_amounts, json_each(counters);
CREATE VIEW frame_counters AS SELECT frame, CAST(key AS INTEGER) AS counter, value
    FROM frame_amounts, json_each(counters);
CREATE TABLE slices (id INTEGER PRIMARY KEY, frame INTEGER NOT NULL, first_cycle INTEGER NOT NULL,
    end_cycle INTEGER NOT NULL);
CREATE VIEW statistics AS
    SELECT 'frame' AS span, f.number AS frame, NULL AS operation, NULL AS draw, f.first_cycle, f.end_cycle, c.section,
    c.instance, c.name, c.kind, c.unit, v.value
    FROM frame_counters v JOIN frames f ON f.id = v.frame JOIN counters c ON c.id = v.counter UNION ALL
    SELECT 'operation', f.number, o.id, o.draw, o.share_first_cycle, o.share_end_cycle, c.section, c.instance, c.name,
    c.kind, c.unit, v.value
    FROM operation_counters v JOIN operations o ON o.id = v.operation JOIN frames f ON f.id = o.frame
    JOIN counters c ON c.id = v.counter UNION ALL
    SELECT 'slice', f.number, NULL, NULL, s.first_cycle, s.end_cycle, c.section, c.instance, c.name, c.kind, c.unit, v.value
    FROM slice_counters v JOIN slices s ON s.id = v.slice JOIN frames f ON f.id = s.frame
    JOIN counters c ON c.id = v.counter;
CREATE TABLE units (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, clock INTEGER NOT NULL);
CREATE VIEW slice_units AS SELECT slice, CAST(work.key AS INTEGER) AS unit,
    (SELECT value FROM json_each(work.value, '$[0]')) AS busy, (SELECT value FROM json_each(work.value, '$[1]')) AS awake,
    (SELECT value FROM json_each(work.value, '$[2]')) AS waiting, (SELECT value FROM json_each(work.value, '$[3]')) AS cycles
    FROM slice_amounts, json_each(units) AS work;
CREATE VIEW operation_units AS SELECT operation, CAST(work.key AS INTEGER) AS unit,
    (SELECT value FROM json_each(work.value, '$[0]')) AS busy, (SELECT value FROM json_each(work.value, '$[1]')) AS awake,
    (SELECT value FROM json_each(work.value, '$[2]')) AS waiting, (SELECT value FROM json_each(work.value, '$[3]')) AS cycles
    FROM operation_amounts, json_each(units) AS work;
CREATE TABLE wait_reasons (id INTEGER PRIMARY KEY, unit INTEGER NOT NULL, sentence TEXT NOT NULL);
CREATE VIEW slice_waits AS SELECT slice, CAST(key AS INTEGER) AS reason, value AS cycles
    FROM slice_amounts, json_each(waits);
CREATE VIEW operation_waits AS SELECT operation, CAST(key AS INTEGER) AS reason, value AS cycles
    FROM operation_amounts, json_each(waits);
CREATE TABLE limit_causes (id INTEGER PRIMARY KEY, unit INTEGER NOT NULL, through INTEGER NOT NULL,
    full INTEGER NOT NULL, at_full_rate INTEGER NOT NULL, in_larger INTEGER NOT NULL);
CREATE TABLE changes (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
CREATE TABLE change_settings (change INTEGER NOT NULL, place INTEGER NOT NULL, setting TEXT NOT NULL,
    PRIMARY KEY (change, place)) WITHOUT ROWID;
CREATE TABLE change_effects (change INTEGER NOT NULL, cause INTEGER NOT NULL, saved REAL NOT NULL,
    PRIMARY KEY (change, cause)) WITHOUT ROWID;
CREATE VIEW slice_limits AS SELECT slice, CAST(key AS INTEGER) AS cause, value AS cycles
    FROM slice_amounts, json_each(limits);
CREATE VIEW operation_limits AS SELECT operation, CAST(key AS INTEGER) AS cause, value AS cycles
    FROM operation_amounts, json_each(limits);
CREATE TABLE queues (id INTEGER PRIMARY KEY, unit INTEGER NOT NULL, name TEXT NOT NULL, holds TEXT NOT NULL,
    capacity INTEGER NOT NULL);
CREATE TABLE operation_queue_amounts (operation INTEGER PRIMARY KEY, queues TEXT NOT NULL);
CREATE TABLE slice_queue_amounts (slice INTEGER PRIMARY KEY, queues TEXT NOT NULL);
CREATE VIEW operation_queues AS SELECT operation, CAST(held.key AS INTEGER) AS queue,
    (SELECT value FROM json_each(held.value, '$[0]')) AS sum, (SELECT value FROM json_each(held.value, '$[1]')) AS most,
    (SELECT value FROM json_each(held.value, '$[2]')) AS full_cycles
    FROM operation_queue_amounts, json_each(queues) AS held;
CREATE VIEW slice_queues AS SELECT slice, CAST(held.key AS INTEGER) AS queue,
    (SELECT value FROM json_each(held.value, '$[0]')) AS sum, (SELECT value FROM json_each(held.value, '$[1]')) AS most,
    (SELECT value FROM json_each(held.value, '$[2]')) AS full_cycles
    FROM slice_queue_amounts, json_each(queues) AS held;
CREATE TABLE dram_banks (frame INTEGER NOT NULL, channel INTEGER NOT NULL, bank INTEGER NOT NULL, read INTEGER NOT NULL,
    written INTEGER NOT NULL, activates INTEGER NOT NULL, conflicts INTEGER NOT NULL, hits INTEGER NOT NULL,
    misses INTEGER NOT NULL, PRIMARY KEY (frame, channel, bank)) WITHOUT ROWID;
CREATE TABLE memory_blocks (frame INTEGER NOT NULL, address INTEGER NOT NULL, client TEXT NOT NULL,
    read INTEGER NOT NULL, written INTEGER NOT NULL, PRIMARY KEY (frame, address, client)) WITHOUT ROWID;
CREATE TABLE cache_blocks (frame INTEGER NOT NULL, address INTEGER NOT NULL, cache TEXT NOT NULL, hits INTEGER NOT NULL,
    misses INTEGER NOT NULL, PRIMARY KEY (frame, address, cache)) WITHOUT ROWID;
CREATE TABLE programs (id INTEGER PRIMARY KEY, stage TEXT NOT NULL, registers INTEGER NOT NULL,
    instructions INTEGER NOT NULL);
CREATE TABLE program_instructions (program INTEGER NOT NULL, instruction INTEGER NOT NULL, text TEXT NOT NULL,
    issues INTEGER NOT NULL, threads INTEGER NOT NULL, turn_cycles INTEGER NOT NULL, result_cycles INTEGER NOT NULL,
    texture_cycles INTEGER NOT NULL, output_cycles INTEGER NOT NULL, PRIMARY KEY (program, instruction)) WITHOUT ROWID;
CREATE TABLE operation_programs (operation INTEGER NOT NULL, program INTEGER NOT NULL,
    PRIMARY KEY (operation, program)) WITHOUT ROWID;
CREATE TABLE findings (id INTEGER PRIMARY KEY, identifier TEXT NOT NULL, severity TEXT NOT NULL, sentence TEXT NOT NULL,
    hint TEXT NOT NULL, place TEXT NOT NULL, detail TEXT NOT NULL, count INTEGER NOT NULL);
CREATE TABLE finding_places (finding INTEGER NOT NULL, operation INTEGER NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (finding, operation)) WITHOUT ROWID;
CREATE TABLE targets (id INTEGER PRIMARY KEY, name TEXT NOT NULL, aspect TEXT NOT NULL, width INTEGER NOT NULL,
    height INTEGER NOT NULL, format TEXT NOT NULL, channels INTEGER NOT NULL);
CREATE TABLE target_changes (id INTEGER PRIMARY KEY, operation INTEGER NOT NULL, target INTEGER NOT NULL,
    moment INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
    difference BLOB NOT NULL);
CREATE TABLE operation_targets (operation INTEGER NOT NULL, target INTEGER NOT NULL, PRIMARY KEY (operation, target))
    WITHOUT ROWID;
CREATE TABLE pixel_counts (operation INTEGER PRIMARY KEY, surface INTEGER NOT NULL, surface_width INTEGER NOT NULL,
    surface_height INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL, width INTEGER NOT NULL,
    height INTEGER NOT NULL, rejected_early INTEGER NOT NULL, killed INTEGER NOT NULL, rejected_late INTEGER NOT NULL, written INTEGER NOT NULL,
    helpers INTEGER NOT NULL, bytes INTEGER NOT NULL, counts BLOB NOT NULL);
CREATE TABLE commands (id INTEGER PRIMARY KEY, ordinal INTEGER NOT NULL, offset INTEGER NOT NULL, operation INTEGER,
    text TEXT NOT NULL);
)sql";

}  // namespace cyclorama::report
