import { ActionIcon, Menu, TextInput, Tooltip } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ScriptSummary, SuiteFolder } from '@touchstone/contracts/api-testing';
import { ChevronDown, ChevronRight, EllipsisVertical, FolderPlus, Plus, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { apiTestingKeys } from '../../hotkeys.ts';
import { countOf, matchingRows, movedOrder, type TreeRow, treeRows } from '../../model/editor/script-tree.ts';
import classes from './editor.module.css';
import type { FolderDialogs } from './use-folder-dialogs.tsx';

interface Props {
  scripts: ScriptSummary[];
  folders: SuiteFolder[];
  folderActions: FolderDialogs;
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
const indent = 14;

/** ScriptTree lists the scripts of a suite in their folders and their order; Alt and the arrow keys move one, left and right close and open a folder. */
export function ScriptTree(props: Props) {
  const { scripts, folders, active, canWrite, folderActions } = props;
  const [search, setSearch] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const scroller = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useHotkey('filter', () => input.current?.focus());
  useHotkey(apiTestingKeys.newScript, props.onNew, canWrite);
  const text = search.trim().toLowerCase();
  const rows = text ? matchingRows(scripts, text) : treeRows(scripts, folders, closed);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    getItemKey: (index) => keyOf(rows[index]!),
  });
  const place = (scriptId: string, step: -1 | 1) => {
    const ids = movedOrder(scripts, scriptId, step);
    if (ids) props.onReorder(ids);
  };
  const toggle = (path: string) => {
    const next = new Set(closed);
    if (!next.delete(path)) next.add(path);
    setClosed(next);
  };
  const handleKey = (event: KeyboardEvent, index: number) => {
    const row = rows[index];
    const isOpening = event.key === 'ArrowRight';
    if (row?.kind === 'folder' && (isOpening || event.key === 'ArrowLeft') && row.isOpen !== isOpening)
      return toggle(row.path);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    if (event.altKey) {
      if (canWrite && !text && row?.kind === 'script') place(row.script.scriptId, step);
      return;
    }
    const next = index + step;
    if (!rows[next]) return;
    virtual.scrollToIndex(next);
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-at="${next}"] button`)?.focus());
  };
  return (
    <div className={classes.tree}>
      <TreeBar
        input={input}
        search={search}
        onSearch={setSearch}
        create={canWrite ? { folder: () => folderActions.create(''), script: props.onNew } : undefined}
      />
      <div ref={scroller} className={classes.treeList}>
        <ul className={classes.treeInner} style={{ height: virtual.getTotalSize() }} aria-label="Scripts">
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]!;
            const isActive = row.kind === 'script' && row.script.scriptId === active;
            return (
              <li
                key={keyOf(row)}
                data-at={index}
                className={classes.treeRow}
                data-active={isActive || undefined}
                style={{ height: rowHeight, transform: `translateY(${start}px)`, paddingLeft: row.depth * indent }}
              >
                {row.kind === 'folder' ? (
                  <FolderRow
                    row={row}
                    actions={canWrite ? folderActions : undefined}
                    onToggle={() => toggle(row.path)}
                    onKeyDown={(event) => handleKey(event, index)}
                  />
                ) : (
                  <ScriptRow
                    script={row.script}
                    isActive={isActive}
                    onOpen={() => props.onOpen(row.script.scriptId)}
                    onKeyDown={(event) => handleKey(event, index)}
                    menu={
                      canWrite ? (
                        <ScriptMenu {...props} script={row.script} isFiltered={text !== ''} onPlace={place} />
                      ) : null
                    }
                  />
                )}
              </li>
            );
          })}
        </ul>
        {rows.length === 0 ? (
          <p className="dim" style={{ padding: 16 }}>
            {text ? 'No matching scripts.' : 'No scripts yet.'}
          </p>
        ) : null}
      </div>
      <div className={`${classes.treeFoot} num`}>
        {text ? `${rows.length} of ` : ''}
        {countOf(scripts.length, 'script')}
      </div>
      {folderActions.dialog}
    </div>
  );
}

const keyOf = (row: TreeRow): string => (row.kind === 'folder' ? `folder ${row.path}` : row.script.scriptId);

interface TreeBarProps {
  input: RefObject<HTMLInputElement | null>;
  search: string;
  onSearch: (search: string) => void;
  create: { folder: () => void; script: () => void } | undefined;
}

function TreeBar({ input, search, onSearch, create }: TreeBarProps) {
  return (
    <div className={classes.treeBar}>
      <TextInput
        ref={input}
        className="grow"
        aria-label="Filter scripts"
        placeholder="Filter scripts"
        leftSection={<Search size={14} />}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      {create ? (
        <>
          <Tooltip label="New folder">
            <ActionIcon variant="default" aria-label="New folder" onClick={create.folder}>
              <FolderPlus size={15} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="New script (N)">
            <ActionIcon variant="default" aria-label="New script" onClick={create.script}>
              <Plus size={15} />
            </ActionIcon>
          </Tooltip>
        </>
      ) : null}
    </div>
  );
}

type Folder = Extract<TreeRow, { kind: 'folder' }>;

interface FolderRowProps {
  row: Folder;
  actions: FolderDialogs | undefined;
  onToggle: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function FolderRow({ row, actions, onToggle, onKeyDown }: FolderRowProps) {
  return (
    <>
      <button
        type="button"
        className={classes.treeOpen}
        title={row.path}
        aria-expanded={row.isOpen}
        onClick={onToggle}
        onKeyDown={onKeyDown}
      >
        {row.isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
        <span className="ellipsis grow">{row.name}</span>
        <span className="dim num" aria-hidden>
          {row.count}
        </span>
        <span className="visually-hidden">{countOf(row.count, 'script')}</span>
      </button>
      {actions ? <FolderMenu row={row} actions={actions} /> : null}
    </>
  );
}

function FolderMenu({ row, actions }: { row: Folder; actions: FolderDialogs }) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={24} aria-label={`Actions for folder ${row.name}`}>
          <EllipsisVertical size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => actions.create(row.path)}>New folder inside…</Menu.Item>
        <Menu.Item onClick={() => actions.rename(row.path)}>Rename folder…</Menu.Item>
        <Menu.Item onClick={() => actions.move(row.path)}>Move folder…</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => actions.remove(row.path, row.count)}>Delete folder…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface ScriptRowProps {
  script: ScriptSummary;
  isActive: boolean;
  onOpen: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  menu: ReactNode;
}

function ScriptRow({ script, isActive, onOpen, onKeyDown, menu }: ScriptRowProps) {
  return (
    <>
      <button
        type="button"
        className={classes.treeOpen}
        title={script.url}
        aria-current={isActive ? 'true' : undefined}
        onClick={onOpen}
        onKeyDown={onKeyDown}
      >
        <MethodWord method={script.method} width={42} />
        <span className="ellipsis grow">{script.scriptName}</span>
      </button>
      {menu}
    </>
  );
}

interface ScriptMenuProps extends Props {
  script: ScriptSummary;
  isFiltered: boolean;
  onPlace: (scriptId: string, step: -1 | 1) => void;
}

function ScriptMenu({ script, scripts, isFiltered, onPlace, ...props }: ScriptMenuProps) {
  const canMove = (step: -1 | 1) => !isFiltered && movedOrder(scripts, script.scriptId, step) !== undefined;
  return (
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
        <Menu.Item disabled={!canMove(-1)} rightSection={<kbd>Alt ↑</kbd>} onClick={() => onPlace(script.scriptId, -1)}>
          Move up
        </Menu.Item>
        <Menu.Item disabled={!canMove(1)} rightSection={<kbd>Alt ↓</kbd>} onClick={() => onPlace(script.scriptId, 1)}>
          Move down
        </Menu.Item>
        <Menu.Item onClick={() => props.folderActions.moveScript(script)}>Move to folder…</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => props.onDelete(script)}>Delete script…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
