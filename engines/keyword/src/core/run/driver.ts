import type { TraitEvidence, Verdict } from '@touchstone/engine-heal/core';
import type { accessibilityImpacts, conditionStates } from '../keyword.ts';
import type { Locator, Target } from '../step.ts';

/** What a driver is asked to do; every variable is filled in. */
export interface DriverCall {
  keyword: string;
  target: Target | null;
  /** With the defaults of the catalogue. */
  args: Record<string, string>;
  /** Of arguments that are queries: the values of the variables in them, which stay in the text. */
  values?: Record<string, string>;
  timeoutMs: number;
  signal: AbortSignal;
}

/** A picture or file that shows what happened. */
export interface Evidence {
  name: string;
  /** Of a step that compares pictures: which of them it is. */
  role?: 'expected' | 'actual' | 'difference';
  mediaType: string;
  bytes: Uint8Array;
}

/** Something that the application said during a step. */
export interface LogLine {
  kind: 'console' | 'page-error' | 'request' | 'dialog' | 'browser';
  level: 'info' | 'warning' | 'error';
  text: string;
}

/** A time that steps of a script took together. */
export interface Measure {
  name: string;
  ms: number;
}

/** A rule of accessibility that elements break. */
export interface Violation {
  rule: string;
  impact: (typeof accessibilityImpacts)[number];
  /** What the rule asks for. */
  help: string;
  /** Where more is said of it. */
  helpUrl: string;
  /** The first of them. */
  elements: { selector: string; snippet: string }[];
  /** How many there are. */
  count: number;
}

/** How a picture compares with its baseline; the pictures are among the evidence. */
export interface PictureResult {
  name: string;
  verdict: 'same' | 'different' | 'other size' | 'new';
  /** Of the baseline; null: there was none. */
  version: number | null;
  /** Pixels that differ; 0 where there was nothing to compare. */
  percent: number;
  allowedPercent: number;
}

/** An element of the page that may be the one that is looked for. */
export interface Suspect {
  /** With ways that find nothing else, and what is known of it now. */
  target: Target;
  /** That it is the same element, from 0 to 1. */
  probability: number;
  /** The traits that say most first. */
  evidence: TraitEvidence[];
  /** In CSS pixels of the page as a picture of it shows it; null: outside of the picture. */
  box: { x: number; y: number; width: number; height: number } | null;
}

/** What was found in place of an element that none of its locators finds. */
export interface Healing {
  verdict: Verdict;
  /** Whether the step went on with the first suspect. */
  isUsed: boolean;
  /** The likeliest first, at most 5. */
  suspects: Suspect[];
}

/** What a driver answers: `failed` is a fault of the application, `error` one of the script, the browser or the surroundings. */
export interface Outcome {
  status: 'passed' | 'failed' | 'error';
  /** A sentence; empty where there is nothing to say. */
  message: string;
  expected?: string;
  actual?: string;
  /** What was read, for keywords that store it. */
  value?: string;
  locatorUsed?: Locator;
  measure?: Measure;
  violations?: Violation[];
  picture?: PictureResult;
  /** Where no locator found the element, and enough is known of it to look for others. */
  healing?: Healing;
  /** What is known of the element now, where the driver was to learn it: the fingerprint of the target in later runs. */
  seen?: Record<string, unknown>;
  evidence?: Evidence[];
  log?: LogLine[];
}

/** What conditions ask of an element; the answer is given at once, without waiting. */
export interface StateQuestion {
  target: Target;
  state: (typeof conditionStates)[number];
  timeoutMs: number;
  signal: AbortSignal;
}
/** Whether the element is in the state, or why that cannot be said. */
export type StateAnswer = { holds: boolean } | { error: string };

/** Driver acts on an application: a browser, a desktop or a device. */
export interface Driver {
  perform(call: DriverCall): Promise<Outcome>;
  state(question: StateQuestion): Promise<StateAnswer>;
  /** A picture of the application as it is; null where there is none to take. */
  screenshot(): Promise<Evidence | null>;
}
