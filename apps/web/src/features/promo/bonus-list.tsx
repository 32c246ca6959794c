import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Bonus, type BonusOverview, promoCalls } from '@tradefront/contract/promo'
import type { ReactNode } from 'react'

import { callKey } from '../../platform/api/call-query.ts'
import { request } from '../../platform/api/request.ts'
import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { refreshUser } from '../../platform/current-user.ts'
import { confirmAction } from '../../platform/dialogs.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { joinQueries, QueryView } from '../../platform/query/query-view.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ProgressBar } from '../../ui/feedback/progress.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Money } from '../../ui/money/money.tsx'
import { bonusesQuery } from '../deposits/bonuses.ts'

/** Lists what waits for the e-mail, open bonuses in the order in which turnover counts, then the others, newest first. */
export function BonusList() {
  const t = useTranslate()
  const current = useQuery({ ...bonusesQuery, refetchOnMount: 'always' })
  const ended = useEndedBonuses()
  return (
    <div className="flex flex-col gap-4">
      <QueryView
        query={joinQueries(current, ended)}
        name={t('promo.bonuses')}
        skeleton={<Skeleton className="h-32" />}
        isEmpty={([{ waiting, bonuses }, endedBonuses]) =>
          waiting === null && bonuses.length + endedBonuses.length === 0
        }
        empty={<EmptyState title={t('promo.bonuses_none')}>{t('promo.bonuses_none_text')}</EmptyState>}
      >
        {([{ waiting, bonuses }, endedBonuses]) => (
          <BonusCard waiting={waiting} bonuses={bonuses} ended={endedBonuses} />
        )}
      </QueryView>
    </div>
  )
}

function BonusCard(props: Pick<BonusOverview, 'waiting' | 'bonuses'> & { readonly ended: readonly Bonus[] }) {
  const t = useTranslate()
  const { waiting, bonuses, ended } = props
  // The two lists are loaded separately. A bonus that has just ended can still be in the older one.
  const endedIds = new Set(ended.map(({ id }) => id))
  const open = bonuses.filter(({ id }) => !endedIds.has(id))
  return (
    <Card padding="inline">
      <ul className="flex flex-col divide-y divide-line">
        {waiting !== null && (
          <Row>
            <BonusHead code={waiting.code} amount={waiting.amount ?? 0} currency={waiting.currency} />
            <p className="text-13 text-muted">{t('promo.bonus_waiting')}</p>
          </Row>
        )}
        {open.map((bonus) => (
          <Row key={bonus.id}>
            <BonusHead {...bonus} />
            <OpenBonus bonus={bonus} isNext={bonus === open.find(({ state }) => state === 'open')} />
          </Row>
        ))}
        {ended.map((bonus) => (
          <Row key={bonus.id}>
            <BonusHead {...bonus} />
            <p className="text-13 text-muted">
              {bonus.state === 'done' ? <ReleasedText bonus={bonus} /> : t('promo.bonus_cancelled')}
            </p>
          </Row>
        ))}
      </ul>
    </Card>
  )
}

function useEndedBonuses() {
  return useInfiniteQuery({
    queryKey: callKey(promoCalls.listEndedBonuses),
    queryFn: async ({ pageParam, signal }) => {
      const body = { before: pageParam ?? undefined }
      return await request(promoCalls.listEndedBonuses, { body, signal })
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap((page) => page.bonuses),
    refetchOnMount: 'always',
  })
}

function Row({ children }: { readonly children: ReactNode }) {
  return <li className="flex flex-col gap-3 py-4">{children}</li>
}

type BonusHeadProps = Pick<Bonus, 'code' | 'amount' | 'currency'> & {
  readonly isPrize?: boolean
  readonly createdAtMs?: number
}

function BonusHead(props: BonusHeadProps) {
  const t = useTranslate()
  const format = useFormat()
  const { code, isPrize = false, amount, currency, createdAtMs } = props
  return (
    <div className="flex items-baseline justify-between gap-4">
      <h3 className="min-w-0 wrap-anywhere">
        <span className="font-medium">
          {code === null ? t(isPrize ? 'promo.bonus_prize' : 'promo.bonus_deposit') : t('promo.bonus_code', { code })}
        </span>{' '}
        {createdAtMs !== undefined && (
          <span className="text-13 text-muted">{t('promo.bonus_date', { date: format.day(createdAtMs) })}</span>
        )}
      </h3>
      <Money amount={amount} currency={currency} className="font-semibold" />
    </div>
  )
}

function ReleasedText({ bonus: { released, isGivenBefore, currency } }: { readonly bonus: Bonus }) {
  const t = useTranslate()
  const format = useFormat()
  if (isGivenBefore) return t('promo.bonus_given_before')
  return t('promo.bonus_done', { amount: format.money(released ?? 0, currency) })
}

function OpenBonus({ bonus, isNext }: { readonly bonus: Bonus; readonly isNext: boolean }) {
  const t = useTranslate()
  const format = useFormat()
  const { wageringDone: done, wageringRequired: required, currency } = bonus
  const money = (amount: number): string => format.money(amount, currency, { isWhole: true })
  const progress = t('promo.bonus_progress', { done: money(done), needed: money(required) })
  return (
    <>
      <ProgressBar label={t('profile.turnover')} value={done / required} valueText={progress} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="tabular text-13">
          {progress} <span className="text-muted">· {t('promo.bonus_left', { amount: money(required - done) })}</span>
          {isNext && <span className="block font-medium">{t('promo.bonus_next')}</span>}
          {bonus.isGivenBefore ? (
            <span className="block">{t('promo.bonus_given_before')}</span>
          ) : (
            <span className="block text-muted">{t('promo.bonus_release', { amount: money(bonus.releaseMax) })}</span>
          )}
          {bonus.state === 'frozen' && <span className="block">{t('promo.bonus_is_frozen')}</span>}
        </p>
        {bonus.state === 'open' && <GiveUpButton bonus={bonus} />}
      </div>
    </>
  )
}

function GiveUpButton({ bonus }: { readonly bonus: Bonus }) {
  const t = useTranslate()
  const format = useFormat()
  const { id, currency, wageringRequired: required, wageringDone: done } = bonus
  const amount = format.money(bonus.amount, currency)
  const giveUp = useCallMutation(promoCalls.giveUpBonus, {
    invalidates: [promoCalls.listBonuses, promoCalls.listEndedBonuses],
    onSuccess: async (reply) => {
      await refreshUser()
      showToast({
        tone: 'success',
        text: t('promo.given_up', { amount: format.money(reply.taken ?? 0, currency) }),
      })
    },
  })
  const ask = async (): Promise<void> => {
    const isConfirmed = await confirmAction({
      title: t('promo.give_up_title'),
      body: t('promo.give_up_text', { amount, rest: format.money(required - done, currency) }),
      confirmLabel: t('promo.give_up_yes'),
      cancelLabel: t('promo.give_up_no'),
      isDanger: true,
    })
    if (isConfirmed) giveUp.mutate({ body: { id } })
  }
  return (
    <Button
      size="sm"
      isPending={giveUp.isPending}
      onPress={() => void ask()}
      aria-label={t('promo.give_up_label', { amount })}
    >
      {t('promo.give_up')}
    </Button>
  )
}
