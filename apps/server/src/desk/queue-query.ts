import { queueReaders, type QueueRow } from '@tradefront/contract/desk-queue'
import type { OperatorRole, QueueKind } from '@tradefront/contract/operator-actions'
import type { Locale } from '@tradefront/texts/locales'

import { describeAlertKind, listOpenAlerts } from '../modules/alerts/service.ts'
import { listChargebacks, listDeskDeposits } from '../modules/deposits/desk-query.ts'
import { listDocumentCases } from '../modules/documents/desk-query.ts'
import { listCases } from '../modules/operators/case-store.ts'
import { listOpenCommands } from '../modules/operators/desk-command-store.ts'
import { listDeskRates } from '../modules/rates/desk-query.ts'
import type { Settings } from '../modules/settings/service.ts'
import { listDeskTickets } from '../modules/support/desk-query.ts'
import { listDeskPrizes } from '../modules/tournaments/desk-query.ts'
import { listWithdrawals } from '../modules/withdrawal/desk-query.ts'
import { dayMs, hourMs } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'

/** How many alerts are listed at most. The other kinds have limits in their own lists. */
const maxAlerts = 100

type Facts = Omit<QueueRow, 'kind' | 'operator' | 'snoozedUntilMs'> & { readonly operator?: string | null }

const nothing = { trader: null, amount: null, currency: null, alert: null, dueMs: null }

/** Lists what waits for one of the roles: what is due first, then what waits longest. */
export async function listQueue(
  db: Db,
  roles: readonly OperatorRole[],
  options: { readonly settings: Settings; readonly locale: Locale },
): Promise<QueueRow[]> {
  const waitingMs = options.settings.waiting_alert_hours * hourMs
  const readers: Readonly<Record<QueueKind, () => Promise<Facts[]>>> = {
    withdrawal: async () =>
      (await listWithdrawals(db, 'waiting_approval', undefined)).map(
        ({ id, trader, amount, currency, confirmedAtMs }) => ({
          ...nothing,
          id,
          trader,
          amount,
          currency,
          sinceMs: confirmedAtMs,
          dueMs: confirmedAtMs + waitingMs,
        }),
      ),
    claim: () => listDeposits(db, 'claims', waitingMs),
    // Money that has come for a deposit in review is a case of its own.
    review: async () => {
      const [review, suspense] = await Promise.all([
        listDeposits(db, 'review', waitingMs),
        listDeposits(db, 'suspense', waitingMs),
      ])
      return review.filter(({ id }) => suspense.every((other) => other.id !== id))
    },
    suspense: () => listDeposits(db, 'suspense', waitingMs),
    chargeback: async () =>
      (await listChargebacks(db, 'open')).map(({ deposit, trader, amount, currency, openedAtMs, dueAtMs }) => ({
        ...nothing,
        id: deposit,
        trader,
        amount,
        currency,
        sinceMs: openedAtMs,
        dueMs: dueAtMs,
      })),
    document: async () =>
      (await listDocumentCases(db)).map(({ trader, kind, sentAtMs }) => ({
        ...nothing,
        id: `${trader.id}|${kind}`,
        trader,
        sinceMs: sentAtMs,
        dueMs: sentAtMs + waitingMs,
      })),
    ticket: async () =>
      (await listDeskTickets(db, 'open', options)).map(({ id, trader, changedAtMs, answerByMs, assignedTo }) => ({
        ...nothing,
        id,
        trader,
        sinceMs: changedAtMs,
        dueMs: answerByMs,
        operator: assignedTo,
      })),
    approval: async () =>
      (await listOpenCommands(db, roles)).map(({ id, createdAtMs }) => ({
        ...nothing,
        id,
        sinceMs: createdAtMs,
        dueMs: createdAtMs + dayMs,
      })),
    prize: async () =>
      (await listDeskPrizes(db)).map(({ id, trader, endsAtMs, ...prize }) => ({
        ...nothing,
        id,
        trader,
        sinceMs: endsAtMs,
        dueMs: endsAtMs + waitingMs,
        ...(prize.kind === 'cash' && { amount: prize.amount, currency: prize.currency }),
      })),
    // Money of a currency is not converted until its new rate is confirmed, so that it is due at once.
    rate: async () =>
      (await listDeskRates(db, options.settings, new Date())).flatMap(({ code, held }) =>
        held === null ? [] : [{ ...nothing, id: code, sinceMs: held.atMs, dueMs: held.atMs }],
      ),
    alert: async () =>
      (await listOpenAlerts(db, maxAlerts)).map(({ id, kind, subject, raisedAt }) => ({
        ...nothing,
        id: String(id),
        sinceMs: raisedAt.getTime(),
        alert: { name: kind, meaning: describeAlertKind(kind).meaning, subject },
      })),
  }
  const kinds = (Object.keys(readers) as QueueKind[]).filter((kind) =>
    roles.some((role) => queueReaders[kind].includes(role)),
  )
  const cases = new Map((await listCases(db)).map((each) => [`${each.kind}:${each.id}`, each]))
  const lists = await Promise.all(
    kinds.map(async (kind) =>
      (await readers[kind]()).map((facts): QueueRow => {
        const found = cases.get(`${kind}:${facts.id}`)
        return {
          ...facts,
          kind,
          operator: facts.operator ?? found?.operator ?? null,
          snoozedUntilMs: found?.snoozedUntil?.getTime() ?? null,
        }
      }),
    ),
  )
  const rank = ({ dueMs, sinceMs }: QueueRow) => dueMs ?? sinceMs + waitingMs
  return lists.flat().toSorted((one, other) => rank(one) - rank(other))
}

async function listDeposits(db: Db, queue: 'claims' | 'review' | 'suspense', waitingMs: number): Promise<Facts[]> {
  return (await listDeskDeposits(db, queue, undefined)).map(({ id, trader, amount, currency, createdAtMs }) => ({
    ...nothing,
    id,
    trader,
    amount,
    currency,
    sinceMs: createdAtMs,
    dueMs: createdAtMs + waitingMs,
  }))
}
