import { ActionIcon, Checkbox, Menu, TextInput } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ScriptSummary, SuiteFolder } from '@touchstone/contracts/api-testing';
import { ChevronDown, ChevronRight, EllipsisVertical, FolderPlus, Plus, Search } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import type { Subject } from '../../../../shared/subjects/subject-parts.ts';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { useRows } from '../../../../ui/table/use-rows.ts';
import { Tip } from '../../../../ui/tip/tip.tsx';
import { apiTestingKeys } from '../../hotkeys.ts';
import { scriptSubject } from '../../model/subject.ts';
import { countOf, matchingRows, movedOrder, type TreeRow, treeRows } from '../../model/tree/script-tree.ts';
import type { TreeMove } from '../../model/tree/tree-move.ts';
import classes from './tree.module.css';
import { TreeFoot } from './tree-foot.tsx';
import { type ChosenScripts, useChosenScripts } from './use-chosen-scripts.ts';
import type { FolderDialogs } from './use-folder-dialogs.tsx';
import { type Dragged, useTreeDrag } from './use-tree-drag.ts';

interface Props {
  scripts: ScriptSummary[];
  /** Rendered after the name of a script, such as its comment count. */
  markOf?: (scriptId: string) => ReactNode;
  folders: SuiteFolder[];
  folderActions: FolderDialogs;
  active: string | null;
  canWrite: boolean;
  onOpen: (scriptId: string) => void;
  onNew: () => void;
  onClone: (scriptId: string) => void;
  onDelete: (scripts: readonly ScriptSummary[]) => void;
  onRun: (scripts: readonly ScriptSummary[]) => void;
  onReorder: (scriptIds: string[]) => void;
  onMove: (move: TreeMove) => void;
  /** Other features' actions on a script. */
  others?: readonly { label: string; start: (subject: Subject) => void }[];
}

const rowHeight = 30;
const indent = 14;

/**
 * ScriptTree shows the scripts of a suite in their folders and order. They are moved by dragging, to the footer for
 * another suite, or with Alt and the arrow keys; left and right collapse and expand a folder; Space, Ctrl and Shift
 * select several.
 */
export function ScriptTree(props: Props) {
  const { scripts, folders, active, canWrite, folderActions } = props;
  const [search, setSearch] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const scroller = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useHotkey('filter', () => input.current?.focus());
  useRows();
  useHotkey(apiTestingKeys.tree, () => scroller.current?.querySelector<HTMLElement>('[data-at] button')?.focus());
  useHotkey(apiTestingKeys.newScript, props.onNew, canWrite);
  const text = search.trim().toLowerCase();
  const rows = text ? matchingRows(scripts, text) : treeRows(scripts, folders, closed);
  const choice = useChosenScripts(scripts, rows);
  const drag = useTreeDrag(scripts, choice.ids, {
    onMove: props.onMove,
    onMoveAway: (dragged) => askWhereTo(dragged, props),
  });
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
  const focusAt = (index: number) => {
    if (!rows[index]) return;
    virtual.scrollToIndex(index);
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-at="${index}"] button`)?.focus());
  };
  const handleKey = createKeyHandler({
    rows,
    canMove: canWrite && !text,
    canChoose: canWrite,
    toggle,
    place,
    focusAt,
    choice,
  });
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
                data-row
                className={classes.treeRow}
                data-active={isActive || undefined}
                data-drop={drag.markOf(row)}
                style={{ height: rowHeight, transform: `translateY(${start}px)`, paddingLeft: row.depth * indent }}
                {...(canWrite && !text ? drag.propsOf(row) : {})}
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
                    tree={props}
                    script={row.script}
                    choice={choice}
                    isFiltered={text !== ''}
                    onPlace={place}
                    onKeyDown={(event) => handleKey(event, index)}
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
      <TreeFoot {...props} choice={choice} drag={drag} count={text ? `${rows.length} of ` : ''} />
      {folderActions.dialog}
    </div>
  );
}

function askWhereTo({ scriptIds, folders: [folder] }: Dragged, { scripts, folderActions }: Props): void {
  if (folder !== undefined) folderActions.move(folder);
  else folderActions.moveScripts(scripts.filter(({ scriptId }) => scriptIds.includes(scriptId)));
}

interface KeyOptions {
  rows: readonly TreeRow[];
  canMove: boolean;
  canChoose: boolean;
  toggle: (path: string) => void;
  place: (scriptId: string, step: -1 | 1) => void;
  focusAt: (index: number) => void;
  choice: ChosenScripts;
}

const steps: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 };

const createKeyHandler =
  ({ rows, canMove, canChoose, toggle, place, focusAt, choice }: KeyOptions) =>
  (event: KeyboardEvent, index: number): void => {
    const row = rows[index];
    const { key } = event;
    const step = steps[key];
    if (key === 'Escape') choice.clear();
    else if (row?.kind === 'folder' && key === (row.isOpen ? 'ArrowLeft' : 'ArrowRight')) toggle(row.path);
    else if (key === ' ' && row?.kind === 'script' && canChoose) {
      event.preventDefault();
      choice.toggle(row.script.scriptId);
    } else if (step !== undefined) {
      event.preventDefault();
      if (!event.altKey) focusAt(index + step);
      else if (canMove && row?.kind === 'script') place(row.script.scriptId, step);
    }
  };

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
          <Tip label="New folder">
            <ActionIcon variant="default" aria-label="New folder" onClick={create.folder}>
              <FolderPlus size={15} />
            </ActionIcon>
          </Tip>
          <Tip label="New script (N)">
            <ActionIcon variant="default" aria-label="New script" onClick={create.script}>
              <Plus size={15} />
            </ActionIcon>
          </Tip>
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
  tree: Props;
  script: ScriptSummary;
  choice: ChosenScripts;
  isFiltered: boolean;
  onPlace: (scriptId: string, step: -1 | 1) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function ScriptRow({ tree, script, choice, isFiltered, onPlace, onKeyDown }: ScriptRowProps) {
  const { scriptId, scriptName, method, url } = script;
  const open = (event: MouseEvent) => {
    if (tree.canWrite && (event.ctrlKey || event.metaKey)) choice.toggle(scriptId);
    else if (tree.canWrite && event.shiftKey) choice.extend(scriptId);
    else tree.onOpen(scriptId);
  };
  return (
    <>
      {choice.ids.size > 0 ? (
        <Checkbox
          className={classes.choose}
          aria-label={`Select ${scriptName}`}
          checked={choice.ids.has(scriptId)}
          onChange={() => choice.toggle(scriptId)}
        />
      ) : null}
      <button
        type="button"
        className={classes.treeOpen}
        title={url}
        aria-current={scriptId === tree.active ? 'true' : undefined}
        onClick={open}
        onKeyDown={onKeyDown}
      >
        <MethodWord method={method} width={42} />
        <span className="ellipsis grow">{scriptName}</span>
        {tree.markOf?.(scriptId)}
      </button>
      {tree.canWrite ? (
        <ScriptMenu
          {...tree}
          script={script}
          isFiltered={isFiltered}
          onPlace={onPlace}
          onChoose={() => choice.toggle(scriptId)}
        />
      ) : null}
    </>
  );
}

interface ScriptMenuProps extends Props {
  script: ScriptSummary;
  isFiltered: boolean;
  onPlace: (scriptId: string, step: -1 | 1) => void;
  onChoose: () => void;
}

function ScriptMenu({ script, scripts, isFiltered, onPlace, onChoose, ...props }: ScriptMenuProps) {
  const canMove = (step: -1 | 1) => !isFiltered && movedOrder(scripts, script.scriptId, step) !== undefined;
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={24} aria-label={`Actions for ${script.scriptName}`}>
          <EllipsisVertical size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => props.onRun([script])}>Run script</Menu.Item>
        <Menu.Item onClick={() => props.onClone(script.scriptId)}>Clone script</Menu.Item>
        {props.others?.map(({ label, start }) => (
          <Menu.Item key={label} onClick={() => start(scriptSubject(script))}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={!canMove(-1)} rightSection={<kbd>Alt ↑</kbd>} onClick={() => onPlace(script.scriptId, -1)}>
          Move up
        </Menu.Item>
        <Menu.Item disabled={!canMove(1)} rightSection={<kbd>Alt ↓</kbd>} onClick={() => onPlace(script.scriptId, 1)}>
          Move down
        </Menu.Item>
        <Menu.Item onClick={() => props.folderActions.moveScripts([script])}>Move to folder or suite…</Menu.Item>
        <Menu.Item rightSection={<kbd>Space</kbd>} onClick={onChoose}>
          Select
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => props.onDelete([script])}>Delete script…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
