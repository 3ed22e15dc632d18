import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import { projectRoot } from './project-files.js';

/** A Kubernetes object as it stands in a file. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, string>>;
}

/** All objects of a folder under `deploy/kubernetes`, without those that only kustomize knows. */
export function manifestsIn(folder: string): Manifest[] {
  const path = join(projectRoot, 'deploy/kubernetes', folder);
  return readdirSync(path)
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .flatMap((name) => documentsIn(readFileSync(join(path, name), 'utf8')) as Manifest[]);
}

/** @param options `merge` carries out `<<` */
export const documentsIn = (text: string, options: { readonly merge?: boolean } = {}): unknown[] =>
  parseAllDocuments(text, options).map((document) => document.toJS() as unknown);

/** The module of `kubernetes-types` with the type of an object. */
const MODULES: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'batch/v1': 'batch/v1',
  'policy/v1': 'policy/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'networking.k8s.io/v1': 'networking/v1',
};

/**
 * What the types of the Kubernetes API have against objects, in the words of the compiler: unknown members, wrong types,
 * missing members. The types are generated from the OpenAPI document of the release that names the package's version.
 */
export function typeFaults(manifests: readonly Manifest[]): string[] {
  const source = manifests
    .map(({ apiVersion, kind }, index) => {
      const module = MODULES[apiVersion];
      if (module === undefined) return `unknown_api_version_${index};`;
      const type = `import('kubernetes-types/${module}').${kind}`;
      return `export const m${index}: ${type} = ${JSON.stringify(manifests[index])};`;
    })
    .join('\n');
  const name = join(projectRoot, 'test/contract/manifests.generated.ts');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const fileExists = host.fileExists.bind(host);
  const getSourceFile = host.getSourceFile.bind(host);
  host.fileExists = (file) => file === name || fileExists(file);
  host.getSourceFile = (file, ...rest) =>
    file === name
      ? ts.createSourceFile(file, source, ts.ScriptTarget.ES2023)
      : getSourceFile(file, ...rest);
  const program = ts.createProgram([name], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
