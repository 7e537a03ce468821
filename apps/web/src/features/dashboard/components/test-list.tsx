import type { RecentTest } from '@touchstone/contracts/user-management';
import { Link } from 'react-router';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { type Status, statusWords } from '../../../ui/status/status.ts';
import { StatusGlyph } from '../../../ui/status/status-glyph.tsx';
import classes from './dashboard.module.css';

const isStatus = (text: string): text is Status => Object.hasOwn(statusWords, text);

/** TestList lists runs with their state, workspace and starter; each links to its report. */
export function TestList({ tests, label, onOpen }: { tests: RecentTest[]; label: string; onOpen?: () => void }) {
  return (
    <ul className={classes.tests} aria-label={label}>
      {tests.map(({ testUuid, testName, number, status, projectName, serviceName, startedBy, createdAt, path }) => (
        <li key={testUuid}>
          {isStatus(status) ? <StatusGlyph status={status} /> : <span />}
          <Link className="link ellipsis" to={path} onClick={onOpen}>
            {testName}
            {number === null ? null : <span className="dim num"> #{number}</span>}
          </Link>
          <span className="dim">
            <RelativeTime at={createdAt} />
          </span>
          <span className={`${classes.where} dim ellipsis`}>
            {projectName} · {serviceName} · {startedBy}
          </span>
        </li>
      ))}
    </ul>
  );
}
