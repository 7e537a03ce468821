import { Box } from 'lucide-react';
import { expect, test } from 'vitest';
import { loadFlowNodeLooks, setFlowNodeLooks } from './flow-node-look.ts';

test('looks come from all features, in order', async () => {
  const look = (kind: string) => ({ kind, icon: Box, colour: 'control' as const });
  setFlowNodeLooks([async () => [look('a')], async () => [look('b'), look('c')]]);
  expect((await loadFlowNodeLooks()).map(({ kind }) => kind)).toEqual(['a', 'b', 'c']);
  setFlowNodeLooks([]);
});
