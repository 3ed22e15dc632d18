/** The part of a pod that the tests check. */
export interface PodSpec {
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly securityContext?: SecurityContext;
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly Readonly<Record<string, unknown>>[];
  readonly terminationGracePeriodSeconds?: number;
}

export interface Container {
  readonly name: string;
  readonly securityContext?: SecurityContext;
  readonly ports?: readonly { readonly hostPort?: number }[];
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
  readonly env?: readonly { readonly name: string }[];
}

interface SecurityContext {
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number;
  readonly seccompProfile?: { readonly type: string };
  readonly privileged?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly readOnlyRootFilesystem?: boolean;
  readonly capabilities?: { readonly drop?: readonly string[]; readonly add?: readonly string[] };
}

const VOLUMES = new Set(
  'configMap csi downwardAPI emptyDir ephemeral persistentVolumeClaim projected secret'.split(' '),
);

/**
 * Returns the reasons why a namespace with the restricted profile of the Pod Security Standards
 * refuses a pod. A writable root file system counts as a reason, although the profile allows it.
 */
export function restrictedFaults(pod: PodSpec): string[] {
  const containers = [...pod.containers, ...(pod.initContainers ?? [])];
  return [
    ...(['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((name) => pod[name]),
    ...(pod.volumes ?? [])
      .flatMap((volume) => Object.keys(volume))
      .filter((key) => key !== 'name' && !VOLUMES.has(key)),
    ...containers.flatMap((container) =>
      containerFaults(container, pod.securityContext ?? {}).map(
        (fault) => `${container.name}: ${fault}`,
      ),
    ),
  ];
}

function containerFaults(
  { securityContext = {}, ports = [] }: Container,
  pod: SecurityContext,
): string[] {
  const { capabilities = {}, allowPrivilegeEscalation, privileged } = securityContext;
  const own = { ...pod, ...securityContext };
  const rules: readonly (readonly [fault: string, isKept: boolean])[] = [
    ['runAsNonRoot', own.runAsNonRoot === true],
    ['runAsUser', own.runAsUser !== 0],
    ['seccompProfile', ['RuntimeDefault', 'Localhost'].includes(own.seccompProfile?.type ?? '')],
    ['privileged', privileged !== true],
    ['allowPrivilegeEscalation', allowPrivilegeEscalation === false],
    ['capabilities.drop', capabilities.drop?.includes('ALL') === true],
    ['capabilities.add', (capabilities.add ?? []).every((name) => name === 'NET_BIND_SERVICE')],
    ['hostPort', ports.every(({ hostPort }) => hostPort === undefined)],
    ['readOnlyRootFilesystem', own.readOnlyRootFilesystem === true],
  ];
  return rules.filter(([, isKept]) => !isKept).map(([fault]) => fault);
}
