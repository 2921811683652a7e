import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { dropPaths } from './drop-paths.ts';
import { HeldTime } from './held-time.ts';

export interface GivenFile {
  readonly name: string;
  readonly content: string | Buffer;
}

export interface SavedFile {
  readonly name: string;
  readonly content: Buffer;
}

/** The status region's name depends on the kind of task. */
const STATE = { name: /^State of the / };

/** The fix-geometry page in terms of what a visitor does and sees. */
export class FixGeometryDriver {
  readonly #page: Page;
  readonly #time: HeldTime;

  constructor(page: Page) {
    this.#page = page;
    // A listener from the start makes the browser hand over file choosers; one added with the key press is sometimes too late.
    page.on('filechooser', () => undefined);
    this.#time = new HeldTime(page);
  }

  async open(task?: string) {
    await this.#page.goto(task === undefined ? '/geotools/fix-geometry' : `/geotools/fix-geometry?task=${encodeURIComponent(task)}`);
    await this.#page.locator('h1').waitFor();
  }

  /** The state of a check on the visitor's device. */
  get check(): Locator {
    return this.#page.getByRole('region', { name: 'State of the check' });
  }

  async checkSays(words: string | RegExp) {
    await expect(this.check).toContainText(words, { timeout: 60_000 });
  }

  /** From now on files are only checked. */
  async checksOnly() {
    await this.#page.getByRole('radio', { name: 'Check only' }).check();
  }

  /** Waits until the page can open without a network. */
  async isKeptOnDevice() {
    await this.#page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller === null) await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    });
  }

  #control(): Locator {
    return this.#page.getByLabel('Suported: KML, KMZ, SHP, GPKG, GeoJSON');
  }

  /** Selects files in the file control: from a folder on disk (paths) or made up on the spot. */
  async choose(...files: (GivenFile | string)[]) {
    const given = await Promise.all(
      files.map(async (file) =>
        typeof file === 'string'
          ? { name: path.basename(file), mimeType: 'application/octet-stream', buffer: await readFile(file) }
          : { name: file.name, mimeType: 'application/octet-stream', buffer: Buffer.from(file.content) },
      ),
    );
    await this.#control().setInputFiles(given);
  }

  /** Selects large files directly from disk, without reading them here. */
  async choosePaths(...paths: string[]) {
    await this.#control().setInputFiles(paths);
  }

  async drop(...files: { name: string; content: string }[]) {
    const zone = this.#control().locator('..');
    const transfer = await this.#page.evaluateHandle((given) => {
      const data = new DataTransfer();
      for (const { name, content } of given) data.items.add(new File([content], name, { type: 'application/octet-stream' }));
      return data;
    }, files);
    for (const type of ['dragenter', 'dragover', 'drop']) await zone.dispatchEvent(type, { dataTransfer: transfer, clientX: 300, clientY: 300 });
  }

  /** Drags files and folders on disk from outside the browser and drops them in the drop area, or outside it. */
  async dropsPaths(where: 'in the area' | 'beside it', ...files: string[]) {
    const area = this.#control().locator('..');
    await area.scrollIntoViewIfNeeded();
    const zone = await area.boundingBox();
    if (zone === null) throw new Error('There is no area to drop files in.');
    await dropPaths(this.#page, zone.x + zone.width / 2, where === 'in the area' ? zone.y + zone.height / 2 : zone.y - 100, files);
  }

  /** Selects files by keyboard alone: the control has the focus. */
  async chooseByKeyboard(file: GivenFile) {
    const chooser = this.#page.waitForEvent('filechooser');
    await this.#page.keyboard.press('Enter');
    await (await chooser).setFiles([{ name: file.name, mimeType: 'application/octet-stream', buffer: Buffer.from(file.content) }]);
  }

  async accepts(): Promise<{ accept: string | null; multiple: boolean }> {
    return {
      accept: await this.#control().getAttribute('accept'),
      multiple: await this.#control().evaluate((input) => input instanceof HTMLInputElement && input.multiple),
    };
  }

  /** Sees the status button with these words, and whether it is enabled. */
  async seesStatusButton(words: 'Wainting' | 'Processing' | 'Download' | 'Processing failed', timeout?: number) {
    const button = this.#page.getByRole('button', { name: words, exact: true });
    await expect(button).toBeVisible(timeout === undefined ? {} : { timeout });
    if (words === 'Download') await expect(button).toBeEnabled();
    else await expect(button).toBeDisabled();
    await expect(this.#statusButtons()).toHaveCount(1);
  }

  async seesNoStatusButton() {
    await expect(this.#statusButtons()).toHaveCount(0);
  }

  #statusButtons(): Locator {
    return this.#page.getByRole('button', { name: /^(wainting|processing|download|processing failed)$/i });
  }

  /** Sees a sentence in the region announced by screen readers. */
  async hears(sentence: string | RegExp, timeout?: number) {
    const region = this.#page.getByRole('region', STATE).getByRole('status');
    await expect(region).toHaveText(sentence, timeout === undefined ? {} : { timeout });
  }

  /** Records each sentence of the state from now on. @returns a function that returns them. */
  async notesSentences(): Promise<() => Promise<string[]>> {
    const state = this.#page.getByRole('region', STATE).getByRole('status');
    const noted = await state.evaluateHandle((element) => {
      const sentences: string[] = [];
      new MutationObserver(() => {
        if (sentences.at(-1) !== element.textContent) sentences.push(element.textContent);
      }).observe(element, { childList: true, characterData: true, subtree: true });
      return sentences;
    });
    return () => noted.jsonValue();
  }

  /** Sees the place in the queue next to the progress. */
  async seesPlace(words: string | null) {
    if (words === null) await expect(this.#place).toHaveCount(0);
    else await expect(this.#place).toHaveText(words);
  }

  get #place() {
    return this.#page.getByRole('progressbar', { name: 'Repair' }).getByText(/^Place /);
  }

  /** From now on, records each change in the region that announces the place in the queue. */
  async listensForPlaces(): Promise<() => Promise<string[]>> {
    const region = this.#page.getByRole('region', STATE).locator('> [aria-live="polite"]');
    const told = await region.evaluateHandle((element) => {
      const texts: string[] = [];
      const note = () => {
        const text = element.textContent;
        if (text !== '' && texts.at(-1) !== text) texts.push(text);
      };
      new MutationObserver(note).observe(element, { childList: true, characterData: true, subtree: true });
      note();
      return texts;
    });
    return () => told.jsonValue();
  }

  async hearsAlert(sentence: string | RegExp) {
    await expect(this.#page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  }

  async hearsNoAlert(sentence: RegExp) {
    await expect(this.#page.getByRole('alert').filter({ hasText: sentence })).toHaveCount(0);
  }

  async stateHasFocus() {
    await expect(this.#page.getByRole('region', STATE).getByRole('status').locator('p')).toBeFocused();
  }

  async seesProgress(label: 'Upload' | 'Repair', percent: number) {
    await expect(this.#page.getByRole('progressbar', { name: label })).toHaveAttribute('aria-valuenow', String(percent));
  }

  async press(button: 'Cancel' | 'Stop the upload' | 'Delete my files now' | 'Delete everything' | 'Download' | 'Save the report (JSON)' | 'Check again' | 'Try again' | 'Repair') {
    await this.#page.getByRole('button', { name: button, exact: true }).click();
  }

  /** Which parts of the status line and this button are not entirely in the window, and where they are. */
  async outOfSight(button: string): Promise<string[]> {
    const region = this.#page.getByRole('region', STATE);
    const parts = { 'state line': region.getByRole('status').locator('p'), button: region.getByRole('button', { name: button, exact: true }) };
    const faults: string[] = [];
    const height = this.#page.viewportSize()?.height ?? 0;
    for (const [part, locator] of Object.entries(parts)) {
      const box = await locator.boundingBox();
      if (box === null || box.height === 0) faults.push(`${part}: not there`);
      else if (box.y < 0 || box.y + box.height > height) faults.push(`${part}: from ${Math.round(box.y)} to ${Math.round(box.y + box.height)} px of a window of ${height} px`);
    }
    return faults;
  }

  async dropAreaHeight(): Promise<number> {
    return (await this.#control().locator('..').boundingBox())?.height ?? 0;
  }

  async seesDownloadUnderWay() {
    await expect(this.#page.getByRole('progressbar', { name: 'Download' })).toBeVisible();
  }

  async showsDownloadUnderWay(): Promise<boolean> {
    return this.#page.getByRole('progressbar', { name: 'Download' }).isVisible();
  }

  /** Reads a sentence in the status panel, outside its first line. */
  async reads(sentence: string | RegExp, timeout?: number) {
    await expect(this.#page.getByRole('region', STATE).getByText(sentence, { exact: true })).toBeVisible(timeout === undefined ? {} : { timeout });
  }

  /** Sees a question that must be answered before anything else; null if none is asked. */
  async isAsked(question: string | null) {
    const dialogs = this.#page.getByRole('alertdialog');
    if (question === null) await expect(dialogs).toHaveCount(0);
    else await expect(this.#page.getByRole('alertdialog', { name: question, exact: true })).toBeVisible();
  }

  async offers(button: string): Promise<boolean> {
    return this.#page.getByRole('button', { name: button, exact: true }).isVisible();
  }

  /** Presses Download (or saves the report) and returns what the browser saved. */
  async save(button: 'Download' | 'Save the report (JSON)' = 'Download'): Promise<SavedFile> {
    return this.saves(() => this.press(button));
  }

  /** What the browser saves as a result of an action. */
  async saves(act: () => Promise<void>): Promise<SavedFile> {
    const arriving = this.#page.waitForEvent('download');
    await act();
    const download = await arriving;
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  }

  /** Whether the browser saves anything within a while. */
  async savesNothing(act: () => Promise<void>): Promise<boolean> {
    const arriving = this.#page.waitForEvent('download', { timeout: 1500 }).then(
      () => false,
      () => true,
    );
    await act();
    return arriving;
  }

  /** Rows of the findings table: kind in words, before, after. */
  async findings(): Promise<string[][]> {
    const rows = this.#page.getByRole('table', { name: 'What was found' }).locator('tbody tr');
    return rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.firstChild?.textContent?.trim() ?? '')));
  }

  /** The task in the address. */
  task(): string | null {
    return new URL(this.#page.url()).searchParams.get('task');
  }

  async carriesTask(task: string | null) {
    await expect.poll(() => this.task()).toBe(task);
  }

  #ownTasks(): Locator {
    return this.#page.getByRole('region', { name: 'Begun on this device' });
  }

  /** The texts in this device's list, one for each task. */
  async begunHere(): Promise<string[]> {
    return this.#ownTasks().getByRole('listitem').allInnerTexts();
  }

  /** The panel that is filled in before files are chosen is above the list. */
  async hasAboveBegunHere(heading: string) {
    const [panel, list] = await Promise.all([this.#page.getByRole('region', { name: heading, exact: true }).boundingBox(), this.#ownTasks().boundingBox()]);
    expect(panel?.y ?? Infinity).toBeLessThan(list?.y ?? 0);
  }

  async opensBegunHere(name: string) {
    await this.#ownTasks().getByRole('link', { name, exact: true }).click();
  }

  /** Removes a task from this device's list; optionally its files are also deleted on the server. */
  async removesBegunHere(name: string, { withFiles }: { withFiles: boolean }) {
    await this.deletesFilesToo(withFiles);
    await this.#ownTasks().getByRole('button', { name: `${withFiles ? 'Delete' : 'Remove'} ${name}`, exact: true }).click();
  }

  async deletesFilesToo(does: boolean) {
    await this.#ownTasks().getByRole('checkbox', { name: 'Delete the files on the server, too' }).setChecked(does);
  }

  async hearsOfBegunHere(sentence: string) {
    await expect(this.#ownTasks().getByRole('status')).toHaveText(sentence);
  }

  async begunHereHasFocus() {
    await expect(this.#ownTasks().getByRole('heading', { name: 'Begun on this device' })).toBeFocused();
  }

  /** The rows of a finished repair's datasets, one text each. */
  async datasets(): Promise<string[]> {
    return this.#page.locator('section').filter({ has: this.#page.getByRole('heading', { name: 'File by file', level: 3 }) }).last().getByRole('listitem').allInnerTexts();
  }

  async saveDataset(name: string): Promise<SavedFile> {
    const [download] = await Promise.all([this.#page.waitForEvent('download'), this.#page.getByRole('button', { name: `Download ${name}`, exact: true }).click()]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  }

  async openOptions() {
    await this.#page.getByText('Options', { exact: true }).click();
  }

  async setDistance(label: 'Snap distance' | 'Gap width' | 'Largest movement of a border, in metres' | 'Largest transfer of land, in hectares', text: string) {
    await this.#page.getByLabel(label).fill(text);
  }

  async distancePlaceholder(label: 'Snap distance' | 'Gap width'): Promise<string | null> {
    return this.#page.getByLabel(label).getAttribute('placeholder');
  }

  /** Requests the tolerances before anything is repaired. */
  async wantsToLookFirst() {
    await this.#page.getByRole('group', { name: 'When files are chosen' }).getByLabel('Show the tolerances first').check();
  }

  async keep(what: 'Overlaps' | 'Gaps') {
    await this.#page.getByRole('group', { name: `${what} between features` }).getByLabel('Only report').check();
  }

  async choosesProfile(profile: 'Standard' | 'Registrar') {
    await this.#page.getByRole('group', { name: 'Land that changes hands' }).getByLabel(profile).check();
  }

  /** From now on, or from the given moment, time passes only by `passSeconds`. */
  async holdTime(moment?: string) {
    await this.#time.hold(moment);
  }

  /** Lets seconds pass one by one, with each response arriving before the next second. */
  async passSeconds(seconds: number) {
    await this.#time.passSeconds(seconds);
  }

  /** Lets seconds pass one by one, only as many as it takes until this is so. */
  async passSecondsUntil(holds: () => boolean) {
    for (let second = 0; !holds(); second += 1) {
      expect(second).toBeLessThan(30);
      await this.passSeconds(1);
    }
  }
}
