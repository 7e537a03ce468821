import { History } from '../../../../shared/history/history.ts';
import { applyEdit, type Edit } from './edit.ts';
import type { FlowDocument } from './flow-document.ts';

/** FlowHistory holds the document of a workflow with what can be undone and redone. */
export class FlowHistory extends History<FlowDocument> {
  /** Applies an edit; false where it changes nothing. Edits with the same mark that follow each other are one step. */
  apply(edit: Edit, mark?: string): boolean {
    return this.set(applyEdit(this.document, edit), mark);
  }
}
