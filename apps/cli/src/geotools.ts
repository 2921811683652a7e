import { ProblemError } from '@geoinsights/contract/errors';
import { CannotWriteError, ExitCode, exitCodeOf, ServerRefusal, UsageError } from './exit-codes.ts';
import { HELP } from './help.ts';

/** Runs one command of the command line; what goes wrong is printed. @returns the exit code. */
export async function geotools(args: readonly string[]): Promise<number> {
  const command = args.at(0);
  const rest = args.slice(1);
  try {
    // Each is loaded only when it is wanted: the layers bring the catalogue and its database along.
    switch (command) {
      case 'fix-geometry':
        return await (await import('./fix.ts')).fix(rest);
      case 'check':
        return await (await import('./check.ts')).check(rest);
      case 'layers':
        return await (await import('./layers/layers.ts')).layers(rest);
      case '--help':
      case '-h':
      case 'help':
        console.log(HELP);
        return ExitCode.Done;
      case undefined:
        throw new UsageError('Say what to do: fix-geometry, check or layers.');
      default:
        throw new UsageError(`There is no command "${command}". The commands are fix-geometry, check and layers.`);
    }
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown): number {
  if (error instanceof UsageError) console.error(`${error.message}\nSee geotools --help.`);
  else if (error instanceof CannotWriteError || error instanceof ServerRefusal) console.error(error.message);
  else if (error instanceof ProblemError) console.error(`${error.toProblem().title}: ${error.message}`);
  else if (process.env['GEOTOOLS_DEBUG']) console.error(error);
  else console.error('Something went wrong on our side. Nothing was written. Set GEOTOOLS_DEBUG=1 to see the details, and tell us.');
  return exitCodeOf(error);
}
