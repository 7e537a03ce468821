import { type ReactNode, useEffect, useRef, useState } from 'react';
import { toast } from '../../../../shared/toasts.ts';
import { type ImportOrigin, useImport } from '../../api/imports.mutations.ts';
import type { ImportBody } from '../../model/import/import-choice.ts';
import { type ImportOutcome, mergeText, outcomeText } from '../../model/import/import-outcome.ts';
import type { MergeBody } from '../../model/import/import-review.ts';
import { ImportChoiceForm } from './import-choice-form.tsx';
import { ImportDone } from './import-done.tsx';
import { ImportReviewForm } from './import-review.tsx';
import { ImportSourceForm } from './import-source-form.tsx';
import { ReadingProgress } from './reading-progress.tsx';
import { UpdateSourceForm } from './update-source-form.tsx';

export interface ImportFlowProps {
  projectId: string;
  /** The suite that the import was asked for; `isUpdate` begins with the documents that it came from. */
  suiteId?: string;
  isUpdate?: boolean;
  /** Ends the flow; `suiteIds` are the suites that were made or changed. */
  onDone: (suiteIds: string[]) => void;
  onClose: () => void;
}

/** ImportFlow reads a document, lets the user choose of it or review its changes, and carries that out. */
export function ImportFlow({ projectId, suiteId, isUpdate = false, onDone, onClose }: ImportFlowProps) {
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

  const step = (): ReactNode => {
    if (read.isPending && origin) return <ReadingProgress origin={origin} onCancel={cancel} />;
    if (outcome)
      return (
        <ImportDone
          projectId={projectId}
          outcome={outcome}
          onDone={() => onDone(outcome.suites.map((suite) => suite.suiteId))}
        />
      );
    const preview = read.data;
    if (!preview) return null;
    const startReview = (sourceId: string) => review.mutate({ importId: preview.importId, sourceId });
    if (review.data) {
      const { reviewed, sourceId } = review.data;
      return (
        <ImportReviewForm
          key={reviewed}
          importId={preview.importId}
          review={review.data}
          merging={merge.isPending}
          error={merge.error}
          onMerge={(body) => void startMerge(body)}
          onReviewAgain={() => {
            merge.reset();
            startReview(sourceId);
          }}
          onClose={onClose}
        />
      );
    }
    if (isUpdate) return review.isPending ? <p role="status">Comparing with the suite…</p> : null;
    return (
      <ImportChoiceForm
        key={preview.importId}
        projectId={projectId}
        preview={preview}
        suiteId={suiteId}
        importing={select.isPending || review.isPending}
        error={select.error ?? review.error}
        onImport={(body) => void startImport(body)}
        onReview={startReview}
        onBack={back}
      />
    );
  };
  const shown = step();
  // The first form stays, hidden: what was entered is there again after a mistake.
  return (
    <>
      {shown}
      <div hidden={shown !== null}>
        {isUpdate && suiteId ? (
          <UpdateSourceForm
            suiteId={suiteId}
            error={review.error ?? read.error}
            onRead={(from, sourceId) => void startRead(from, sourceId)}
          />
        ) : (
          <ImportSourceForm
            error={read.error}
            onRead={(from) => void startRead(from)}
            onReset={read.reset}
            onClose={onClose}
          />
        )}
      </div>
    </>
  );
}
