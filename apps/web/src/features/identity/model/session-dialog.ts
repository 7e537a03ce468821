export type SessionDialogType =
  | 'multiSession'
  | 'sessionExpired'
  | 'IdlesessionExpired'
  | 'accessDenied'
  | 'countdownTime';
export type SessionDialogResult = 'countdownTime' | 'oldSession' | 'currentSession' | 'login';

interface DialogText {
  title: string;
  text: string;
  buttons: { label: string; result: SessionDialogResult }[];
}

const login = [{ label: 'Login', result: 'login' as const }];
const dialogs: Record<Exclude<SessionDialogType, 'countdownTime'>, DialogText> = {
  multiSession: {
    title: 'Multiple Sessions Detected',
    text: 'An existing session has been detected for the current account. You can cancel your login, or terminate the remote session.',
    buttons: [
      { label: 'Terminate Remote Session', result: 'oldSession' },
      { label: 'Terminate Current Session', result: 'currentSession' },
    ],
  },
  sessionExpired: {
    title: 'Session Expired',
    text: 'Your session has expired. Please login again.',
    buttons: login,
  },
  IdlesessionExpired: {
    title: 'Session Expired',
    text: 'Your session has expired due to inactivity. To continue, please log in again.',
    buttons: login,
  },
  accessDenied: {
    title: 'No access',
    text: 'You do not have access to this application.',
    buttons: login,
  },
};

/** dialogText returns texts of a session dialog; the countdown needs the remaining seconds. */
export function dialogText(type: SessionDialogType, remainingSeconds = 0): DialogText {
  if (type !== 'countdownTime') return dialogs[type];
  const [minutes, seconds] = [Math.floor(remainingSeconds / 60), remainingSeconds % 60];
  return {
    title: 'Session Timeout',
    text: `Session will be terminated in ${minutes} minutes and ${seconds} seconds. Do you wish to continue the session?`,
    buttons: [{ label: 'Continue', result: 'countdownTime' }],
  };
}
