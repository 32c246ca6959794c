import type { TraderDetails } from '@tradefront/contract/desk-traders'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'

export function TraderIdentity({ trader }: { readonly trader: TraderDetails }) {
  const t = useTranslate()
  const format = useFormat()
  const { emailProvedAtMs, realOpenedAtMs, verifiedAtMs, verification } = trader
  const rows = [
    {
      id: 'email',
      name: t('desk.email'),
      value: (
        <span className="flex flex-col">
          <span className="wrap-anywhere">{trader.email}</span>
          <Note isGood={emailProvedAtMs !== null}>
            {emailProvedAtMs === null
              ? t('traders.email_unproved')
              : t('traders.email_proved', { day: format.day(emailProvedAtMs) })}
          </Note>
        </span>
      ),
    },
    { id: 'phone', name: t('traders.phone'), value: trader.phone && <bdi dir="ltr">{trader.phone}</bdi> },
    { id: 'country', name: t('desk.country'), value: format.region(trader.country || 'ZZ') },
    { id: 'language', name: t('traders.language'), value: trader.language.toUpperCase() },
    {
      id: 'verification',
      name: t('traders.verification'),
      value: (
        <Note isGood={verification === 'Full'}>
          {t(`traders.verified_${verification}`, { day: verifiedAtMs === null ? '' : format.day(verifiedAtMs) })}
        </Note>
      ),
    },
    { id: 'registered', name: t('traders.registered'), value: format.day(trader.registeredAtMs) },
    {
      id: 'real',
      name: t('traders.real_account'),
      value: realOpenedAtMs === null ? t('traders.practice_only') : format.day(realOpenedAtMs),
    },
    { id: 'affiliate', name: t('traders.affiliate'), value: trader.affiliate },
  ]
  return (
    <Card as="section" labelledBy="who" className="flex flex-col gap-4">
      <h2 id="who" className="text-17 font-semibold">
        {t('traders.who')}
      </h2>
      <DescriptionList rows={rows.map((row) => ({ ...row, value: row.value || '–' }))} />
    </Card>
  )
}

function Note({ isGood, children }: { readonly isGood: boolean; readonly children: string }) {
  return <span className={isGood ? 'text-up' : 'text-warn'}>{children}</span>
}
