import type { Configuration } from '@touchstone/contracts/flows';

type Values = Configuration['variables'];

/** A run configuration as it is edited. */
export interface RunDraft {
  /** Of a saved one; absent where nothing is saved yet. */
  configurationId: string | undefined;
  name: string;
  environmentId: string | null;
  variables: { key: string; value: string; enabled: boolean }[];
  /** Nodes at once; null: as the workflow says. */
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

/** draftOf is a saved configuration as it is edited. */
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

/** A text that would be read as something else is written in quotation marks. */
const textOfString = (text: string): string => (valueOfText(text) === text ? text : JSON.stringify(text));

/** valueOfText reads what was typed: numbers, true, false, null and JSON are these, everything else is a text. */
export function valueOfText(text: string): Values[string] {
  try {
    return JSON.parse(text) as Values[string];
  } catch {
    return text;
  }
}

/** inputOf is what is sent of a draft. */
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

/** isChanged tells whether a draft differs from the configuration that it was made of. */
export const isChanged = (draft: RunDraft, saved: Configuration | undefined): boolean =>
  JSON.stringify(inputOf(draft)) !== JSON.stringify(inputOf(saved ? draftOf(saved) : emptyDraft));
