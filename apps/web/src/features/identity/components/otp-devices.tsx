import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { toast } from '../../../shared/toasts.ts';
import { Blank } from '../../../ui/blank/blank.tsx';
import { Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import {
  createRecoveryCodes,
  otpDevicesKey,
  otpDevicesQuery,
  removeDevice,
  updateOtpStatus,
} from '../api/two-factor.queries.ts';
import { EnrolDialog } from './enrol-dialog.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './security.module.css';

type Open =
  | { dialog: 'enrol' }
  | { dialog: 'codes'; codes: string[] }
  | { dialog: 'proof'; title: string; action: string; run: (typed: string) => Promise<void> };

/** OtpDevices lists the user's authenticator apps, adds and removes them, and turns the second factor on and off. */
export function OtpDevices() {
  const devices = useQuery(otpDevicesQuery());
  const client = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: otpDevicesKey });
  const showCodes = (codes: string[]) => setOpen(codes.length ? { dialog: 'codes', codes } : null);

  const confirmAndReport = (title: string, action: string, work: (typed: string) => Promise<{ message: string }>) =>
    setOpen({
      dialog: 'proof',
      title,
      action,
      async run(typed) {
        toast('success', (await work(typed)).message);
        setOpen(null);
        await refresh();
      },
    });
  const renewCodes = () =>
    setOpen({
      dialog: 'proof',
      title: 'New recovery codes',
      action: 'Make new codes',
      async run(typed) {
        showCodes((await createRecoveryCodes(typed)).recoveryCodes);
        await refresh();
      },
    });

  const { enabled = false, recoveryCodesLeft = 0, devices: list = [] } = devices.data ?? {};
  return (
    <Panel
      title="Two-factor authentication"
      note={devices.data ? (enabled ? 'On' : 'Off') : undefined}
      actions={
        <Button variant={list.length ? 'default' : 'filled'} onClick={() => setOpen({ dialog: 'enrol' })}>
          Add authenticator app
        </Button>
      }
    >
      {devices.isError ? <Problem error={devices.error} onRetry={() => void devices.refetch()} /> : null}
      {devices.isPending ? <BlankNote /> : null}
      {devices.data && !list.length ? (
        <p className={`dim ${classes.note}`}>With an authenticator app, sign-in asks for a code after the password.</p>
      ) : null}
      <ul className={classes.list}>
        {list.map(({ deviceId, deviceName, createdAt, lastUsedAt }) => (
          <li key={deviceId} className={classes.item}>
            <Smartphone size={18} aria-hidden />
            <div className={classes.itemText}>
              <p>
                <strong>{deviceName}</strong>
              </p>
              <p className="dim">
                Added <RelativeTime at={createdAt} />
                {lastUsedAt ? (
                  <>
                    , last used <RelativeTime at={lastUsedAt} />
                  </>
                ) : null}
              </p>
            </div>
            <Button
              variant="default"
              aria-label={`Remove ${deviceName}`}
              onClick={() =>
                confirmAndReport(`Remove ${deviceName}?`, 'Remove app', (typed) => removeDevice(deviceId, typed))
              }
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {list.length ? (
        <div className={classes.note}>
          <span className="dim grow">{recoveryCodesLeft} recovery codes left</span>
          <Button variant="default" onClick={renewCodes}>
            New recovery codes
          </Button>
          <Button
            variant="default"
            onClick={() =>
              confirmAndReport(
                enabled ? 'Turn two-factor authentication off?' : 'Turn two-factor authentication on?',
                enabled ? 'Turn off' : 'Turn on',
                (typed) => updateOtpStatus(!enabled, typed),
              )
            }
          >
            {enabled ? 'Turn off' : 'Turn on'}
          </Button>
        </div>
      ) : null}
      {open?.dialog === 'enrol' ? (
        <EnrolDialog
          onClose={() => setOpen(null)}
          onDone={(codes) => {
            showCodes(codes);
            void refresh();
          }}
        />
      ) : null}
      {open?.dialog === 'codes' ? <RecoveryCodes codes={open.codes} onClose={() => setOpen(null)} /> : null}
      {open?.dialog === 'proof' ? (
        <ProofDialog title={open.title} action={open.action} onProof={open.run} onClose={() => setOpen(null)} />
      ) : null}
    </Panel>
  );
}

const BlankNote = () => (
  <div className={classes.note} aria-busy="true">
    <Blank width="60%" line={18} />
  </div>
);
