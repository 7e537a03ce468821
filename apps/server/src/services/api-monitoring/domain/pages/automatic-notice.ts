import type { NoticeState, noticeImpacts } from '@touchstone/contracts/api-monitoring';

/** A page's automatic notice of an incident: has the public name, never the cause. */
export interface AutomaticNotice {
  title: string;
  impact: (typeof noticeImpacts)[number];
  state: NoticeState;
  text: string;
}

/** automaticNotice describes an incident to visitors. */
export function automaticNotice(name: string, severity: string, isOver: boolean): AutomaticNotice {
  const [impact, word] = severity === 'DOWN' ? (['down', 'down'] as const) : (['degraded', 'slow'] as const);
  return {
    title: `${name} ${isOver ? 'was' : 'is'} ${word}`,
    impact,
    state: isOver ? 'resolved' : 'investigating',
    text: isOver ? `${name} works again.` : `${name} is ${word}.`,
  };
}
