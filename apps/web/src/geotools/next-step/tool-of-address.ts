import { TOOLS } from './tools/index.ts';
import type { ToolDescription, ToolDraft } from './description/tool-description.ts';

/** What the page should do with the result: a tool and the contents of its form, or something for which there is no tool. */
export type Choice = { readonly kind: 'tool'; readonly tool: ToolDescription; readonly draft: ToolDraft } | { readonly kind: 'missing'; readonly title: string } | { readonly kind: 'none' };

const NONE: Choice = { kind: 'none' };

/** Cards whose tool does not exist yet. */
const MISSING: readonly { readonly address: string; readonly title: string }[] = [{ address: 'ocr-pdf', title: 'OCR PDF' }];

/** The choice for a value of the parameter `tool` in the page's address; an unknown value means none. */
export function choiceOfAddress(address: string | null): Choice {
  for (const tool of TOOLS) {
    const known = tool.addresses.find((each) => each.address === address);
    if (known !== undefined) return { kind: 'tool', tool, draft: { ...tool.defaults, ...known.draft } };
  }
  const missing = MISSING.find((each) => each.address === address);
  return missing === undefined ? NONE : { kind: 'missing', title: missing.title };
}

/** The value of the parameter `tool` for a choice; null for none. */
export function addressOfChoice(choice: Choice): string | null {
  switch (choice.kind) {
    case 'none':
      return null;
    case 'missing':
      return MISSING.find(({ title }) => title === choice.title)?.address ?? null;
    case 'tool':
      return choice.tool.addresses.find(({ draft }) => Object.entries(draft).every(([name, value]) => choice.draft[name] === value))?.address ?? null;
  }
}

/** The tool of that name in the API, with the initial contents of its form. */
export function choiceOfTool(name: string): Choice {
  const tool = TOOLS.find((each) => each.name === name);
  return tool === undefined ? NONE : { kind: 'tool', tool, draft: tool.defaults };
}
