import { ActionIcon, TextInput } from '@mantine/core';
import { ArrowLeft, ArrowRight, Plus, RotateCw, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Tip } from '../../../../ui/tip/tip.tsx';
import type { LiveConnection } from '../../model/live/live-connection.ts';
import { useLiveState } from '../../model/live/use-live.ts';
import classes from './live.module.css';

interface Props {
  connection: LiveConnection;
  isHeld: boolean;
  /** Rendered after the address. */
  children?: ReactNode;
}

const blankPage = 'about:blank';

/** LiveBar shows the browser controls above the page: back, forward, reload, the address and the tabs. */
export function LiveBar({ connection, isHeld, children }: Props) {
  const { tabs, current, status, isTrying } = useLiveState(connection);
  const isUsable = isHeld && status === 'open' && !isTrying;
  const move = (type: 'goBack' | 'goForward' | 'reload', label: string, icon: ReactNode) => (
    <Tip label={label}>
      <ActionIcon aria-label={label} disabled={!isUsable} onClick={() => void connection.command({ type })}>
        {icon}
      </ActionIcon>
    </Tip>
  );
  const url = tabs[current - 1]?.url ?? '';
  return (
    <>
      <div className={classes.bar}>
        {move('goBack', 'Back', <ArrowLeft size={15} />)}
        {move('goForward', 'Forward', <ArrowRight size={15} />)}
        {move('reload', 'Reload', <RotateCw size={14} />)}
        <Address connection={connection} url={url === blankPage ? '' : url} isUsable={isUsable} />
        {children}
      </div>
      {tabs.length > 1 ? <Tabs connection={connection} isUsable={isUsable} /> : null}
    </>
  );
}

function Address({ connection, url, isUsable }: { connection: LiveConnection; url: string; isUsable: boolean }) {
  const [typed, setTyped] = useState(url);
  useEffect(() => setTyped(url), [url]);
  return (
    <form
      className={classes.address}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') void connection.command({ type: 'open', url: typed.trim() });
      }}
    >
      <TextInput
        aria-label="Address"
        placeholder="Enter an address, such as https://shop.example or {{baseUrl}}/login"
        spellCheck={false}
        autoComplete="off"
        readOnly={!isUsable}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
      />
    </form>
  );
}

function Tabs({ connection, isUsable }: { connection: LiveConnection; isUsable: boolean }) {
  const { tabs, current } = useLiveState(connection);
  const numbered = tabs.map((tab, index) => ({ ...tab, number: index + 1 }));
  return (
    <div className={classes.tabs}>
      {numbered.map(({ title, url, number }) => (
        <span key={number} className={classes.tab} data-current={number === current || undefined}>
          <button
            type="button"
            className="ellipsis"
            disabled={!isUsable}
            aria-current={number === current ? 'true' : undefined}
            onClick={() => void connection.command({ type: 'useTab', number })}
          >
            {title || url}
          </button>
          <ActionIcon
            size={20}
            aria-label={`Close tab ${number}`}
            disabled={!isUsable}
            onClick={() => void connection.command({ type: 'closeTab', number })}
          >
            <X size={12} />
          </ActionIcon>
        </span>
      ))}
      <ActionIcon
        aria-label="New tab"
        disabled={!isUsable}
        onClick={() => void connection.command({ type: 'newTab', url: '' })}
      >
        <Plus size={14} />
      </ActionIcon>
    </div>
  );
}
