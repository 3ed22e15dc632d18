import type {
  MediaTypeObject,
  OpenAPIObject,
  OperationObject,
  RequestBodyObject,
} from '@nestjs/swagger';

/** A sample as Redoc and its kin show it beside an operation. */
interface CodeSample {
  readonly lang: 'Shell';
  readonly label: 'curl';
  readonly source: string;
}

/** Adds to each operation how curl calls it; the key is read from a file, so that no history holds it. */
export function addCodeSamples({ paths, servers = [] }: OpenAPIObject): void {
  const origin = servers[0]?.url ?? '';
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item) as [string, OperationObject][]) {
      const samples: CodeSample[] = [
        { lang: 'Shell', label: 'curl', source: curl(method, origin + path, operation) },
      ];
      Object.assign(operation, { 'x-codeSamples': samples });
    }
  }
}

function curl(method: string, address: string, { requestBody }: OperationObject): string {
  const body = exampleOf(requestBody as RequestBodyObject | undefined);
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${address.replace('{id}', '019aa5b4-6a3c-7c1e-9d59-3f0b6f4d2a10')}'`,
    '-H "Authorization: Bearer $(cat key)"',
  ];
  if (body !== undefined) {
    lines.push(
      '-H "Idempotency-Key: $(uuidgen)"',
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
    );
  }
  return lines.join(' \\\n  ');
}

/** The first example of a body. */
function exampleOf(requestBody: RequestBodyObject | undefined): unknown {
  const media: MediaTypeObject | undefined = requestBody?.content['application/json'];
  const [example] = Object.values(media?.examples ?? {});
  return example && 'value' in example ? example.value : undefined;
}
