import type { Webhooks } from '../app/webhooks.ts';
import { engineKind } from '../domain/control-kinds.ts';
import { type FlowNodeKind, webhookKind } from '../domain/flow-kind.ts';

/**
 * createWebhookKind returns the kind of node that waits until its address is called; the JSON of the call is its
 * output.
 */
export const createWebhookKind = (webhooks: Webhooks): FlowNodeKind => ({
  node: engineKind(webhookKind),
  title: 'Wait for webhook',
  description: 'Waits until its address is called; the JSON of the call is an output.',
  group: 'message',
  service: 'workflow',
  hasOwnPorts: false,
  ports: { inputs: [], outputs: [{ name: 'body', type: 'json', required: false }] },
  askFor: ({ runId, node }) => webhooks.open(runId, node.id),
});
