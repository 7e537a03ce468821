import { useQueryClient } from '@tanstack/react-query';
import type { ScriptSummary } from '@touchstone/contracts/api-testing';
import { type Dispatch, useEffect } from 'react';
import { scriptQuery } from '../../../api/scripts.queries.ts';
import { type EditorAction, type EditorTab, isUnsaved } from '../../../model/tabs/editor-tabs.ts';

/** A save refetches the list before its response is shown; this page's own saves don't count as newer. */
const settleMs = 800;

/**
 * useNewerScripts tracks others' saves: open scripts without local changes show the new version, those with changes say
 * so, and nothing that was typed is lost.
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
