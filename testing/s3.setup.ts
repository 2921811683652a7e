import { spawn } from 'node:child_process';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';

declare module 'vitest' {
  interface ProvidedContext {
    /** The settings with which our server uses the tests' S3 server. */
    readonly s3?: z.infer<typeof settingsSchema>;
  }
}

const settingsSchema = z.object({ S3_ENDPOINT: z.url(), S3_REGION: z.string(), S3_BUCKET: z.string(), S3_ACCESS_KEY_ID: z.string(), S3_SECRET_ACCESS_KEY: z.string() });

const SERVER = path.resolve(import.meta.dirname, '..', 'scripts', 'throwaway-s3.mjs');

/** Starts one S3 server for all tests of the project. It ends when its input closes: by the teardown, or because this process is gone. */
export default async function startS3(project: TestProject): Promise<() => Promise<void>> {
  // In a group of its own, so that Ctrl+C does not reach it before the tests have finished with it.
  const child = spawn(process.execPath, [SERVER], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString()));
    child.once('error', reject);
    child.once('exit', () => reject(new Error('The S3 server of the tests did not start; the line before says why.')));
  });
  project.provide('s3', settingsSchema.parse(JSON.parse(line)));
  return async () => {
    child.stdin.end();
    await ended;
  };
}
