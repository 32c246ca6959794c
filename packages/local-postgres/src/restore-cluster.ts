import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { saveClusterState } from './cluster-state.ts'
import type { ClusterFile } from './copy-cluster.ts'
import { findFreePort } from './free-port.ts'
import { LocalPostgresError } from './local-postgres-error.ts'
import { findPostgresPaths } from './postgres-binaries.ts'
import { setOwnerAndMode } from './postgres-process.ts'

export type ClusterWriter = {
  /** Folder of the cluster, which can be outside of the data folder. */
  readonly cluster: string
  /** @throws LocalPostgresError for a path outside of the cluster */
  readonly write: (file: ClusterFile) => Promise<void>
}

/** Prepares an empty data folder for the files of a copied cluster. It gets an id and a port of its own: the original can still run. */
export async function createClusterWriter(dataDir: string, password: string): Promise<ClusterWriter> {
  const id = randomBytes(8).toString('hex')
  saveClusterState(dataDir, { id, port: await findFreePort(), password })
  const { cluster, account } = await findPostgresPaths(dataDir, id)
  mkdirSync(dirname(cluster), { recursive: true })
  mkdirSync(cluster, { mode: 0o700 })
  setOwnerAndMode(cluster, account)
  return {
    cluster,
    write: async ({ path, read }) => {
      if (!/^[\w.-]+(?:\/[\w.-]+)*$/.test(path) || path.split('/').includes('..'))
        throw new LocalPostgresError(`The copy has a file with a wrong name: ${JSON.stringify(path)}.`)
      const target = join(cluster, path)
      if (read === undefined) {
        mkdirSync(target, { mode: 0o700 })
        setOwnerAndMode(target, account)
        return
      }
      const handle = await open(target, 'wx', 0o600)
      try {
        for await (const chunk of read()) await handle.writeFile(chunk)
      } finally {
        await handle.close()
      }
      if (account) chownSync(target, account.uid, account.gid)
    },
  }
}
