import { useQuery } from '@tanstack/react-query'
import type { DeskPrize } from '@tradefront/contract/desk-decisions'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { ActionButton } from '../action-button.tsx'
import { listTraderRows } from '../traders/list-trader-rows.tsx'
import { WaitingCommand } from '../waiting-command.tsx'
import { prizesQuery } from './api.ts'

/** Prizes of verified winners that wait for operators. @param props.openId is marked, e.g. the one that an approval leads to */
export function PrizesScreen({ openId }: { readonly openId: string | null }) {
  const t = useTranslate()
  return (
    <div className="flex w-full max-w-3xl flex-col gap-6">
      <ScreenTitle lead={t('desk_decisions.prizes_lead')}>{t('desk_decisions.prizes')}</ScreenTitle>
      <QueryView
        query={useQuery(prizesQuery)}
        name={t('desk_decisions.prizes')}
        skeleton={<Skeleton className="h-64" />}
        isEmpty={(prizes) => prizes.length === 0}
        empty={<EmptyState title={t('desk_decisions.no_prizes')}>{t('desk_decisions.no_prizes_text')}</EmptyState>}
      >
        {(prizes) => (
          <ul className="flex flex-col gap-4">
            {prizes.map((prize) => (
              <li key={prize.id} aria-current={prize.id === openId || undefined}>
                <Prize prize={prize} isOpen={prize.id === openId} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </div>
  )
}

function Prize({ prize, isOpen }: { readonly prize: DeskPrize; readonly isOpen: boolean }) {
  const t = useTranslate()
  const format = useFormat()
  const { id, trader, type, rank, score, endsAtMs } = prize
  const what =
    prize.kind === 'item' ? prize.item : format.money(fromMinor(prize.amount, prize.currency), prize.currency)
  const name = trader.name || trader.email
  return (
    <Card className={isOpen ? 'flex flex-col gap-4 border-accent-ink' : 'flex flex-col gap-4'}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-17 font-semibold">
          {t('desk_decisions.place', { rank, tournament: t(`desk_marketing.type_${type}`) })}
        </h2>
        <span className="text-21 font-semibold tabular">{what}</span>
      </div>
      <DescriptionList
        rows={[
          ...listTraderRows(t, format, trader),
          {
            id: 'score',
            name: t('desk_decisions.score'),
            value: format.money(fromMinor(score, baseCurrency), baseCurrency),
          },
          { id: 'ended', name: t('desk_decisions.ended'), value: format.recentTime(endsAtMs, serverNow()) },
        ]}
      />
      <WaitingCommand page={`/prizes/${id}`} />
      <div className="flex flex-wrap gap-2">
        {prize.kind === 'item' ? (
          <ActionButton
            action="prize.note_sent"
            tone="primary"
            title={t('desk_decisions.sent_title', { item: prize.item, name })}
            input={{ prize: id }}
          />
        ) : (
          <>
            <ActionButton
              action="prize.pay"
              tone="primary"
              title={t('desk_decisions.pay_title', { amount: what, name })}
              input={{ prize: id, trader: trader.id, amount: prize.amount, currency: prize.currency }}
            />
            <ActionButton
              action="prize.refuse"
              tone="danger"
              title={t('desk_decisions.refuse_title', { amount: what, name })}
              input={{ prize: id, trader: trader.id, amount: prize.amount, currency: prize.currency }}
            />
          </>
        )}
      </div>
    </Card>
  )
}
