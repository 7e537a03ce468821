/** The words of the server for what people comment on here. */
export const commentKinds = { script: 'api-script', step: 'api-step' } as const;
