import { ActionIcon, Button, CopyButton, Menu, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { StatusPage } from '@touchstone/contracts/api-monitoring';
import { EllipsisVertical, ExternalLink } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatCount, formatExact } from '../../../../shared/format.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { projectQuery } from '../../api/projects.queries.ts';
import { useStatusPageMutations } from '../../api/status-pages.ts';
import { useCanWrite } from '../../model/use-may.ts';
import { apiMonitoringPaths } from '../../paths.ts';
import { NoticeList } from './notice-list.tsx';
import classes from './status-pages.module.css';
import { SubscriberList } from './subscriber-list.tsx';

const StatusPageDialog = lazy(async () => ({ default: (await import('./status-page-dialog.tsx')).StatusPageDialog }));

/** StatusPageView shows a status page to its maintainers: its address, notices and subscribers. */
export function StatusPageView({ page }: { page: StatusPage }) {
  const { title, url, isPublished } = page;
  const canWrite = useCanWrite(useQuery(projectQuery(page.projectId)).data);
  return (
    <Page
      title={title}
      documentTitle={`${title} · Status pages`}
      meta={isPublished ? url : 'Not published'}
      actions={
        <>
          {isPublished ? (
            <Button
              component="a"
              href={url}
              target="_blank"
              rel="noreferrer"
              variant={canWrite ? 'default' : 'filled'}
              rightSection={<ExternalLink size={14} />}
            >
              Open status page
            </Button>
          ) : null}
          {canWrite ? <Actions page={page} /> : null}
        </>
      }
    >
      <div className={classes.content}>
        <div className={classes.column}>
          <Facts page={page} />
          <NoticeList page={page} canWrite={canWrite} />
        </div>
        <div className={classes.column}>
          {isPublished ? <Addresses page={page} /> : null}
          {canWrite ? <SubscriberList page={page} /> : null}
        </div>
      </div>
    </Page>
  );
}

function Actions({ page }: { page: StatusPage }) {
  const { pageId, projectId, title, subscribers } = page;
  const [isEditing, setEditing] = useState(false);
  const { remove } = useStatusPageMutations();
  const navigate = useNavigate();
  const askDelete = () =>
    confirmAction({
      title: `Delete ${title}?`,
      message: `This also deletes its notices and ${formatCount(subscribers)} subscribers. You can't undo this.`,
      confirm: 'Delete status page',
      onConfirm: async () => {
        await remove.mutateAsync(pageId);
        await navigate(apiMonitoringPaths.statusPages());
      },
    });
  return (
    <>
      <Button onClick={() => setEditing(true)}>Edit</Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" aria-label={`Actions for ${title}`}>
            <EllipsisVertical size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={askDelete}>Delete status page…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {isEditing ? <StatusPageDialog projectId={projectId} page={page} onClose={() => setEditing(false)} /> : null}
      </Suspense>
    </>
  );
}

function Facts({ page }: { page: StatusPage }) {
  const { groups, hasPassword, takesSubscribers, subscribers, domain, createdByName, updatedAt } = page;
  const items = groups.flatMap((group) => group.items);
  const facts: [string, ReactNode][] = [
    ['Visitors', hasPassword ? 'With password' : 'Everyone'],
    ['Monitored APIs', items.length === 0 ? 'None yet' : items.map(({ name }) => name).join(', ')],
    ['Subscribers', takesSubscribers ? formatCount(subscribers) : 'Not taken'],
    ['Own domain', domain ?? '–'],
    ['Created by', createdByName],
    ['Changed', formatExact(updatedAt)],
  ];
  return (
    <Panel title="Page" padded>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

const badgeTypes = [
  { value: 'status', label: 'Status' },
  { value: 'uptime', label: 'Uptime of 90 days' },
  { value: 'response', label: 'Response time' },
];

/** Addresses of the page's feeds and badges: always on this server, whatever the page's domain. */
function Addresses({ page: { slug, title, hasPassword } }: { page: StatusPage }) {
  const [type, setType] = useState('status');
  const base = `${window.location.origin}/status/${slug}`;
  const badge = `${base}/badge.svg${type === 'status' ? '' : `?type=${type}`}`;
  return (
    <Panel title="Feeds and badge" padded>
      <div className={classes.addresses}>
        {hasPassword ? <p className="dim">Readers need the password of the page.</p> : null}
        <Address label="RSS" text={`${base}/feed.rss`} />
        <Address label="Atom" text={`${base}/feed.atom`} />
        <Address label="JSON" text={`${base}/status.json`} />
        <Select
          label="Badge"
          allowDeselect={false}
          data={badgeTypes}
          value={type}
          onChange={(value) => value && setType(value)}
        />
        <div>
          {hasPassword ? null : <img className={classes.badge} src={badge} alt={`Badge of ${title}`} />}
          <Address label="Badge address" text={badge} />
        </div>
        <Address label="Markdown" text={`[![${title}](${badge})](${base})`} />
      </div>
    </Panel>
  );
}

function Address({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <div className="eyebrow">{label}</div>
      <div className={classes.address}>
        <code className="mono">{text}</code>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" aria-label={`Copy ${label}`} onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </div>
    </div>
  );
}
