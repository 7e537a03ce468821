import { Button } from '@mantine/core';
import type { DriftFinding } from '@touchstone/contracts/service-virtualization';
import { Link } from 'react-router';
import { formatDuration } from '../../../../shared/format.ts';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { verdictLooks } from '../../model/verdicts.ts';
import { virtualizationPaths } from '../../paths.ts';
import exchange from '../exchange/exchange.module.css';
import classes from './drift.module.css';

interface Props {
  finding: DriftFinding;
  /** Set for users who may apply the service's response. */
  onApply: (() => void) | undefined;
  isBusy: boolean;
}

/** FindingRow shows how the service responds to the request of an asset, and the differences. */
export function FindingRow({ finding, onApply, isBusy }: Props) {
  const { assetId, assetName, method, url, verdict, message, differences, durationMs, appliedAt, canApply } = finding;
  const { status, word } = verdictLooks[verdict];
  return (
    <li className={classes.finding}>
      <div className={classes.head}>
        <StatusGlyph status={appliedAt ? 'passed' : status} size={14} decorative />
        <span className="visually-hidden">{appliedAt ? 'Applied' : word}</span>
        <MethodWord method={method} />
        {assetId ? (
          <Link className={`link mono ${classes.url}`} to={virtualizationPaths.asset(assetId)} title={assetName}>
            {url}
          </Link>
        ) : (
          <span className={`mono ${classes.url}`}>{url}</span>
        )}
        <span className="dim">
          {[appliedAt ? 'Applied.' : message, durationMs === null ? '' : formatDuration(durationMs)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {onApply && canApply ? (
          <Button
            variant="default"
            size="compact-xs"
            disabled={isBusy}
            onClick={onApply}
            aria-label={`Apply the new answer to ${assetName}`}
          >
            Apply
          </Button>
        ) : null}
      </div>
      {differences.length > 0 && !appliedAt ? <Table finding={finding} /> : null}
    </li>
  );
}

function Table({ finding: { assetName, differences } }: { finding: DriftFinding }) {
  const side = (value: string | null, differs: boolean) =>
    value === null ? (
      <span className="dim">Missing</span>
    ) : (
      <code className={exchange.side} data-differs={differs || undefined}>
        {value}
      </code>
    );
  return (
    <div className={exchange.scroll}>
      <table className={exchange.differences} aria-label={`Differences of ${assetName}`}>
        <thead>
          <tr>
            <th scope="col">Place</th>
            <th scope="col">Mock</th>
            <th scope="col">Service</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ place, mock, service }) => (
            <tr key={place}>
              <td>
                <code className={exchange.side}>{place}</code>
              </td>
              <td>{side(mock, false)}</td>
              <td>{side(service, true)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
