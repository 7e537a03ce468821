import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MockJournalEntry } from '@touchstone/contracts/service-virtualization';
import { Link } from 'react-router';
import { formatExact } from '../../../../shared/format.ts';
import { BlankLines } from '../../../../ui/blank/blank.tsx';
import { Problem } from '../../../../ui/page.tsx';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { entryQuery } from '../../api/journal.ts';
import { curlOf } from '../../model/curl.ts';
import { virtualizationPaths } from '../../paths.ts';
import { ExchangeView } from '../exchange/exchange-view.tsx';
import { Copied } from '../project/mock-address.tsx';
import classes from './journal.module.css';

interface Props {
  entryId: string;
  /** Address of the mock. */
  address: string | undefined;
  canWrite: boolean;
}

/** EntryDetail shows a call of the journal, with repairs for an unmatched one. */
export function EntryDetail({ entryId, address, canWrite }: Props) {
  const entry = useQuery(entryQuery(entryId));
  if (entry.error)
    return (
      <div className={classes.detail}>
        <Problem error={entry.error} onRetry={() => void entry.refetch()} />
      </div>
    );
  if (!entry.data)
    return (
      <div className={classes.detail}>
        <BlankLines count={8} />
      </div>
    );
  return <Entry entry={entry.data} address={address} canWrite={canWrite} />;
}

/** Names the run step that sent a call. */
function Cause({ causedBy }: Pick<MockJournalEntry, 'causedBy'>) {
  if (!causedBy)
    return <p className="dim">Caused by a step of a run that was deleted, or that you have no access to.</p>;
  return (
    <p>
      Caused by{' '}
      <Link className="link" to={causedBy.link}>
        {causedBy.runTitle} › {causedBy.stepTitle}
      </Link>
    </p>
  );
}

function Entry({ entry, address, canWrite }: { entry: MockJournalEntry } & Omit<Props, 'entryId'>) {
  const { entryId, method, url, at, request, clientIp } = entry;
  const command = curlOf({
    method,
    url: `${address?.replace(/\/$/, '') ?? ''}${url}`,
    headers: request.headers.filter(({ name }) => !/^(host|content-length|connection)$/i.test(name)),
    body: request.body.isBase64 ? '' : request.body.text,
  });
  return (
    <section className={classes.detail} aria-label={`Call ${method} ${url}`}>
      <div className={classes.detailHead}>
        <MethodWord method={method} />
        <h2 className={`${classes.url} mono`}>{url}</h2>
        <Copied value={command} label="Copy as curl" />
        <span className="grow" />
        {canWrite ? (
          <Button
            component={Link}
            variant={entry.by === 'none' ? 'filled' : 'default'}
            to={virtualizationPaths.newAsset({ from: entryId })}
          >
            Create stub from this request
          </Button>
        ) : null}
      </div>
      <p className="dim">
        {formatExact(at)} · from {clientIp}
      </p>
      {entry.cause ? <Cause causedBy={entry.causedBy} /> : null}
      <ExchangeView
        exchange={entry}
        missActions={
          canWrite
            ? (assetId) => (
                <Button component={Link} variant="default" to={virtualizationPaths.asset(assetId, { from: entryId })}>
                  Adjust this stub
                </Button>
              )
            : undefined
        }
      />
    </section>
  );
}
