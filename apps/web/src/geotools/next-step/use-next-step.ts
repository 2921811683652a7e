import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useChangeAddress } from '../form/use-change-address.ts';
import { readStep } from './step.ts';
import type { ReadStep } from './step.ts';
import { addressOfChoice, choiceOfAddress, choiceOfTool } from './tool-of-address.ts';
import type { Choice } from './tool-of-address.ts';
import type { ToolDescription, ToolDraft } from './description/tool-description.ts';

/** What is done with the repaired files, or instead of a repair. */
export interface NextStep {
  /** The work that a card names although there is no tool for it. */
  readonly missing: string | undefined;
  /** Undefined: only the repair is done. */
  readonly chosen: ChosenTool | undefined;
  /** Whether the page was opened for a tool, and not just for the repair. */
  readonly isOpenedForTool: boolean;
  /** True without a tool: then only a repair is done. */
  readonly repairs: boolean;
  /** @param name in the API; empty for none. */
  readonly choose: (name: string) => void;
  readonly edit: (change: ToolDraft) => void;
  readonly setRepairs: (repairs: boolean) => void;
}

export interface ChosenTool {
  readonly tool: ToolDescription;
  readonly draft: ToolDraft;
  readonly read: ReadStep;
}

/** The chosen tool, given by the clicked card or by the address. The address then includes it, so that a reload or a link keeps it. */
export function useNextStep(): NextStep {
  const location = useLocation();
  const [address] = useSearchParams();
  const changeAddress = useChangeAddress();
  const [choice, setChoice] = useState<Choice>(() => choiceOfAddress(toolOf(location.state) ?? address.get('tool')));
  const [isOpenedForTool] = useState(choice.kind === 'tool');
  const [repairsFirst, setRepairsFirst] = useState(true);

  const carried = addressOfChoice(choiceOfAddress(address.get('tool')));
  const wanted = addressOfChoice(choice);
  useEffect(() => {
    if (carried !== wanted) void changeAddress({ tool: wanted }, { replace: true });
  }, [carried, wanted, changeAddress]);

  return {
    missing: choice.kind === 'missing' ? choice.title : undefined,
    chosen: choice.kind === 'tool' ? { tool: choice.tool, draft: choice.draft, read: readStep(choice.tool, choice.draft) } : undefined,
    isOpenedForTool,
    repairs: choice.kind !== 'tool' || repairsFirst,
    choose: (name) => setChoice(choiceOfTool(name)),
    edit: (change) => {
      if (choice.kind === 'tool') setChoice({ ...choice, draft: { ...choice.draft, ...change } });
    },
    setRepairs: setRepairsFirst,
  };
}

function toolOf(state: unknown): string | undefined {
  return typeof state === 'object' && state !== null && 'tool' in state && typeof state.tool === 'string' ? state.tool : undefined;
}
