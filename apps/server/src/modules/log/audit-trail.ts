import type { AppContext } from '../../context.ts'
import {
  type AuditFault,
  countSeals,
  findSealFaults,
  findSealHashes,
  findUnsealedFaults,
  sealEntries,
} from '../../platform/audit-seals.ts'
import { raiseAlert } from '../alerts/service.ts'
import { listAuditHeads } from './log-store.ts'

const sealedAtOnce = 500
const maxRounds = 20
/** Compared at once. */
const pageSize = 10_000

export type AuditCheck = {
  readonly seals: number
  /** Heads of the trail in the public log. */
  readonly heads: number
  readonly faults: readonly AuditFault[]
  /** Numbers of seals that are not those in the public log: the chain was written again. */
  readonly otherThanLogged: readonly number[]
}

/** Adds the entries that wait to the chain of hashes. Run by a job on every server; what is left waits for its next run. */
export async function sealAuditEntries({ db, clock }: AppContext): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1)
    if ((await sealEntries(db, clock.now(), sealedAtOnce)) < sealedAtOnce) return
}

/** Computes the chain of the audit trail again, and compares it with its entries and with its heads in the public log. */
export async function checkAuditTrail({ reports }: AppContext): Promise<AuditCheck> {
  const seals = await countSeals(reports)
  const faults: AuditFault[] = []
  for (let from = 1; from <= seals; from += pageSize)
    faults.push(...(await findSealFaults(reports, from, from + pageSize - 1)))
  faults.push(...(await findUnsealedFaults(reports)))
  const heads = await listAuditHeads(reports)
  const otherThanLogged: number[] = []
  for (let index = 0; index < heads.length; index += pageSize) {
    const page = heads.slice(index, index + pageSize)
    const hashes = await findSealHashes(
      reports,
      page.map(({ number }) => number),
    )
    otherThanLogged.push(...page.filter(({ number, hash }) => hashes.get(number) !== hash).map(({ number }) => number))
  }
  return { seals, heads: heads.length, faults, otherThanLogged }
}

/** Run by a job each night. */
export async function alertAuditFaults(context: AppContext): Promise<void> {
  const { faults, otherThanLogged } = await checkAuditTrail(context)
  if (faults.length + otherThanLogged.length === 0) return
  const detail = {
    entry: faults[0]?.entryId ?? null,
    seal: otherThanLogged[0] ?? null,
    count: faults.length + otherThanLogged.length,
  }
  await raiseAlert(context.db, { kind: 'audit.changed', subject: 'audit', detail }, context.clock.now())
}
