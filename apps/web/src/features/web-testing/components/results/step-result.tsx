import { healingTitle, type ScriptStepResult } from '@touchstone/contracts/web-testing';
import { formatDuration } from '../../../../shared/format.ts';
import { inOrder } from '../../../../ui/in-order.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { RunPicture } from '../../../runs/index.ts';
import { shownStatus } from '../../model/shown-status.ts';
import { StepBaseline } from '../baselines/step-baseline.tsx';
import { ReportFault } from '../faults/report-fault.tsx';
import { HealingPanel } from '../healing/healing-panel.tsx';
import classes from '../steps/steps.module.css';
import { Violations } from './violations.tsx';

/**
 * StepResult shows the result of a step: expected and actual, what was tried, the page as it was, its console and its
 * failed requests.
 */
export function StepResult({
  runId,
  result,
  canWrite,
  editing,
}: {
  runId: string;
  result: ScriptStepResult;
  canWrite: boolean;
  /** Set if the steps are edited next to it. */
  editing?: { hasUnsavedChanges: boolean };
}) {
  const {
    status,
    message,
    expected,
    actual,
    locatorUsed,
    attempts,
    durationMs,
    violations,
    picture,
    healing,
    attachments,
  } = result;
  const compared = [picture?.expected, picture?.actual, picture?.difference];
  const pages = attachments.filter(({ attachmentId }) => !compared.includes(attachmentId));
  const isMarked = healing?.suspects.some(({ box }) => box !== null) ?? false;
  const [marked, ...others] = isMarked ? pages : [undefined, ...pages];
  return (
    <>
      <section>
        <div className={`row ${classes.ended}`}>
          <StatusLabel status={shownStatus(result)}>
            {healing && status === 'passed' ? healingTitle(healing) : undefined}
          </StatusLabel>
          <span className="num dim grow">{formatDuration(durationMs)}</span>
          {status === 'failed' || status === 'error' ? <ReportFault runId={runId} result={result} /> : null}
        </div>
        {message ? (
          <p style={{ margin: '6px 0 10px', color: status === 'passed' ? undefined : 'var(--fail)' }}>{message}</p>
        ) : null}
        <dl className={classes.values}>
          {expected === null ? null : <Pair name="Expected" text={expected} />}
          {actual === null ? null : <Pair name="Actual" text={actual} />}
          {locatorUsed ? <Pair name="Found by" text={locatorUsed} /> : null}
        </dl>
      </section>
      {healing ? (
        <HealingPanel runId={runId} result={{ ...result, healing }} picture={marked?.attachmentId} editing={editing} />
      ) : null}
      {attempts.length > 1 ? (
        <section>
          <h2>Tries</h2>
          {inOrder(attempts, (attempt) => (
            <div className="row">
              <StatusLabel status={attempt.status}>{attempt.message ?? undefined}</StatusLabel>
              <span className="num dim">{formatDuration(attempt.durationMs)}</span>
            </div>
          ))}
        </section>
      ) : null}
      <StepBaseline runId={runId} result={result} canWrite={canWrite} />
      <Violations violations={violations} />
      {others
        .filter((page) => page !== undefined)
        .map(({ attachmentId, name }) => (
          <section key={attachmentId}>
            <h2>Page at this step</h2>
            <RunPicture runId={runId} attachmentId={attachmentId} name={name} />
          </section>
        ))}
      <Traffic result={result} />
    </>
  );
}

function Pair({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt className="dim">{name}</dt>
      <dd className="mono">{text === '' ? <span className="dim">(empty)</span> : text}</dd>
    </>
  );
}

function Traffic({ result: { console, failedRequests } }: { result: ScriptStepResult }) {
  return (
    <>
      {failedRequests.length > 0 ? (
        <section>
          <h2>Failed requests</h2>
          <div className={classes.log}>
            {inOrder(failedRequests, ({ method, url, reason }) => (
              <div>
                {method} {url}: {reason}
              </div>
            ))}
          </div>
        </section>
      ) : null}
      {console.length > 0 ? (
        <section>
          <h2>Console</h2>
          <div className={classes.log}>
            {inOrder(console, ({ level, text }) => (
              <div>
                {level}: {text}
              </div>
            ))}
          </div>
        </section>
      ) : null}
    </>
  );
}
