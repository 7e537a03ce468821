import { ActionIcon, Menu, TextInput, Tooltip } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ScriptSummary } from '@touchstone/contracts';
import { EllipsisVertical, Plus, Search } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { MethodWord } from '../../../../ui/method-word.tsx';
import classes from './editor.module.css';

interface Props {
  scripts: ScriptSummary[];
  active: string | null;
  canWrite: boolean;
  onOpen: (scriptId: string) => void;
  onNew: () => void;
  onClone: (scriptId: string) => void;
  onDelete: (script: ScriptSummary) => void;
  onRun: (script: ScriptSummary) => void;
  onReorder: (scriptIds: string[]) => void;
}

const rowHeight = 30;

/** ScriptTree lists the scripts of a suite in their order; Alt and the arrow keys move one. */
export function ScriptTree(props: Props) {
  const { scripts, active, canWrite } = props;
  const [search, setSearch] = useState('');
  const scroller = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useHotkey('filter', () => input.current?.focus());
  useHotkey('newScript', props.onNew, canWrite);
  const text = search.trim().toLowerCase();
  const shown = text
    ? scripts.filter((script) => `${script.scriptName} ${script.method} ${script.url}`.toLowerCase().includes(text))
    : scripts;
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    getItemKey: (index) => shown[index]!.scriptId,
  });
  const place = (scriptId: string, step: number) => {
    const ids = scripts.map((script) => script.scriptId);
    const from = ids.indexOf(scriptId);
    const to = Math.min(Math.max(from + step, 0), ids.length - 1);
    if (from === to) return;
    ids.splice(from, 1);
    ids.splice(to, 0, scriptId);
    props.onReorder(ids);
  };
  const handleKey = (event: KeyboardEvent, script: ScriptSummary, index: number) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    if (event.altKey) {
      if (canWrite && !text) place(script.scriptId, step);
      return;
    }
    const next = index + step;
    if (!shown[next]) return;
    virtual.scrollToIndex(next);
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-at="${next}"] button`)?.focus());
  };
  return (
    <div className={classes.tree}>
      <div className={classes.treeBar}>
        <TextInput
          ref={input}
          className="grow"
          aria-label="Filter scripts"
          placeholder="Filter scripts"
          leftSection={<Search size={14} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {canWrite ? (
          <Tooltip label="New script (N)">
            <ActionIcon variant="default" aria-label="New script" onClick={props.onNew}>
              <Plus size={15} />
            </ActionIcon>
          </Tooltip>
        ) : null}
      </div>
      <div ref={scroller} className={classes.treeList}>
        <ul className={classes.treeInner} style={{ height: virtual.getTotalSize() }} aria-label="Scripts">
          {virtual.getVirtualItems().map((row) => {
            const script = shown[row.index]!;
            return (
              <li
                key={script.scriptId}
                data-at={row.index}
                className={classes.treeRow}
                data-active={script.scriptId === active || undefined}
                style={{ height: rowHeight, transform: `translateY(${row.start}px)` }}
              >
                <button
                  type="button"
                  className={classes.treeOpen}
                  title={script.url}
                  aria-current={script.scriptId === active ? 'true' : undefined}
                  onClick={() => props.onOpen(script.scriptId)}
                  onKeyDown={(event) => handleKey(event, script, row.index)}
                >
                  <MethodWord method={script.method} width={42} />
                  <span className="ellipsis grow">{script.scriptName}</span>
                </button>
                {canWrite ? (
                  <Menu>
                    <Menu.Target>
                      <ActionIcon size={24} aria-label={`Actions for ${script.scriptName}`}>
                        <EllipsisVertical size={14} />
                      </ActionIcon>
                    </Menu.Target>
                    <Menu.Dropdown>
                      <Menu.Item onClick={() => props.onRun(script)}>Run script</Menu.Item>
                      <Menu.Item onClick={() => props.onClone(script.scriptId)}>Clone script</Menu.Item>
                      <Menu.Divider />
                      <Menu.Item
                        disabled={text !== '' || row.index === 0}
                        rightSection={<kbd>Alt ↑</kbd>}
                        onClick={() => place(script.scriptId, -1)}
                      >
                        Move up
                      </Menu.Item>
                      <Menu.Item
                        disabled={text !== '' || row.index === shown.length - 1}
                        rightSection={<kbd>Alt ↓</kbd>}
                        onClick={() => place(script.scriptId, 1)}
                      >
                        Move down
                      </Menu.Item>
                      <Menu.Divider />
                      <Menu.Item onClick={() => props.onDelete(script)}>Delete script…</Menu.Item>
                    </Menu.Dropdown>
                  </Menu>
                ) : null}
              </li>
            );
          })}
        </ul>
        {shown.length === 0 ? (
          <p className="dim" style={{ padding: 16 }}>
            {text ? 'No script matches.' : 'No scripts yet.'}
          </p>
        ) : null}
      </div>
      <div className={`${classes.treeFoot} num`}>
        {text ? `${shown.length} of ` : ''}
        {scripts.length} {scripts.length === 1 ? 'script' : 'scripts'}
      </div>
    </div>
  );
}
