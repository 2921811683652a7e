import type { ToolDescription } from '../description/tool-description.ts';
import { BUFFER } from './buffer.ts';
import { COMPRESS } from './compress.ts';
import { CONVERT } from './convert.ts';
import { EXTRACT } from './extract.ts';
import { MERGE } from './merge.ts';
import { REPROJECT } from './reproject.ts';
import { SIMPLIFY } from './simplify.ts';
import { SPLIT } from './split.ts';

/** The tools in the order in which the page offers them. */
export const TOOLS: readonly ToolDescription[] = [CONVERT, REPROJECT, MERGE, SPLIT, EXTRACT, SIMPLIFY, BUFFER, COMPRESS];
