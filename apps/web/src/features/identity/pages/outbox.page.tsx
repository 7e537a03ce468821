import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { KeptMail } from '@touchstone/contracts';
import { Page, Problem } from '../../../ui/page.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { keptMailsQuery } from '../api/outbox.queries.ts';
import classes from '../components/outbox.module.css';

/** OutboxPage shows administrators the mails that stay here for want of a mail server. */
export function OutboxPage() {
  const outbox = useQuery(keptMailsQuery);
  const { isKept, mails = [] } = outbox.data ?? {};
  return (
    <Page
      title="Outbox"
      meta={isKept ? 'There is no mail server, so mails stay here for 30 days' : ''}
      actions={
        <Button variant="default" loading={outbox.isFetching} onClick={() => void outbox.refetch()}>
          Refresh
        </Button>
      }
    >
      {outbox.isError ? <Problem error={outbox.error} onRetry={() => void outbox.refetch()} /> : null}
      {isKept === false ? <p>A mail server sends the mails of this installation.</p> : null}
      {isKept && mails.length === 0 ? <p>No mails yet.</p> : null}
      {mails.map((mail) => (
        <MailArticle key={mail.mailId} mail={mail} />
      ))}
    </Page>
  );
}

function MailArticle({ mail: { to, subject, text, createdAt } }: { mail: KeptMail }) {
  return (
    <article className={classes.mail}>
      <h2 className={classes.subject}>{subject}</h2>
      <p className={classes.to}>
        To {to}, <RelativeTime at={createdAt} />
      </p>
      {text === null ? (
        <p>What this mail was for is done, so its text was deleted.</p>
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
