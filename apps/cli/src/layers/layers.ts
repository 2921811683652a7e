import { ExitCode, UsageError } from '../exit-codes.ts';
import { isLayersCommand, parseLayerArguments } from './arguments.ts';
import type { LayerOptions, LayersCommand } from './arguments.ts';
import { dataFolderOf, layersFolderOf, openLayerCatalogue } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { remove, update } from './change.ts';
import { LAYERS_HELP } from './help.ts';
import { importWms } from './import-wms.ts';
import { list } from './list.ts';
import { publish } from './publish.ts';

/** `geotools layers …` */
export async function layers(args: readonly string[]): Promise<number> {
  const command = args.at(0);
  const rest = args.slice(1);
  if (command === '--help' || command === '-h' || command === 'help') return showHelp();
  if (command === undefined) throw new UsageError('Say what to do with the layers: list, publish, update, remove or import-wms.');
  if (!isLayersCommand(command)) throw new UsageError(`There is no command "layers ${command}". The commands are list, publish, update, remove and import-wms.`);
  const { options, positionals } = parseLayerArguments(command, rest);
  if (options.help === true) return showHelp();
  // What a service offers can be seen without a data folder.
  if (command === 'import-wms') return importWms(() => openLayerCatalogue(dataFolderOf(options['data-dir'])), options, positionals);
  const dataFolder = dataFolderOf(options['data-dir']);
  const open = () => openLayerCatalogue(dataFolder);
  // Data are written for a minute, in which a server must be able to start or stop.
  if (command === 'publish') return publish(layersFolderOf(dataFolder), open, options, positionals);
  const catalogue = await open();
  try {
    return await run(command, catalogue, options, positionals);
  } finally {
    await catalogue.close();
  }
}

function showHelp(): number {
  console.log(LAYERS_HELP);
  return ExitCode.Done;
}

function run(command: Exclude<LayersCommand, 'import-wms' | 'publish'>, catalogue: Catalogue, options: LayerOptions, positionals: readonly string[]): Promise<number> {
  switch (command) {
    case 'list':
      return list(catalogue, options);
    case 'update':
      return update(catalogue, options, positionals);
    case 'remove':
      return remove(catalogue, options, positionals);
  }
}
