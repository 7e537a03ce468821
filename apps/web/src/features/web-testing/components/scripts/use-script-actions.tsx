import type { RepositoryScript } from '@touchstone/contracts/web-testing';
import { type ReactNode, useState } from 'react';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { useScriptMutations } from '../../api/scripts.ts';
import { RunDialog } from '../results/run-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { ScriptActions } from './script-columns.tsx';
import { ScriptDialog } from './script-dialog.tsx';

type Dialog = { kind: 'edit' | 'move' | 'run'; scripts: readonly RepositoryScript[] };

/**
 * useScriptActions provides the actions of script lists; calls `done` after the selected rows were deleted or moved.
 */
export function useScriptActions(done: () => void): ScriptActions & { dialog: ReactNode } {
  const { update, remove, copy, place } = useScriptMutations();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const change = (script: RepositoryScript, patch: { isLocked?: boolean; isReusable?: boolean }) =>
    void update.mutateAsync({ moduleUUID: script.moduleUUID, uuid: script.uuid, ...patch }).catch(toastError);
  return {
    onRun: (scripts) => setDialog({ kind: 'run', scripts }),
    onEdit: (script) => setDialog({ kind: 'edit', scripts: [script] }),
    onMove: (scripts) => setDialog({ kind: 'move', scripts }),
    onCopy: (scripts) =>
      void copy
        .mutateAsync(scripts.map(({ uuid }) => uuid))
        .then(({ scripts: made }) => toast('success', `Created ${made.map((each) => each.testScriptName).join(', ')}.`))
        .catch(toastError),
    onPlace: (script, by) =>
      void place.mutateAsync({ scriptUUID: script.uuid, sequenceId: script.sequenceId + by }).catch(toastError),
    onLock: (script) => change(script, { isLocked: !script.isLocked }),
    onReuse: (script) => change(script, { isReusable: !script.isReusable }),
    onDelete: (scripts) => askDelete(scripts, remove.mutateAsync, done),
    dialog: dialog ? <OpenDialog dialog={dialog} onClose={close} /> : null,
  };
}

function askDelete(
  scripts: readonly RepositoryScript[],
  remove: (body: { sourceModuleUUID: string; scriptUUIDs: string[] }) => Promise<unknown>,
  done: () => void,
): void {
  const [first] = scripts;
  if (!first) return;
  const what = scripts.length === 1 ? `script ${first.testScriptName}` : `${scripts.length} scripts`;
  confirmAction({
    title: `Delete ${what}?`,
    message: "Also deletes their versions and baselines. Reports of runs stay. You can't undo this.",
    confirm: scripts.length === 1 ? 'Delete script' : `Delete ${scripts.length} scripts`,
    async onConfirm() {
      const byModule = Map.groupBy(scripts, ({ moduleUUID }) => moduleUUID);
      for (const [sourceModuleUUID, held] of byModule)
        await remove({ sourceModuleUUID, scriptUUIDs: held.map(({ uuid }) => uuid) });
      done();
    },
  });
}

function OpenDialog({ dialog: { kind, scripts }, onClose }: { dialog: Dialog; onClose: () => void }) {
  const [script] = scripts;
  if (!script) return null;
  if (kind === 'move') return <MoveDialog scripts={scripts} onClose={onClose} />;
  if (kind === 'run') return <RunDialog scripts={scripts} onClose={onClose} />;
  return (
    <ScriptDialog projectId={script.projectUUID} moduleUUID={script.moduleUUID} script={script} onClose={onClose} />
  );
}
