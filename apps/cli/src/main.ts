#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { ProblemError } from '@geoinsights/contract';
import { check } from './check.ts';
import { CannotWriteError, ExitCode, exitCodeOf, ServerRefusal, UsageError } from './exit-codes.ts';
import { fix } from './fix.ts';
import { HELP } from './help.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const command = args.at(0);
  const rest = args.slice(1);
  try {
    switch (command) {
      case 'fix-geometry':
        return await fix(rest);
      case 'check':
        return await check(rest);
      case 'layers':
        // Loaded only when it is wanted: it brings the catalogue and its database along.
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
