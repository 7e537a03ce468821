import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Incident, type IncidentEntry, incidentCommentKind } from '@touchstone/contracts/api-monitoring';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatDuration, formatExact } from '../../../../shared/format.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Markdown } from '../../../../ui/markdown/markdown.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { StatusGlyph, StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { CommentsButton } from '../../../comments/index.ts';
import { useIncidentMutations } from '../../api/incidents.ts';
import { projectQuery } from '../../api/projects.queries.ts';
import { incidentLook } from '../../model/incident-look.ts';
import { lengthWords } from '../../model/schedule-words.ts';
import { monitoringService } from '../../model/service.ts';
import { useCanWrite } from '../../model/use-may.ts';
import { apiMonitoringPaths } from '../../paths.ts';
import { ResultView } from '../details/result-dialog.tsx';
import { AcknowledgeDialog, PostMortemDialog } from './incident-dialogs.tsx';
import classes from './incidents.module.css';

/** IncidentView shows an incident: its timeline, the failing check, what changed, and users' comments. */
export function IncidentView({ incident }: { incident: Incident }) {
  const { number, monitorName, cause, projectId, failing, postMortem } = incident;
  const look = incidentLook(incident);
  const canWrite = useCanWrite(useQuery(projectQuery(projectId)).data);
  const title = `Incident #${number}`;
  return (
    <Page
      title={title}
      documentTitle={`${title} · ${monitorName}`}
      heading={
        <span className="row">
          <StatusGlyph status={look.status} size={16} decorative />
          <span className="ellipsis">{`${title}: ${monitorName}`}</span>
        </span>
      }
      meta={cause}
      actions={
        <>
          <CommentsButton
            kind={incidentCommentKind}
            subjectId={incident.incidentId}
            projectId={projectId}
            containerId={projectId}
            name={title}
            service={monitoringService}
          />
          {canWrite ? <IncidentActions incident={incident} /> : null}
        </>
      }
    >
      <div className={classes.content}>
        <Facts incident={incident} />
        <div className={classes.columns}>
          <div className={classes.column}>
            <Panel title="Failing check" padded>
              {failing ? <ResultView result={failing} /> : <p className="dim">The check is no longer kept.</p>}
            </Panel>
            <Changes incident={incident} />
            <Panel title="Post-mortem" padded>
              {postMortem ? <Markdown text={postMortem} /> : <p className="dim">Not written yet.</p>}
            </Panel>
          </div>
          <Timeline incident={incident} />
        </div>
      </div>
    </Page>
  );
}

function Facts({ incident }: { incident: Incident }) {
  const { monitorId, monitorName, openedAt, closedAt, durationSeconds, regions, acknowledgedByName, runLink } =
    incident;
  const look = incidentLook(incident);
  const facts: [string, ReactNode][] = [
    [
      'Status',
      <StatusLabel key="status" status={look.status}>
        {look.word}
      </StatusLabel>,
    ],
    [
      'Monitored API',
      <Link key="monitor" className="link" to={apiMonitoringPaths.details(monitorId)}>
        {monitorName}
      </Link>,
    ],
    ['Opened', formatExact(openedAt)],
    ['Closed', closedAt ? formatExact(closedAt) : 'Not yet'],
    ['Duration', lengthWords(durationSeconds)],
    ['Regions', regions.map((region) => region || 'Any runner').join(', ') || '–'],
    ['Acknowledged by', acknowledgedByName ?? '–'],
  ];
  if (runLink)
    facts.push([
      'Run',
      <Link key="run" className="link" to={runLink}>
        Open run
      </Link>,
    ]);
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function IncidentActions({ incident }: { incident: Incident }) {
  const { incidentId, number, state, postMortem } = incident;
  const [dialog, setDialog] = useState<'acknowledge' | 'post-mortem' | null>(null);
  const { remove } = useIncidentMutations();
  const navigate = useNavigate();
  const close = () => setDialog(null);
  const askDelete = () =>
    confirmAction({
      title: `Delete incident #${number}?`,
      message: "This also deletes its time line and post-mortem. You can't undo this.",
      confirm: 'Delete incident',
      onConfirm: async () => {
        await remove.mutateAsync(incidentId);
        await navigate(apiMonitoringPaths.incidents());
      },
    });
  return (
    <>
      {state === 'OPEN' ? <Button onClick={() => setDialog('acknowledge')}>Acknowledge</Button> : null}
      <Button variant="default" onClick={() => setDialog('post-mortem')}>
        {postMortem ? 'Edit post-mortem' : 'Write post-mortem'}
      </Button>
      {state === 'CLOSED' ? (
        <Button variant="default" onClick={askDelete}>
          Delete…
        </Button>
      ) : null}
      {dialog === 'acknowledge' ? <AcknowledgeDialog incident={incident} onClose={close} /> : null}
      {dialog === 'post-mortem' ? <PostMortemDialog incident={incident} onClose={close} /> : null}
    </>
  );
}

function Changes({ incident: { changes, lastGood } }: { incident: Incident }) {
  if (!lastGood) return null;
  const { at, status, durationMs } = lastGood;
  const summary = [status === null ? '' : `status ${status}`, durationMs === null ? '' : formatDuration(durationMs)]
    .filter(Boolean)
    .join(', ');
  return (
    <Panel title="Changes since the last good response" padded>
      <p className="dim">{`${formatExact(at)}${summary && ` · ${summary}`}`}</p>
      {changes.length === 0 ? (
        <p>No difference in the parts that are kept.</p>
      ) : (
        <div className={classes.scroll}>
          <table className={classes.changes} aria-label="Changes of the response">
            <thead>
              <tr>
                <th scope="col">Part</th>
                <th scope="col">Before</th>
                <th scope="col">Now</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ path, before, after }) => (
                <tr key={path}>
                  <th scope="row" className="mono">
                    {path}
                  </th>
                  <td className="mono">{before ?? <span className="dim">absent</span>}</td>
                  <td className="mono">{after ?? <span className="dim">absent</span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

const entryWords: Record<IncidentEntry['kind'], string> = {
  opened: 'Opened',
  confirmed: 'Confirmed',
  acknowledged: 'Acknowledged',
  escalated: 'Escalated',
  alerted: 'Alert sent',
  comment: 'Comment',
  'post-mortem': 'Post-mortem',
  closed: 'Closed',
};

function Timeline({ incident: { entries } }: { incident: Incident }) {
  return (
    <Panel title="Time line" padded>
      <ol className={classes.entries}>
        {entries.map(({ entryId, kind, at, text: body, byName }) => (
          <li key={entryId} className={classes.entry} data-kind={kind}>
            <div>
              <strong>{entryWords[kind]}</strong>
              <span className="dim">{` · ${formatExact(at)}${byName ? ` · ${byName}` : ''}`}</span>
            </div>
            {body ? <p className={classes.said}>{body}</p> : null}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
