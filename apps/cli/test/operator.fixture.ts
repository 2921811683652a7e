// The command line as scripts/build-test-server.mjs puts it into few files: bin/geotools.js runs an operator's commands from their sources, which takes a core-second longer.
import { geotools } from '../src/geotools.ts';

process.exitCode = await geotools(process.argv.slice(2));
