import { CloseButton } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { Status } from '../../../ui/status/status.ts';
import { StatusGlyph } from '../../../ui/status/status-glyph.tsx';
import { type CloneStatus, cloneNotices } from '../model/clone-notices.ts';
import classes from './notifications.module.css';

const shown: Record<CloneStatus, { glyph: Status; text: (name: string) => string }> = {
  STARTING: { glyph: 'queued', text: (name) => `${name} is about to be cloned.` },
  RUNNING: { glyph: 'running', text: (name) => `Cloning ${name}. This may take a few minutes.` },
  COMPLETED: { glyph: 'passed', text: (name) => `${name} is cloned.` },
  FAILED: { glyph: 'failed', text: (name) => `${name} could not be cloned.` },
};

/** CloneNotices follows the copies started on this page, until 20 s after they end. */
export function CloneNotices() {
  const notices = useSyncExternalStore(cloneNotices.subscribe, cloneNotices.get);
  return (
    <section className={classes.notices} aria-label="Copies" hidden={!notices.length}>
      {notices.map(({ uniqueIdentifier, name, status }) => (
        <div key={uniqueIdentifier} className={classes.notice} role="status" data-status={status}>
          <StatusGlyph status={shown[status].glyph} decorative />
          <span className="grow">{shown[status].text(name)}</span>
          {status === 'COMPLETED' || status === 'FAILED' ? (
            <CloseButton
              size="sm"
              aria-label={`Close the notice about ${name}`}
              onClick={() => cloneNotices.remove(uniqueIdentifier)}
            />
          ) : null}
        </div>
      ))}
    </section>
  );
}
