import { Tooltip, type TooltipProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** TipBubble is the content of a Tip; loaded when the first one is about to be shown. */
export default function TipBubble(props: Pick<TooltipProps, 'target' | 'label' | 'position'>): ReactNode {
  return <Tooltip {...props} opened />;
}
