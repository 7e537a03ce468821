/** The folder of documents' files, as options of several commands. */
export const workingDirOption = [
  '--working-dir <folder>',
  'with a document: folder of the files that its requests send (default: the current one, of Bruno that of the collection) and that its references may name (default: the folder of the document)',
] as const;

export const insecureReadOption = [
  '--insecure-file-read',
  'with a document: let it use files outside of that folder, too',
] as const;
