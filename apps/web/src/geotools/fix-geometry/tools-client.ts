import { reached } from '@geoinsights/contract';
import type { ToolsClient } from '@geoinsights/contract';
import { taskOnScreen } from '../screen-texts/answers.ts';

/** The tool that accompanies the repair and only reports the tolerances it would use. */
export const PREVIEW_TOLERANCES = 'preview-tolerances';

/** Contains the schemas of all answers, which take a slow device a while to build: a page that only shows its form does without. */
async function loaded(): Promise<ToolsClient> {
  return (await reached(import('./tools-client-now.ts'))).client;
}

export const tools: ToolsClient = {
  listTools: async (...given) => (await loaded()).listTools(...given),
  uploadFiles: async (...given) => (await loaded()).uploadFiles(...given),
  joinUploads: async (...given) => (await loaded()).joinUploads(...given),
  createTask: async (...given) => taskOnScreen(await (await loaded()).createTask(...given)),
  readTask: async (...given) => taskOnScreen(await (await loaded()).readTask(...given)),
  cancelTask: async (...given) => taskOnScreen(await (await loaded()).cancelTask(...given)),
  fetchFile: async (...given) => (await loaded()).fetchFile(...given),
  fetchDataset: async (...given) => (await loaded()).fetchDataset(...given),
  deleteFile: async (...given) => (await loaded()).deleteFile(...given),
};
