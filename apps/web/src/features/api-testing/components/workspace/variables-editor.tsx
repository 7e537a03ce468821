import { Alert, Button } from '@mantine/core';
import type { Project, Variable } from '@touchstone/contracts/workspaces';
import { Lock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useBlocker } from 'react-router';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { useAccount } from '../../../../shared/session/browser-session.ts';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { useEnvironmentMutations } from '../../api/environments.mutations.ts';
import { apiTestingKeys } from '../../hotkeys.ts';
import { changesOf, hasChanges, problemsOf, toRows } from '../../model/variable-rows.ts';
import { LeaveDialog } from '../leave-dialog.tsx';
import classes from './variables-grid.module.css';
import { VariablesGrid } from './variables-grid.tsx';

interface Props {
  project: Pick<Project, 'projectId' | 'workspacePlan'>;
  canWrite: boolean;
  title: string;
  /** null for the workspace's global variables. */
  environmentId: string | null;
  saved: Variable[];
  actions?: ReactNode;
}

/** VariablesEditor edits the variables of an environment or the globals, and saves the changes. */
export function VariablesEditor({ project, canWrite, title, environmentId, saved, actions }: Props) {
  const account = useAccount();
  const [rows, setRows] = useState(() => toRows(saved));
  const [tried, setTried] = useState(false);
  const { saveVariables } = useEnvironmentMutations(project.projectId);
  const changed = hasChanges(changesOf(saved, rows));
  const blocker = useBlocker(changed && !saveVariables.isPending);

  const isGlobal = environmentId === null;
  const restriction =
    isGlobal && account.plan === 'FREE'
      ? 'Global variables are not allowed in Free Plan'
      : isGlobal && project.workspacePlan === 'FREE'
        ? 'Global variables are not allowed in Workspace Free Plan'
        : null;
  const readOnly = !canWrite || restriction !== null;
  const problems = problemsOf(rows);

  const save = async () => {
    setTried(true);
    if (Object.keys(problems).length > 0 || !changed) return;
    try {
      await saveVariables.mutateAsync({ environmentId, changes: changesOf(saved, rows) });
      toast('success', `${title} saved.`);
    } catch (error) {
      toastError(error);
    }
  };
  useHotkey(apiTestingKeys.save, () => void save(), !readOnly);
  return (
    <>
      <div className={`wraps ${classes.head}`}>
        <h2 className="grow ellipsis">
          {title}
          {changed ? <span className="dim"> · unsaved</span> : null}
        </h2>
        {actions}
        {readOnly ? null : (
          <>
            {changed ? (
              <Button variant="subtle" color="gray" onClick={() => setRows(toRows(saved))}>
                Discard
              </Button>
            ) : null}
            <Button onClick={() => void save()} loading={saveVariables.isPending} disabled={!changed}>
              Save variables
            </Button>
          </>
        )}
      </div>
      {restriction ? (
        <Alert m="md" color="yellow" icon={<Lock size={16} />}>
          {restriction}
        </Alert>
      ) : null}
      {restriction && rows.length === 0 ? null : (
        <VariablesGrid rows={rows} onChange={setRows} errors={tried ? problems : {}} readOnly={readOnly} />
      )}
      {restriction ? null : (
        <p className="dim" style={{ padding: '12px 16px' }}>
          Use a variable as <code className="mono">{'{{name}}'}</code> in addresses, headers and bodies.{' '}
          {isGlobal
            ? 'An environment overrides a global of the same name.'
            : 'Secrets are encrypted and masked in every report.'}{' '}
          Turn a variable off to keep its value without using it.
        </p>
      )}
      {blocker.state === 'blocked' ? (
        <LeaveDialog what={`the variables of ${title}`} onStay={blocker.reset} onLeave={blocker.proceed} />
      ) : null}
    </>
  );
}
