// The server as main.ts starts it, with the tools of the tests. Prints its address when it is ready.
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { Drain } from '../src/drain.ts';
import { writePrivately } from '../src/files/private-folder.ts';
import { stopOnSignals } from '../src/stop-on-signals.ts';

writePrivately();
const config = readConfig(process.env);
const drain = new Drain(config);
const app = await buildApp(config, {
  drain,
  toolsModule: new URL('./tools.fixture.ts', import.meta.url).href,
  onDatabaseTaken: (sentence) => {
    console.error(sentence);
    stop(1);
  },
});
const stop = stopOnSignals(app, drain);
console.log(await app.listen({ port: config.port, host: config.host }));
