import { useQuery } from '@tanstack/react-query'
import type { DeskRate } from '@tradefront/contract/desk-decisions'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { ActionButton } from '../action-button.tsx'
import { DeskTable } from '../desk-table.tsx'
import { ratesQuery } from './api.ts'
import { formatRate } from './format-rate.ts'

/** The exchange rates, and the button that confirms one that has jumped. */
export function RatesScreen() {
  const t = useTranslate()
  const format = useFormat()
  return (
    <div className="flex flex-col gap-6">
      <ScreenTitle lead={t('desk_decisions.rates_lead')}>{t('desk_decisions.rates')}</ScreenTitle>
      <QueryView query={useQuery(ratesQuery)} name={t('desk_decisions.rates')} skeleton={<Skeleton className="h-96" />}>
        {(rates) => (
          <DeskTable
            id="rates"
            title={t('desk_decisions.rates')}
            columns={[
              {
                id: 'code',
                title: t('desk_decisions.code'),
                render: ({ code }) => <span className="font-medium">{code}</span>,
                toCell: ({ code }) => code,
              },
              {
                id: 'state',
                title: t('desk_decisions.state'),
                render: (rate) => <State rate={rate} />,
                toCell: ({ isOpen }) => t(isOpen ? 'desk_decisions.open' : 'desk_decisions.closed'),
              },
              {
                id: 'rate',
                title: t('desk_decisions.rate'),
                isNumeric: true,
                render: ({ code, latest }) => (latest === null ? '–' : formatRate(format, code, latest.rate)),
                toCell: ({ latest }) => latest?.rate ?? null,
              },
              {
                id: 'at',
                title: t('desk_decisions.read'),
                isNumeric: true,
                render: ({ latest }) => (latest === null ? '–' : format.ago(latest.atMs, serverNow())),
                toCell: ({ latest }) => (latest === null ? null : new Date(latest.atMs).toISOString()),
              },
              {
                id: 'held',
                title: t('desk_decisions.jumped_to'),
                isNumeric: true,
                render: ({ code, latest, held }) =>
                  held !== null && (
                    <>
                      <span className="font-medium">{formatRate(format, code, held.rate)}</span>{' '}
                      {latest !== null && <span className="text-warn">{format.change(latest.rate, held.rate)}</span>}
                    </>
                  ),
                toCell: ({ held }) => held?.rate ?? null,
              },
              { id: 'order', title: '', isNumeric: true, render: (rate) => <Confirm rate={rate} /> },
            ]}
            rows={rates}
            toKey={({ code }) => code}
            emptyText=""
          />
        )}
      </QueryView>
    </div>
  )
}

function State({ rate: { isOpen, held, latest } }: { readonly rate: DeskRate }) {
  const t = useTranslate()
  if (isOpen) return <span className="text-muted">{t('desk_decisions.open')}</span>
  return (
    <span className="font-medium text-down">
      {t(
        held !== null
          ? 'desk_decisions.is_held'
          : latest === null
            ? 'desk_decisions.no_rate'
            : 'desk_decisions.too_old',
      )}
    </span>
  )
}

function Confirm({ rate: { code, latest, held } }: { readonly rate: DeskRate }) {
  const t = useTranslate()
  const format = useFormat()
  const next = held === null ? '' : formatRate(format, code, held.rate)
  return (
    <ActionButton
      action="rate.confirm"
      size="sm"
      title={t('desk_decisions.confirm_title', { rate: next })}
      input={held && { rate: code, value: held.rate }}
      isOffered={held !== null}
    >
      {latest !== null && (
        <p className="text-muted">
          {t('desk_decisions.confirm_text', { before: formatRate(format, code, latest.rate) })}
        </p>
      )}
    </ActionButton>
  )
}
