import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { DataFolderError } from './files/folder-lock.ts';

const EXIT_START_FAILED = 1;
const EXIT_CONFIG = 2;
/** What still runs when the server is told to stop gets so long to end; then the process goes all the same. */
const STOP_MILLISECONDS = 15_000;

try {
  const config = readConfig(process.env);
  const app = await buildApp(config);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(EXIT_START_FAILED), STOP_MILLISECONDS).unref();
    void app.close().then(
      () => process.exit(0),
      () => process.exit(EXIT_START_FAILED),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    const address = await app.listen({ port: config.port, host: config.host });
    console.log(`GeoInsights is running at ${address}`);
  } catch (error) {
    await app.close();
    throw error;
  }
} catch (error) {
  console.error(sentenceFor(error));
  process.exit(error instanceof ConfigError ? EXIT_CONFIG : EXIT_START_FAILED);
}

/** What the operator can do something about is one sentence; everything else is told in full. */
function sentenceFor(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof DataFolderError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return error;
  const port = process.env['PORT'] ?? '3000';
  if (error.code === 'EADDRINUSE') return `Port ${port} is taken by another program. Stop it, or choose another port: PORT=3001 npm start`;
  if (error.code === 'EACCES') return `Port ${port} may not be used by this account. Choose one above 1023: PORT=3001 npm start`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return `This machine has no address ${process.env['HOST'] ?? ''}. Set HOST to one that it has, such as 127.0.0.1.`;
  return error;
}
