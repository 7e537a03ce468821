import type { FlowFile } from '@touchstone/contracts/flows';
import { flowFileSchema, flowRoutes } from '@touchstone/contracts/flows';
import { api } from '../../../shared/api.ts';
import { saveBlob } from '../../../shared/download.ts';

/** saveFlowFile saves a workflow as a file. */
export async function saveFlowFile(flowId: string): Promise<void> {
  const file = await api.call(flowRoutes.exportFlow, { params: { flowId } });
  const name = file.name.replace(/[\\/:*?"<>|\u0000-\u001f]+/g, '-').slice(0, 100);
  saveBlob(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), `${name}.workflow.json`);
}

/** readFlowFile reads a workflow from a file; throws an error for the user if it contains none. */
export async function readFlowFile(file: File): Promise<FlowFile> {
  const refusal = `${file.name} is not a workflow file. Choose one that was exported here.`;
  const text = await file.text();
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw new Error(refusal, { cause });
  }
  const read = flowFileSchema.safeParse(content);
  if (!read.success) throw new Error(refusal);
  return read.data;
}
