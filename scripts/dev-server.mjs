// The server under `node --watch`, which learns what to watch while modules are loaded, i.e. before any of them runs.
import './stop-watch-reports.mjs';
import '../apps/server/src/main.ts';
