import { type ScriptInput, scriptInputSchema } from '@touchstone/contracts/api-testing';
import { withPathParams } from './path-params.ts';

/** A pasted command: the request it sends, and what couldn't be converted. */
export interface PastedRequest {
  draft: ScriptInput;
  notes: string[];
}

/** isCurl returns whether a text is a curl command as documentation and browsers write it. */
export const isCurl = (text: string): boolean => /^\s*(?:[$>%#]\s*)?curl(?:\.exe)?\s/i.test(text);

const longestCommand = 1_000_000;

/**
 * readPasted converts a curl command into the request of a draft; undefined if it has none. The draft's name and
 * assertions stay.
 */
export async function readPasted(text: string, draft: ScriptInput): Promise<PastedRequest | undefined> {
  if (text.length > longestCommand) return undefined;
  const { readCurl } = await import('./read-curl.ts');
  const { step, notes } = readCurl(text);
  if (!step) return undefined;
  const { method, url, queryParams, headers, body, authentication, settings } = step;
  const taken = { method, url, queryParams, headers, body, authentication };
  const parsed = scriptInputSchema.safeParse({ ...draft, ...taken, settings: { ...draft.settings, ...settings } });
  // The name is asked for on save; its absence is no fault of the command.
  const faults = parsed.error?.issues.filter(({ path }) => path[0] !== 'scriptName') ?? [];
  if (faults.length > 0) return undefined;
  const read = parsed.data ?? scriptInputSchema.parse({ ...draft, ...taken, scriptName: 'x' });
  return { draft: withPathParams({ ...read, scriptName: draft.scriptName, pathParams: [] }, read.url), notes };
}
