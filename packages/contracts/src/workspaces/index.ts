export * from './certificate.ts';
export * from './data-file.ts';
export * from './database.ts';
export * from './environment.ts';
export * from './project.ts';
export * from './routes.ts';
export * from './trash.ts';
