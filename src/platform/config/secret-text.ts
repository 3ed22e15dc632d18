import { readFileSync } from 'node:fs';

/**
 * Reads the text of the secret variable `name`, or of the file that `NAME_FILE` names (contract 11). Adds each fault to
 * `faults`.
 */
export function secretText(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  faults: string[],
): string | undefined {
  const fileName = `${name}_FILE`;
  const file = environment[fileName];
  if (file === undefined || file === '') return environment[name];
  const given = `${fileName}=${JSON.stringify(file)} is not valid: it must be`;
  if (environment[name]) faults.push(`${given} absent where ${name} is set.`);
  else {
    try {
      const text = readFileSync(file, 'utf8').trim();
      if (text !== '') return text;
      faults.push(`${given} a file that is not empty.`);
    } catch {
      faults.push(`${given} a file that can be read.`);
    }
  }
  return undefined;
}
