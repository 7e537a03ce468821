import { Button, Modal } from '@mantine/core';
import type { Mock } from '@touchstone/contracts/service-virtualization';
import { useState } from 'react';
import { toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { useMockMutations } from '../../api/mock.ts';
import { Copied } from '../project/mock-address.tsx';
import classes from './settings.module.css';

/** KeyPanel generates the key of a mock, which is shown once. */
export function KeyPanel({ mock, canWrite }: { mock: Mock; canWrite: boolean }) {
  const { projectId, hasKey, keyCreatedAt, adminUrl } = mock;
  const { renewKey } = useMockMutations(projectId);
  const [key, setKey] = useState<string | null>(null);
  const make = () => renewKey.mutateAsync().then((made) => setKey(made.key), toastError);
  const ask = () =>
    hasKey
      ? confirmAction({
          title: 'Make a new key?',
          message: "Callers with the key of today are refused at once. You can't undo this.",
          confirm: 'Make new key',
          onConfirm: make,
        })
      : void make();
  return (
    <div className={classes.key}>
      <div>
        <div className={classes.label}>Key</div>
        <p className="dim">
          {keyCreatedAt ? (
            <>
              Made <RelativeTime at={keyCreatedAt} />
            </>
          ) : (
            'No key yet'
          )}
        </p>
      </div>
      {canWrite ? (
        <Button variant="default" loading={renewKey.isPending} onClick={ask}>
          {hasKey ? 'Make new key' : 'Make key'}
        </Button>
      ) : null}
      <p className={classes.admin}>
        WireMock clients reach the admin API with the key at <code className="mono">{adminUrl}</code>{' '}
        <Copied value={adminUrl} label="Copy admin address" />
      </p>
      {key ? (
        <Modal
          opened
          onClose={() => setKey(null)}
          title="Key of the mock"
          closeOnClickOutside={false}
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <p>
            Send it in the header <code>X-Mock-Key</code>. <strong>Copy it now: it is shown only once.</strong>
          </p>
          <div className={classes.secret}>
            <code className="mono">{key}</code>
            <Copied value={key} label="Copy key" />
          </div>
          <div className={classes.foot}>
            <Button onClick={() => setKey(null)}>Done</Button>
          </div>
        </Modal>
      ) : null}
    </div>
  );
}
