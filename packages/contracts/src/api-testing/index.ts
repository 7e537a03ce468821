export * from './certificate.ts';
export * from './environment.ts';
export * from './execution.ts';
export * from './extraction.ts';
export * from './import.ts';
export * from './project.ts';
export * from './script.ts';
export * from './suite.ts';
