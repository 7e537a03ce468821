import {
  type BrowserName,
  type RunSettings,
  type RunTarget,
  runSettingFields,
  usualRunSettings,
  type Viewport,
} from '@touchstone/contracts/web-testing';
import { z } from 'zod';

/** Common window sizes. */
export const usualSizes: readonly ({ title: string } & Viewport)[] = [
  { title: 'Desktop', width: 1280, height: 720 },
  { title: 'Large desktop', width: 1920, height: 1080 },
  { title: 'Tablet', width: 768, height: 1024 },
  { title: 'Phone', width: 390, height: 844 },
];

/** The screen of a target with a custom size. */
export const customSize = 'custom';
const devicePrefix = 'device ';
/** sizeScreen returns the screen value of a listed size. */
export const sizeScreen = ({ width, height }: Viewport): string => `${width}x${height}`;
/** deviceScreen returns the screen value of a device. */
export const deviceScreen = (name: string): string => devicePrefix + name;
/** deviceOf returns the device of a screen value; undefined for a size. */
export const deviceOf = (screen: string): string | undefined =>
  screen.startsWith(devicePrefix) ? screen.slice(devicePrefix.length) : undefined;

/** A target being edited. */
export interface TargetDraft {
  /** Stable identity while targets change. */
  key: number;
  browser: BrowserName;
  /** A listed size, a device, or `customSize`. */
  screen: string;
  /** Of a custom size. */
  width: number | string;
  height: number | string;
}

/** Run settings being edited. */
export interface SettingsDraft {
  targets: TargetDraft[];
  timeoutMs: number | string;
  retries: number | string;
  parallel: number | string;
  evidence: RunSettings['evidence'];
  infrastructure: string | null;
  recording: RunSettings['recording'];
  healing: RunSettings['healing'];
}

function targetDraft({ browser, viewport, device }: RunTarget, key: number): TargetDraft {
  const { width, height } = viewport ?? { width: 1280, height: 720 };
  const size = usualSizes.find((one) => one.width === width && one.height === height);
  const screen = device === undefined ? (size ? sizeScreen(size) : customSize) : deviceScreen(device);
  return { key, browser, screen, width, height };
}

/** draftOf returns the form of the given settings; by default those of a new run. */
export const draftOf = ({ targets, ...rest }: RunSettings = usualRunSettings): SettingsDraft => ({
  targets: targets.map(targetDraft),
  ...rest,
});

/** withTarget adds a target with the browser of the last one and the first size that isn't used there yet. */
export function withTarget(targets: readonly TargetDraft[]): TargetDraft[] {
  const key = Math.max(-1, ...targets.map((one) => one.key)) + 1;
  const browser = targets.at(-1)?.browser ?? 'chromium';
  const taken = targets.filter((one) => one.browser === browser).map(({ screen }) => screen);
  const size = usualSizes.find((one) => !taken.includes(sizeScreen(one)));
  const { width, height } = size ?? { width: 1280, height: 720 };
  return [...targets, { key, browser, screen: size ? sizeScreen(size) : customSize, width, height }];
}

function targetOf({ browser, screen, width, height }: TargetDraft): RunTarget {
  const device = deviceOf(screen);
  if (device !== undefined) return { browser, device };
  const size = usualSizes.find((one) => sizeScreen(one) === screen);
  return {
    browser,
    viewport: size ? { width: size.width, height: size.height } : { width: Number(width), height: Number(height) },
  };
}

/** settingsOf returns the settings of a form. */
export const settingsOf = ({
  targets,
  timeoutMs,
  retries,
  parallel,
  evidence,
  infrastructure,
  recording,
  healing,
}: SettingsDraft): RunSettings => ({
  targets: targets.map(targetOf),
  timeoutMs: Number(timeoutMs),
  retries: Number(retries),
  parallel: Number(parallel),
  evidence,
  infrastructure,
  recording,
  healing,
});

const fields = z.object(runSettingFields);
/** problemOf returns the first problem of a form; undefined if it is valid. */
export const problemOf = (draft: SettingsDraft): string | undefined =>
  fields.safeParse(settingsOf(draft)).error?.issues[0]?.message;
