import type { ToolDefinition } from '@geoinsights/tools';
import { ExitCode } from '../exit-codes.ts';
import type { Command } from './command.ts';
import { COMMANDS, TOOLS } from './commands.ts';
import { flagsOf } from './flags.ts';
import { inWords } from './help.ts';
import { CHECK } from './repair-commands.ts';

const INPUT = `INPUT is a .kml, .kmz, .gpkg, .geojson or .shp file, or a .zip of them. The files that belong to a .shp (.shx, .dbf,
.prj …) are found beside it.`;
const OUTPUT = `OUTPUT is a file, or a folder for all files of the result under their own names. An OUTPUT that ends in .shp
gives the files of the shapefile unpacked; one that ends in .zip an archive.`;
const INPUT_STAYS = 'An input is never overwritten.';

/** The command of a tool, generated from its definition. */
export function toolCommand({ name, summary, inputs, optionsSchema, commandExamples, commandOutput = OUTPUT }: ToolDefinition): Command {
  return {
    words: name,
    summary: inWords(summary),
    usage: [`${name} INPUT${inputs.maximum === 1 ? '' : '…'} -o OUTPUT [options]`],
    about: `${INPUT}\n${commandOutput} ${INPUT_STAYS}`,
    options: ['output', 'report', 'threads', 'quiet', 'help'],
    ownOptions: flagsOf(optionsSchema),
    optionTexts: { output: 'where the result goes: a file or a folder', report: 'write a report of what was done as JSON' },
    operands: 'files',
    exitCodes: [
      [ExitCode.Done, 'done'],
      [ExitCode.Usage, 'wrong usage'],
      [ExitCode.UnreadableInput, 'an input does not exist, or none can be processed'],
      [ExitCode.CannotWrite, 'the output cannot be written'],
      [ExitCode.SomeFailed, 'some inputs cannot be processed; the result of the others is written'],
      [ExitCode.Internal, 'an internal error'],
    ],
    examples: commandExamples,
  };
}

/** Every command, including those of tools, in the order of the help. */
export async function allCommands(): Promise<readonly Command[]> {
  const ofTools = await Promise.all(TOOLS.map(async (tool) => toolCommand(await tool.load())));
  return COMMANDS.flatMap((command) => (command === CHECK ? [command, ...ofTools] : [command]));
}
