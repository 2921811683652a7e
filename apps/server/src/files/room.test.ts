import { expect, it } from 'vitest';
import { Room } from './room.ts';

it('takes what leaves the floor free, refuses what would not, and takes it again when there is room', async () => {
  let free = 1000;
  const room = new Room('/data', 400, (folder) => Promise.resolve({ bavail: folder === '/data' ? free / 10 : 0, bsize: 10 }));
  await room.require(600);
  await expect(room.require(601)).rejects.toMatchObject({ code: 'storage-full' });
  free = 390;
  await expect(room.require(0)).rejects.toMatchObject({ code: 'storage-full' });
  free = 400;
  await room.require(0);
});

it('lets bytes come as long as the floor stays free', async () => {
  let free = 450 * 1_048_576;
  const room = new Room('/data', 400 * 1_048_576, () => Promise.resolve({ bavail: free, bsize: 1 }));
  const content = async function* () {
    for (; free > 0; free -= 1_048_576) yield await Promise.resolve(new Uint8Array(1_048_576));
  };
  const come = async () => {
    for await (const chunk of room.whileThereIsRoom(content())) expect(chunk).toHaveLength(1_048_576);
  };
  await expect(come()).rejects.toMatchObject({ code: 'storage-full' });
  // A little more than the floor may come between two looks.
  expect(free).toBeGreaterThan(395 * 1_048_576);
});
