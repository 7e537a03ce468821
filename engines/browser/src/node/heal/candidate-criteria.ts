import { type ElementPrint, roleOf } from '@touchstone/engine-heal/core';
import type { CandidateCriteria } from './page/prints.ts';

/** Maximum number of elements compared on a page. */
const maxCandidates = 2000;
const activeRoles =
  /^(?:button|link|checkbox|radio|switch|tab|menuitem.*|option|textbox|searchbox|combobox|listbox|slider|spinbutton|treeitem)$/;

/** candidateCriteriaOf describes which elements of a page may be one that was known before. */
export function candidateCriteriaOf(print: ElementPrint): CandidateCriteria {
  const { tag, text, attributes } = print;
  const isActive =
    activeRoles.test(roleOf(print)) || tag === 'label' || ['onclick', 'tabindex'].some((name) => name in attributes);
  const classes = (attributes.class ?? '').split(/\s+/).filter(Boolean).slice(0, 3);
  return { tag, text, classes, isActive, most: maxCandidates };
}
