import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { ImportChoiceForm } from './import-choice-form.tsx';
import { ImportDone } from './import-done.tsx';
import { ImportReviewForm } from './import-review.tsx';
import { ImportSourceForm } from './import-source-form.tsx';
import { ReadingProgress } from './reading-progress.tsx';
import { UpdateSourceForm } from './update-source-form.tsx';
import { useImportFlow } from './use-import-flow.ts';

export interface ImportFlowProps {
  projectId: string;
  /** The suite from which the import was opened; `isUpdate` starts with the documents it was imported from. */
  suiteId?: string;
  isUpdate?: boolean;
  /** The suite's source whose address is read right away. */
  source?: { sourceId: string; name: string } | undefined;
  /** Ends the flow; `suiteIds` are the suites that were created or changed. */
  onDone: (suiteIds: string[]) => void;
  onClose: () => void;
}

/** ImportFlow reads a document, lets the user select from it or review its changes, and applies that. */
export function ImportFlow({ projectId, suiteId, isUpdate = false, source, onDone, onClose }: ImportFlowProps) {
  const flow = useImportFlow(projectId, onDone);
  const { read, select, review, merge, origin, outcome, cancel, startRead } = flow;
  const begin = useEffectEvent(() => {
    if (source) void startRead({ from: 'source', ...source }, source.sourceId);
  });
  useEffect(() => begin(), []);

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
          onMerge={(body) => void flow.startMerge(body)}
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
        onImport={(body) => void flow.startImport(body)}
        onReview={startReview}
        onBack={flow.back}
      />
    );
  };
  const shown = step();
  // The first form stays mounted but hidden, so that its input is still there after an error.
  return (
    <>
      {shown}
      <div hidden={shown !== null}>
        {isUpdate && suiteId ? (
          <UpdateSourceForm
            suiteId={suiteId}
            error={review.error ?? read.error}
            onRead={(from, sourceId) => void flow.startRead(from, sourceId)}
          />
        ) : (
          <ImportSourceForm
            error={read.error}
            onRead={(from) => void flow.startRead(from)}
            onReset={read.reset}
            onClose={onClose}
          />
        )}
      </div>
    </>
  );
}
