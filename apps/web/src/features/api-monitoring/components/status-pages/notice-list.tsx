import { ActionIcon, Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { StatusNotice, StatusPage } from '@touchstone/contracts/api-monitoring';
import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { formatExact } from '../../../../shared/format.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { TableFoot } from '../../../../ui/table/table-foot.tsx';
import { noticesQuery, useStatusPageMutations } from '../../api/status-pages.ts';
import { noticeStatus, noticeWords } from '../../model/notice-words.ts';
import { NoticeDialog } from './notice-dialog.tsx';
import classes from './status-pages.module.css';

const size = 10;

/** NoticeList lists the notices of a status page, with their updates. */
export function NoticeList({ page, canWrite }: { page: StatusPage; canWrite: boolean }) {
  const [at, setAt] = useState(0);
  const [dialog, setDialog] = useState<{ notice?: StatusNotice } | null>(null);
  const notices = useQuery(noticesQuery(page.pageId, at, size));
  const { removeNotice } = useStatusPageMutations();
  const askDelete = ({ noticeId, title }: StatusNotice) =>
    confirmAction({
      title: `Delete ${title}?`,
      message: "Visitors no longer see it. Messages to subscribers can't be taken back.",
      confirm: 'Delete notice',
      onConfirm: () => removeNotice.mutateAsync(noticeId),
    });
  return (
    <Panel
      title="Notices"
      actions={
        canWrite ? (
          <Button variant="default" onClick={() => setDialog({})}>
            Announce incident
          </Button>
        ) : null
      }
    >
      <Loaded query={notices} height={80}>
        {({ content, totalElements }) => (
          <>
            {content.length === 0 ? (
              <p className={`dim ${classes.foot}`}>No notices yet. Incidents appear on the page by themselves.</p>
            ) : (
              <ul className={classes.notices}>
                {content.map((notice) => (
                  <Notice
                    key={notice.noticeId}
                    notice={notice}
                    actions={
                      canWrite
                        ? { onUpdate: () => setDialog({ notice }), onDelete: () => askDelete(notice) }
                        : undefined
                    }
                  />
                ))}
              </ul>
            )}
            <TableFoot noun="notices" total={totalElements} page={at} size={size} onPage={setAt} />
          </>
        )}
      </Loaded>
      {dialog ? <NoticeDialog page={page} {...dialog} onClose={() => setDialog(null)} /> : null}
    </Panel>
  );
}

interface NoticeProps {
  notice: StatusNotice;
  actions: { onUpdate: () => void; onDelete: () => void } | undefined;
}

function Notice({ notice, actions }: NoticeProps) {
  const { title, state, updates } = notice;
  return (
    <li className={classes.notice}>
      <div className={classes.noticeHead}>
        <StatusLabel status={noticeStatus(notice)}>{noticeWords[state]}</StatusLabel>
        <strong className="grow">{title}</strong>
        {actions ? (
          <>
            <Button variant="default" size="compact-xs" onClick={actions.onUpdate}>
              Update
            </Button>
            <Menu>
              <Menu.Target>
                <ActionIcon size={24} aria-label={`Actions for ${title}`}>
                  <EllipsisVertical size={15} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={actions.onDelete}>Delete notice…</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        ) : null}
      </div>
      {updates.map(({ updateId, at, state: then, text, byName }) => (
        <div key={updateId}>
          <span className="dim">{`${noticeWords[then]} · ${formatExact(at)} · ${byName}`}</span>
          <p>{text}</p>
        </div>
      ))}
    </li>
  );
}
