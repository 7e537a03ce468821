import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FlowHook, NewFlowHook } from '@touchstone/contracts/flows';
import { useState } from 'react';
import { Link } from 'react-router';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { hooksQuery, useHooks } from '../../api/hooks.ts';
import { HookForm } from './hook-form.tsx';
import { NewHook } from './new-hook.tsx';
import classes from './triggers.module.css';

interface Props {
  projectId: string;
  flowId: string;
  canWrite: boolean;
  /** Path of a run of the workflow. */
  runPath: (runId: string) => string;
}

/** HooksSection lists the webhooks that start a workflow, creates and revokes them. */
export function HooksSection({ projectId, flowId, canWrite, runPath }: Props) {
  const hooks = useQuery(hooksQuery(flowId));
  const { revoke } = useHooks(flowId);
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<NewFlowHook | null>(null);
  const askRevoke = ({ hookId, name }: FlowHook) =>
    confirmAction({
      title: `Revoke ${name}?`,
      message: "Calls of its address start nothing any more. Runs and reports stay. You can't undo this.",
      confirm: 'Revoke webhook',
      onConfirm: async () => {
        await revoke.mutateAsync(hookId);
        if (made?.hookId === hookId) setMade(null);
      },
    });
  return (
    <section aria-label="Webhooks">
      <div className={classes.head}>
        <h3>Webhooks</h3>
        {canWrite && !isAdding ? (
          <Button variant="default" onClick={() => setAdding(true)}>
            Add webhook
          </Button>
        ) : null}
      </div>
      {isAdding ? (
        <HookForm
          projectId={projectId}
          flowId={flowId}
          onCreated={(hook) => {
            setAdding(false);
            setMade(hook);
          }}
          onCancel={() => setAdding(false)}
        />
      ) : null}
      {made ? <NewHook hook={made} onDone={() => setMade(null)} /> : null}
      <Loaded query={hooks} height={56} empty="No webhook yet." isEmpty={(list) => list.length === 0}>
        {(list) => (
          <ul className={classes.list}>
            {list.map((hook) => (
              <li key={hook.hookId}>
                <div className="grow">
                  <div className={classes.name}>{hook.name}</div>
                  <LastCall hook={hook} runPath={runPath} />
                </div>
                {canWrite ? (
                  <Button variant="default" aria-label={`Revoke ${hook.name}`} onClick={() => askRevoke(hook)}>
                    Revoke…
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function LastCall({ hook, runPath }: { hook: FlowHook; runPath: Props['runPath'] }) {
  const { lastCalledAt, lastRunId, lastProblem, createdByName } = hook;
  return (
    <div className={classes.facts}>
      <span>{`Created by ${createdByName}`}</span>
      {lastCalledAt ? (
        <span>
          Last call <RelativeTime at={lastCalledAt} />
        </span>
      ) : (
        <span>Never called</span>
      )}
      {lastRunId ? (
        <Link className="link" to={runPath(lastRunId)}>
          Last run
        </Link>
      ) : null}
      {lastProblem ? (
        <span className={classes.problem}>
          <StatusGlyph status="flaky" size={12} decorative />
          {lastProblem}
        </span>
      ) : null}
    </div>
  );
}
