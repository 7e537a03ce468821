import { ActionIcon, Button, Select, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DownloadApp } from '@touchstone/contracts/subscription';
import { Download, Info } from 'lucide-react';
import { useState } from 'react';
import { Late, Problem } from '../../../ui/page.tsx';
import { outsideLinksQuery } from '../api/service-store.queries.ts';
import classes from './service-store.module.css';

/** DownloadsPanel offers the desktop applications; one without a file says so. */
export function DownloadsPanel() {
  const links = useQuery(outsideLinksQuery);
  return (
    <>
      <p className="dim" style={{ marginBottom: 16 }}>
        Download our Desktop Applications
      </p>
      {links.isPending ? (
        <Late>
          <div className={classes.card} style={{ minHeight: 120 }} aria-busy="true" />
        </Late>
      ) : null}
      {links.error ? <Problem error={links.error} onRetry={() => void links.refetch()} /> : null}
      <div className={classes.panel}>
        {links.data?.downloads.map((app) => (
          <DownloadCard key={app.id} app={app} />
        ))}
      </div>
    </>
  );
}

function DownloadCard({ app: { id, app, brand, description, osLink } }: { app: DownloadApp }) {
  const [os, setOs] = useState(() => (osLink.find(({ link }) => link) ?? osLink[0])?.os ?? '');
  const link = osLink.find((choice) => choice.os === os)?.link;
  const name = `${brand} ${app}`;
  return (
    <section className={classes.card} aria-labelledby={`download-${id}`}>
      <div className={classes.cardHead}>
        <h3 id={`download-${id}`} className="grow">
          {name}
        </h3>
        <Tooltip label={description} multiline w={240} events={{ hover: true, focus: true, touch: true }}>
          <ActionIcon aria-label={`About ${name}: ${description}`}>
            <Info size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
      <Select
        label="Operating system"
        allowDeselect={false}
        data={osLink.map((choice) => choice.os)}
        value={os}
        onChange={(value) => value && setOs(value)}
      />
      {link ? (
        <Button component="a" href={link} rel="noopener noreferrer" download leftSection={<Download size={15} />}>
          Download for {os}
        </Button>
      ) : (
        <p className="dim">No file for {os} is configured. Ask those who run this installation.</p>
      )}
    </section>
  );
}
