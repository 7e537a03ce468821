import type { ReactNode } from 'react';
import { type Status, statusColors, statusWords } from './status.ts';
import classes from './status-glyph.module.css';

const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
const cut = { ...line, stroke: 'var(--surface)', strokeWidth: 1.9 } as const;

const shapes: Record<Status, ReactNode> = {
  passed: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path d="M4.9 8.3l2.1 2.1 4.1-4.6" {...cut} />
    </>
  ),
  failed: (
    <>
      <rect x="1.2" y="1.2" width="13.6" height="13.6" rx="3" fill="currentColor" />
      <path d="M5.4 5.4l5.2 5.2M10.6 5.4l-5.2 5.2" {...cut} />
    </>
  ),
  error: (
    <>
      <path d="M5.2 1.3h5.6l3.9 3.9v5.6l-3.9 3.9H5.2l-3.9-3.9V5.2z" {...line} />
      <path d="M8 4.6v4.2M8 11.3v.1" {...line} strokeWidth={1.9} />
    </>
  ),
  flaky: (
    <>
      <path d="M8 1.2l7 12.9a.6.6 0 0 1-.5.9h-13a.6.6 0 0 1-.5-.9z" fill="currentColor" />
      <path d="M8 6v4M8 12.4v.1" {...cut} />
    </>
  ),
  running: (
    <>
      <circle cx="8" cy="8" r="6.2" {...line} opacity={0.3} />
      <path d="M8 1.8A6.2 6.2 0 0 1 14.2 8" {...line} strokeWidth={2.2} className={classes.arc} />
    </>
  ),
  queued: <circle cx="8" cy="8" r="6.2" {...line} strokeDasharray="2.4 2.47" strokeLinecap="butt" />,
  skipped: (
    <>
      <circle cx="8" cy="8" r="6.2" {...line} />
      <path d="M3.8 12.2l8.4-8.4" {...line} />
    </>
  ),
  cancelled: (
    <>
      <circle cx="8" cy="8" r="6.2" {...line} />
      <rect x="5.4" y="5.4" width="5.2" height="5.2" rx="0.8" fill="currentColor" />
    </>
  ),
};

interface Props {
  status: Status;
  size?: number;
  /** The word is next to the glyph, so the glyph is hidden from assistive technology. */
  decorative?: boolean;
}

/** StatusGlyph is a state as a silhouette that is distinct without its colour; labelled with the state's word. */
export function StatusGlyph({ status, size = 14, decorative = false }: Props) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has one wherever it is not decorative
    <svg
      className={classes.glyph}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      style={{ color: statusColors[status] }}
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': statusWords[status] })}
    >
      {decorative ? null : <title>{statusWords[status]}</title>}
      {shapes[status]}
    </svg>
  );
}

/** StatusLabel is the glyph with its word. */
export function StatusLabel({ status, children }: { status: Status; children?: ReactNode }) {
  return (
    <span className="row" style={{ gap: 6 }}>
      <StatusGlyph status={status} decorative />
      <span>{children ?? statusWords[status]}</span>
    </span>
  );
}
