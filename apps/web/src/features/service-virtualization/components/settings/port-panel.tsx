import { Button, Switch } from '@mantine/core';
import type { Mock } from '@touchstone/contracts/service-virtualization';
import { toastError } from '../../../../shared/toasts.ts';
import { saveAuthority, useMockMutations } from '../../api/mock.ts';
import { Copied } from '../project/mock-address.tsx';
import classes from './settings.module.css';

/** PortPanel gives a mock its own port. Hidden if the installation offers none. */
export function PortPanel({ mock, canWrite }: { mock: Mock; canWrite: boolean }) {
  const { switchPort } = useMockMutations(mock.projectId);
  const { port, ports, addresses } = mock;
  if (!ports) return null;
  const own = addresses.filter(({ kind }) => kind === 'port' || kind === 'tls');
  return (
    <div className={classes.key}>
      <Switch
        label="Own port"
        description={
          port === null
            ? `The mock gets one of the ports ${ports.from} to ${ports.to}, and keeps it.`
            : 'Answers http and https, as HTTP/1.1 and HTTP/2. Programs trust https with the CA certificate.'
        }
        checked={port !== null}
        disabled={!canWrite || switchPort.isPending}
        onChange={(event) => switchPort.mutate(event.currentTarget.checked, { onError: toastError })}
      />
      {port === null ? null : (
        <>
          <Button variant="default" onClick={() => void saveAuthority().catch(toastError)}>
            Download CA certificate
          </Button>
          <ul className={classes.ports} aria-label="Addresses of the port">
            {own.map(({ url }) => (
              <li key={url}>
                <code className="mono">{url}</code> <Copied value={url} label={`Copy ${url}`} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
