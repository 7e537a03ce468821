import type { TraitEvidence, Verdict } from '@touchstone/engine-heal/core';
import type { accessibilityImpacts, conditionStates } from '../keyword.ts';
import type { Locator, Target } from '../step.ts';

/** A call to a driver; every variable is filled in. */
export interface DriverCall {
  keyword: string;
  target: Target | null;
  /** With the catalogue's defaults. */
  args: Record<string, string>;
  /** For query arguments: the values of their variables, which stay in the text. */
  values?: Record<string, string>;
  timeoutMs: number;
  signal: AbortSignal;
}

/** A picture or file that shows what happened. */
export interface Evidence {
  name: string;
  /** For steps that compare pictures. */
  role?: 'expected' | 'actual' | 'difference';
  mediaType: string;
  bytes: Uint8Array;
}

/** A message of the application during a step. */
export interface LogLine {
  kind: 'console' | 'page-error' | 'request' | 'dialog' | 'browser';
  level: 'info' | 'warning' | 'error';
  text: string;
}

/** A duration measured over several steps of a script. */
export interface Measure {
  name: string;
  ms: number;
}

/** An accessibility rule that elements violate. */
export interface Violation {
  rule: string;
  impact: (typeof accessibilityImpacts)[number];
  /** What the rule requires. */
  help: string;
  /** Where the rule is explained. */
  helpUrl: string;
  /** The first affected elements. */
  elements: { selector: string; snippet: string }[];
  /** Number of affected elements. */
  count: number;
}

/** How a picture compares with its baseline; the pictures are among the evidence. */
export interface PictureResult {
  name: string;
  verdict: 'same' | 'different' | 'other size' | 'new';
  /** Of the baseline; null: there was none. */
  version: number | null;
  /** Share of pixels that differ; 0 if nothing could be compared. */
  percent: number;
  allowedPercent: number;
}

/** A page element that may be the missing one. */
export interface Suspect {
  /** With locators that find only this element, and its current fingerprint. */
  target: Target;
  /** That it is the same element, from 0 to 1. */
  probability: number;
  /** The most significant traits first. */
  evidence: TraitEvidence[];
  /** In CSS pixels of the page's picture; null: outside of the picture. */
  box: { x: number; y: number; width: number; height: number } | null;
}

/** What was found in place of an element that none of its locators finds. */
export interface Healing {
  verdict: Verdict;
  /** Whether the step continued with the first suspect. */
  isUsed: boolean;
  /** The likeliest first, at most 5. */
  suspects: Suspect[];
}

/**
 * A driver's answer: `failed` is a fault of the application, `error` one of the script, the browser or the environment.
 */
export interface Outcome {
  status: 'passed' | 'failed' | 'error';
  /** A sentence; empty if there is nothing to report. */
  message: string;
  expected?: string;
  actual?: string;
  /** The value read, for keywords that store it. */
  value?: string;
  locatorUsed?: Locator;
  measure?: Measure;
  violations?: Violation[];
  picture?: PictureResult;
  /** If no locator found the element, and enough is known of it to search for similar ones. */
  healing?: Healing;
  /** The element's current fingerprint, if the driver was to learn it: the target's fingerprint in later runs. */
  seen?: Record<string, unknown>;
  evidence?: Evidence[];
  log?: LogLine[];
}

/** A condition's question about an element's state; answered immediately, without waiting. */
export interface StateQuestion {
  target: Target;
  state: (typeof conditionStates)[number];
  timeoutMs: number;
  signal: AbortSignal;
}
/** Whether the element is in the state, or why that can't be determined. */
export type StateAnswer = { holds: boolean } | { error: string };

/** Driver acts on an application: a browser, a desktop or a device. */
export interface Driver {
  perform(call: DriverCall): Promise<Outcome>;
  state(question: StateQuestion): Promise<StateAnswer>;
  /** A picture of the application's current state; null if none can be taken. */
  screenshot(): Promise<Evidence | null>;
}
