import { type Clock, dayMs, hourMs, minuteMs } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { raiseAlert } from '../alerts/alert-store.ts'
import type { AttemptInquirer } from '../attempt-inquirer.ts'
import { createOperatorStore } from '../operator/operator-store.ts'
import type { PaymentProviders, ProcessorStatement } from '../payment-provider.ts'
import type { Difference, StatementRow } from './reconcile-statement.ts'
import { type Period, reconcileWithLedger } from './reconcile-with-ledger.ts'

type CompareStatementsDeps = {
  readonly db: Db
  readonly reports: Db
  readonly providers: PaymentProviders
  readonly inquireAttempt: AttemptInquirer['inquireAttempt']
  readonly onResultApplied: (reference: string) => Promise<void>
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** Clocks differ, and a movement near midnight can be in another day there. */
const marginMs = hourMs
/** For each processor: pages of a statement, charges to ask about, and alerts in a night. */
const maxPages = 200
const maxInquiries = 100
const maxAlerts = 100
const timeLimitMs = minuteMs

/** Compares the statements of yesterday (UTC) with the ledger, each processor by itself. */
export function createCompareStatements(deps: CompareStatementsDeps) {
  const { db, providers, clock, onError } = deps
  const store = createOperatorStore(deps)

  return async (): Promise<void> => {
    const today = new Date(clock.now().toISOString().slice(0, 10))
    const period = { from: new Date(today.getTime() - dayMs), to: today }
    const statements = Object.values(providers).flatMap((provider) => provider?.statements ?? [])
    await Promise.all(
      statements.map((statement) =>
        compareStatement(statement, period).catch(async (error: unknown) => {
          onError(error)
          const day = period.from.toISOString().slice(0, 10)
          const subject = `statement:${statement.processor}/${day}`
          await raiseAlert(db, { kind: 'statement.missing', subject }, clock.now())
        }),
      ),
    )
  }

  async function compareStatement(statement: ProcessorStatement, period: Period): Promise<void> {
    const { processor } = statement
    const endMs = clock.now().getTime() + timeLimitMs
    const rows = await fetchRows(statement, period, endMs)
    const compare = async () => (await reconcileWithLedger(store, rows, period, processor)).differences
    const found = await compare()
    const hasAsked = await askAbout(found, endMs)
    const left = hasAsked ? await compare() : found
    for (const difference of left.slice(0, maxAlerts)) await raiseDifference(difference)
  }

  async function fetchRows(
    { processor, fetchPage }: ProcessorStatement,
    period: Period,
    endMs: number,
  ): Promise<StatementRow[]> {
    const [from, to] = [new Date(period.from.getTime() - marginMs), new Date(period.to.getTime() + marginMs)]
    const rows: StatementRow[] = []
    for (let offset: number | null = 0, pages = 0; offset !== null; pages += 1) {
      if (pages === maxPages || clock.now().getTime() > endMs) throw new Error(`statement of ${processor}: too long`)
      const page = await fetchPage(from, to, offset)
      if (page === null) throw new Error(`statement of ${processor}: no readable reply`)
      rows.push(...page.rows)
      offset = page.nextOffset
    }
    return rows
  }

  /** A charge that was missed is then credited or refunded like any other. */
  async function askAbout(differences: readonly Difference[], endMs: number): Promise<boolean> {
    const known = differences.filter(({ what, depositId }) => what === 'charge' && depositId !== null)
    const references = [...new Set(known.map(({ reference }) => reference))].slice(0, maxInquiries)
    for (const reference of references) {
      if (clock.now().getTime() > endMs) break
      try {
        await deps.inquireAttempt(reference)
        await deps.onResultApplied(reference)
      } catch (error) {
        onError(error)
      }
    }
    return references.length > 0
  }

  async function raiseDifference({ processor, reference, kind, there, here, difference, currency }: Difference) {
    const subject = `statement:${processor}/${reference}`
    const detail = { difference: kind, there, here, amount: difference, currency }
    await raiseAlert(db, { kind: 'statement.differs', subject, detail }, clock.now())
  }
}
