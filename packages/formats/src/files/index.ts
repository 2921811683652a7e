/** Files and folders in browsers and in memory. */
export { fileOfBlob } from './blob.ts';
export { fileOfBytes, memoryFolder } from './memory.ts';
export type { MemoryFolder } from './memory.ts';
export type { InputFile, OutputFile, OutputFolder } from '../driver.ts';
