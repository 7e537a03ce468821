import type { FlowNode } from '@touchstone/engine-flow/core';
import { type Connection, connect } from './canvas/connect.ts';
import type { End } from './canvas/handles.ts';
import { copyText, pasteText } from './document/clipboard.ts';
import type { Edit } from './document/edit.ts';
import { type BlockPlace, type FlowDocument, freeId, freeName, linkIdOf, newNode } from './document/flow-document.ts';
import { FlowHistory } from './document/history.ts';
import type { BlockKind, BlockKinds } from './kinds.ts';

/** The selection on the canvas. */
export interface Selection {
  nodes: ReadonlySet<string>;
  links: ReadonlySet<string>;
  joints: ReadonlySet<string>;
}

/** EditorView is the editor's state for rendering; each change creates a new one. */
export interface EditorView {
  document: FlowDocument;
  selection: Selection;
  /** The block with the keyboard focus. */
  current: string | undefined;
  /** A link started by keyboard. */
  linking: { from: string; on: 'success' | 'error' } | undefined;
  /** Shown at the bottom of the canvas: why a connection was refused, or what a conversion would do. */
  notice: { text: string; accept?: Edit } | undefined;
  canUndo: boolean;
  canRedo: boolean;
  /** Whether the document differs from the saved one. */
  isDirty: boolean;
}

const nothing: Selection = { nodes: new Set(), links: new Set(), joints: new Set() };

/** FlowEditor is a workflow being edited: the document with undo and redo, and the selection. */
export class FlowEditor {
  private readonly history: FlowHistory;
  private readonly kinds: BlockKinds;
  private readonly listeners = new Set<() => void>();
  private saved: FlowDocument;
  private view: EditorView;

  constructor(document: FlowDocument, kinds: BlockKinds) {
    this.history = new FlowHistory(document);
    this.kinds = kinds;
    this.saved = document;
    this.view = {
      document,
      selection: nothing,
      current: undefined,
      linking: undefined,
      notice: undefined,
      canUndo: false,
      canRedo: false,
      isDirty: false,
    };
  }

  readonly getView = (): EditorView => this.view;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private show(patch: Partial<EditorView> = {}): void {
    const { document, canUndo, canRedo } = this.history;
    const present = new Set(document.flow.nodes.map(({ id }) => id));
    const next = { ...this.view, ...patch };
    const isAnyMissing = [...next.selection.nodes].some((id) => !present.has(id));
    const nodes = isAnyMissing
      ? new Set([...next.selection.nodes].filter((id) => present.has(id)))
      : next.selection.nodes;
    this.view = {
      ...next,
      document,
      canUndo,
      canRedo,
      isDirty: document !== this.saved,
      selection: isAnyMissing ? { ...next.selection, nodes } : next.selection,
      current: next.current !== undefined && present.has(next.current) ? next.current : undefined,
    };
    for (const listener of this.listeners) listener();
  }

  /** Applies an edit to the document; false if it changes nothing. */
  apply(edit: Edit, mark?: string): boolean {
    const isChanged = this.history.apply(edit, mark);
    if (isChanged || this.view.notice) this.show({ notice: undefined });
    return isChanged;
  }

  undo(): void {
    if (this.history.undo()) this.show({ notice: undefined });
  }

  redo(): void {
    if (this.history.redo()) this.show({ notice: undefined });
  }

  /** Replaces the document by a merged or loaded one. */
  replace(document: FlowDocument): void {
    this.history.set(document);
    this.show();
  }

  /** Marks a document as saved; later edits remain unsaved. */
  markSaved(document: FlowDocument): void {
    this.saved = document;
    this.show();
  }

  select(selection: Partial<Selection>, current?: string): void {
    this.show({ selection: { ...nothing, ...selection }, current: current ?? this.view.current });
  }

  selectAll(): void {
    this.select({ nodes: new Set(this.view.document.flow.nodes.map(({ id }) => id)) });
  }

  /** Moves the keyboard focus to a block and selects only that. */
  goTo(id: string): void {
    this.show({ current: id, selection: { ...nothing, nodes: new Set([id]) } });
  }

  /** Adds a block of a kind; returns its id. */
  add(kind: BlockKind, place: BlockPlace, given: Partial<FlowNode> = {}, after?: string): string {
    const { nodes } = this.view.document.flow;
    const name = freeName(given.name ?? kind.title, (taken) => nodes.some((node) => node.name === taken));
    const id = freeId(name, (taken) => nodes.some((node) => node.id === taken));
    const { inputs, outputs } = kind.ports;
    const settings = kind.look?.settings ?? {};
    const node = newNode(id, kind.kind, name, { inputs, outputs, settings, ...given, id, name });
    const source = nodes.find((other) => other.id === after);
    const canLink =
      source !== undefined && kind.work !== 'note' && !['note', 'stop'].includes(this.kinds.workOf(source) ?? '');
    const ends = { from: source?.id ?? '', to: id, on: 'success' as const };
    this.apply({ type: 'add', node, place, ...(canLink && { link: { ...ends, id: linkIdOf(ends) } }) });
    this.goTo(id);
    return id;
  }

  /** Deletes the selection. */
  removeSelected(): void {
    const { nodes, links, joints } = this.view.selection;
    this.apply({ type: 'remove', nodes: [...nodes], links: [...links], joints: [...joints] });
    this.show({ selection: nothing });
  }

  copySelected(): string | undefined {
    return copyText(this.view.document, [...this.view.selection.nodes]);
  }

  /** Pastes a text; false if it contains no blocks. */
  paste(text: string, at?: { x: number; y: number }): boolean {
    const part = pasteText(this.view.document, text, at);
    if (part === undefined || part.nodes.length === 0) return false;
    this.apply({ type: 'paste', part });
    this.show({
      selection: { ...nothing, nodes: new Set(part.nodes.map(({ id }) => id)) },
      current: part.nodes[0]!.id,
    });
    return true;
  }

  /** What a connection would do. */
  judge(from: { node: string; end: End | undefined }, to: { node: string; end: End | undefined }): Connection {
    return connect(this.view.document, from, to, this.kinds.workOf);
  }

  /** Connects, asks to confirm a conversion, or says why not. */
  connect(from: { node: string; end: End | undefined }, to: { node: string; end: End | undefined }): Connection {
    const connection = this.judge(from, to);
    if (connection.type === 'edit') this.apply(connection.edit);
    else if (connection.type === 'convert')
      this.show({ notice: { text: connection.question, accept: connection.edit } });
    else this.show({ notice: { text: connection.reason } });
    return connection;
  }

  /** Starts a link at the block with the keyboard focus. */
  beginLink(on: 'success' | 'error'): void {
    const { current } = this.view;
    if (current !== undefined) this.show({ linking: { from: current, on }, notice: undefined });
  }

  /** Completes the started link at the block with the keyboard focus. */
  finishLink(): void {
    const { linking, current } = this.view;
    this.show({ linking: undefined });
    if (linking && current !== undefined)
      this.connect(
        { node: linking.from, end: { type: 'after', on: linking.on } },
        { node: current, end: { type: 'before' } },
      );
  }

  cancelLink(): void {
    this.show({ linking: undefined, notice: undefined });
  }

  dismissNotice(): void {
    this.show({ notice: undefined });
  }

  settle(): void {
    this.history.settle();
  }
}
