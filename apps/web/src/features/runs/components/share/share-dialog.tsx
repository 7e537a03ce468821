import { Button, CopyButton, Modal, Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { administrators } from '@touchstone/contracts';
import type { NewReportLink, ReportLink } from '@touchstone/contracts/report-links';
import { useState } from 'react';
import { formatExact } from '../../../../shared/format.ts';
import { useAccount } from '../../../../shared/session/browser-session.ts';
import { toastError } from '../../../../shared/toasts.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { reportLinksQuery, useReportLinks } from '../../api/report-links.ts';
import classes from './share.module.css';

const terms = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
];

export interface ShareDialogProps {
  runId: string;
  name: string;
  onClose: () => void;
}

/** ShareDialog creates and revokes public links to a run's report; administrators can allow and forbid them. */
export function ShareDialog({ runId, name, onClose }: ShareDialogProps) {
  const links = useQuery(reportLinksQuery(runId));
  const [made, setMade] = useState<NewReportLink | null>(null);
  return (
    <Modal opened onClose={onClose} title={`Share report of ${name}`} size={560}>
      <p className="dim">Anyone with a public link can read this report without signing in. Secrets are masked.</p>
      <Loaded query={links} height={120}>
        {({ allowed, content }) => (
          <>
            {made && content.some(({ linkId }) => linkId === made.linkId) ? <NewLink link={made} /> : null}
            {allowed ? <LinkForm runId={runId} onCreated={setMade} /> : null}
            {allowed ? null : <p role="status">Your organization doesn't allow public links. No link works.</p>}
            {content.length > 0 ? <Links runId={runId} links={content} /> : null}
            <Policy runId={runId} allowed={allowed} />
          </>
        )}
      </Loaded>
    </Modal>
  );
}

function LinkForm({ runId, onCreated }: { runId: string; onCreated: (link: NewReportLink) => void }) {
  const [days, setDays] = useState('7');
  const { create } = useReportLinks(runId);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending) create.mutateAsync(Number(days)).then(onCreated, toastError);
      }}
    >
      <Select
        label="Expires in"
        className="grow"
        allowDeselect={false}
        data={terms}
        value={days}
        onChange={(value) => setDays(value ?? '7')}
      />
      <Button type="submit" loading={create.isPending} data-autofocus>
        Create link
      </Button>
    </form>
  );
}

function NewLink({ link }: { link: NewReportLink }) {
  return (
    <section className={classes.made} aria-label="New link">
      <p role="status">Copy this link now. It isn't shown again.</p>
      <pre className="mono">{link.address}</pre>
      <CopyButton value={link.address}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy link'}
          </Button>
        )}
      </CopyButton>
    </section>
  );
}

function Links({ runId, links }: { runId: string; links: readonly ReportLink[] }) {
  const { revoke } = useReportLinks(runId);
  return (
    <ul className={classes.list} aria-label="Public links">
      {links.map(({ linkId, createdByName, expiresAt, lastOpenedAt }) => (
        <li key={linkId}>
          <div className="grow">
            <div>Expires {formatExact(expiresAt)}</div>
            <div className="dim">
              Created by {createdByName} · {lastOpenedAt ? 'last opened ' : 'never opened'}
              {lastOpenedAt ? <RelativeTime at={lastOpenedAt} /> : null}
            </div>
          </div>
          <Button
            variant="default"
            aria-label={`Revoke the link that expires ${formatExact(expiresAt)}`}
            loading={revoke.isPending && revoke.variables === linkId}
            onClick={() => void revoke.mutateAsync(linkId).catch(toastError)}
          >
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Administrators decide for their organization. */
function Policy({ runId, allowed }: { runId: string; allowed: boolean }) {
  const { role } = useAccount();
  const { allow } = useReportLinks(runId);
  if (!administrators.some((one) => one === role)) return null;
  return (
    <Switch
      mt="lg"
      label="Allow public links in this organization"
      description="When off, no link of any report works."
      checked={allowed}
      disabled={allow.isPending}
      onChange={(event) => void allow.mutateAsync(event.currentTarget.checked).catch(toastError)}
    />
  );
}
