import { ActionIcon, CopyButton, Popover, Switch } from '@mantine/core';
import type { Mock } from '@touchstone/contracts/service-virtualization';
import { Check, Copy, Terminal } from 'lucide-react';
import { toastError } from '../../../../shared/toasts.ts';
import { CodeEditor } from '../../../../ui/code-editor/code-editor.tsx';
import { Tip } from '../../../../ui/tip/tip.tsx';
import { useMockMutations } from '../../api/mock.ts';
import { curlOf } from '../../model/curl.ts';
import classes from './mock-address.module.css';

interface Props {
  mock: Mock;
  canWrite: boolean;
  /** Path of an example call. */
  example: string;
}

/** Labels of the kinds of addresses. */
export const addressLabels = { path: 'Address', port: 'Port', tls: 'Port (TLS)', host: 'Host' } as const;

/** MockAddress shows the address of a mock, with its switch and an example call. */
export function MockAddress({ mock, canWrite, example }: Props) {
  const { toggle } = useMockMutations(mock.projectId);
  const { isEnabled } = mock;
  return (
    <section className={classes.bar} aria-label="Mock" data-tour="mock">
      <Switch
        label={isEnabled ? 'Mock is on' : 'Mock is off'}
        checked={isEnabled}
        disabled={!canWrite || toggle.isPending}
        onChange={(event) => toggle.mutate(event.currentTarget.checked, { onError: toastError })}
      />
      {mock.addresses.map(({ kind, url }) => (
        <Address key={url} label={addressLabels[kind]} url={url} mock={mock} example={example} />
      ))}
    </section>
  );
}

interface AddressProps {
  label: string;
  url: string;
  mock: Mock;
  example: string;
}

function Address({ label, url, mock, example }: AddressProps) {
  const command = curlOf({
    method: 'GET',
    url: `${url.replace(/\/$/, '')}${example}`,
    headers: mock.settings.access === 'key' ? [{ name: 'X-Mock-Key', value: 'YOUR_KEY' }] : [],
  });
  return (
    <span className={classes.address}>
      <span className="eyebrow">{label}</span>
      <code className={`${classes.url} mono ellipsis`} title={url}>
        {url}
      </code>
      <Copied value={url} label={`Copy ${label.toLowerCase()}`} />
      <Popover position="bottom-end" width={420} trapFocus>
        <Popover.Target>
          <ActionIcon size={24} aria-label={`Example call (${label.toLowerCase()})`}>
            <Terminal size={14} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <div className={classes.exampleHead}>
            <span className="eyebrow grow">Example call</span>
            <Copied value={command} label="Copy example call" />
          </div>
          <div className={classes.example}>
            <CodeEditor label="Example call" language="text" value={command} readOnly wrap isPlain />
          </div>
          {mock.isEnabled ? null : <p className="dim">The mock is off: calls get 503 until you switch it on.</p>}
        </Popover.Dropdown>
      </Popover>
    </span>
  );
}

/** Copied copies a text, with a brief confirmation. */
export function Copied({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tip label={copied ? 'Copied' : label}>
          <ActionIcon size={24} aria-label={label} onClick={copy}>
            {copied ? <Check size={14} /> : <Copy size={14} />}
          </ActionIcon>
        </Tip>
      )}
    </CopyButton>
  );
}
