import { expect, test } from '../drivers/test.ts';

/** Colours that differ by more than the compression of tiles. */
function differ(one: readonly number[], other: readonly number[]): boolean {
  return one.some((channel, index) => Math.abs(channel - (other[index] ?? 0)) > 12);
}

test('with the network cut the map shows land, countries and our own layers; the others show their sign, and the console stays calm', async ({ explorer, mapServices, watch }) => {
  watch.expects(/Failed to load resource|request to https/);
  await mapServices.networkIsCut();
  const sea = async () => {
    await explorer.open('?mapa=-15,-30,8');
    await expect(explorer.panel('Visualize os resultados').getByText('O mapa de ruas está fora de alcance.')).toBeVisible();
    return explorer.colourOfCenter();
  };
  const water = await sea();
  // Land with nothing on it, in the middle of Mato Grosso.
  await explorer.open('?mapa=-14,-54,9');
  await expect.poll(async () => differ(await explorer.colourOfCenter(), water)).toBe(true);
  const land = await explorer.colourOfCenter();
  // A sample property.
  await explorer.open('?mapa=-17.935,-51.11,14');
  await expect.poll(async () => differ(await explorer.colourOfCenter(), land)).toBe(true);
  for (const layer of ['PRODES Brasil', 'Biomas', 'Terras indígenas']) await explorer.checkbox(layer).click();
  await expect(explorer.layersPanel.getByText('O serviço desta camada não responde.')).toHaveCount(3);
  for (const name of ['Aproximar', 'Afastar', 'Afastar']) await explorer.button(name).click();
  for (const layer of ['Terras emersas', 'Países', 'Imóveis rurais (exemplo)']) expect(await explorer.isFailing(layer)).toBe(false);
  expect(mapServices.requests()).toBeLessThan(120);
  expect(watch.count(/^console/)).toBeLessThan(120);
});
