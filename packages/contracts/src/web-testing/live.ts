import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema } from '../shared.ts';
import { stepsSchema } from '../test-repository/index.ts';
import { liveModes } from './live-stream.ts';

const service = 'web-testing';

const place = z.number().min(-10_000).max(100_000);
const spot = { x: place, y: place };
const press = { ...spot, button: z.enum(['left', 'middle', 'right']), count: z.number().int().min(1).max(3) };
const key = { key: z.string().min(1).max(40) };
const url = z.string().max(10_000).describe('With or without a scheme; variables may stand in it');
const tab = z.number().int().min(1).max(100).describe('Counted from 1');

/** A user's input to a live browser, in CSS pixels of the page and by key names. */
export const liveInputSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('move'), ...spot }),
  z.strictObject({ type: z.literal('down'), ...press }),
  z.strictObject({ type: z.literal('up'), ...press }),
  z.strictObject({ type: z.literal('wheel'), ...spot, dx: place, dy: place }),
  z.strictObject({ type: z.literal('touchStart'), ...spot }),
  z.strictObject({ type: z.literal('touchMove'), ...spot }),
  z.strictObject({ type: z.literal('touchEnd'), ...spot }),
  z.strictObject({ type: z.literal('keyDown'), ...key }),
  z.strictObject({ type: z.literal('keyUp'), ...key }),
  z.strictObject({ type: z.literal('text'), text: z.string().max(100_000) }),
]);
/** A user's input to a live browser. */
export type LiveInput = z.infer<typeof liveInputSchema>;

/** A user's command to a live browser, outside its page. */
export const liveCommandSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('open'), url: url.min(1, 'Please enter an address') }),
  z.strictObject({ type: z.literal('newTab'), url: url.default('') }),
  z.strictObject({ type: z.literal('goBack') }),
  z.strictObject({ type: z.literal('goForward') }),
  z.strictObject({ type: z.literal('reload') }),
  z.strictObject({ type: z.literal('useTab'), number: tab }),
  z.strictObject({ type: z.literal('closeTab'), number: tab }),
  z.strictObject({
    type: z.literal('answerDialog'),
    isAccepted: z.boolean(),
    text: z.string().max(10_000).default(''),
  }),
  z.strictObject({
    type: z.literal('chooseOption'),
    value: z.string().max(10_000).nullable().describe('null: the list is left as it is'),
  }),
  z.strictObject({ type: z.literal('chooseFile'), name: z.string().max(255).describe('Empty: no file') }),
  z.strictObject({ type: z.literal('mode'), mode: z.enum(liveModes) }),
  z.strictObject({ type: z.literal('copy') }).describe('Answers what is selected in the page'),
]);
/** A user's command to a live browser, outside its page. */
export type LiveCommand = z.infer<typeof liveCommandSchema>;

const liveId = idSchema.describe('Of a recording, or of a run whose browser is watched');

/** Browsers for recording steps; WebKitGTK shows too few pictures per second. */
export const recordingBrowserNames = ['chromium', 'firefox'] as const;

/** Calls for browsers that users control and watch from the page. */
export const liveCalls = {
  openRecording: route({
    service,
    method: 'POST',
    path: '/api/live-recordings',
    summary:
      'Open a browser on the machine of the server, to record steps of a script or to look at elements of a page',
    access: canWrite,
    body: z
      .strictObject({
        scriptUUID: idSchema.optional(),
        projectUUID: idSchema.optional().describe('In place of a script: elements are looked at, and no step is tried'),
        browser: z.enum(recordingBrowserNames).default('chromium'),
        viewport: z
          .strictObject({ width: z.number().int().min(200).max(4000), height: z.number().int().min(200).max(4000) })
          .default({ width: 1280, height: 720 }),
        environmentId: idSchema.optional(),
      })
      .refine(({ scriptUUID, projectUUID }) => (scriptUUID === undefined) !== (projectUUID === undefined), {
        path: ['scriptUUID'],
        message: 'Give either a script or a project',
      }),
    status: 201,
    response: z.object({ liveId: idSchema }),
  }),
  closeRecording: route({
    service,
    method: 'DELETE',
    path: '/api/live-recordings/{liveId}',
    summary: 'Close the browser of a recording',
    access: canWrite,
    params: z.object({ liveId }),
    response: okSchema,
  }),
  watchLive: route({
    service,
    method: 'GET',
    path: '/api/live-view',
    summary:
      'Pictures and news of a browser for as long as it is open; the newest picture counts, others may be left out',
    access: canRead,
    query: z.strictObject({ liveId }),
    produces: 'application/octet-stream',
  }),
  sendLiveInput: route({
    service,
    method: 'POST',
    path: '/api/live-input',
    summary: 'Use mouse, keyboard and finger of a live browser',
    access: canWrite,
    body: z.strictObject({
      liveId,
      sequence: z.number().int().min(0).describe('Counts the calls of a page; one that comes twice is done once'),
      inputs: z.array(liveInputSchema).min(1).max(500),
    }),
    response: okSchema,
  }),
  sendLiveCommand: route({
    service,
    method: 'POST',
    path: '/api/live-command',
    summary: 'Open an address, answer a dialog, or say what clicks mean',
    access: canWrite,
    body: z.strictObject({ liveId, command: liveCommandSchema }),
    response: z.object({ text: z.string().describe('What was copied; else empty') }),
  }),
  tryLiveSteps: route({
    service,
    method: 'POST',
    path: '/api/live-steps',
    summary: 'Run steps in the open browser of a recording; how they ended is told in its live view',
    access: canWrite,
    body: z.strictObject({ liveId, steps: stepsSchema }),
    status: 202,
    response: okSchema,
  }),
  controlLive: route({
    service,
    method: 'PUT',
    path: '/api/live-control',
    summary: 'Take over a live browser, hand it back, or let a run pause, go on or take one step',
    access: canWrite,
    body: z.strictObject({ liveId, action: z.enum(['take', 'release', 'pause', 'resume', 'next']) }),
    response: okSchema,
  }),
};
