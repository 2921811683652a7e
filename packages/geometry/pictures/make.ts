/**
 * `npm run pictures:repair`: draws the pictures of docs/repair.md with the kernel as it is, and writes down all cases.
 * A test holds what is committed against what this makes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { generatedFiles } from './generated-files.ts';

for (const [file, text] of await generatedFiles()) {
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, text);
}
