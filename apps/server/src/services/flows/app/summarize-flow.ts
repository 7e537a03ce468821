import type { Platform } from '../../../platform/platform.ts';
import type { Runs, RunViewer } from '../../runs/index.ts';
import { askModel, type ChatModel } from '../clients/chat-model.ts';
import type { FlowNodeKind } from '../domain/flow-kind.ts';
import { summaryOf } from '../domain/flow-summary.ts';
import type { OpenFlow } from './open-flow.ts';

/** A piece of a summary. `source`: whether a model or the product itself wrote it. */
export interface SummaryPiece {
  source: 'model' | 'product';
  text: string;
}

const task =
  'You describe automated test workflows to testers. Write at most five short sentences in plain English about the workflow below: what it tests, how it goes, what to watch. Use only the facts given. No headings, no lists.';

/**
 * createSummarizeFlow describes what a workflow does. Without a model, or if it fails, the product's own sentences are
 * used.
 */
export function createSummarizeFlow({
  platform,
  runs,
  kinds,
  openFlow,
  model,
}: {
  platform: Platform;
  runs: Runs;
  kinds: ReadonlyMap<string, FlowNodeKind>;
  openFlow: OpenFlow;
  model: ChatModel | undefined;
}) {
  const facts = async (caller: RunViewer, flowId: string): Promise<string[]> => {
    const { name, description, document, lastRunId, organizationId } = await openFlow(caller, flowId, 'view');
    const [lastRun] = lastRunId ? await runs.listByIds(organizationId, [lastRunId]) : [];
    const titleOf = (kind: string) => kinds.get(kind)?.title ?? kind;
    return summaryOf({ name, description, flow: document.flow, titleOf, lastRun });
  };

  /** Yields the model's text; returns false if there was none. */
  async function* byModel(
    { asked, sentences }: { asked: ChatModel; sentences: readonly string[] },
    signal: AbortSignal,
  ): AsyncGenerator<SummaryPiece, boolean> {
    const messages = [
      { role: 'system' as const, content: task },
      { role: 'user' as const, content: sentences.join('\n') },
    ];
    let hasStarted = false;
    try {
      for await (const text of askModel(asked, messages, signal)) {
        hasStarted = true;
        yield { source: 'model', text };
      }
    } catch (error) {
      if (!signal.aborted) platform.log.warn({ err: error }, 'the model gave no whole summary');
    }
    return hasStarted;
  }

  /** Opens the workflow first, so that a refusal is a regular error response; the pieces follow. */
  return async function summarize(caller: RunViewer, flowId: string) {
    const sentences = await facts(caller, flowId);
    return async function* pieces(signal: AbortSignal): AsyncGenerator<SummaryPiece> {
      if (model && (yield* byModel({ asked: model, sentences }, signal))) return;
      for (const text of sentences) yield { source: 'product', text: `${text}\n` };
    };
  };
}
export type SummarizeFlow = ReturnType<typeof createSummarizeFlow>;
