import { useQuery } from '@tanstack/react-query'
import type { DeskPromoCode } from '@tradefront/contract/desk-marketing'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { ActionButton } from '../action-button.tsx'
import { DeskTable } from '../desk-table.tsx'
import { promoCodesQuery } from './api.ts'
import { ChangePromoCode } from './change-promo-code.tsx'
import { CreatePromoCode } from './create-promo-code.tsx'

type PromoState = 'open' | 'planned' | 'used_up' | 'ended'

function decidePromoState(code: DeskPromoCode, now: number): PromoState {
  if (code.endsAtMs !== null && code.endsAtMs <= now) return 'ended'
  if (code.maxUses !== null && code.uses >= code.maxUses) return 'used_up'
  return code.startsAtMs > now ? 'planned' : 'open'
}

const stateTones: Readonly<Record<PromoState, string>> = {
  open: 'font-medium text-up',
  planned: 'text-ink',
  used_up: 'text-muted',
  ended: 'text-muted',
}

/**
 * Codes with their terms, what they have given, and the orders that make, change and end them.
 * @param props.openCode code that is marked
 */
export function PromoScreen({ openCode }: { readonly openCode: string | null }) {
  const t = useTranslate()
  return (
    <div className="flex flex-col gap-6">
      <ScreenTitle lead={t('desk_marketing.promo_lead')} aside={<CreatePromoCode />}>
        {t('desk_marketing.promo')}
      </ScreenTitle>
      <QueryView
        query={useQuery(promoCodesQuery)}
        name={t('desk_marketing.promo')}
        skeleton={<Skeleton className="h-96" />}
      >
        {(codes) => <Codes codes={codes} openCode={openCode} />}
      </QueryView>
    </div>
  )
}

function Codes({ codes, openCode }: { readonly codes: readonly DeskPromoCode[]; readonly openCode: string | null }) {
  const t = useTranslate()
  const format = useFormat()
  const write = (minor: number, currency: string) => format.money(fromMinor(minor, currency), currency)
  const stateOf = (code: DeskPromoCode) => decidePromoState(code, serverNow())
  const writeBonus = ({ percent, amount }: DeskPromoCode) =>
    percent === null ? write(amount ?? 0, baseCurrency) : format.percent(percent / 100)
  const writeDay = (ms: number | null) => (ms === null ? t('desk_marketing.no_end') : format.dateTime(ms))
  const writeGiven = ({ given }: DeskPromoCode) =>
    given.length === 0 ? '—' : given.map(({ amount, currency }) => write(amount, currency)).join(' + ')
  return (
    <DeskTable
      id="promo-codes"
      title={t('desk_marketing.codes')}
      columns={[
        {
          id: 'code',
          title: t('desk_marketing.code'),
          render: ({ code }) => (
            <span className={cx('font-medium', code === openCode && 'rounded-field bg-accent-soft px-2 py-1')}>
              {code}
            </span>
          ),
          toCell: ({ code }) => code,
        },
        {
          id: 'state',
          title: t('desk_marketing.state'),
          render: (code) => (
            <span className={stateTones[stateOf(code)]}>{t(`desk_marketing.state_${stateOf(code)}`)}</span>
          ),
          toCell: (code) => t(`desk_marketing.state_${stateOf(code)}`),
        },
        { id: 'bonus', title: t('desk_marketing.bonus'), render: writeBonus, toCell: writeBonus },
        {
          id: 'audience',
          title: t('desk_marketing.audience'),
          render: ({ audience }) => t(`desk_marketing.audience_${audience}`),
          toCell: ({ audience }) => t(`desk_marketing.audience_${audience}`),
        },
        {
          id: 'minimum',
          title: t('desk_marketing.min_deposit'),
          isNumeric: true,
          render: ({ minDeposit }) =>
            minDeposit === null ? t('desk_marketing.no_deposit') : write(minDeposit, baseCurrency),
          toCell: ({ minDeposit }) => (minDeposit === null ? null : fromMinor(minDeposit, baseCurrency)),
        },
        {
          id: 'uses',
          title: t('desk_marketing.uses'),
          isNumeric: true,
          render: ({ uses, maxUses }) => (
            <>
              {format.number(uses)}
              {maxUses !== null && <span className="text-muted"> / {format.number(maxUses)}</span>}
            </>
          ),
          toCell: ({ uses }) => uses,
        },
        {
          id: 'given',
          title: t('desk_marketing.given'),
          isNumeric: true,
          render: writeGiven,
          toCell: writeGiven,
        },
        {
          id: 'ends',
          title: t('desk_marketing.ends'),
          render: ({ endsAtMs }) => writeDay(endsAtMs),
          toCell: ({ endsAtMs }) => (endsAtMs === null ? null : new Date(endsAtMs).toISOString()),
        },
        {
          id: 'order',
          title: t('desk_marketing.order'),
          isNumeric: true,
          render: (code) => (
            <span className="flex justify-end gap-2">
              <ChangePromoCode code={code} />
              <ActionButton
                action="promo.end"
                tone="danger"
                size="sm"
                label={t('desk_marketing.end')}
                title={t('desk_marketing.end_title', { code: code.code })}
                input={{ promo: code.code }}
                isOffered={stateOf(code) !== 'ended'}
              />
            </span>
          ),
        },
      ]}
      rows={codes}
      toKey={({ code }) => code}
      emptyText={t('desk_marketing.no_codes')}
    />
  )
}
