import { AnsweredByOther, CallFailed, taskAnswerSchema, TaskStatus } from '@geoinsights/contract';
import { describe, expect, it } from 'vitest';
import { lookupFailureWords, mayWorkLater, refusalWords, saysGone, wrongFileWords } from '../src/geotools/fix-geometry/refusal-words.ts';
import { countOf, formatSize, percentOf } from '../src/geotools/fix-geometry/quantities.ts';
import { placeToAnnounce } from '../src/geotools/fix-geometry/queue-place.ts';
import { BUTTON_WORDS, checkSentence, sentenceOf } from '../src/geotools/fix-geometry/state-words.ts';
import { REPAIR, workOf, worksOf } from '../src/geotools/next-step/work-words.ts';
import { taskOnScreen } from '../src/geotools/screen-texts/answers.ts';
import { typeset, withUnits } from '../src/geotools/screen-texts/typeset.ts';

it('has the words of the specification on the button, misspelt ones too', () => {
  expect(BUTTON_WORDS).toEqual({ 0: 'Wainting', 1: 'Processing', 2: 'Download', 3: 'Processing failed' });
});

describe('the sentence of a state', () => {
  const completed = (found: number, remaining: number, unchanged = false) =>
    taskAnswerSchema.parse({ report: { datasets: [{ name: 'a', unchanged, layers: [{ name: 'a', features: 9 }] }], found: { gap: found }, remaining: { gap: remaining } } });

  it('says that nothing had to be changed only when the files came back as they were', () => {
    expect(sentenceOf(TaskStatus.COMPLETED, completed(0, 0, true), undefined)).toBe('Done: nothing had to be changed.');
    // A part of a shapefile that was missing was made.
    expect(sentenceOf(TaskStatus.COMPLETED, completed(0, 0), undefined)).toBe('Done: no faults were found.');
    expect(sentenceOf(TaskStatus.COMPLETED, completed(1, 0), undefined)).toBe('Done: 1 fault was found and repaired.');
    expect(sentenceOf(TaskStatus.COMPLETED, completed(1200, 2), undefined)).toBe('Done: 1,200 faults were found, 2 are left.');
  });

  it('says how many features have no land left: copies of others, or all of a layer whose coordinates were rounded', () => {
    const emptied = (...counts: number[]) => sentenceOf(TaskStatus.COMPLETED, taskAnswerSchema.parse({ report: { datasets: [{ name: 'a', layers: counts.map((count) => ({ name: 'a', features: 9, emptied_features: count, losing_features: 1 })) }], found: { overlap: 3 }, remaining: {} } }), undefined);
    expect(emptied(1)).toBe('Done: 3 faults were found and repaired. 1 feature has no land left. 1 feature loses land to others: look at that first.');
    expect(emptied(1700, 52, 0)).toContain('repaired. 1,752 features have no land left. 3 features lose');
  });

  it('counts the files that were not repaired, not the sets that they form', () => {
    const failed = (...files: string[]) => ({ files, problem: { title: 'Unreadable' } });
    const said = (...failures: object[]) => sentenceOf(TaskStatus.COMPLETED, taskAnswerSchema.parse({ report: { datasets: [{ name: 'a', unchanged: true, layers: [{ name: 'a', features: 9 }] }], failures } }), undefined);
    expect(said(failed('rj.geojson'))).toBe('Done: nothing had to be changed. 1 file was not repaired: the report says why.');
    expect(said(failed('rj.geojson'), failed('rios.dbf', 'rios.shx'))).toBe('Done: nothing had to be changed. 3 files were not repaired: the report says why.');
    // A dataset of unknown size counts as at least one.
    expect(said(failed(), failed('rios.dbf', 'rios.shx'))).toContain('3 files were not repaired');
  });

  it('never says that nothing had to be changed when faults are left', () => {
    expect(sentenceOf(TaskStatus.COMPLETED, completed(0, 12_878, true), undefined)).toBe('Not repaired: 12,878 faults are left, and your files are returned unchanged.');
    expect(sentenceOf(TaskStatus.COMPLETED, completed(0, 1, true), undefined)).toBe('Not repaired: 1 fault is left, and your files are returned unchanged.');
    expect(sentenceOf(TaskStatus.COMPLETED, completed(0, 3), undefined)).toBe('Done, but 3 faults could not be repaired.');
  });

  describe('of a tool', () => {
    const written = (features: number) => ({ outputs: [{ format: 'kml', files: ['a.kml'], layers: [{ name: 'a', features }] }] });
    const loss = { code: 'number-rounded', layer: 'a', field: 'area', count: 2, text: 'Two numbers are rounded.' };
    const said = (report: object, work = REPAIR) => sentenceOf(TaskStatus.COMPLETED, taskAnswerSchema.parse({ report }), undefined, work);

    it('says what the result holds, and that something is missing', () => {
      expect(said({ tool: 'convert', ...written(1200), losses: [loss] }, workOf('convert'))).toBe('Done. The result contains 1,200 features. 1 thing differs from your files: the report says what.');
      expect(said({ tool: 'convert', ...written(1) }, workOf('convert'))).toBe('Done. The result contains 1 feature.');
    });

    it('says that attributes are missing, once', () => {
      const bare = { name: 'a', notes: [{ code: 'shapefile-without-attributes', text: 'There is no .dbf file: the shapes have no attributes.' }] };
      expect(said({ tool: 'convert', ...written(1), inputs: [bare] }, workOf('convert'))).toBe('Done. The result contains 1 feature. 1 shapefile has no attributes: its .dbf file is missing, or cannot be read.');
      const repaired = { datasets: [bare, bare].map((one) => ({ ...one, unchanged: true, layers: [{ name: 'a', features: 3 }] })), found: {}, remaining: {} };
      expect(said({ ...repaired, then: [{ tool: 'convert', ...written(6), inputs: [bare, bare] }] })).toBe('Done: nothing had to be repaired. The result contains 6 features. 2 shapefiles have no attributes: their .dbf files are missing, or cannot be read.');
    });

    it('says that a table and its shapes are not of one file', () => {
      const other = { name: 'a', notes: [{ code: 'shapefile-attributes-differ', text: 'The .dbf file has 30 rows for 1 shape.' }] };
      const repaired = (...datasets: object[]) => said({ datasets: datasets.map((one) => ({ ...one, layers: [{ name: 'a', features: 1 }] })), found: {}, remaining: {} });
      expect(repaired(other)).toBe('Done: no faults were found. The .dbf file of one shapefile has more or fewer rows than there are shapes: check that they belong together.');
      expect(repaired(other, other)).toContain('The .dbf files of 2 shapefiles have more or fewer rows');
    });

    it('says how much smaller files became', () => {
      expect(said({ tool: 'compress', bytes: 3_145_728, packed_bytes: 1_048_576 }, workOf('compress'))).toBe('Done. 3 MB became 1 MB.');
    });

    it('says what was repaired before, and never that files came back of which others were made', () => {
      const repaired = { datasets: [{ name: 'a', unchanged: true }], found: {}, remaining: { gap: 2 } };
      expect(said({ ...repaired, then: [{ tool: 'convert', ...written(3), losses: [loss, loss] }] })).toBe('Not repaired: 2 faults are left. The result contains 3 features. 2 things differ from your files: the report says what.');
    });

    it('says of files that were repaired that they are missing from what was made of the others', () => {
      const failures = [{ files: ['farm.kml'], problem: { title: 'Coordinates out of reach' } }];
      const repaired = { datasets: [{ name: 'a', unchanged: false }], found: { gap: 1 }, remaining: {} };
      expect(said({ ...repaired, then: [{ tool: 'reproject', ...written(2), failures }] })).toBe('Done: 1 fault was found and repaired. The result contains 2 features. 1 file was not reprojected: the report says why.');
    });

    it('says of files that were repaired before they were merged that nobody looked between them', () => {
      const dataset = (name: string) => ({ name, unchanged: false, layers: [{ name, features: 2 }] });
      const merged = (...names: string[]) => said({ datasets: names.map(dataset), found: { gap: 3 }, remaining: {}, then: [{ tool: 'merge', ...written(4) }] });
      const repaired = 'Done: 3 faults were found and repaired.';
      expect(merged('a', 'b')).toBe(`${repaired} Each file was repaired separately: to repair the borders between them, repair the merged file. The result contains 4 features.`);
      expect(merged('a')).toBe(`${repaired} The result contains 4 features.`);
      const alone = { tool: 'merge', ...written(4), inputs: [{ name: 'a', notes: [] }] };
      expect(said(alone, workOf('merge'))).toBe('Done. The result contains 4 features. Only one file was there to merge: choose all of them together.');
      expect(said({ ...alone, inputs: [...alone.inputs, { name: 'b', notes: [] }] }, workOf('merge'))).toBe('Done. The result contains 4 features.');
    });

    it('says of sound files that something else was made of, that nothing had to be repaired', () => {
      const sound = { datasets: [{ name: 'a', unchanged: true, layers: [{ name: 'a', features: 3 }] }], found: {}, remaining: {} };
      expect(said({ ...sound, then: [{ tool: 'reproject', ...written(3) }] })).toBe('Done: nothing had to be repaired. The result contains 3 features.');
    });

    it('is in its own words', () => {
      const words = [TaskStatus.RUNNING, TaskStatus.CANCELLED, TaskStatus.FAILED].map((status) => sentenceOf(status, undefined, undefined, workOf('merge')));
      expect(words).toEqual(['Your files are being merged.', 'You stopped this merge. Choose files to begin again.', 'The files could not be merged, and the server gave no reason. Try again later.']);
    });
  });

  it('does not call files sound in which there is nothing', () => {
    const said = (...layers: object[]) => sentenceOf(TaskStatus.COMPLETED, taskAnswerSchema.parse({ report: { datasets: [{ name: 'a', unchanged: true, layers }] } }), undefined);
    const NOTHING = 'Done, but there was nothing to repair: your files contain no features.';
    // A KML with nothing but a link to the network has not even a layer.
    expect([said(), said({ name: 'a', features: 0 }), said({ name: 'a', features: 0 }, { name: 'b', features: 0 })]).toEqual([NOTHING, NOTHING, NOTHING]);
    expect(said({ name: 'a', features: 0 }, { name: 'b', features: 1 })).toBe('Done: nothing had to be changed.');
    const checked = taskAnswerSchema.parse({ report: { datasets: [{ name: 'a', layers: [{ name: 'a', features: 0 }] }] } }).report;
    expect(checked === undefined ? '' : checkSentence(checked)).toBe('Checked, but there was nothing to check: your files contain no features.');
    // Reports of earlier versions do not count them.
    expect(said({ name: 'a' })).toBe('Done: nothing had to be changed.');
  });

  it('says of a server that is not reached that the task does not suffer from it', () => {
    expect(lookupFailureWords(new CallFailed('The server could not be reached. Check your connection and try again.', null))).toBe(
      'The state of your repair could not be requested. The repair itself is not affected. The server could not be reached. Check your connection and try again.',
    );
    expect(lookupFailureWords(new CallFailed('There is no such task.', 404, { code: 'unknown-task' }))).toBe('There is no such task.');
  });

  it('offers another try after an error that nobody foresaw, of the server or of what stands before it', () => {
    for (const error of [new CallFailed('The server refused the request (status 500). Try again later.', 500), new CallFailed('Something went wrong on our side.', 500, { code: 'internal' })]) {
      expect(mayWorkLater(error)).toBe(true);
      expect(refusalWords(error)).toBe('Something went wrong on the server. Try again in a few minutes.');
      expect(lookupFailureWords(error)).toBe('The state of your repair could not be requested. Something went wrong on the server. The repair itself is not affected. Check again in a few minutes.');
    }
  });

  it('says what to do with files that are too large for a proxy, which gives no words, and keeps those of our server', () => {
    const words = 'Something between you and the server does not accept files of this size. Send fewer at once, or put them in a .zip.';
    expect(refusalWords(new CallFailed('The server refused the request (status 413). Try again later.', 413))).toBe(words);
    expect(refusalWords(new CallFailed('More than 2 GB.', 413, { code: 'upload-too-large' }))).toBe('More than 2 GB.');
    expect(mayWorkLater(new CallFailed('x', 413))).toBe(false);
  });

  it('does not take for the word of the server what answers in its place, such as a proxy without it or the page of a hotel', () => {
    for (const status of [401, 403, 404, 511]) {
      const error = new CallFailed(`The server refused the request (status ${String(status)}). Try again later.`, status);
      const words = `The request did not get through: something on the way to the server refused it (status ${String(status)}).`;
      expect(mayWorkLater(error)).toBe(true);
      expect(refusalWords(error)).toBe(`${words} Try again in a few minutes.`);
      expect(lookupFailureWords(error)).toBe(`The state of your repair could not be requested. ${words} The repair itself is not affected. Check again in a few minutes.`);
      expect(saysGone(error)).toBe(false);
    }
    expect(saysGone(new CallFailed('There is no such file.', 404, { code: 'unknown-file' }))).toBe(true);
    expect(mayWorkLater(new CallFailed('There is no such file.', 404, { code: 'unknown-file' }))).toBe(false);
  });

  it('says what a download brought in place of the file, and nothing of one that simply failed', () => {
    expect(wrongFileWords(new AnsweredByOther())).toMatch(/^Nothing was saved\. Something on the way to the server answered with a web page of its own, .* Sign in there/);
    expect(wrongFileWords(new CallFailed('The result on this server is damaged.', 500, { code: 'result-damaged' }))).toBe('The result on this server is damaged.');
    for (const error of [null, new CallFailed('No.', 500, { code: 'internal' }), new CallFailed('The server could not be reached.', null)]) expect(wrongFileWords(error)).toBeUndefined();
  });

  it('leaves it to the server to say what to do with an upload that it has damaged', () => {
    expect(refusalWords(new CallFailed('The copy of "a.kml" on this server is damaged. Upload it again.', 500, { code: 'upload-damaged' }))).toBe('The copy of “a.kml” on this server is damaged. Upload it again.');
  });

  it('gives the reason of a failure: of the call, else of the task', () => {
    const answer = taskAnswerSchema.parse({ error: { detail: 'It is empty.', title: 'Empty' } });
    expect(sentenceOf(TaskStatus.FAILED, answer, 'No connection.')).toBe('No connection.');
    expect(sentenceOf(TaskStatus.FAILED, answer, undefined)).toBe('It is empty.');
    expect(sentenceOf(TaskStatus.FAILED, taskAnswerSchema.parse({ error: { title: 'Empty' } }), undefined)).toBe('Empty');
  });
});

it.each([
  [undefined, 100, 100],
  [100, 51, 100],
  [100, 50, 50],
  [3, 2, 3],
  [3, 1, 1],
  [3, 5, 3],
  [3, 6, 6],
  [3, undefined, undefined],
])('who was told place %s of the queue is, at place %s, told %s', (told, place, next) => {
  expect(placeToAnnounce(told, place)).toBe(next);
});

it('counts and measures in words', () => {
  expect([countOf(1, 'feature'), countOf(0, 'feature'), countOf(12_345, 'feature')]).toEqual(['1 feature', '0 features', '12,345 features']);
  expect([0, 1, 1023, 1024, 1_572_864, 3 * 1024 ** 4].map(formatSize)).toEqual(['0 bytes', '1 byte', '1,023 bytes', '1 KB', '1.5 MB', '3,072 GB']);
  expect([0, 0.29, 0.57, 0.999, 1].map(percentOf)).toEqual([0, 29, 57, 99, 100]);
});

it('keeps numbers and their units on one line', () => {
  expect(withUnits('It loses 1.04 ha of 10.4 ha, 208 m² to “Gleba 5 m”, over 230 m. 3 more')).toBe('It loses 1.04\u00a0ha of 10.4\u00a0ha, 208\u00a0m² to “Gleba 5\u00a0m”, over 230\u00a0m. 3 more');
});

describe('the quotation marks of a sentence of the server', () => {
  it('are those of the page, also where two things are named', () => {
    expect(typeset('"foto.jpg" is no map.')).toBe('“foto.jpg” is no map.');
    expect(typeset('"a.kml" has no field "state". It has: "owner", "area".')).toBe('“a.kml” has no field “state”. It has: “owner”, “area”.');
  });

  it('are those of the page where a name holds a pair of its own', () => {
    expect(typeset('"Gleba "A"" loses 3 ha to ""Boa" Vista". "" is empty: "a"/"b".')).toBe('“Gleba “A”” loses 3\u00a0ha to ““Boa” Vista”. “” is empty: “a”/“b”.');
  });

  it('are those of the page in every sentence of an answer, and the names of a file stay as they are', () => {
    const note = { code: 'x', text: 'Of "a"' };
    const failure = { files: ['"a".kml'], problem: { title: 'No "a"', detail: 'Why "a"' } };
    const step = { tool: 'convert', notes: [note], losses: [{ ...note, layer: '"a"', field: '"b"' }], failures: [failure], inputs: [{ name: '"a"', notes: [note] }], outputs: [{ files: ['"a".kml'], layers: [{ name: '"a"' }] }] };
    const layer = { name: '"a"', transfers: [{ label: '"a"', other_label: '"b"', lost: 1, area: 1 }], decisions: { done: 0, not_done: 1, problems: [{ decision: 1, text: 'Not "a"' }] } };
    const answer = taskAnswerSchema.parse({ error: { detail: 'Why "a"', failures: [failure] }, report: { ...step, datasets: [{ name: '"a"', notes: [note], layers: [layer] }], then: [step], options: { where: 'a = "b"' } } });
    const wanted = JSON.stringify(answer).replaceAll(/(Of|No|Why|Not) \\"a\\"/g, '$1 “a”');
    expect(wanted).not.toBe(JSON.stringify(answer));
    expect(JSON.stringify(taskOnScreen(answer))).toBe(wanted);
  });

  it('are those of the page where a call is refused', () => {
    expect(refusalWords(new CallFailed('"a.kml" is empty.', 422, { code: 'empty-file' }))).toBe('“a.kml” is empty.');
  });

  it('stay as they are where a name holds one, so that no name is read wrongly', () => {
    expect(typeset('"5" pipe.kml" is empty.')).toBe('"5" pipe.kml" is empty.');
  });
});

it('names a task by all that was done in it', () => {
  expect([worksOf(['fix-geometry']), worksOf(['fix-geometry', 'convert']), worksOf(['merge', 'simplify', 'compress'])]).toEqual(['repair', 'repair and conversion', 'merge, simplification and compression']);
});
