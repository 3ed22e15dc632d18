import { join } from 'node:path';
import ts from 'typescript';

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};
/** Path of a file that is never written. TypeScript resolves packages from the folder of this path. */
const CHECKED = join(import.meta.dirname, 'checked.generated.ts');

/** Returns the compiler's errors in a source text. The first line has the number 0. */
export function typeErrors(source: string): { readonly line: number; readonly message: string }[] {
  const host = ts.createCompilerHost(OPTIONS);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version, ...rest) =>
    name === CHECKED ? ts.createSourceFile(name, source, version) : read(name, version, ...rest);
  const program = ts.createProgram([CHECKED], OPTIONS, host);
  return ts.getPreEmitDiagnostics(program).map(({ start = 0, messageText }) => ({
    line: source.slice(0, start).split('\n').length - 1,
    message: ts.flattenDiagnosticMessageText(messageText, ' '),
  }));
}
