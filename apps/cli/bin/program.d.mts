export const programsFolder: string;
export function findProgram(root: string): string | undefined;
