import { applyEdit, type Edit } from './edit.ts';
import type { FlowDocument } from './flow-document.ts';

const longest = 500;

interface Step {
  before: FlowDocument;
  /** Edits with the same mark that follow each other are one step: the letters of a name, the moves of a drag. */
  mark: string | undefined;
}

/** History holds a document with what can be undone and redone. */
export class History {
  private present: FlowDocument;
  private past: Step[] = [];
  private future: FlowDocument[] = [];

  constructor(document: FlowDocument) {
    this.present = document;
  }

  get document(): FlowDocument {
    return this.present;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Applies an edit; false where it changes nothing. */
  apply(edit: Edit, mark?: string): boolean {
    const next = applyEdit(this.present, edit);
    if (next === this.present) return false;
    const last = this.past.at(-1);
    const isOneStep = mark !== undefined && last?.mark === mark && this.future.length === 0;
    if (!isOneStep) this.past = [...this.past.slice(-(longest - 1)), { before: this.present, mark }];
    this.future = [];
    this.present = next;
    return true;
  }

  /** Puts another document in place, such as a merged one, as one step. */
  replace(document: FlowDocument): void {
    if (document === this.present) return;
    this.past = [...this.past.slice(-(longest - 1)), { before: this.present, mark: undefined }];
    this.future = [];
    this.present = document;
  }

  /** Ends what edits with one mark are gathered in. */
  settle(): void {
    const last = this.past.at(-1);
    if (last?.mark !== undefined) this.past = [...this.past.slice(0, -1), { ...last, mark: undefined }];
  }

  undo(): boolean {
    const last = this.past.at(-1);
    if (last === undefined) return false;
    this.past = this.past.slice(0, -1);
    this.future = [...this.future, this.present];
    this.present = last.before;
    return true;
  }

  redo(): boolean {
    const next = this.future.at(-1);
    if (next === undefined) return false;
    this.past = [...this.past, { before: this.present, mark: undefined }];
    this.future = this.future.slice(0, -1);
    this.present = next;
    return true;
  }
}
