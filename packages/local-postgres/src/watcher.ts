import { type ChildProcess, spawn } from 'node:child_process'
import { realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Shell script that waits for the end of the owner, then for another owner, and then stops PostgreSQL by a fast shutdown. */
const script = `
while kill -0 "$OWNER" 2>/dev/null; do sleep 1; done
waited=0
while [ "$waited" -lt "$LIMIT" ]; do
  [ "$(cat "$OWNER_FILE" 2>/dev/null)" = "$OWNER" ] || exit 0
  sleep 1
  waited=$((waited + 1))
done
[ "$(cat "$OWNER_FILE" 2>/dev/null)" = "$OWNER" ] || exit 0
postmaster=$(head -n 1 "$CLUSTER/postmaster.pid") || exit 0
[ ! -e "/proc/$postmaster/cwd" ] || [ "$(readlink "/proc/$postmaster/cwd")" = "$CLUSTER" ] || exit 0
kill -INT "$postmaster"`

export type Watcher = { readonly stop: () => void }

/**
 * Stops PostgreSQL if this process is killed and no other one becomes the owner within `limitSeconds`. The watcher is a shell, because it
 * needs little memory and must outlive this process.
 */
export function startWatcher(dataDir: string, cluster: string, limitSeconds: number): Watcher {
  const ownerFile = join(dataDir, 'postgres.owner')
  writeFileSync(ownerFile, String(process.pid))
  const child: ChildProcess = spawn('/bin/sh', ['-c', script], {
    cwd: '/',
    env: {
      PATH: process.env['PATH'],
      OWNER: String(process.pid),
      OWNER_FILE: ownerFile,
      CLUSTER: realpathSync(cluster),
      LIMIT: String(limitSeconds),
    },
    // With its own session, the watcher gets no Ctrl-C: that reaches only the server.
    detached: true,
    stdio: 'ignore',
  })
  child.on('error', () => undefined)
  child.unref()
  return {
    stop: () => {
      child.kill()
      rmSync(ownerFile, { force: true })
    },
  }
}
