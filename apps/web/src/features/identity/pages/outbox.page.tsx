import { Button, UnstyledButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { KeptMail } from '@touchstone/contracts/identity';
import { Inbox } from 'lucide-react';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Late, Page, Problem } from '../../../ui/page.tsx';
import { ListDetail } from '../../../ui/panes/list-detail.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { useRows } from '../../../ui/table/use-rows.ts';
import { keptMailsQuery, mailKeys } from '../api/outbox.queries.ts';
import { MailDelivery } from '../components/mail-delivery.tsx';
import classes from '../components/outbox.module.css';

const searchSchema = z.object({ mail: z.string().catch('').default(''), q: z.string().catch('').default('') });
const metas = { true: 'No mail server is set. Mails stay here for 30 days.', false: 'Delivery of the last 30 days' };

/** OutboxPage shows administrators the product's mails: their texts without a mail server, their delivery with one. */
export function OutboxPage() {
  const client = useQueryClient();
  const outbox = useQuery(keptMailsQuery);
  const { isKept, mails = [] } = outbox.data ?? {};
  return (
    <Page
      title="Outbox"
      meta={isKept === undefined ? '\u00a0' : metas[`${isKept}`]}
      actions={
        <Button
          variant="default"
          loading={outbox.isFetching}
          onClick={() => void client.invalidateQueries({ queryKey: mailKeys.all })}
        >
          Refresh
        </Button>
      }
    >
      {outbox.isError ? <Problem error={outbox.error} onRetry={() => void outbox.refetch()} /> : null}
      {outbox.isPending ? (
        <Late>
          <p className={`dim ${classes.loading}`} aria-busy="true">
            Loading the mails…
          </p>
        </Late>
      ) : null}
      {isKept === false ? <MailDelivery /> : null}
      {isKept && mails.length === 0 ? (
        <EmptyState icon={<Inbox size={20} />} title="No mails yet">
          Invitations, verification codes and password links appear here.
        </EmptyState>
      ) : null}
      {isKept && mails.length > 0 ? <KeptMails mails={mails} /> : null}
    </Page>
  );
}

function KeptMails({ mails }: { mails: KeptMail[] }) {
  const [{ mail: wanted, q }, setSearch] = useSearchState(searchSchema);
  useRows();
  const text = q.trim().toLowerCase();
  const found = mails.filter(({ to, subject }) => `${to} ${subject}`.toLowerCase().includes(text));
  // The newest is open until another one is selected.
  const open = mails.find(({ mailId }) => mailId === wanted) ?? found[0];
  return (
    <ListDetail
      listWidth={340}
      listName="Mails"
      isOpen={wanted !== ''}
      onBack={() => setSearch({ mail: '' })}
      list={
        <>
          <div className={classes.toolbar}>
            <FilterInput label="Filter mails" value={q} onChange={(next) => setSearch({ q: next })} />
          </div>
          {found.length === 0 ? <p className={`dim ${classes.loading}`}>No mail matches “{q}”.</p> : null}
          <ul className={classes.mails} aria-label="Mails">
            {found.map(({ mailId, to, subject, createdAt }) => (
              <li key={mailId} data-row>
                <UnstyledButton
                  className={classes.entry}
                  aria-current={mailId === open?.mailId ? 'true' : undefined}
                  onClick={() => setSearch({ mail: mailId })}
                >
                  <span className={`ellipsis ${classes.subject}`}>{subject}</span>
                  <span className={classes.to}>
                    <span className="ellipsis grow">{to}</span>
                    <RelativeTime at={createdAt} />
                  </span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </>
      }
      detail={open ? <MailArticle mail={open} /> : null}
    />
  );
}

function MailArticle({ mail: { to, subject, text, createdAt } }: { mail: KeptMail }) {
  return (
    <article className={classes.mail} data-tour="mail">
      <h2>{subject}</h2>
      <p className="dim">
        To {to}, <RelativeTime at={createdAt} />
      </p>
      {text === null ? (
        <p>Text deleted: its link or code was used.</p>
      ) : (
        <div className={classes.text}>
          {text.split(/(https?:\/\/[^\s<]+)/).map((part, place) =>
            place % 2 === 1 ? (
              <a key={part} className="link" href={part} target="_blank" rel="noreferrer">
                {part}
              </a>
            ) : (
              part
            ),
          )}
        </div>
      )}
    </article>
  );
}
