import { Button, Menu } from '@mantine/core';
import { GitCompare, History } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatDuration, formatRelative } from '../../../../shared/format.ts';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { statusWords } from '../../../../ui/status/status.ts';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import type { Send } from '../../model/tabs/send-history.ts';
import classes from './send-history-menu.module.css';

interface Props {
  sends: readonly Send[];
  onOpen: (send: Send) => void;
}

const CompareSendsDialog = lazy(async () => ({
  default: (await import('../exchange/compare-sends-dialog.tsx')).CompareSendsDialog,
}));

/** SendHistoryMenu lists the last sends of a request, to reopen one or compare two. */
export function SendHistoryMenu({ sends, onOpen }: Props) {
  const [isComparing, setComparing] = useState(false);
  if (sends.length === 0) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="subtle" size="compact-sm" leftSection={<History size={13} />}>
            History
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
          {sends.length > 1 ? (
            <>
              <Menu.Item leftSection={<GitCompare size={14} />} onClick={() => setComparing(true)}>
                Compare responses
              </Menu.Item>
              <Menu.Divider />
            </>
          ) : null}
          <Menu.Label>Last sends in this window</Menu.Label>
          {sends.map((send) => (
            <Menu.Item key={send.at} onClick={() => onOpen(send)}>
              <SendLine send={send} />
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {isComparing ? (
        <Suspense fallback={null}>
          <CompareSendsDialog sends={sends} onClose={() => setComparing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function SendLine({ send: { at, detail } }: { send: Send }) {
  const { exchange, status, method, url } = detail;
  const answer = exchange?.response;
  return (
    <span className={classes.line} title={exchange?.request.url ?? url}>
      <StatusGlyph status={status} size={14} />
      <MethodWord method={exchange?.request.method ?? method} />
      <span className="num">{answer ? answer.status : statusWords[status]}</span>
      <span className="mono num dim">{formatDuration(exchange?.timing?.totalMs ?? detail.durationMs)}</span>
      <span className="dim">{formatRelative(at)}</span>
    </span>
  );
}
