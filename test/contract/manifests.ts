import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { typeErrors } from '../setup/type-errors.js';
import { projectRoot } from './project-files.js';

/** A Kubernetes object, as a YAML file describes it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, string>>;
}

/** Reads all objects of a folder under `deploy/kubernetes`, except kustomizations. */
export function manifestsIn(folder: string): Manifest[] {
  const path = join(projectRoot, 'deploy/kubernetes', folder);
  return readdirSync(path)
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .flatMap((name) => documentsIn(readFileSync(join(path, name), 'utf8')) as Manifest[]);
}

/** Parses all documents of a YAML text. @param options if `merge` is true, the merge keys `<<` are resolved */
export const documentsIn = (text: string, options: { readonly merge?: boolean } = {}): unknown[] =>
  parseAllDocuments(text, options).map((document) => document.toJS() as unknown);

/** For each `apiVersion`, the module of `kubernetes-types` that has the types of this version. */
const MODULES: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'batch/v1': 'batch/v1',
  'policy/v1': 'policy/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'networking.k8s.io/v1': 'networking/v1',
};

/**
 * Returns the compiler's errors for objects that do not fit the types of the Kubernetes API: unknown members, wrong
 * types, missing members. The package `kubernetes-types` has the types of the Kubernetes release with the same version
 * number.
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
  return typeErrors(source).map(({ message }) => message);
}
