import { circle, kmlOf, shapefileOf, square } from '../drivers/shapefile.ts';
import { expect, test } from '../drivers/test.ts';

/** No failure of the worker that reads files is swallowed: the page reports it and the console logs it. */

const PARCEL = { name: 'talhao.kml', content: kmlOf('Talhão 7', square(-50, -10, 1)) };
const LARGE = { name: 'grande.shp', content: shapefileOf([circle(-50, -10, 0.5, 60_001)]) };

test.beforeEach(async ({ api, site }) => {
  await api.layerGroupsAnswer({ body: [] });
  await site.wantsLittleMotion();
});

test('a worker that breaks as it starts', async ({ explorer, watch }) => {
  watch.expects(/broken on purpose|out of order/);
  await explorer.workerIsBroken('throw new Error("broken on purpose");');
  await explorer.open();
  await explorer.choose(PARCEL);
  await explorer.seesFiles(/não desenhado: este navegador não conseguiu processar o arquivo/);
  await expect(explorer.alerts).toContainText('Os arquivos não puderam ser lidos');
  expect(watch.seen(/console: The worker that reads files is out of order/)).toBe(true);
});

test('a browser that cannot start a worker', async ({ explorer, page, watch }) => {
  watch.expects(/out of order/);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'Worker', { value: () => { throw new DOMException('forbidden', 'SecurityError'); } });
  });
  await explorer.open();
  await explorer.choose(PARCEL);
  await explorer.seesFiles(/não desenhado: este navegador não conseguiu processar o arquivo/);
  await expect(explorer.alerts).toContainText('Os arquivos não puderam ser lidos');
});

/** What the worker does instead of sending a drawing. */
const insteadOfDrawing = (statement: string, when = 'true') =>
  `let asked; self.addEventListener("message", ({ data }) => { asked = data; }); const send = self.postMessage.bind(self); self.postMessage = (answer, options) => { if (answer.kind === "drawn" && ${when}) { ${statement} } else send(answer, options); };`;

interface Break {
  readonly breaking: string;
  readonly logged: RegExp;
  /** What the page does about it is the same for both, so only one break meets both. */
  readonly files: readonly (typeof PARCEL | typeof LARGE)[];
}

const BREAKS: Record<string, Break> = {
  'an exception while drawing': { breaking: 'throw new Error("broken on purpose");', logged: /could not answer: Error: broken on purpose/, files: [PARCEL, LARGE] },
  'an answer that is none': { breaking: 'send({ kind: "drawn", id: answer.id });', logged: /is out of order/, files: [LARGE] },
  'a promise that nobody awaits': { breaking: 'Promise.reject(new Error("broken on purpose"));', logged: /is out of order: Error: Error: broken on purpose/, files: [PARCEL] },
  'an exception outside of any question': { breaking: 'setTimeout(() => { throw new Error("broken on purpose"); });', logged: /is out of order/, files: [LARGE] },
};

for (const [name, { breaking, logged, files }] of Object.entries(BREAKS)) {
  test(`${name}: nothing claims to be drawn`, async ({ explorer, watch }) => {
    watch.expects(/broken on purpose|out of order|could not/);
    await explorer.workerIsBroken(insteadOfDrawing(breaking));
    for (const file of files) {
      await test.step(file.name, async () => {
        const logs = watch.count(logged);
        await explorer.open();
        await explorer.choose(file);
        await explorer.seesFiles(/lido, mas não desenhado/);
        await expect(explorer.alerts).toContainText('As áreas enviadas não puderam ser desenhadas');
        await expect.poll(() => watch.count(logged)).toBeGreaterThan(logs);
        expect(await explorer.areaPixels('inside', [-49.9, -9.9], 4)).toBe(0);
      });
    }
  });
}

test('areas that cannot be redrawn for another view', async ({ explorer, watch }) => {
  watch.expects(/broken on purpose|could not/);
  await explorer.workerIsBroken(insteadOfDrawing('throw new Error("broken on purpose");', 'asked.resolution < 100'));
  await explorer.open();
  await explorer.choose(LARGE);
  await explorer.seesFiles(/desenhado: 1 feição/);
  await expect(explorer.alerts).toHaveCount(0);
  await explorer.button('Aproximar').click();
  await explorer.button('Aproximar').click();
  await expect(explorer.alerts).toContainText('As áreas enviadas não puderam ser desenhadas');
});

test('a worker that cannot say what lies at a place', async ({ explorer, watch }) => {
  watch.expects(/broken on purpose|could not/);
  await explorer.workerIsBroken('const send = self.postMessage.bind(self); self.postMessage = (answer, options) => { if (answer.kind === "found") throw new Error("broken on purpose"); send(answer, options); };');
  await explorer.open();
  await explorer.choose(PARCEL);
  await explorer.seesFiles(/desenhado: 1 feição/);
  await explorer.map.press('Enter');
  await expect(explorer.found).toContainText('Sem resposta: Áreas enviadas');
  expect(watch.seen(/could not answer: Error: broken on purpose/)).toBe(true);
});

test('a system chosen after the worker broke is not passed over in silence', async ({ explorer, site, watch }) => {
  watch.expects(/broken on purpose|out of order/);
  await explorer.workerIsBroken('self.addEventListener("message", ({ data }) => { if (data.kind === "look") setTimeout(() => { throw new Error("broken on purpose"); }); });');
  await explorer.open();
  await explorer.choose(PARCEL, { name: 'utm.shp', content: shapefileOf([square(490_000, 8_884_587.8, 20_000)]) });
  await explorer.seesFiles(/desenhado: 1 feição/, /à espera/);
  await explorer.map.press('Enter');
  await expect(explorer.alerts).toContainText('As áreas enviadas não puderam ser desenhadas');
  await explorer.systemChoice('utm.shp').focus();
  await explorer.chooseSystem('utm.shp', 'EPSG:31982');
  await site.press('Tab', 'Enter');
  await explorer.seesFiles(/desenhado: 1 feição/, /não desenhado: este navegador não conseguiu processar o arquivo\. Recarregue a página/);
  await expect(explorer.alerts).toContainText('Os arquivos não puderam ser lidos: ocorreu um erro neste navegador. Recarregue a página');
});

test('a new choice after a failure is drawn', async ({ explorer, watch }) => {
  watch.expects(/Failed to load resource|ERR_FAILED|out of order/);
  const restore = await explorer.workerFileIsLost();
  await explorer.open();
  await explorer.choose(PARCEL);
  await expect(explorer.alerts).toContainText('Os arquivos não puderam ser lidos');
  await restore();
  await explorer.choose(PARCEL);
  await explorer.seesFiles(/desenhado: 1 feição/);
  await expect(explorer.alerts).toHaveCount(0);
  await explorer.seesInsideAt([-49.5, -9.5]);
});

test('a worker of the areas on the map that breaks while other files are read says nothing of these, and is forgotten once they are drawn', async ({ explorer, page, watch }) => {
  watch.expects(/broken on purpose|out of order/);
  await explorer.workerIsBroken(
    `let isSlow = false; const held = []; const send = self.postMessage.bind(self);
    new BroadcastChannel("go on").onmessage = () => { for (const message of held) send(...message); };
    self.addEventListener("message", ({ data }) => {
      if (data.kind === "read") isSlow = data.files.some(({ file }) => file.name === "lento.kml");
      if (data.kind === "look") setTimeout(() => { throw new Error("broken on purpose"); });
    });
    self.postMessage = (...message) => { if (isSlow && (message[0].kind === "read" || message[0].outcome?.state === "read")) held.push(message); else send(...message); };`,
  );
  await explorer.open();
  await explorer.choose(PARCEL);
  await explorer.seesFiles(/desenhado: 1 feição/);
  await explorer.choose({ ...PARCEL, name: 'lento.kml' });
  await explorer.seesFiles(/KBlendo/);
  await explorer.map.press('Enter');
  await expect(explorer.alerts).toHaveCount(1);
  await expect(explorer.alerts).toContainText('As áreas enviadas não puderam ser desenhadas');
  await page.evaluate(() => {
    new BroadcastChannel('go on').postMessage('');
  });
  await explorer.seesFiles(/desenhado: 1 feição/);
  await expect(explorer.alerts).toHaveCount(0);
});
