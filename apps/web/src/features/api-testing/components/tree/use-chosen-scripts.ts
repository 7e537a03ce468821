import type { ScriptSummary } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import type { TreeRow } from '../../model/tree/script-tree.ts';
import { rangeOf } from '../../model/tree/tree-move.ts';

/** useChosenScripts returns the scripts selected in the tree; deleted ones drop out of the selection. */
export function useChosenScripts(scripts: readonly ScriptSummary[], rows: readonly TreeRow[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string | null>(null);
  const chosen = scripts.filter(({ scriptId }) => selected.has(scriptId));
  return {
    chosen,
    ids: new Set(chosen.map(({ scriptId }) => scriptId)) as ReadonlySet<string>,
    toggle(scriptId: string) {
      const next = new Set(selected);
      if (!next.delete(scriptId)) next.add(scriptId);
      setSelected(next);
      setAnchor(scriptId);
    },
    /** Selects the range from the last selected script. */
    extend(scriptId: string) {
      setSelected(new Set([...selected, ...(anchor === null ? [scriptId] : rangeOf(rows, anchor, scriptId))]));
      if (anchor === null) setAnchor(scriptId);
    },
    clear: () => setSelected(new Set()),
  };
}
export type ChosenScripts = ReturnType<typeof useChosenScripts>;
