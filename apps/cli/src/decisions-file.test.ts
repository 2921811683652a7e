import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decisionsIn, withDecisions } from './decisions-file.ts';
import { UsageError } from './exit-codes.ts';

const read = (value: unknown) => decisionsIn(JSON.stringify(value), 'd.json');
const overlap = { finding: { kind: 'overlap', at: [90, 0], features: [3, 7] }, action: 'leave' };
const withFinding = (change: object) => [{ ...overlap, finding: { ...overlap.finding, ...change } }];

describe('a file of decisions', () => {
  it('is a list, or an object that contains one, as the page saves it', () => {
    const given = [overlap, ...withFinding({ area_m2: 12.5 }), { finding: { kind: 'gap', at: [1, 2], features: [4], dataset: 'a', layer: 'b' }, action: 'give', to: 4 }];
    expect(read(given)).toEqual(given);
    expect(read({ decisions: given, comment: 'of Monday' })).toEqual(given);
    expect(read([])).toEqual([]);
  });

  it('may decide twice on one finding, where the kernel takes the later one, and keeps only the members of a decision', () => {
    expect(read([overlap, { ...overlap, action: 'split', note: 'x', finding: { ...overlap.finding, area: 5 } }])).toEqual([overlap, { ...overlap, action: 'split' }]);
    expect(decisionsIn('[{"__proto__":{"to":1},"finding":{"kind":"gap","at":[0,0],"features":[1]},"action":"leave"}]', 'd.json')).toEqual([{ finding: { kind: 'gap', at: [0, 0], features: [1] }, action: 'leave' }]);
  });

  it('accepts ten thousand decisions and no more', () => {
    expect(read(Array(10_000).fill(overlap))).toHaveLength(10_000);
    expect(() => read(Array(10_001).fill(overlap))).toThrow('"d.json" has 10001 decisions; at most 10000 are accepted.');
  });

  it.each([
    ['', /"d.json" is not JSON/],
    ['[{"finding":', /"d.json" is not JSON/],
    ['null', /does not contain a list of decisions, such as/],
    ['{"decisions":{}}', /does not contain a list of decisions/],
    ['7', /does not contain a list/],
  ])('says what is wrong with %j', (text, reason) => {
    expect(() => decisionsIn(text, 'd.json')).toThrow(UsageError);
    expect(() => decisionsIn(text, 'd.json')).toThrow(reason);
  });

  it.each([
    ['an entry that is none', [overlap, null], 'Decision 2 in "d.json" takes "finding", "action" and, with give, "to".'],
    ['a list in its place', [[]], 'Decision 1 in "d.json" takes "finding"'],
    ['another kind', withFinding({ kind: 'spike' }), 'takes a kind of overlap'],
    ['another action', [{ ...overlap, action: 'delete' }], 'takes an action of '],
    ['an action that only objects have', [{ ...overlap, action: 'constructor' }], 'takes an action of '],
    ['no place', withFinding({ at: undefined }), 'takes "at", two coordinates'],
    ['a place in words', withFinding({ at: ['90', '0'] }), 'takes "at", two coordinates'],
    ['a place of three', withFinding({ at: [1, 2, 3] }), 'takes "at", two coordinates'],
    ['a place beyond doubles', withFinding({ at: [1, null] }), 'takes "at", two coordinates'],
    ['a position from 0 on', withFinding({ features: [0, 1] }), 'takes "features", the positions'],
    ['half a position', withFinding({ features: [1.5, 2] }), 'takes "features", the positions'],
    ['three features', withFinding({ features: [1, 2, 3] }), 'takes "features", the positions'],
    ['one feature that overlaps itself', withFinding({ features: [2, 2] }), 'takes the positions of the two features that overlap'],
    ['one feature', withFinding({ features: [2] }), 'takes the positions of the two features that overlap'],
    ['no area', withFinding({ area_m2: 0 }), 'takes "area_m2", a number of square metres above 0'],
    ['an area in words', withFinding({ area_m2: '5' }), 'takes "area_m2", a number of square metres above 0'],
    ['give without a receiver', [{ ...overlap, action: 'give' }], 'takes "to" with the action give, and with no other'],
    ['a receiver of what is left', [{ ...overlap, to: 3 }], 'takes "to" with the action give, and with no other'],
    ['a receiver that is no position', [{ ...overlap, action: 'give', to: -3 }], 'takes "to", the position of a feature'],
    ['a layer without end', withFinding({ layer: 'x'.repeat(1001) }), 'takes "layer", a name of at most 1000 characters'],
    ['a dataset that is a number', withFinding({ dataset: 7 }), 'takes "dataset", a name'],
  ])('refuses %s, and says which members are allowed', (_, value, reason) => {
    expect(() => read(value)).toThrow(UsageError);
    expect(() => read(value)).toThrow(reason);
  });

  it('must exist, and be a file', async () => {
    const options = { snapDistance: 'auto', maxGapWidth: 'auto', overlaps: 'fix', gaps: 'fix' } as const;
    for (const decisions of ['/nowhere/d.json', '/']) await expect(withDecisions({ decisions, options })).rejects.toThrow(`--decisions names "${decisions}", which is not a file.`);
    await expect(withDecisions({ decisions: undefined, options })).resolves.toEqual({ decisions: undefined, options });
  });

  it('may begin with a byte order mark, as editors for Windows write it', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'decisions-'));
    const decisions = path.join(folder, 'd.json');
    writeFileSync(decisions, `\ufeff${JSON.stringify([overlap])}`);
    const options = { snapDistance: 'auto', maxGapWidth: 'auto', overlaps: 'fix', gaps: 'fix' } as const;
    expect((await withDecisions({ decisions, options })).options).toEqual({ ...options, decisions: [overlap] });
    rmSync(folder, { recursive: true });
  });
});
