import { ActionIcon, Button, Menu, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Monitor } from '@touchstone/contracts/api-monitoring';
import { EllipsisVertical } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { toast, toastError } from '../../../shared/toasts.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { StatusGlyph } from '../../../ui/status/status-glyph.tsx';
import { useMonitorMutations } from '../api/monitors.mutations.ts';
import { monitorQuery } from '../api/monitors.queries.ts';
import { projectQuery } from '../api/projects.queries.ts';
import classes from '../components/details/details.module.css';
import { MonitorReport } from '../components/details/monitor-report.tsx';
import { ResultList } from '../components/details/result-list.tsx';
import { IncidentList } from '../components/incidents/incident-list.tsx';
import { kindLooks } from '../model/kinds.ts';
import { scheduleWords } from '../model/schedule-words.ts';
import { statusLooks } from '../model/status-look.ts';
import { useCanWrite } from '../model/use-may.ts';
import { apiMonitoringPaths } from '../paths.ts';

const SavedEditor = lazy(async () => ({
  default: (await import('../components/editor/saved-editor.tsx')).SavedEditor,
}));
const HeartbeatDialog = lazy(async () => ({
  default: (await import('../components/editor/heartbeat-dialog.tsx')).HeartbeatDialog,
}));

const searchSchema = z.object({
  monitor: z.string().catch('').default(''),
  tab: z.enum(['results', 'incidents']).catch('results').default('results'),
  hours: z.coerce.number().int().min(1).max(8784).catch(24).default(24),
});

/** DetailsPage shows a monitored API: its status, reports, results and incidents. */
export function DetailsPage() {
  const [{ monitor: monitorId }] = useSearchState(searchSchema);
  const monitor = useQuery({ ...monitorQuery(monitorId), enabled: monitorId !== '' });
  if (monitor.data) return <Details key={monitorId} monitor={monitor.data} />;
  const all = (
    <Button component={Link} to={apiMonitoringPaths.overview()} variant="default">
      All monitored APIs
    </Button>
  );
  return (
    <Page title="Monitored API">
      {monitorId === '' ? (
        <EmptyState title="No monitored API chosen" action={all}>
          Choose one in the list.
        </EmptyState>
      ) : null}
      {monitor.isError ? (
        <Problem
          error={monitor.error}
          onRetry={() => void monitor.refetch()}
          back={{ path: apiMonitoringPaths.overview(), label: 'All monitored APIs' }}
        />
      ) : null}
    </Page>
  );
}

function Details({ monitor }: { monitor: Monitor }) {
  const { name, kind, target, schedule, status, projectId, test, definition } = monitor;
  const [{ tab, hours }, setSearch] = useSearchState(searchSchema);
  const canWrite = useCanWrite(useQuery(projectQuery(projectId)).data);
  const isOfTest = 'projectId' in definition;
  return (
    <Page
      title={name}
      documentTitle={`${name} · API Monitoring`}
      heading={
        <span className="row">
          <StatusGlyph status={statusLooks[status].status} size={16} decorative />
          <span className="ellipsis">{name}</span>
        </span>
      }
      meta={
        <>
          {`${kindLooks[kind].label} · `}
          {test?.link ? (
            <Link className="link" to={test.link}>
              {test.title}
            </Link>
          ) : isOfTest && !test ? (
            'The test is deleted'
          ) : (
            target
          )}
          {` · ${scheduleWords(schedule)}`}
        </>
      }
      actions={canWrite ? <DetailActions monitor={monitor} /> : null}
    >
      <div className={classes.content}>
        <MonitorReport monitor={monitor} hours={hours} onHours={(next) => setSearch({ hours: next })} />
        <div className={classes.bar} data-tour="monitor-tabs">
          <SegmentedControl
            aria-label="List"
            data={[
              { value: 'results', label: 'Results' },
              { value: 'incidents', label: 'Incidents' },
            ]}
            value={tab}
            onChange={(value) => setSearch({ tab: value as typeof tab }, { push: true })}
          />
        </div>
        <div>
          {tab === 'results' ? (
            <ResultList monitor={monitor} />
          ) : (
            <IncidentList projectId={projectId} monitorId={monitor.monitorId} />
          )}
        </div>
      </div>
    </Page>
  );
}

function DetailActions({ monitor }: { monitor: Monitor }) {
  const { monitorId, name, state, kind, projectId } = monitor;
  const { setStarted, checkNow, remove } = useMonitorMutations();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'edit' | 'heartbeat' | null>(null);
  const isStarted = state === 'STARTED';
  const askDelete = () =>
    confirmAction({
      title: `Delete ${name}?`,
      message: "This also deletes results and incidents. You can't undo this.",
      confirm: 'Delete monitored API',
      onConfirm: async () => {
        await remove.mutateAsync(monitorId);
        await navigate(apiMonitoringPaths.overview({ project: projectId }));
      },
    });
  const check = () =>
    checkNow.mutate(monitorId, {
      onSuccess: () => toast('success', `${name} is being checked.`),
      onError: toastError,
    });
  return (
    <>
      {isStarted && kind !== 'heartbeat' ? (
        <Button variant="default" loading={checkNow.isPending} onClick={check}>
          Check now
        </Button>
      ) : null}
      <Button
        variant={isStarted ? 'default' : 'filled'}
        loading={setStarted.isPending}
        onClick={() => setStarted.mutate({ monitorId, isStarted: !isStarted }, { onError: toastError })}
      >
        {isStarted ? 'Stop checks' : 'Start checks'}
      </Button>
      <Button variant="default" onClick={() => setDialog('edit')}>
        Edit
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" aria-label={`Actions for ${name}`}>
            <EllipsisVertical size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {kind === 'heartbeat' ? (
            <Menu.Item onClick={() => setDialog('heartbeat')}>New heartbeat address…</Menu.Item>
          ) : null}
          <Menu.Item onClick={askDelete}>Delete monitored API…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog === 'edit' ? <SavedEditor monitorId={monitorId} onClose={() => setDialog(null)} /> : null}
        {dialog === 'heartbeat' ? <HeartbeatDialog monitor={monitor} onClose={() => setDialog(null)} /> : null}
      </Suspense>
    </>
  );
}
