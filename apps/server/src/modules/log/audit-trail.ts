import type { AppContext } from '../../context.ts'
import {
  type AuditFault,
  findAuditHead,
  findSealFaults,
  findSealHashes,
  findUnsealedFaults,
  sealEntries,
} from '../../platform/audit-seals.ts'
import { raiseAlert } from '../alerts/service.ts'
import { listAuditHeads } from './log-store.ts'

const sealedAtOnce = 500
const maxRounds = 20
/** How many seals are compared at once. */
const pageSize = 10_000

export type AuditCheck = {
  readonly seals: number
  /** Number of seals after the last one whose head is in the public log. */
  readonly unlogged: number
  readonly faults: readonly AuditFault[]
  /** Numbers of seals that have another hash in the public log: the chain was written again. */
  readonly differingHeads: readonly number[]
}

/** Adds the entries that wait to the chain of hashes. Run by a job on every server; its next run adds what is left. */
export async function sealAuditEntries({ db }: AppContext): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) if ((await sealEntries(db, sealedAtOnce)) < sealedAtOnce) return
}

/** Computes the chain of the audit trail again, and compares it with its entries and with its heads in the public log. */
export async function checkAuditTrail({ reports }: Pick<AppContext, 'reports'>): Promise<AuditCheck> {
  const seals = (await findAuditHead(reports))?.number ?? 0
  const faults: AuditFault[] = []
  for (let from = 1; from <= seals; from += pageSize)
    faults.push(...(await findSealFaults(reports, from, from + pageSize - 1)))
  faults.push(...(await findUnsealedFaults(reports)))
  const heads = await listAuditHeads(reports)
  const differingHeads: number[] = []
  for (let index = 0; index < heads.length; index += pageSize) {
    const page = heads.slice(index, index + pageSize)
    const hashes = await findSealHashes(
      reports,
      page.map(({ number }) => number),
    )
    differingHeads.push(...page.filter(({ number, hash }) => hashes.get(number) !== hash).map(({ number }) => number))
  }
  return { seals, unlogged: Math.max(0, seals - (heads.at(-1)?.number ?? 0)), faults, differingHeads }
}

/** Raises an alert for each fault. Run by a job each night. */
export async function alertAuditFaults(context: AppContext): Promise<void> {
  const { faults, differingHeads } = await checkAuditTrail(context)
  const count = faults.length + differingHeads.length
  if (count === 0) return
  const detail = { entry: faults[0]?.entryId ?? null, seal: differingHeads[0] ?? null, count }
  await raiseAlert(context.db, { kind: 'audit.changed', subject: 'audit', detail }, context.clock.now())
}
