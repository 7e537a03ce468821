import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Problem } from '../../../../ui/page.tsx';
import { readSummary, type SummaryPiece } from '../../api/summary.ts';

const authors: Record<SummaryPiece['source'], string> = {
  model: 'Written by the language model of this installation from what is saved. Check what matters.',
  product: 'Written from what is saved. No language model is configured, or it did not answer.',
};

/** SummaryDialog describes a workflow in words as they are generated. */
export function SummaryDialog({ flowId, name, onClose }: { flowId: string; name: string; onClose: () => void }) {
  const [pieces, setPieces] = useState<readonly SummaryPiece[]>([]);
  const [error, setError] = useState<unknown>();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    setPieces([]);
    readSummary(flowId, (piece) => setPieces((before) => [...before, piece]), controller.signal).then(
      () => setDone(true),
      (reason: unknown) => {
        if (!controller.signal.aborted) setError(reason);
      },
    );
    return () => controller.abort();
  }, [flowId]);
  const source = pieces.at(-1)?.source;
  return (
    <Modal opened onClose={onClose} title={`Summary of ${name}`} size="lg">
      {error === undefined ? null : <Problem error={error} />}
      <div aria-live="polite" aria-busy={!isDone && error === undefined} style={{ minHeight: 120 }}>
        <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{pieces.map(({ text }) => text).join('')}</p>
      </div>
      {source ? <p className="dim">{authors[source]}</p> : null}
    </Modal>
  );
}
