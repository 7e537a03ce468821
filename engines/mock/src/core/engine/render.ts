import { type RandomSource, WorkBudget } from '@touchstone/kernel';
import type { RequestView } from '../request/request-view.ts';
import type { StateStore } from '../state/state-store.ts';
import { evaluateTemplate, type TemplateTools } from '../template/evaluate-template.ts';
import { requestModel } from '../template/request-model.ts';
import { Lookup } from '../template/values.ts';

/** The request that a template is evaluated for. */
export interface Rendering {
  request: RequestView;
  scope: string;
  id: string;
  escapes: boolean;
}

interface RenderTools {
  random: RandomSource;
  now: () => Date;
  fake: (name: string) => unknown;
  hostname: string;
  limits: TemplateTools['limits'];
}

/** Limits for the templates of one response. */
const limits = { steps: 200_000, characters: 8 * 1024 * 1024 };

/** TemplateRenderer evaluates the templates of stubs. */
export class TemplateRenderer {
  readonly #state: StateStore;
  readonly #tools: RenderTools;

  constructor(state: StateStore, tools: RenderTools) {
    this.#state = state;
    this.#tools = tools;
  }

  render(text: string, rendering: Rendering, parameters: Record<string, unknown>): string {
    if (!text.includes('{{')) return text;
    const request = requestModel(rendering.request, rendering.id);
    return evaluateTemplate(text, { request, parameters, state: this.#stateOf(rendering) }, this.#toolsOf(rendering));
  }

  /** Like `render`; the request is available as `originalRequest`, as in WireMock's webhooks. */
  renderAfter(text: string, rendering: Rendering, parameters: Record<string, unknown>): string {
    if (!text.includes('{{')) return text;
    const originalRequest = requestModel(rendering.request, rendering.id);
    const context = { originalRequest, request: originalRequest, parameters, state: this.#stateOf(rendering) };
    return evaluateTemplate(text, context, { ...this.#toolsOf(rendering), escapes: false });
  }

  #stateOf({ scope }: Rendering): Lookup {
    return new Lookup(
      (name) => this.#state.value(scope, name),
      () => Object.entries(this.#state.values(scope)),
    );
  }

  #toolsOf({ scope, escapes }: Rendering): TemplateTools {
    return {
      ...this.#tools,
      escapes,
      state: {
        get: (key) => this.#state.value(scope, key),
        set: (key, value) => this.#state.setValue(scope, key, value),
      },
      budget: new WorkBudget('The template', 'Make it simpler.', limits),
      documents: new Map(),
    };
  }
}
