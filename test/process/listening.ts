import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Code of the state `TCP_LISTEN` in /proc/net/tcp. */
const LISTENING = '0A';

/** Returns the listening ports of a process, each with its address in the kernel's hex notation. */
export function listening(pid: number): { readonly address: string; readonly port: number }[] {
  const own = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`)),
  );
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((field) => field[3] === LISTENING && own.has(`socket:[${field[9]}]`))
      .map((field) => {
        const [address = '', port = ''] = (field[1] ?? '').split(':');
        return { address, port: Number.parseInt(port, 16) };
      }),
  );
}
