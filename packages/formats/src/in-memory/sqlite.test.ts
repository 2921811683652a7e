import { expect, it } from 'vitest';
import { loadDatabase } from './sqlite.ts';

it('gives memory back if a file cannot be read to its end', async () => {
  const file = { name: 'a.gpkg', size: 900e6, read: () => Promise.reject(new Error('the file is gone')) };
  // Two such files fit into the memory of WebAssembly.
  for (let time = 0; time < 5; time++) await expect(loadDatabase(file)).rejects.toThrow('the file is gone');
});
