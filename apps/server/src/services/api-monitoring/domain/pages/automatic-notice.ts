import type { NoticeState, noticeImpacts } from '@touchstone/contracts/api-monitoring';

/** What a page says of an incident by itself: the public name, and never the cause. */
export interface AutomaticNotice {
  title: string;
  impact: (typeof noticeImpacts)[number];
  state: NoticeState;
  text: string;
}

/** automaticNotice words an incident for visitors. */
export function automaticNotice(name: string, severity: string, isOver: boolean): AutomaticNotice {
  const [impact, word] = severity === 'DOWN' ? (['down', 'down'] as const) : (['degraded', 'slow'] as const);
  return {
    title: `${name} ${isOver ? 'was' : 'is'} ${word}`,
    impact,
    state: isOver ? 'resolved' : 'investigating',
    text: isOver ? `${name} works again.` : `${name} is ${word}.`,
  };
}
