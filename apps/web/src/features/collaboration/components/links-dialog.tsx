import { Button, CopyButton, Modal, TextInput } from '@mantine/core';
import type { SentInvitation } from '@touchstone/contracts/collaboration';
import { Copy } from 'lucide-react';
import { formatMinute } from '../../../shared/format.ts';
import classes from './collaboration.module.css';

interface Props {
  invitations: readonly SentInvitation[];
  note: string;
  onClose: () => void;
}

/** LinksDialog shows invitation links to hand over. Links stay visible, for browsers that don't let a page copy. */
export function LinksDialog({ invitations, note, onClose }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={invitations.length === 1 ? 'Invitation link' : 'Invitation links'}
      size={640}
    >
      <div className={classes.links}>
        <p className="dim">{note}</p>
        {invitations.map(({ collaborationId, userEmail, inviteUrl, expiresAt }) => (
          <div key={collaborationId} className={classes.linkRow}>
            <TextInput
              className="grow"
              readOnly
              label={`Link for ${userEmail}`}
              description={`Works for this account until ${formatMinute(expiresAt)}.`}
              value={inviteUrl}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton value={inviteUrl}>
              {({ copied, copy }) => (
                <Button variant="default" leftSection={<Copy size={14} />} onClick={copy}>
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
          </div>
        ))}
      </div>
    </Modal>
  );
}
