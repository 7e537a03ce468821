import type { MockSuite } from '@touchstone/contracts/service-virtualization';
import { type ReactNode, useState } from 'react';
import { counted } from '../../../../shared/format.ts';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { exportMock } from '../../api/imports.ts';
import { useSuiteMutations } from '../../api/suites.ts';
import { idsBelow, type TreeSuite } from '../../model/suite-tree.ts';
import { MoveSuiteDialog, SuiteDialog } from './suite-dialog.tsx';
import type { SuiteActions } from './suite-nav.tsx';

interface Given {
  projectId: string;
  tree: readonly TreeSuite[];
  onMade: (suiteId: string) => void;
  onDeleted: (suiteIds: ReadonlySet<string>) => void;
}

type Dialog = { kind: 'edit' | 'move'; suite: MockSuite } | { kind: 'create'; parent?: MockSuite | undefined } | null;

/** useSuiteActions provides the actions on suites, with the dialogs that they need. */
export function useSuiteActions(given: Given): { actions: SuiteActions; dialog: ReactNode } {
  const { projectId, tree, onMade, onDeleted } = given;
  const { toggle, clone, remove } = useSuiteMutations();
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  const actions: SuiteActions = {
    onCreate: (parent) => setDialog({ kind: 'create', parent }),
    onEdit: (suite) => setDialog({ kind: 'edit', suite }),
    onMove: (suite) => setDialog({ kind: 'move', suite }),
    onToggle: ({ suiteId }, isEnabled) => toggle.mutate({ suiteId, isEnabled }, { onError: toastError }),
    onExport: ({ suiteId }, format) => void exportMock(projectId, format, suiteId).catch(toastError),
    onClone: ({ suiteId }) =>
      clone.mutate(suiteId, {
        onError: toastError,
        onSuccess: ({ name }) => toast('success', `${name} created. It is switched off.`),
      }),
    onDelete(suite) {
      const { total } = tree.find((each) => each.suite.suiteId === suite.suiteId)!;
      confirmAction({
        title: `Delete suite ${suite.name}?`,
        message: `This also deletes its suites and its ${counted(total, 'asset')}. You can't undo this.`,
        confirm: 'Delete suite',
        onConfirm: async () => {
          const below = idsBelow(tree, suite.suiteId);
          await remove.mutateAsync(suite.suiteId);
          onDeleted(below);
        },
      });
    },
  };
  return {
    actions,
    dialog: (
      <>
        {dialog?.kind === 'create' ? (
          <SuiteDialog
            projectId={projectId}
            parent={dialog.parent}
            onMade={({ suiteId }) => onMade(suiteId)}
            onClose={close}
          />
        ) : null}
        {dialog?.kind === 'edit' ? <SuiteDialog projectId={projectId} suite={dialog.suite} onClose={close} /> : null}
        {dialog?.kind === 'move' ? <MoveSuiteDialog suite={dialog.suite} tree={tree} onClose={close} /> : null}
      </>
    ),
  };
}
