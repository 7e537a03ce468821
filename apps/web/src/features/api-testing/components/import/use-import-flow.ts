import { useEffect, useRef, useState } from 'react';
import { toast } from '../../../../shared/toasts.ts';
import { type ImportOrigin, useImport } from '../../api/exchange/imports.mutations.ts';
import type { ImportBody } from '../../model/import/import-choice.ts';
import { type ImportOutcome, mergeText, outcomeText } from '../../model/import/import-outcome.ts';
import type { MergeBody } from '../../model/import/import-review.ts';

/**
 * useImportFlow reads a document and imports, reviews or merges it; `onDone` receives the created or changed suites.
 */
export function useImportFlow(projectId: string, onDone: (suiteIds: string[]) => void) {
  const { read, select, review, merge } = useImport(projectId);
  const aborter = useRef<AbortController>(null);
  const [origin, setOrigin] = useState<ImportOrigin>();
  const [outcome, setOutcome] = useState<ImportOutcome>();

  useEffect(() => () => aborter.current?.abort(), []);

  const startRead = async (from: ImportOrigin, sourceId?: string) => {
    const stop = new AbortController();
    aborter.current = stop;
    setOrigin(from);
    const preview = await read.mutateAsync({ origin: from, signal: stop.signal }).catch(() => undefined);
    if (stop.signal.aborted) read.reset();
    else if (preview && sourceId) review.mutate({ importId: preview.importId, sourceId });
  };
  const cancel = () => {
    aborter.current?.abort();
    read.reset();
  };
  const startImport = async (body: ImportBody) => {
    const made = await select.mutateAsync(body).catch(() => undefined);
    if (!made) return;
    if (made.problems.length + made.environments.length > 0) setOutcome(made);
    else {
      toast(made.imported > 0 ? 'success' : 'warning', outcomeText(made));
      onDone(made.suites.map((suite) => suite.suiteId));
    }
  };
  const startMerge = async (body: MergeBody) => {
    const made = await merge.mutateAsync(body).catch(() => undefined);
    if (!made) return;
    toast('success', mergeText(made));
    onDone([made.suiteId]);
  };
  const back = () => {
    for (const call of [read, select, review, merge]) call.reset();
  };
  return { read, select, review, merge, origin, outcome, startRead, cancel, startImport, startMerge, back };
}
