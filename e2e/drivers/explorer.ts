import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { GivenFile } from './fix-geometry.ts';
import { Picture } from './picture.ts';

/** What the map shows: degrees and zoom. */
export interface View {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

/** The drawing colours of areas: the border, the inside as it appears on the test street map, and the border of a property. */
const COLOURS = { border: [138, 79, 29], inside: [207, 198, 180], property: [11, 79, 122] } as const;

const WORKER = /\/assets\/areas\.worker[^/]*\.js$/;
const PROJECTIONS = /\/assets\/transformation[^/]*\.js$/;

/** The explorer in terms of what a visitor does and sees. */
export class ExplorerDriver {
  readonly #page: Page;
  readonly #hasArrived = Promise.withResolvers<undefined>();

  constructor(page: Page) {
    this.#page = page;
    page.on('requestfinished', (request) => {
      // The last file that the worker loads.
      if (PROJECTIONS.test(request.url())) this.#hasArrived.resolve(undefined);
    });
    // Listen for file dialogues from the start: a listener added together with the press that opens one is sometimes too late.
    page.on('filechooser', () => undefined);
  }

  async open(search = '') {
    await this.#page.goto(`/geoexplorer${search}`);
    await this.#page.locator('h1').waitFor();
    // Its columns are laid out before they work.
    await this.#page.locator('#mapa').waitFor({ state: 'attached' });
  }

  panel(title: string): Locator {
    return this.#page.getByRole('region', { name: title, exact: true });
  }

  async panelBoxes(): Promise<{ title: string; left: number; width: number; height: number }[]> {
    const titles = await this.#page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
    return Promise.all(
      titles.map(async (title) => {
        const box = await this.panel(title).boundingBox();
        return { title, left: box?.x ?? 0, width: box?.width ?? 0, height: box?.height ?? 0 };
      }),
    );
  }

  // Region

  get carField(): Locator {
    return this.#page.getByLabel('Buscar CAR');
  }

  get carList(): Locator {
    return this.#page.getByRole('listbox', { name: 'Imóveis encontrados' });
  }

  async searchCar(query: string) {
    await this.carField.fill(query);
  }

  async carMatches(): Promise<string[]> {
    return this.#page.getByRole('option').allInnerTexts();
  }

  async pickCar(entry: string) {
    await this.#page.getByRole('option', { name: entry, exact: true }).click();
  }

  /** What the page says about the search. */
  async saysOfCar(words: string) {
    await expect(this.panel('Escolha a regiao de interesse').getByRole('status').first()).toHaveText(words);
  }

  /** The visitor looks at another window: the focused element hears that it lost the focus, and keeps its place. */
  async windowIsLeft() {
    await this.#page.evaluate(() => document.activeElement?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  }

  /** Leaves the explorer by a link of the page, and comes back with the browser's button. */
  async homeAndBack() {
    await this.#page.getByRole('link', { name: 'Home' }).first().click();
    await this.#page.waitForURL((url) => url.pathname === '/');
    // The address changes first. Whoever goes back before the other page is there has never left the explorer, and still has the areas.
    await this.#page.getByRole('heading', { name: 'Empowering Geospatial Insights' }).waitFor();
    await this.#page.goBack();
    await this.#page.locator('#mapa').waitFor({ state: 'attached' });
  }

  /** Makes the worker that reads files fail to load. @returns a function that makes it load again. */
  workerFileIsLost(): Promise<() => Promise<void>> {
    return this.#fileIsLost(WORKER);
  }

  /** The same for the code that reads coordinates in other systems. */
  projectionsAreLost(): Promise<() => Promise<void>> {
    return this.#fileIsLost(PROJECTIONS);
  }

  async #fileIsLost(file: RegExp): Promise<() => Promise<void>> {
    await this.#page.route(file, (route) => route.abort());
    return () => this.#page.unroute(file);
  }

  /** All code that reads files has arrived, before there are any files. */
  async isReadyToRead() {
    await this.#hasArrived.promise;
  }

  /** Runs a statement in the worker that reads files, before its own code. */
  async workerIsBroken(statement: string) {
    await this.#page.route(WORKER, async (route) => {
      // The page may ask for another worker while its test ends, and then there is no answer any more.
      const answer = await route.fetch().then(async (response) => ({ response, text: await response.text() })).catch(() => null);
      if (answer !== null) await route.fulfill({ response: answer.response, body: `${statement}\n${answer.text}` });
    });
  }

  /** Errors that are announced at once. */
  get alerts(): Locator {
    return this.#page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ });
  }

  get uploadControl(): Locator {
    return this.#page.getByLabel('Faca upload de areas (SHP ou KML)');
  }

  async choose(...files: GivenFile[]) {
    await this.uploadControl.setInputFiles(files.map(({ name, content }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })));
  }

  /** Opens the file dialogue from the focused control. */
  async chooseByKeyboard(...files: GivenFile[]) {
    const dialogue = this.#page.waitForEvent('filechooser');
    await this.#page.keyboard.press('Enter');
    await (await dialogue).setFiles(files.map(({ name, content }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })));
  }

  /** Drops files on the upload control. */
  async drop(...files: { name: string; content: string }[]) {
    const transfer = await this.#page.evaluateHandle((given) => {
      const data = new DataTransfer();
      for (const { name, content } of given) data.items.add(new File([content], name));
      return data;
    }, files);
    for (const type of ['dragenter', 'dragover', 'drop']) await this.uploadControl.dispatchEvent(type, { dataTransfer: transfer });
  }

  /** Names, sizes and states of the listed files, one line each. */
  async seesFiles(...lines: (string | RegExp)[]) {
    const files = this.#page.getByRole('list', { name: 'Arquivos enviados' }).getByRole('listitem');
    await expect(files).toHaveCount(lines.length);
    for (const [index, line] of lines.entries()) await expect(files.nth(index)).toHaveText(line);
  }

  /** What the page says about areas on the map whose file is not listed. */
  async saysOfEarlierAreas(words: string) {
    await expect(this.panel('Escolha a regiao de interesse').getByRole('status').last()).toHaveText(words);
  }

  /** What the page says about areas that went with the previous page of the tab. */
  async saysOfLostAreas(words: string | RegExp) {
    await expect(this.panel('Escolha a regiao de interesse').getByRole('status').nth(1)).toHaveText(words);
  }

  /** The question for the reference system of a file's coordinates. */
  systemChoice(file: string): Locator {
    return this.#page.getByRole('form', { name: `Sistema de coordenadas de ${file}` }).getByRole('combobox', { name: 'Em que sistema e zona estão as coordenadas?' });
  }

  systemsOffered(file: string): Promise<string[]> {
    return this.systemChoice(file).getByRole('option').allInnerTexts();
  }

  async chooseSystem(file: string, code: string) {
    await this.systemChoice(file).selectOption(code);
  }

  // Layers

  get layersPanel(): Locator {
    return this.panel('Escolha as camadas');
  }

  checkbox(name: string): Locator {
    return this.layersPanel.getByRole('checkbox', { name, exact: true });
  }

  async seesInLayers(text: string) {
    await expect(this.layersPanel.getByText(text, { exact: true })).toBeVisible();
  }

  async describe(layer: string) {
    await this.layersPanel.getByRole('button', { name: `Informações: ${layer}`, exact: true }).click();
  }

  get modal(): Locator {
    return this.#page.getByRole('dialog');
  }

  // Map

  get map(): Locator {
    return this.#page.getByRole('application', { name: /^Mapa/ });
  }

  /** The map's description of its view for people who cannot see it. */
  async view(): Promise<View> {
    const text = await this.#page.getByText(/^Centro: latitude/).innerText();
    const [latitude = NaN, longitude = NaN, zoom = NaN] = [...text.matchAll(/-?\d+(?:,\d+)?/g)].map(([value]) => Number(value.replace(',', '.')));
    return { latitude, longitude, zoom };
  }

  /** Whether screen readers are told of each view that the map comes to. */
  async announcesViews(does: boolean) {
    await expect(this.#page.locator('[aria-live="polite"]').filter({ hasText: /^Centro: latitude/ })).toHaveCount(does ? 1 : 0);
  }

  /** The map settles at this view, within a tolerance. */
  async restsAt({ latitude, longitude, zoom }: Partial<View>) {
    await expect
      .poll(async () => {
        const view = await this.view();
        const differs = (wanted: number | undefined, seen: number, within: number) => wanted !== undefined && Math.abs(wanted - seen) > within;
        return differs(latitude, view.latitude, 0.05) || differs(longitude, view.longitude, 0.05) || differs(zoom, view.zoom, 0.02) ? view : 'there';
      })
      .toBe('there');
  }

  button(name: string): Locator {
    return this.#page.getByRole('button', { name, exact: true });
  }

  get found(): Locator {
    return this.#page.getByRole('region', { name: 'Feições neste ponto' });
  }

  /** How many pixels within a square around a place on the map have the colour of an area's border, or of its inside. */
  async areaPixels(part: keyof typeof COLOURS, place: readonly [number, number], reach: number): Promise<number> {
    return (await this.#pictureAround(place, reach))?.count(COLOURS[part]) ?? 0;
  }

  /** A square of the map around a place, clipped to the map. A picture of the whole map takes many times as long. */
  async #pictureAround([longitude, latitude]: readonly [number, number], reach: number): Promise<Picture | null> {
    const view = await this.view();
    await this.map.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await this.map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const pixelsOfWorld = 256 * 2 ** view.zoom;
    const column = Math.round(x + width / 2 + ((longitude - view.longitude) / 360) * pixelsOfWorld);
    const row = Math.round(y + height / 2 - ((mercator(latitude) - mercator(view.latitude)) / (2 * Math.PI)) * pixelsOfWorld);
    const [left, top] = [Math.max(Math.ceil(x), column - reach), Math.max(Math.ceil(y), row - reach)];
    const [right, bottom] = [Math.min(Math.floor(x + width), column + reach + 1), Math.min(Math.floor(y + height), row + reach + 1)];
    if (right <= left || bottom <= top) return null;
    return new Picture(await this.#page.screenshot({ clip: { x: left, y: top, width: right - left, height: bottom - top } }));
  }

  /** An area's border passes here: pixels of its colour are visible at the place. */
  async seesBorderAt(place: readonly [number, number]) {
    await expect.poll(() => this.areaPixels('border', place, 4), { message: `pixels of the border at ${place.join()}` }).toBeGreaterThan(8);
  }

  /** The place is inside an area: everything around it has its colour. */
  async seesInsideAt(place: readonly [number, number]) {
    await expect.poll(() => this.areaPixels('inside', place, 4), { message: `pixels of the inside at ${place.join()}` }).toBeGreaterThan(70);
  }

  /** The border of the selected property passes here. */
  async seesPropertyBorderAt(place: readonly [number, number]) {
    await expect.poll(() => this.areaPixels('property', place, 4), { message: `pixels of the property's border at ${place.join()}` }).toBeGreaterThan(8);
  }

  async seesNoPropertyBorderAt(place: readonly [number, number]) {
    await expect.poll(() => this.areaPixels('property', place, 4), { message: `pixels of the property's border at ${place.join()}` }).toBe(0);
  }

  /** No area is visible at the place. */
  async seesNoAreaAt(place: readonly [number, number]) {
    const pixels = async () => {
      const picture = await this.#pictureAround(place, 4);
      return picture === null ? 0 : picture.count(COLOURS.border) + picture.count(COLOURS.inside);
    };
    await expect.poll(pixels, { message: `pixels of areas at ${place.join()}` }).toBe(0);
  }

  /** How far a part of the page extends into the map from its right edge. */
  async sideOf(part: Locator): Promise<number> {
    const [map, own] = await Promise.all([this.map.boundingBox(), part.boundingBox()]);
    return (map?.x ?? NaN) + (map?.width ?? NaN) - (own?.x ?? NaN);
  }

  async mapSize(): Promise<{ width: number; height: number }> {
    return (await this.map.boundingBox()) ?? { width: 0, height: 0 };
  }

  /** Records every scale that the scale line shows from now on. @returns a function that returns those seen so far. */
  async noteScales(): Promise<() => Promise<string[]>> {
    const scale = this.map.getByText(/\d k?m$/);
    const seen = await scale.evaluateHandle((line) => {
      const scales: string[] = [];
      new MutationObserver(() => scales.push(`${line.textContent} ${getComputedStyle(line).width}`)).observe(line, { attributes: true, childList: true, characterData: true, subtree: true });
      return scales;
    });
    return () => seen.jsonValue();
  }

  checkboxNames(): Promise<string[]> {
    return this.layersPanel.getByRole('checkbox').evaluateAll((boxes) => boxes.map((box) => (box instanceof HTMLInputElement ? (box.labels?.[0]?.textContent ?? '') : '')));
  }

  #row(layer: string): Locator {
    return this.layersPanel.getByRole('listitem').filter({ has: this.#page.getByRole('button', { name: `Informações: ${layer}`, exact: true }) }).last();
  }

  colourOf(layer: string): Promise<string> {
    return this.#row(layer)
      .locator('label > span')
      .first()
      .evaluate((box) => getComputedStyle(box).backgroundColor);
  }

  async isActive(layer: string): Promise<boolean> {
    return (await this.#row(layer).getAttribute('data-active')) === 'true';
  }

  async isFailing(layer: string): Promise<boolean> {
    return (await this.#row(layer).getByText('O serviço desta camada não responde.').count()) > 0;
  }

  async clickBesideModal() {
    await this.#page.mouse.click(5, 5);
  }

  modalScrolls(): Promise<boolean> {
    return this.modal.getByRole('region', { name: 'Detalhes da camada' }).evaluate((body) => body.scrollHeight > body.clientHeight);
  }

  /** How many pixels of a layer's information, and of its table, are cut off at the side. */
  modalHides(): Promise<number> {
    return this.modal.getByRole('region', { name: 'Detalhes da camada' }).evaluate((body) => Math.max(...[body, ...body.querySelectorAll('section > div')].map((part) => part.scrollWidth - part.clientWidth)));
  }

  /** On how many lines a word of the information of a layer stands. */
  modalLinesOf(word: string): Promise<number> {
    return this.modal.getByText(word).evaluate((element, wanted) => {
      const [text] = element.childNodes;
      if (!(text instanceof Text)) return 0;
      const at = text.data.indexOf(wanted);
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + wanted.length);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    }, word);
  }

  /** Red, green and blue at the centre of the visible map. */
  async colourOfCenter(): Promise<number[]> {
    const { x, y, width, height } = (await this.map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const clip = { x: Math.round(x + width / 2), y: Math.round(y + height / 2), width: 1, height: 1 };
    return [...new Picture(await this.#page.screenshot({ clip })).colourAt(0, 0)];
  }

  /** The visitor's position, which the browser may or may not reveal to the page. */
  async standsAt(place: { latitude: number; longitude: number } | 'not told') {
    const context = this.#page.context();
    if (place === 'not told') return context.clearPermissions();
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ ...place, accuracy: 500 });
  }

  get message(): Locator {
    return this.panel('Visualize os resultados').getByRole('status');
  }

  legend(layer: string): Locator {
    return this.layersPanel.getByRole('img', { name: `Legenda: ${layer}` });
  }

  async isFullScreen(): Promise<boolean> {
    return this.#page.evaluate(() => document.fullscreenElement !== null);
  }

  /** On a narrow screen: which column is shown. */
  async showsColumn(name: 'Região' | 'Camadas' | 'Mapa') {
    await this.button(name).click();
  }
}

/** The map height of a latitude in degrees, in radians at the equator. */
function mercator(latitude: number): number {
  return Math.asinh(Math.tan((latitude * Math.PI) / 180));
}
