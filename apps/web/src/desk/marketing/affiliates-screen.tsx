import { useQuery } from '@tanstack/react-query'
import type { figureDays } from '@tradefront/contract/desk-figures'
import type { AffiliateFigures } from '@tradefront/contract/desk-marketing'
import { type Currency, fromMinor } from '@tradefront/rules/ledger/money'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'
import type { TextKey } from '@tradefront/texts/keys'
import { useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { type DeskColumn, DeskTable } from '../desk-table.tsx'
import { PeriodFields } from '../figures/period-fields.tsx'
import { affiliatesQuery } from './api.ts'

const counts = [
  { id: 'registrations', text: 'figures.registrations' },
  { id: 'firstDeposits', text: 'figures.first_deposits' },
] as const satisfies readonly { id: keyof AffiliateFigures; text: TextKey }[]

const sums = [
  { id: 'paidIn', text: 'figures.paid_in', read: (row) => row.paidIn },
  { id: 'paidOut', text: 'figures.paid_out', read: (row) => row.paidOut },
  { id: 'net', text: 'figures.net', read: (row) => row.paidIn - row.paidOut },
] as const satisfies readonly { id: string; text: TextKey; read: (row: AffiliateFigures) => number }[]

/** Figures of the traders of each affiliate, for days up to today. */
export function AffiliatesScreen() {
  const t = useTranslate()
  const format = useFormat()
  const [currency, setCurrency] = useState<Currency>(baseCurrency)
  const [days, setDays] = useState<(typeof figureDays)[number]>(90)
  return (
    <div className="flex flex-col gap-6">
      <ScreenTitle
        lead={t('desk_marketing.affiliates_lead')}
        aside={<PeriodFields {...{ currency, days, setCurrency, setDays }} />}
      >
        {t('desk_marketing.affiliates')}
      </ScreenTitle>
      <QueryView
        query={useQuery(affiliatesQuery(currency, days))}
        name={t('desk_marketing.affiliates')}
        skeleton={<Skeleton className="h-96" />}
      >
        {(affiliates) => (
          <DeskTable
            id="affiliates"
            title={t('desk_marketing.by_affiliate')}
            columns={[
              {
                id: 'affiliate',
                title: t('desk_marketing.affiliate'),
                render: ({ affiliate }) => <span className="font-medium">{affiliate}</span>,
                toCell: ({ affiliate }) => affiliate,
              },
              ...counts.map(({ id, text }): DeskColumn<AffiliateFigures> => ({
                id,
                title: t(text),
                isNumeric: true,
                render: (row) => format.number(row[id]),
                toCell: (row) => row[id],
              })),
              ...sums.map(({ id, text, read }): DeskColumn<AffiliateFigures> => ({
                id,
                title: t(text),
                isNumeric: true,
                render: (row) => format.money(fromMinor(read(row), currency), currency),
                toCell: (row) => fromMinor(read(row), currency),
              })),
            ]}
            rows={affiliates}
            toKey={({ affiliate }) => affiliate}
            emptyText={t('desk_marketing.no_affiliates')}
          />
        )}
      </QueryView>
    </div>
  )
}
