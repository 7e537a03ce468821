import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { KeptMail } from '@touchstone/contracts/identity';
import { Inbox } from 'lucide-react';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { keptMailsQuery, mailKeys } from '../api/outbox.queries.ts';
import { MailDelivery } from '../components/mail-delivery.tsx';
import classes from '../components/outbox.module.css';

/** OutboxPage shows administrators the mails of the product: their texts where no mail server sends them, their delivery where one does. */
export function OutboxPage() {
  const client = useQueryClient();
  const outbox = useQuery(keptMailsQuery);
  const { isKept, mails = [] } = outbox.data ?? {};
  const metas = { true: 'No mail server is set. Mails stay here for 30 days.', false: 'Delivery of the last 30 days' };
  return (
    <Page
      title="Outbox"
      meta={isKept === undefined ? '' : metas[`${isKept}`]}
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
      {isKept === false ? <MailDelivery /> : null}
      {isKept && mails.length === 0 ? (
        <EmptyState icon={<Inbox size={20} />} title="No mails yet">
          Invitations, verification codes and password links appear here.
        </EmptyState>
      ) : null}
      {mails.map((mail) => (
        <MailArticle key={mail.mailId} mail={mail} />
      ))}
    </Page>
  );
}

function MailArticle({ mail: { to, subject, text, createdAt } }: { mail: KeptMail }) {
  return (
    <article className={classes.mail} data-tour="mail">
      <h2 className={classes.subject}>{subject}</h2>
      <p className={classes.to}>
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
