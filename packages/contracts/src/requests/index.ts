export * from './assertion.ts';
export * from './authentication.ts';
export * from './request.ts';
