import type { Measure } from '../../platform/metrics/measures.ts'
import { toAgeSeconds } from '../../platform/metrics/measures.ts'
import { findNewestBackup } from '../../platform/recovery/backups.ts'
import { findQuarantine } from '../../platform/recovery/quarantine.ts'

export const measureRecovery: Measure = async (db, now) => {
  const quarantine = await findQuarantine(db)
  const madeAt = await findNewestBackup(db)
  const cause = quarantine?.cause ?? 'none'
  return [
    { name: 'tradefront_quarantine', labels: { cause }, value: quarantine === null ? 0 : 1 },
    ...(madeAt === null
      ? []
      : ([{ name: 'tradefront_backup_age_seconds', value: toAgeSeconds(madeAt, now) }] as const)),
  ]
}
