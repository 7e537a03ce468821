export const programsFolder: string;
export function findProgram(root: string, unused?: string): string | undefined;
