import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../api/sign-up.queries.ts';

/** OutboxNote says where to find a mail if no mail server is configured. */
export function OutboxNote() {
  const settings = useQuery(settingsQuery);
  if (!settings.data?.keepsMails) return null;
  return (
    <Alert color="yellow" role="note">
      This installation has no mail server, so the mail is in its outbox. Touchstone printed a link to it at the start;
      a signed-in administrator opens it at {window.location.origin}/outbox.
    </Alert>
  );
}
