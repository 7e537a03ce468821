import { Modal } from '@mantine/core';
import type { MockImport } from '@touchstone/contracts/service-virtualization';
import { useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { messageOf, toast } from '../../../../shared/toasts.ts';
import { useImportMutations } from '../../api/imports.ts';
import type { TreeSuite } from '../../model/suite-tree.ts';
import { ImportReview } from './import-review.tsx';
import { SourceForm } from './source-form.tsx';

interface Props {
  projectId: string;
  tree: readonly TreeSuite[];
  onDone: (suiteId: string) => void;
  onClose: () => void;
}

/** ImportDialog creates assets from a document: reads it first, then lets the user select. */
export function ImportDialog({ projectId, tree, onDone, onClose }: Props) {
  const { read, take } = useImportMutations(projectId);
  const [found, setFound] = useState<MockImport | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      // A click outside a review that took a while must not discard it.
      closeOnClickOutside={false}
      title="Import assets"
      size={860}
      yOffset="4vh"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {found ? (
        <ImportReview
          tree={tree}
          found={found}
          isBusy={take.isPending}
          problem={take.error ? messageOf(take.error) : undefined}
          onBack={() => {
            take.reset();
            setFound(null);
          }}
          onTake={async (body) => {
            const { suiteId, counts, disabled, problems } = await take.mutateAsync(body);
            const parts = [
              `Created: ${formatCount(counts.new ?? 0)} · updated: ${formatCount(counts.updated ?? 0)}.`,
              disabled > 0 && `${formatCount(disabled)} are off: the plan allows no more active APIs.`,
              problems.length > 0 && `${formatCount(problems.length)} could not be imported.`,
            ];
            toast(
              disabled > 0 || problems.length > 0 ? 'warning' : 'success',
              parts.filter(Boolean).join(' '),
              'Imported',
            );
            onDone(suiteId);
            onClose();
          }}
        />
      ) : (
        <SourceForm projectId={projectId} read={read} onFound={setFound} onClose={onClose} />
      )}
    </Modal>
  );
}
