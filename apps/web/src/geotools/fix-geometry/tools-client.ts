import { reached } from '@geoinsights/contract';
import type { ToolsClient } from '@geoinsights/contract';

/** The companion of the repair, which only says what would be measured with. */
export const PREVIEW_TOLERANCES = 'preview-tolerances';

/** With the schemas of all answers, which take a slow device a while: a page that only shows its form does without. */
async function loaded(): Promise<ToolsClient> {
  return (await reached(import('./tools-client-now.ts'))).client;
}

export const tools: ToolsClient = {
  listTools: async (...given) => (await loaded()).listTools(...given),
  uploadFiles: async (...given) => (await loaded()).uploadFiles(...given),
  joinUploads: async (...given) => (await loaded()).joinUploads(...given),
  createTask: async (...given) => (await loaded()).createTask(...given),
  readTask: async (...given) => (await loaded()).readTask(...given),
  cancelTask: async (...given) => (await loaded()).cancelTask(...given),
  fetchFile: async (...given) => (await loaded()).fetchFile(...given),
  fetchDataset: async (...given) => (await loaded()).fetchDataset(...given),
  deleteFile: async (...given) => (await loaded()).deleteFile(...given),
};
