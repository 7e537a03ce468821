import { Button, Modal, TextInput } from '@mantine/core';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { formatMinute } from '../../../shared/format.ts';
import { toastError } from '../../../shared/toasts.ts';
import { useUserMutations } from '../api/users.mutations.ts';
import classes from './account.module.css';

/**
 * InvitationLink creates an invitation link and copies it. The link stays visible, for browsers that don't let a page
 * copy.
 */
export function InvitationLink({ login }: { login: string }) {
  const { createLink } = useUserMutations();
  const [isCopied, setCopied] = useState(false);
  const link = createLink.data;
  const copy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  const make = () => createLink.mutate(login, { onSuccess: ({ url }) => void copy(url), onError: toastError });
  return (
    <div className={classes.invitation}>
      {link ? (
        <TextInput
          className="grow"
          readOnly
          label={`Invitation link for ${login}`}
          description={
            link.expiresAt ? `Works once, until ${formatMinute(link.expiresAt)}.` : 'Leads to the sign-in page.'
          }
          value={link.url}
          onFocus={(event) => event.currentTarget.select()}
        />
      ) : (
        <span className="grow ellipsis">{login}</span>
      )}
      <Button
        variant="default"
        leftSection={<Copy size={14} />}
        loading={createLink.isPending}
        onClick={() => (link ? void copy(link.url) : make())}
      >
        {isCopied ? 'Copied' : link ? 'Copy' : 'Copy invitation link'}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </div>
  );
}

/** InvitationLinksDialog lists the links of invited people. */
export function InvitationLinksDialog({
  logins,
  note = 'Whoever opens the link sets the password of this account.',
  onClose,
}: {
  logins: readonly string[];
  note?: string;
  onClose: () => void;
}) {
  return (
    <Modal opened onClose={onClose} title={logins.length === 1 ? 'Invitation link' : 'Invitation links'} size={640}>
      <div className={classes.column}>
        <p className="dim">{note}</p>
        {logins.map((login) => (
          <InvitationLink key={login} login={login} />
        ))}
      </div>
    </Modal>
  );
}
