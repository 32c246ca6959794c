import type { AppContext } from '../../../context.ts'
import { dayMs, hourMs, minuteMs } from '../../../platform/clock.ts'
import { type NewAlert, raiseAlert, withdrawAlert } from '../../alerts/service.ts'
import { announceResult } from '../announce-result.ts'
import { inquireAttempt } from '../inquire-attempt.ts'
import type { ProcessorStatement } from '../payment-provider.ts'
import type { Difference, StatementRow } from './reconcile-statement.ts'
import { type Period, reconcileWithLedger } from './reconcile-with-ledger.ts'
import { saveComparison } from './exception-store.ts'
import { findStatementFile, listWaitingFiles, marginMs, markFileCompared } from './statement-file-store.ts'
import {
  claimDueStatements,
  type DueStatement,
  type StatementDay,
  insertStatementDays,
  markStatementCompared,
  markStatementFailed,
} from './statement-store.ts'

/** Limits for each processor in a night: pages of a statement, charges to ask about, and alerts. */
const maxPages = 200
const maxInquiries = 100
const maxAlerts = 100
const timeLimitMs = minuteMs
const leaseMs = 10 * minuteMs
/** Time from the end of a day (UTC) until its statements are fetched. */
const readyAfterMs = 3 * hourMs + 20 * minuteMs
/** Pauses after each failure. After the last one an alert is raised. */
const retryPausesMs = [10 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs]

/** Compares the statements of each day with the ledger, each processor by itself. A statement that cannot be fetched is tried again. */
export async function compareStatements(context: AppContext): Promise<void> {
  const { clock, db, providers } = context
  const statements = Object.values(providers).flatMap((provider) => provider.statements)
  const connected = await listConnected(statements)
  const now = clock.now()
  const lastDay = new Date(now.getTime() - readyAfterMs - dayMs).toISOString().slice(0, 10)
  await insertStatementDays(
    db,
    connected.map(({ processor }) => processor),
    lastDay,
    now,
  )
  const due = await claimDueStatements(db, now, new Date(now.getTime() + leaseMs))
  await Promise.all(due.map((each) => compareDay(context, each, statements)))
}

/** Lists the processors that can be asked. */
export async function listConnected(statements: readonly ProcessorStatement[]): Promise<ProcessorStatement[]> {
  const areConnected = await Promise.all(statements.map((statement) => statement.isConnected()))
  return statements.filter((_statement, index) => areConnected[index])
}

/** Compares files that operators have uploaded, and again if they upload them again. */
export async function compareFiles(context: AppContext): Promise<void> {
  const { clock, db, onError } = context
  for (const { uploadedAt, ...file } of await listWaitingFiles(db)) {
    try {
      await compareRows(context, file, file.rows)
      await markStatementCompared(db, file, clock.now())
      await markFileCompared(db, file, uploadedAt, clock.now())
      await withdrawAlert(db, buildMissingAlert(file), clock.now())
    } catch (error) {
      onError(error)
    }
  }
}

const buildMissingAlert = ({ processor, day }: StatementDay): NewAlert => ({
  kind: 'statement.missing',
  subject: `statement:${processor}/${day}`,
})

async function compareDay(
  context: AppContext,
  due: DueStatement,
  statements: readonly ProcessorStatement[],
): Promise<void> {
  const { clock, config, db, onError } = context
  const alert = buildMissingAlert(due)
  const statement = statements.find(({ processor }) => processor === due.processor)
  // The processor was removed from the product.
  if (statement === undefined) return markStatementFailed(db, due, due.tries, null, clock.now())
  try {
    const uploaded = await findStatementFile(db, due)
    await compareRows(context, due, uploaded ?? (await fetchRows(context, statement, toPeriod(due.day))))
  } catch (error) {
    onError(error)
    const now = clock.now()
    const pauseMs = retryPausesMs[due.tries]
    const next = pauseMs === undefined ? null : new Date(now.getTime() + pauseMs * config.waitScale)
    await markStatementFailed(db, due, due.tries + 1, next, now)
    if (next === null) await raiseAlert(db, { ...alert, detail: { tries: due.tries + 1 } }, now)
    return
  }
  await markStatementCompared(db, due, clock.now())
  await withdrawAlert(db, alert, clock.now())
}

function toPeriod(day: string): Period {
  const from = new Date(day)
  return { from, to: new Date(from.getTime() + dayMs) }
}

async function compareRows(context: AppContext, due: StatementDay, rows: readonly StatementRow[]): Promise<void> {
  const { clock, db, reports } = context
  const { processor } = due
  const endMs = clock.now().getTime() + timeLimitMs
  const compare = () => reconcileWithLedger(reports, rows, toPeriod(due.day), { processor, isPeriodOnly: true })
  const found = await compare()
  // Answers could not be booked in quarantine.
  const hasAsked = !(await context.quarantine.isOpen()) && (await askAbout(context, found.differences, endMs))
  const left = hasAsked ? await compare() : found
  await saveComparison(db, due, left, clock.now())
  for (const difference of left.differences.slice(0, maxAlerts)) await raiseDifference(context, difference)
}

/** Fetches the rows of a statement. @throws if it cannot be fetched */
export async function fetchRows(
  { clock }: AppContext,
  { processor, fetchPage }: ProcessorStatement,
  period: Period,
): Promise<StatementRow[]> {
  const endMs = clock.now().getTime() + timeLimitMs
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

/** Asks about charges that differ. A charge that was missed is then credited or refunded like any other. */
async function askAbout(context: AppContext, differences: readonly Difference[], endMs: number): Promise<boolean> {
  const known = differences.filter(({ what, depositId }) => what === 'charge' && depositId !== null)
  const references = [...new Set(known.map(({ reference }) => reference))].slice(0, maxInquiries)
  for (const reference of references) {
    if (context.clock.now().getTime() > endMs) break
    try {
      await inquireAttempt(context, reference)
      await announceResult(context, reference)
    } catch (error) {
      context.onError(error)
    }
  }
  return references.length > 0
}

async function raiseDifference(
  { clock, db }: AppContext,
  { processor, reference, kind, there, here, difference, currency }: Difference,
): Promise<void> {
  const subject = `statement:${processor}/${reference}`
  const detail = { difference: kind, there, here, amount: difference, currency }
  await raiseAlert(db, { kind: 'statement.differs', subject, detail }, clock.now())
}
