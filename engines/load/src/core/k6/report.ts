/** Report is called with the path of an option that was not read, and the reason. */
export type Report = (path: string, message: string) => void;
