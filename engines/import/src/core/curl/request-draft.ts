import type { FormField, HttpStepSettings, KeyValue } from '@touchstone/engine-http/core';

/** What the options of one curl command say, until the requests are made of it. */
export interface RequestDraft {
  urls: string[];
  method: string | undefined;
  headers: KeyValue[];
  /** Names of curl's own headers that the command takes away. */
  removed: string[];
  data: string | undefined;
  /** The file that is the whole body; empty where it has to be chosen. */
  file: string | undefined;
  form: FormField[];
  urlQuery: string[];
  isGet: boolean;
  isHead: boolean;
  isGlobOff: boolean;
  /** Files of -T, each for one address. */
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
