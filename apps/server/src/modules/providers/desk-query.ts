import type { DeskProvider } from '@tradefront/contract/desk-processors'
import { knownProviders } from '@tradefront/processors/known-providers'
import { standardProtocol } from '@tradefront/processors/shared/standard-protocol'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

type ConnectionRow = NonNullable<DeskProvider['connection']> & { readonly provider: string }

/** Lists all providers, with what is set about those that operators have connected. */
export async function listDeskProviders(db: Db): Promise<DeskProvider[]> {
  const { rows } = await sql<ConnectionRow>`
    select provider, address, keys_hash as "keysHash", key_ends as keys, changed_by as "changedBy",
           floor(extract(epoch from changed_at) * 1000)::bigint as "changedAtMs"
      from provider_connections`.execute(db)
  return knownProviders.map(({ slug, name, kind, protocol }) => {
    const { addresses, keyNames } = protocol
    return {
      provider: slug,
      name,
      kind,
      addresses: [...addresses],
      keyNames: [...keyNames],
      isStandard: protocol === standardProtocol,
      connection: toConnection(rows.find((row) => row.provider === slug)),
    }
  })
}

function toConnection(row: ConnectionRow | undefined): DeskProvider['connection'] {
  if (row === undefined) return null
  const { provider: _, ...connection } = row
  return connection
}
