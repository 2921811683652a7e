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
