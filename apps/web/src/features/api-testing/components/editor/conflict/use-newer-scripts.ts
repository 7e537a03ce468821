import { useQueryClient } from '@tanstack/react-query';
import type { ScriptSummary } from '@touchstone/contracts/api-testing';
import { type Dispatch, useEffect } from 'react';
import { scriptQuery } from '../../../api/scripts.queries.ts';
import { type EditorAction, type EditorTab, isUnsaved } from '../../../model/tabs/editor-tabs.ts';

/** A save of this page reads the list before its answer is shown; what it saved itself is not news. */
const settleMs = 800;

/**
 * useNewerScripts follows what others save: open scripts without changes of one's own show it, those with changes say so, and nothing that
 * was typed is touched.
 */
export function useNewerScripts(
  scripts: readonly ScriptSummary[],
  tabs: readonly EditorTab[],
  dispatch: Dispatch<EditorAction>,
): void {
  const client = useQueryClient();
  useEffect(() => {
    const newer = new Map(scripts.map(({ scriptId, updatedAt }) => [scriptId, updatedAt]));
    const behind = tabs.filter(({ id, draft, version }) => draft && version && version < (newer.get(id) ?? ''));
    const changed = behind.filter((tab) => isUnsaved(tab) && !tab.isOutdated);
    for (const tab of behind)
      if (!isUnsaved(tab))
        void client
          .fetchQuery({ ...scriptQuery(tab.id), staleTime: 0 })
          .then((script) => dispatch({ type: 'newer', script }))
          .catch(() => undefined);
    if (changed.length === 0) return;
    const timer = setTimeout(() => {
      for (const { id } of changed) dispatch({ type: 'patch', id, patch: { isOutdated: true } });
    }, settleMs);
    return () => clearTimeout(timer);
  }, [client, scripts, tabs, dispatch]);
}
