import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatDuration } from '../../../shared/format.ts';
import { StatusGlyph } from '../../../ui/status/status-glyph.tsx';
import { failureText } from '../model/failure-text.ts';
import classes from './performance.module.css';

export interface ErrorRow {
  key: string;
  request: string;
  kind: string;
  message: string;
  count: number;
  firstMs: number;
  lastMs: number;
  sample: {
    message: string;
    method: string;
    url: string;
    status?: number | null | undefined;
    responseText?: string | null | undefined;
  };
}

/** ErrorList groups failures that differ only in values, most frequent first, with a sample of each. */
export function ErrorList({ errors }: { errors: ErrorRow[] }) {
  const [opened, setOpened] = useState<string | null>(null);
  if (errors.length === 0)
    return (
      <p className={classes.hint} style={{ padding: '0 16px 16px' }}>
        Nothing has failed.
      </p>
    );
  return (
    <ul className={classes.list}>
      {[...errors]
        .sort((a, b) => b.count - a.count)
        .map((error) => (
          <li key={error.key} style={{ flexWrap: 'wrap' }}>
            <StatusGlyph status="failed" decorative />
            <strong className="num">{formatCount(error.count)} ×</strong>
            <span>{error.message}</span>
            <span className="dim">
              {error.request} · {failureText(error.kind)} · {formatDuration(error.firstMs)} to{' '}
              {formatDuration(error.lastMs)}
            </span>
            <Button
              variant="subtle"
              size="compact-xs"
              aria-expanded={opened === error.key}
              onClick={() => setOpened(opened === error.key ? null : error.key)}
            >
              {opened === error.key ? 'Hide sample' : 'Show sample'}
            </Button>
            {opened === error.key ? <Sample sample={error.sample} /> : null}
          </li>
        ))}
    </ul>
  );
}

function Sample({ sample }: { sample: ErrorRow['sample'] }) {
  return (
    <div className={classes.sample}>
      <p>
        <span className="mono">
          {sample.method} {sample.url}
        </span>
        {sample.status ? ` answered ${sample.status}` : ''}
      </p>
      <p>{sample.message}</p>
      {sample.responseText ? <pre>{sample.responseText}</pre> : null}
    </div>
  );
}
