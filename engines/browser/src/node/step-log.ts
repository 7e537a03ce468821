import type { LogLine } from '@touchstone/engine-keyword/core';
import type { BrowserContext, ConsoleMessage, Download, Page, Request, Response } from 'playwright-core';

/** Maximum number of lines per step, and of characters per line. */
const logLimits = { lines: 200, characters: 2000 } as const;
/** Responses remembered for steps that wait for one. */
const keptResponses = 500;

interface Answer {
  response: Response;
  /** Number of the step during which it occurred. */
  step: number;
}

const levels: Record<string, LogLine['level']> = { error: 'error', assert: 'error', warning: 'warning' };

/** StepLog collects console messages and failed requests, step by step. */
export class StepLog {
  #lines: LogLine[] = [];
  #left = 0;
  #step = 0;
  #answers: Answer[] = [];
  #downloads: { download: Download; step: number }[] = [];
  readonly #open = new Set<Request>();

  constructor(context: BrowserContext) {
    context.on('console', (message) => this.#console(message));
    context.on('weberror', (error) => this.add('page-error', 'error', String(error.error())));
    context.on('request', (request) => this.#open.add(request));
    context.on('requestfinished', (request) => this.#open.delete(request));
    context.on('requestfailed', (request) => this.#failed(request));
    context.on('response', (response) => this.#answer(response));
    context.on('page', (page: Page) =>
      page.on('download', (download) => this.#downloads.push({ download, step: this.#step })),
    );
  }

  add(kind: LogLine['kind'], level: LogLine['level'], text: string): void {
    if (this.#lines.length >= logLimits.lines) {
      this.#left += 1;
      return;
    }
    const cut = text.length > logLimits.characters ? `${text.slice(0, logLimits.characters - 1)}…` : text;
    this.#lines.push({ kind, level, text: cut });
  }

  /** Starts a step; messages since the last one ended belong to it. */
  begin(): void {
    this.#step += 1;
    this.#answers = this.#answers.filter(({ step }) => step >= this.#step - 1);
    this.#downloads = this.#downloads.filter(({ step }) => step >= this.#step - 1);
  }

  /** Returns the step's lines and clears them. */
  take(): LogLine[] {
    const lines = this.#lines;
    if (this.#left > 0)
      lines.push({ kind: 'browser', level: 'warning', text: `${this.#left} further lines are left out.` });
    this.#lines = [];
    this.#left = 0;
    return lines;
  }

  /** Responses since the start of the previous step. */
  recentAnswers(): Response[] {
    return this.#answers.map(({ response }) => response);
  }

  /** Downloads since the start of the previous step. */
  recentDownloads(): Download[] {
    return this.#downloads.map(({ download }) => download);
  }

  /** URLs that are still loading. */
  openRequests(): string[] {
    return [...this.#open].map((request) => request.url());
  }

  #console(message: ConsoleMessage): void {
    const type = message.type();
    const isAboutRequest = message.text().startsWith('Failed to load resource');
    if (!isAboutRequest) this.add('console', levels[type] ?? 'info', message.text());
  }

  #failed(request: Request): void {
    this.#open.delete(request);
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page aborts its requests, which is no fault.
    if (!/ERR_ABORTED|NS_BINDING_ABORTED/.test(reason))
      this.add('request', 'error', `${request.method()} ${request.url()} failed: ${reason}`);
  }

  #answer(response: Response): void {
    this.#answers.push({ response, step: this.#step });
    if (this.#answers.length > keptResponses) this.#answers.shift();
    if (response.status() >= 400)
      this.add('request', 'warning', `${response.request().method()} ${response.url()} answered ${response.status()}`);
  }
}
