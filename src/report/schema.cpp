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
    end_cycle INTEGER, share_first_cycle INTEGER, share_end_cycle INTEGER, label INTEGER);
CREATE TABLE labels (id INTEGER PRIMARY KEY, parent INTEGER, text TEXT NOT NULL, ordinal INTEGER NOT NULL);
CREATE TABLE states (id INTEGER PRIMARY KEY, topic TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL);
CREATE TABLE operation_states (operation INTEGER NOT NULL, state INTEGER NOT NULL, PRIMARY KEY (operation, state))
    WITHOUT ROWID;
CREATE TABLE counters (id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit TEXT NOT NULL, sentence TEXT NOT NULL,
    kind TEXT NOT NULL, section TEXT NOT NULL, instance TEXT NOT NULL, activity TEXT, client TEXT, direction TEXT);
CREATE TABLE operation_counters (operation INTEGER NOT NULL, counter INTEGER NOT NULL, value NUMERIC NOT NULL,
    PRIMARY KEY (operation, counter)) WITHOUT ROWID;
CREATE TABLE slice_counters (slice INTEGER NOT NULL, counter INTEGER NOT NULL, value NUMERIC NOT NULL,
    PRIMARY KEY (slice, counter)) WITHOUT ROWID;
CREATE TABLE frame_counters (frame INTEGER NOT NULL, counter INTEGER NOT NULL, value NUMERIC NOT NULL,
    PRIMARY KEY (frame, counter)) WITHOUT ROWID;
CREATE TABLE slices (id INTEGER PRIMARY KEY, frame INTEGER NOT NULL, first_cycle INTEGER NOT NULL,
    end_cycle INTEGER NOT NULL);
CREATE TABLE units (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, clock INTEGER NOT NULL);
CREATE TABLE slice_units (slice INTEGER NOT NULL, unit INTEGER NOT NULL, busy INTEGER NOT NULL, awake INTEGER NOT NULL,
    waiting INTEGER NOT NULL, cycles INTEGER NOT NULL, PRIMARY KEY (slice, unit)) WITHOUT ROWID;
CREATE TABLE operation_units (operation INTEGER NOT NULL, unit INTEGER NOT NULL, busy INTEGER NOT NULL,
    awake INTEGER NOT NULL, waiting INTEGER NOT NULL, cycles INTEGER NOT NULL, PRIMARY KEY (operation, unit))
    WITHOUT ROWID;
CREATE TABLE wait_reasons (id INTEGER PRIMARY KEY, unit INTEGER NOT NULL, sentence TEXT NOT NULL);
CREATE TABLE slice_waits (slice INTEGER NOT NULL, reason INTEGER NOT NULL, cycles INTEGER NOT NULL,
    PRIMARY KEY (slice, reason)) WITHOUT ROWID;
CREATE TABLE operation_waits (operation INTEGER NOT NULL, reason INTEGER NOT NULL, cycles INTEGER NOT NULL,
    PRIMARY KEY (operation, reason)) WITHOUT ROWID;
CREATE TABLE findings (id INTEGER PRIMARY KEY, identifier TEXT NOT NULL, severity TEXT NOT NULL, sentence TEXT NOT NULL,
    hint TEXT NOT NULL, place TEXT NOT NULL, detail TEXT NOT NULL, count INTEGER NOT NULL);
CREATE TABLE finding_places (finding INTEGER NOT NULL, operation INTEGER NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (finding, operation)) WITHOUT ROWID;
CREATE TABLE targets (id INTEGER PRIMARY KEY, name TEXT NOT NULL, aspect TEXT NOT NULL, width INTEGER NOT NULL,
    height INTEGER NOT NULL, format TEXT NOT NULL);
CREATE TABLE target_changes (id INTEGER PRIMARY KEY, operation INTEGER NOT NULL, target INTEGER NOT NULL,
    moment INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
    difference BLOB NOT NULL);
CREATE TABLE operation_targets (operation INTEGER NOT NULL, target INTEGER NOT NULL, PRIMARY KEY (operation, target))
    WITHOUT ROWID;
CREATE TABLE commands (id INTEGER PRIMARY KEY, ordinal INTEGER NOT NULL, offset INTEGER NOT NULL, operation INTEGER,
    text TEXT NOT NULL);
)sql";

}  // namespace cyclorama::report
