import type { LayersCommand } from '../command-line/layers-commands.ts';
import type { Given } from '../command-line/read-arguments.ts';
import { UsageError } from '../exit-codes.ts';
import { dataFolderOf } from '../operator/ask-server.ts';
import { layersFolderOf, openLayerCatalogue, type Catalogue } from './catalogue.ts';
import { remove, update } from './change.ts';
import { updateGroup } from './groups.ts';
import { importWms } from './import-wms.ts';
import { list } from './list.ts';
import { publish } from './publish.ts';

/** `geotools layers …` */
export async function layers(command: LayersCommand, given: Given): Promise<number> {
  const { values, operands } = given;
  // Only the server's account may access the data folder, including what we write.
  process.umask(0o077);
  if (values.visible === true && values.hidden === true) throw new UsageError('Give --visible or --hidden, not both.');
  // Listing what a service offers needs no data folder.
  if (command === 'import-wms') return importWms(() => openLayerCatalogue(dataFolderOf(values['data-dir'])), values, operands);
  const dataFolder = dataFolderOf(values['data-dir']);
  const open = () => openLayerCatalogue(dataFolder);
  // Writing data takes up to a minute, during which a server must be able to start or stop.
  if (command === 'publish') return publish(layersFolderOf(dataFolder), open, values, operands);
  const catalogue = await open();
  try {
    return await run(command, catalogue, given);
  } finally {
    await catalogue.close();
  }
}

function run(command: Exclude<LayersCommand, 'import-wms' | 'publish'>, catalogue: Catalogue, { values, operands }: Given): Promise<number> {
  switch (command) {
    case 'list':
      return list(catalogue, values);
    case 'update':
      return update(catalogue, values, operands);
    case 'remove':
      return remove(catalogue, values, operands);
    case 'update-group':
      return updateGroup(catalogue, values, operands);
  }
}
