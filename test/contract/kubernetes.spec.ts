import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PodTemplateSpec } from 'kubernetes-types/core/v1.js';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../../src/platform/config/settings.js';
import { documentsIn, manifestsIn, typeFaults } from './manifests.js';
import { projectRoot, readProjectFile } from './project-files.js';

/** Maximum time that a process takes to end after SIGTERM, in s (contract 12). */
const DRAIN_SECONDS = 10;

const manifests = manifestsIn('.');
const monitoring = manifestsIn('monitoring');
const ofKind = (kind: string, among = manifests) => among.filter((one) => one.kind === kind);

const workloads = manifests
  .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
  .map(({ metadata, spec }) => {
    const { template } = spec as unknown as { template: PodTemplateSpec };
    return { name: metadata.name, template };
  });
const pods = workloads.map(({ name, template }) => [name, template.spec!] as const);

/** Labels that kustomize adds to every pod. */
const ADDED = { 'app.kubernetes.io/name': 'imprimatur' };
const selects = (labels: Readonly<Record<string, string>>): boolean =>
  workloads.some(({ template }) =>
    Object.entries(labels).every(
      ([key, value]) => ({ ...ADDED, ...template.metadata!.labels })[key] === value,
    ),
  );

describe('deploy/kubernetes', () => {
  it('[12.kubernetes] matches the types of the Kubernetes API', () => {
    expect(typeFaults([...manifests, ...ofKind('Service', monitoring)])).toEqual([]);
  });

  it.each(pods)('[12.kubernetes] passes the restricted Pod Security standard: %s', (_name, pod) => {
    const { containers, volumes, securityContext, initContainers, ...others } = pod;
    expect(securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    const kinds = volumes!.map(({ name: _, ...kind }) => Object.keys(kind).join());
    expect(kinds).toEqual(['secret', 'emptyDir']);
    expect(Object.keys(others).filter((name) => name.startsWith('host'))).toEqual([]);
    expect(initContainers).toBeUndefined();
    for (const { securityContext: own, ports = [] } of containers) {
      expect(own).toEqual({
        allowPrivilegeEscalation: false,
        // The standard also allows a writable root file system.
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(ports.filter(({ hostPort }) => hostPort !== undefined)).toEqual([]);
    }
  });

  it('enforces the restricted Pod Security standard in its namespace', () => {
    const [namespace] = ofKind('Namespace');
    expect(namespace!.metadata.labels).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'restricted',
    });
  });

  it.each(pods)('gives %s more time to shut down than a process needs', (_name, pod) => {
    const [container] = pod.containers;
    const waits = container!.lifecycle?.preStop?.sleep?.seconds ?? 0;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(waits + DRAIN_SECONDS);
  });

  it('lists each of its manifests in a kustomization, and no other file', () => {
    for (const folder of ['', 'monitoring', 'postgres']) {
      const path = join('deploy/kubernetes', folder);
      const [{ resources }] = documentsIn(readProjectFile(join(path, 'kustomization.yaml'))) as [
        { resources: string[] },
      ];
      const files = readdirSync(join(projectRoot, path)).filter(
        (name) => name.endsWith('.yaml') && name !== 'kustomization.yaml',
      );
      expect(resources.toSorted()).toEqual(files.toSorted());
    }
  });

  it('sets only variables that the service reads', () => {
    const [settings] = ofKind('ConfigMap');
    const set = [
      ...Object.keys(settings!.data!),
      ...pods.flatMap(([, { containers }]) => containers[0]!.env?.map(({ name }) => name) ?? []),
    ];
    const known = new Set<string>(Object.values(SETTINGS).map(({ name }) => name));
    expect(
      set.map((name) => name.replace(/_FILE$/, '')).filter((name) => !known.has(name)),
    ).toEqual([]);
  });

  it('selects only pods that it defines, and scales exactly its Deployments', () => {
    const selectors = [...manifests, ...monitoring].flatMap(({ kind, spec }) => {
      const { selector, podSelector } = (spec ?? {}) as {
        selector: { matchLabels: Record<string, string> } & Record<string, string>;
        podSelector: { matchLabels: Record<string, string> };
      };
      if (kind === 'Service') return [selector];
      if (kind === 'NetworkPolicy') return [podSelector.matchLabels];
      return kind === 'PodDisruptionBudget' || kind === 'Deployment' ? [selector.matchLabels] : [];
    });
    expect(selectors).toHaveLength(7);
    expect(selectors.filter((labels) => !selects(labels))).toEqual([]);
    const scaled = ofKind('HorizontalPodAutoscaler').map(
      ({ spec }) => (spec as { scaleTargetRef: { name: string } }).scaleTargetRef.name,
    );
    expect(scaled.toSorted()).toEqual(
      ofKind('Deployment')
        .map(({ metadata }) => metadata.name)
        .toSorted(),
    );
  });
});
