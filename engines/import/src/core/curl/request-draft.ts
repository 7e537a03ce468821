import type { FormField, HttpStepSettings, KeyValue } from '@touchstone/engine-http/core';

/** Collects the options of one curl command until its requests are made. */
export interface RequestDraft {
  urls: string[];
  method: string | undefined;
  headers: KeyValue[];
  /** Names of curl's own headers that the command removes. */
  removed: string[];
  data: string | undefined;
  /** The file used as the whole body; empty if it has to be selected. */
  file: string | undefined;
  form: FormField[];
  urlQuery: string[];
  isGet: boolean;
  isHead: boolean;
  isGlobOff: boolean;
  /** Files of -T, one per address. */
  uploads: string[];
  user: string | undefined;
  bearer: string | undefined;
  awsSigV4: string | undefined;
  login: 'basic' | 'digest' | 'ntlm';
  isJson: boolean;
  isCompressed: boolean;
  userAgent: string | undefined;
  referer: string | undefined;
  cookies: string[];
  range: string | undefined;
  scheme: string;
  settings: HttpStepSettings;
}

export const newDraft = (): RequestDraft => ({
  urls: [],
  method: undefined,
  headers: [],
  removed: [],
  data: undefined,
  file: undefined,
  form: [],
  urlQuery: [],
  isGet: false,
  isHead: false,
  isGlobOff: false,
  uploads: [],
  user: undefined,
  bearer: undefined,
  awsSigV4: undefined,
  login: 'basic',
  isJson: false,
  isCompressed: false,
  userAgent: undefined,
  referer: undefined,
  cookies: [],
  range: undefined,
  scheme: 'http',
  settings: { followRedirects: false },
});
