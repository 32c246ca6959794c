import { useQuery } from '@tanstack/react-query'
import type { QuarantineView } from '@tradefront/contract/desk-recovery'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { ActionButton } from '../action-button.tsx'
import { recoveryQuery } from './api.ts'

const steps = ['statements', 'book', 'payouts', 'release'] as const

/** The quarantine of a restored database with what to do before it ends, and the newest backup. */
export function RecoveryScreen() {
  const t = useTranslate()
  const format = useFormat()
  const query = useQuery(recoveryQuery)
  return (
    <div className="flex flex-col gap-6">
      <ScreenTitle lead={t('desk_recovery.lead')}>{t('desk_recovery.title')}</ScreenTitle>
      <QueryView query={query} name={t('desk_recovery.title')} skeleton={<Skeleton className="h-48" />}>
        {({ quarantine, backupAtMs }) => (
          <>
            {quarantine === null ? <p>{t('desk_recovery.none')}</p> : <Quarantine quarantine={quarantine} />}
            <section className="flex flex-col gap-1">
              <h2 className="font-semibold">{t('desk_recovery.backups')}</h2>
              <p className="text-muted">
                {backupAtMs === null
                  ? t('desk_recovery.no_backup')
                  : t('desk_recovery.newest', { time: format.recentTime(backupAtMs, serverNow()) })}
              </p>
            </section>
          </>
        )}
      </QueryView>
    </div>
  )
}

function Quarantine({ quarantine }: { readonly quarantine: QuarantineView }) {
  const t = useTranslate()
  const format = useFormat()
  const { id, cause, beganAtMs, knownUntilMs, unknownCharges } = quarantine
  const facts = [
    { title: t('desk_recovery.since'), value: format.recentTime(beganAtMs, serverNow()) },
    { title: t('desk_recovery.known_until'), value: format.recentTime(knownUntilMs, serverNow()) },
    ...(unknownCharges === null
      ? []
      : [{ title: t('desk_recovery.unknown_charges'), value: format.number(unknownCharges) }]),
  ]
  return (
    <section className="flex max-w-prose flex-col gap-5">
      <p>{t(`desk_recovery.cause_${cause}`)}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {facts.map(({ title, value }) => (
          <div key={title} className="contents">
            <dt className="text-muted">{title}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {cause !== 'silence' && (
        <>
          <ol className="flex list-decimal flex-col gap-2 ps-5">
            {steps.map((step) => (
              <li key={step}>{t(`desk_recovery.step_${step}`)}</li>
            ))}
          </ol>
          <div>
            <ActionButton
              action="quarantine.release"
              tone="primary"
              title={t('desk_recovery.release_title')}
              input={{ quarantine: id }}
              isOffered
            />
          </div>
        </>
      )}
    </section>
  )
}
