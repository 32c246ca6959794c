import { useQuery } from '@tanstack/react-query'
import type { Bonus } from '@tradefront/contract/domain/promo'
import { promoCalls } from '@tradefront/contract/promo'
import { formatMoney } from '@tradefront/rules/ledger/format-money'

import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { refreshUser } from '../../platform/current-user.ts'
import { confirmAction } from '../../platform/dialogs.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ProgressBar } from '../../ui/feedback/progress.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Money } from '../../ui/money/money.tsx'
import { bonusesQuery } from '../deposits/bonuses.ts'

/** Open bonuses in the order in which turnover counts, then the others, newest first. */
export function BonusList() {
  const t = useTranslate()
  const { data, isError, refetch } = useQuery({ ...bonusesQuery, refetchOnMount: 'always' })
  if (data === undefined) {
    if (!isError) return <Skeleton className="h-32" label={t('shell.loading')} />
    return (
      <Banner tone="danger" action={<Button onPress={() => void refetch()}>{t('shell.retry')}</Button>}>
        {t('promo.load_failed')}
      </Banner>
    )
  }
  if (data.bonuses.length === 0)
    return <EmptyState title={t('promo.bonuses_none')}>{t('promo.bonuses_none_text')}</EmptyState>
  const open = data.bonuses.filter(({ state }) => state === 'open')
  const ended = data.bonuses.filter(({ state }) => state !== 'open').toReversed()
  return (
    <Card padding="inline">
      <ul className="flex flex-col divide-y divide-line">
        {[...open, ...ended].map((bonus) => (
          <li key={bonus.id} className="flex flex-col gap-3 py-4">
            <BonusHead bonus={bonus} />
            {bonus.state === 'open' && <OpenBonus bonus={bonus} isNext={bonus === open[0]} />}
            {bonus.state !== 'open' && (
              <p className="text-13 text-muted">
                {t(bonus.state === 'done' ? 'promo.bonus_done' : 'promo.bonus_cancelled')}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function BonusHead({ bonus }: { readonly bonus: Bonus }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const date = new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }).format(bonus.createdAtMs)
  return (
    <div className="flex items-baseline justify-between gap-4">
      <h3 className="min-w-0 wrap-anywhere">
        <span className="font-medium">
          {bonus.code === null ? t('promo.bonus_deposit') : t('promo.bonus_code', { code: bonus.code })}
        </span>{' '}
        <span className="text-13 text-muted">{t('promo.bonus_date', { date })}</span>
      </h3>
      <Money amount={bonus.amount} currency={bonus.currency} className="font-semibold" />
    </div>
  )
}

function OpenBonus({ bonus, isNext }: { readonly bonus: Bonus; readonly isNext: boolean }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { wageringDone: done, wageringRequired: required, currency } = bonus
  const money = (amount: number): string => formatMoney(amount, currency, lang, { isWhole: true })
  const progress = t('promo.bonus_progress', { done: money(done), needed: money(required) })
  return (
    <>
      <ProgressBar label={t('profile.turnover')} value={done / required} valueText={progress} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="tabular text-13">
          {progress} <span className="text-muted">· {t('promo.bonus_left', { amount: money(required - done) })}</span>
          {isNext && <span className="block font-medium">{t('promo.bonus_next')}</span>}
        </p>
        <GiveUpButton bonus={bonus} />
      </div>
    </>
  )
}

function GiveUpButton({ bonus }: { readonly bonus: Bonus }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { id, currency, wageringRequired: required, wageringDone: done } = bonus
  const amount = formatMoney(bonus.amount, currency, lang)
  const giveUp = useCallMutation(promoCalls.giveUpBonus, {
    invalidates: [promoCalls.listBonuses],
    onSuccess: async (reply) => {
      await refreshUser()
      showToast({
        tone: 'success',
        text: t('promo.given_up', { amount: formatMoney(reply.taken ?? 0, currency, lang) }),
      })
    },
  })
  const ask = async (): Promise<void> => {
    const isConfirmed = await confirmAction({
      title: t('promo.give_up_title'),
      body: t('promo.give_up_text', { amount, rest: formatMoney(required - done, currency, lang) }),
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
