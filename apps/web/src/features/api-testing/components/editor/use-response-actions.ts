import type { Assertion, ScriptInput, StepDetail } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import { toast } from '../../../../shared/toasts.ts';
import { assertionFor, variableNameFor } from '../../model/editor/assertion-text.ts';
import { exampleOf } from '../../model/editor/example-of.ts';
import { suggestAssertions } from '../../model/editor/suggest-assertions.ts';
import type { EditorTab } from '../../model/tabs/editor-tabs.ts';
import type { PathKind } from '../exchange/value-actions.ts';

/** A row that was just added, to be scrolled to and focused. Each addition creates a new object. */
export interface FreshRow {
  index: number;
}

interface Options {
  response: StepDetail | null;
  draft: ScriptInput | null;
  edit: (draft: ScriptInput) => void;
  show: (section: EditorTab['section']) => void;
}

/** useResponseActions creates assertions, data handlers and examples from a tab's response. */
export function useResponseActions({ response, draft, edit, show }: Options) {
  const [fresh, setFresh] = useState<FreshRow | null>(null);
  const [suggested, setSuggested] = useState<readonly Assertion[]>([]);
  const put = (patch: Partial<ScriptInput>) => draft && edit({ ...draft, ...patch });
  return {
    fresh,
    /** How many of the last suggested assertions remain. */
    suggestedCount: draft?.assertions.filter((each) => suggested.includes(each)).length ?? 0,
    addAssertion(kind: PathKind, path: string, value: unknown) {
      const before = draft?.assertions ?? [];
      put({ assertions: [...before, assertionFor(kind, path, value)] });
      show('assertions');
      setFresh({ index: before.length });
    },
    suggest() {
      const before = draft?.assertions ?? [];
      const found = response ? suggestAssertions(response, before) : [];
      show('assertions');
      if (found.length === 0) return toast('info', 'The assertions cover this response already.');
      put({ assertions: [...before, ...found] });
      setSuggested(found);
      setFresh({ index: before.length });
    },
    undoSuggestions() {
      put({ assertions: draft?.assertions.filter((each) => !suggested.includes(each)) ?? [] });
      setSuggested([]);
    },
    keepSuggestions: () => setSuggested([]),
    extractValue(kind: PathKind, path: string) {
      const handlers = draft?.dataHandlers ?? [];
      const name = variableNameFor(
        path,
        handlers.map((item) => item.name),
      );
      put({ dataHandlers: [...handlers, { name, source: kind, path, enabled: true }] });
      show('extract');
    },
    saveExample() {
      const example = response && exampleOf(response);
      if (!example)
        return toast('warning', "An example needs a text body of at most 64 KB. This response can't be an example.");
      put({ examples: [...(draft?.examples ?? []), example] });
      show('docs');
      toast('info', 'Example added. Save the script to keep it.');
    },
  };
}
export type ResponseActions = ReturnType<typeof useResponseActions>;
