/** Report says that the option at `path` was not read, and why. */
export type Report = (path: string, message: string) => void;
