import type { AppContext } from '../../context.ts'
import { resealNumbers } from '../../modules/cards/saved-cards.ts'
import { resealContactRequests } from '../../modules/contact/service.ts'
import { resealChargebackFiles } from '../../modules/deposits/chargeback-files.ts'
import { resealDocuments } from '../../modules/documents/file-storage.ts'
import { resealTickets } from '../../modules/support/service.ts'
import { resealLogKey } from '../../modules/log/log-key.ts'
import { resealProviderKeys } from '../../modules/providers/service.ts'
import { resealPushKey } from '../../modules/push/push-key.ts'
import { resealMarketSecret } from '../../modules/trading/walk-store.ts'
import { insertAuditEntry, type Operator } from '../../platform/audit.ts'
import { resealInstallation } from '../../platform/database/installation.ts'
import { formatTable } from '../cli/format.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'

export function addResealCommand(program: OperatorCommand): void {
  program
    .command('reseal')
    .summary('encrypt old values again with the first key of SECRET_KEY')
    .description(
      'After a new first key was added to SECRET_KEY, encrypt card numbers, documents, tickets, contact requests, keys of providers and the secret of the market again with it, and show whether the other keys can be removed.',
    )
    .changesData()
    .handle(async (context) => {
      const { app, by, confirm } = context
      await confirm('Values that were encrypted with earlier keys are encrypted again.')
      const counts = await resealAll(app, by)
      const unreadable = counts.reduce((sum, count) => sum + count.unreadable, 0)
      const advice =
        unreadable === 0
          ? 'The other keys can be removed from SECRET_KEY in two days, when mails that wait have been sent.'
          : 'Some values open with no key of SECRET_KEY: add the key that they were encrypted with, and run this again.'
      const rows = counts.map(({ kind, ...count }) => [kind, String(count.resealed), String(count.unreadable)])
      context.print(
        { counts, advice },
        `${formatTable(['values', 'encrypted again', 'unreadable'], rows, '')}${advice}\n`,
      )
    })
}

async function resealAll(app: AppContext, by: Operator) {
  const counts = [
    { kind: 'card numbers', ...(await resealNumbers(app)) },
    { kind: 'documents', ...(await resealDocuments(app)) },
    { kind: 'chargebacks', ...(await resealChargebackFiles(app)) },
    { kind: 'tickets', ...(await resealTickets(app)) },
    { kind: 'contact requests', ...(await resealContactRequests(app)) },
    { kind: 'secret of the market', ...(await resealMarketSecret(app)) },
    { kind: 'key of the public log', ...(await resealLogKey(app)) },
    { kind: 'key of push messages', ...(await resealPushKey(app)) },
    { kind: 'keys of providers', ...(await resealProviderKeys(app)) },
    { kind: 'check of the key', ...(await resealInstallation(app)) },
  ]
  const at = app.clock.now()
  await insertAuditEntry(app.db, { by, action: 'keys.reseal', subject: 'keys', before: null, after: counts, at })
  return counts
}
