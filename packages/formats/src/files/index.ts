/** Files and folders of browsers, and of whoever has everything in memory. */
export { fileOfBlob } from './blob.ts';
export { fileOfBytes, memoryFolder } from './memory.ts';
export type { MemoryFolder } from './memory.ts';
export type { InputFile, OutputFile, OutputFolder } from '../driver.ts';
