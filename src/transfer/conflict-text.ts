import type { FileConflict } from './import-result.js';

/** Describes a conflict in one line. */
export const conflictText = ({ file, version, importedVersion }: FileConflict): string =>
  importedVersion === null
    ? `${file}: conflict: version ${version} of its document was not written from this file`
    : `${file}: conflict: its document is at version ${version}, but version ${importedVersion} was the last from this file`;
