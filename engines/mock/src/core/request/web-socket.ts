import type { RequestView } from './request-view.ts';

/** The method of a WebSocket message; only stubs that name it match messages. */
export const messageMethod = 'MESSAGE';

export const isMessage = ({ request }: RequestView): boolean => request.method === messageMethod;

/** Whether a request may start a WebSocket conversation, or is a message in one. */
export const isOfWebSocket = (view: RequestView): boolean =>
  isMessage(view) || /^websocket$/i.test(view.header('upgrade')[0] ?? '');
