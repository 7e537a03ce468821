import { Button, Checkbox, TextInput } from '@mantine/core';
import type { Reconciliation } from '@touchstone/contracts/reconcile';
import type { Project } from '@touchstone/contracts/workspaces';
import { useState } from 'react';
import { useBlocker, useNavigate } from 'react-router';
import { toast, toastError } from '../../../shared/toasts.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { Page, Problem } from '../../../ui/page.tsx';
import { LeaveDialog, useCanWrite } from '../../api-testing/index.ts';
import { useReconcileMutations } from '../api/reconcile.mutations.ts';
import { problemsOf, type ReconcileDraft } from '../model/reconcile-draft.ts';
import { reconcilePaths } from '../paths.ts';
import { MappingFields } from './mapping-fields.tsx';
import classes from './reconcile.module.css';
import { QueryFields, RequestFields } from './side-fields.tsx';

interface Props {
  project: Project;
  /** Absent for a new one. */
  saved: Reconciliation | undefined;
  initial: ReconcileDraft;
}

/** ReconcileEditor edits, saves, runs and deletes a reconciliation. */
export function ReconcileEditor({ project, saved, initial }: Props) {
  const { projectId } = project;
  const id = saved?.reconciliationId;
  const navigate = useNavigate();
  const canWrite = useCanWrite(project);
  const [draft, setDraft] = useState(initial);
  const [kept, setKept] = useState(initial);
  const [isTouched, setTouched] = useState(false);
  const mutations = useReconcileMutations(projectId);
  const { save, run, remove, suggest } = mutations;
  const problems = isTouched ? problemsOf(draft) : {};
  const [isLeaving, setLeaving] = useState(false);
  const isChanged = !isLeaving && JSON.stringify(draft) !== JSON.stringify(kept);
  const blocker = useBlocker(isChanged);
  const change = (patch: Partial<ReconcileDraft>) => setDraft((before) => ({ ...before, ...patch }));

  const store = async (): Promise<string | undefined> => {
    setTouched(true);
    if (Object.keys(problemsOf(draft)).length > 0) return undefined;
    const { reconciliationId } = await save.mutateAsync({ id, body: draft });
    setKept(draft);
    return reconciliationId;
  };
  const onSave = async () => {
    const stored = await store().catch(() => undefined);
    if (!stored) return;
    setLeaving(true);
    toast('success', 'Reconciliation saved');
    if (id === undefined) void navigate(reconcilePaths.edit(projectId, stored), { replace: true });
    else setLeaving(false);
  };
  const onRun = async () => {
    const stored = await store().catch(() => undefined);
    if (!stored) return;
    setLeaving(true);
    const started = await run.mutateAsync(stored).catch(toastError);
    if (started) void navigate(reconcilePaths.result(projectId, started.runId));
    else if (id === undefined) void navigate(reconcilePaths.edit(projectId, stored), { replace: true });
    else setLeaving(false);
  };
  const onSuggest = async () => {
    const { scriptId, environmentId, databaseConfigurationId, query, timeoutMs } = draft;
    const sides = { scriptId, environmentId, databaseConfigurationId, query, timeoutMs };
    const found = await suggest.mutateAsync(sides).catch(() => undefined);
    if (found)
      change({ rowPath: found.rowPath, columns: found.columns, ...(found.keys.length > 0 && { keys: found.keys }) });
  };
  const onDelete = () =>
    confirmAction({
      title: `Delete ${saved?.name ?? ''}?`,
      message: "Deletes the reconciliation. Its runs and reports stay. You can't undo this.",
      confirm: 'Delete reconciliation',
      onConfirm: async () => {
        setLeaving(true);
        await remove.mutateAsync(id ?? '');
        void navigate(reconcilePaths.list(projectId));
      },
    });

  const canSuggest = draft.scriptId !== '' && draft.databaseConfigurationId !== '' && draft.query.trim() !== '';
  const sides = { projectId, draft, problems, onChange: change, mutations };
  return (
    <Page
      title={saved?.name ?? 'New reconciliation'}
      actions={
        canWrite ? (
          <>
            {saved ? (
              <Button variant="default" onClick={onDelete}>
                Delete…
              </Button>
            ) : null}
            <Button variant="default" loading={save.isPending} onClick={() => void onSave()}>
              Save
            </Button>
            <Button loading={run.isPending} onClick={() => void onRun()}>
              Save and run
            </Button>
          </>
        ) : null
      }
    >
      <div className={classes.editor}>
        {save.error ? <Problem error={save.error} /> : null}
        <TextInput
          label="Name"
          value={draft.name}
          error={problems.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <RequestFields {...sides} suiteId={saved?.suiteId ?? null} />
        <QueryFields {...sides} />
        <div className={classes.options}>
          <Button variant="default" disabled={!canSuggest} loading={suggest.isPending} onClick={() => void onSuggest()}>
            Suggest mapping
          </Button>
          <span className="dim">Sends the request and reads the first rows of the query.</span>
        </div>
        {suggest.error ? <Problem error={suggest.error} /> : null}
        {suggest.data && suggest.data.unmatched.length > 0 ? (
          <p className="dim" role="status">
            Columns without a match: {suggest.data.unmatched.join(', ')}
          </p>
        ) : null}
        <MappingFields draft={draft} problems={problems} onChange={change} />
        <Options draft={draft} problems={problems} onChange={change} />
      </div>
      {blocker.state === 'blocked' ? (
        <LeaveDialog what="this reconciliation" onStay={blocker.reset} onLeave={blocker.proceed} />
      ) : null}
    </Page>
  );
}

function Options({
  draft,
  problems,
  onChange,
}: {
  draft: ReconcileDraft;
  problems: Record<string, string>;
  onChange: (patch: Partial<ReconcileDraft>) => void;
}) {
  return (
    <fieldset className={classes.part}>
      <legend>Options</legend>
      <TextInput
        label="Time zone"
        description="Of times that name none, on both sides."
        maw={320}
        value={draft.timeZone}
        error={problems.timeZone}
        onChange={(event) => onChange({ timeZone: event.currentTarget.value })}
      />
      <Checkbox
        label="Allow rows that only the API has"
        checked={draft.allowOnlyInApi}
        onChange={(event) => onChange({ allowOnlyInApi: event.currentTarget.checked })}
      />
      <Checkbox
        label="Allow rows that only the database has"
        checked={draft.allowOnlyInDatabase}
        onChange={(event) => onChange({ allowOnlyInDatabase: event.currentTarget.checked })}
      />
      <Checkbox
        label="Check in functional runs"
        description="Each run that sends the request gets an assertion “Matches database”."
        checked={draft.checkInRuns}
        onChange={(event) => onChange({ checkInRuns: event.currentTarget.checked })}
      />
    </fieldset>
  );
}
