import { Button, FileButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ImportSource } from '@touchstone/contracts/api-testing';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import type { ImportOrigin } from '../../api/exchange/imports.mutations.ts';
import { importSourcesQuery } from '../../api/exchange/imports.queries.ts';
import { formatName } from '../../model/import/import-choice.ts';
import classes from './import.module.css';
import { ImportFailure } from './import-failure.tsx';
import { SourceWatchControls } from './source-watch-controls.tsx';
import { WatchStateText } from './watch-state-text.tsx';

interface Props {
  suiteId: string;
  error: Error | null;
  onRead: (origin: ImportOrigin, sourceId: string) => void;
}

/**
 * UpdateSourceForm lists the documents that a suite was imported from: addresses are fetched again, files ask for their
 * new version.
 */
export function UpdateSourceForm({ suiteId, error, onRead }: Props) {
  const sources = useQuery(importSourcesQuery(suiteId));
  if (sources.isPending) return <p className="dim">Loading…</p>;
  return (
    <div className={`form ${classes.form}`}>
      <ImportFailure error={error ?? sources.error} />
      {sources.data?.length === 0 ? <p>No request of this suite was imported from a file or an address.</p> : null}
      <ul className={classes.sources} aria-label="Import sources">
        {sources.data?.map((source) => (
          <li key={source.sourceId}>
            <span className="grow">
              <strong className="ellipsis">{source.title || source.name}</strong>
              <span className="dim ellipsis">
                {formatName(source.format)} · {source.name} · <RelativeTime at={source.importedAt} />
              </span>
              <WatchStateText watch={source.watch} />
            </span>
            {source.isAddress ? <SourceWatchControls source={source} /> : null}
            <SourceButtons source={source} onRead={(origin) => onRead(origin, source.sourceId)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function SourceButtons({ source, onRead }: { source: ImportSource; onRead: (origin: ImportOrigin) => void }) {
  const { sourceId, name, isAddress } = source;
  return (
    <>
      {isAddress ? (
        <Button onClick={() => onRead({ from: 'source', sourceId, name })} aria-label={`Fetch ${name} again`}>
          Fetch again
        </Button>
      ) : null}
      <FileButton multiple onChange={(files) => files.length > 0 && onRead({ from: 'file', files, baseUrl: '' })}>
        {(props) => (
          <Button {...props} variant="default" aria-label={`Choose a new version of ${name}`}>
            Choose file
          </Button>
        )}
      </FileButton>
    </>
  );
}
