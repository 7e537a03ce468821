import { History } from '../../../../shared/history/history.ts';
import { applyEdit, type Edit } from './edit.ts';
import type { FlowDocument } from './flow-document.ts';

/** FlowHistory is a workflow document with its undo and redo history. */
export class FlowHistory extends History<FlowDocument> {
  /** Applies an edit; false if it changes nothing. Consecutive edits with the same mark are one step. */
  apply(edit: Edit, mark?: string): boolean {
    return this.set(applyEdit(this.document, edit), mark);
  }
}
