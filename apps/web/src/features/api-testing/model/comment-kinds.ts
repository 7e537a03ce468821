/** The server's names for what can be commented on here. */
export const commentKinds = { script: 'api-script', step: 'api-step' } as const;
