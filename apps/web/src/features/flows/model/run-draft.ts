import type { Configuration } from '@touchstone/contracts/flows';

type Values = Configuration['variables'];

/** A run configuration being edited. */
export interface RunDraft {
  /** Id of the saved one; absent if nothing is saved yet. */
  configurationId: string | undefined;
  name: string;
  environmentId: string | null;
  variables: { key: string; value: string; enabled: boolean }[];
  /** Maximum number of parallel nodes; null for the workflow's own. */
  parallel: number | null;
}

/** emptyDraft runs a workflow as it is. */
export const emptyDraft: RunDraft = {
  configurationId: undefined,
  name: '',
  environmentId: null,
  variables: [],
  parallel: null,
};

/** draftOf returns the draft of a saved configuration. */
export const draftOf = ({ configurationId, name, environmentId, variables, parallel }: Configuration): RunDraft => ({
  configurationId,
  name,
  environmentId,
  variables: Object.entries(variables).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? textOfString(value) : JSON.stringify(value),
    enabled: true,
  })),
  parallel,
});

/** Text that would be parsed as another type is quoted. */
const textOfString = (text: string): string => (valueOfText(text) === text ? text : JSON.stringify(text));

/** valueOfText parses typed text: numbers, true, false, null and JSON keep their type, everything else is text. */
export function valueOfText(text: string): Values[string] {
  try {
    return JSON.parse(text) as Values[string];
  } catch {
    return text;
  }
}

/** inputOf returns the request body of a draft. */
export const inputOf = ({ name, environmentId, variables, parallel }: RunDraft) => ({
  name: name.trim(),
  environmentId,
  parallel,
  variables: Object.fromEntries(
    variables
      .filter(({ key, enabled }) => enabled && key.trim() !== '')
      .map(({ key, value }) => [key.trim(), valueOfText(value)]),
  ),
});

/** isChanged returns whether a draft differs from its saved configuration. */
export const isChanged = (draft: RunDraft, saved: Configuration | undefined): boolean =>
  JSON.stringify(inputOf(draft)) !== JSON.stringify(inputOf(saved ? draftOf(saved) : emptyDraft));
