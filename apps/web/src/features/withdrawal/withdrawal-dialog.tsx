import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Payout, Withdrawal } from '@tradefront/contract/domain/withdrawal'
import { withdrawalCalls } from '@tradefront/contract/withdrawal'
import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'

import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { useUser } from '../../platform/current-user.ts'
import { confirmAction } from '../../platform/dialogs.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { paths } from '../../routes/paths.ts'
import { Logo } from '../../ui/brand/logo.tsx'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { ProgressSteps } from '../../ui/feedback/progress.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { Money } from '../../ui/money/money.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { getWithdrawalQuery, useReloadWithdrawals } from './api.ts'
import { describeProgress } from './describe-withdrawal.ts'
import { listSteps } from './list-steps.ts'
import { PlaceName } from './place-name.tsx'
import { StateMark } from './state-mark.tsx'

export function WithdrawalDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useTranslate()
  const query = useQuery(getWithdrawalQuery(useLocaleTag(), id))
  return (
    <Dialog
      title={t('withdrawal.one')}
      isOpen
      isDismissable
      onClose={onClose}
      closeLabel={t('shell.close')}
      actions={query.data && <Actions withdrawal={query.data} />}
    >
      <QueryView
        query={query}
        name={t('withdrawal.one')}
        skeleton={<Skeleton className="h-80" />}
        empty={<p className="text-muted">{t('withdrawal.missing')}</p>}
      >
        {(withdrawal) => <Details withdrawal={withdrawal} />}
      </QueryView>
    </Dialog>
  )
}

/** Details of a withdrawal, which are printed as its receipt. */
function Details({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useTranslate()
  const format = useFormat()
  const user = useUser()
  const { number, amount, fee, returned, currency, state, payouts } = withdrawal
  const money = (value: number): ReactNode => <Money amount={value} currency={currency} />
  const words = {
    done: t('withdrawal.step_done'),
    present: t('withdrawal.step_present'),
    ahead: t('withdrawal.step_ahead'),
    failed: t('withdrawal.step_failed'),
  }
  return (
    <div data-printed className="flex flex-col gap-5">
      <div className="hidden items-center justify-between pb-4 print:flex">
        <Logo />
        <span className="text-13">
          {user.firstName} {user.lastName}, {t('profile.number')} {user.userId}
        </span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Money amount={amount} currency={currency} className="text-28 font-semibold" />
        <StateMark state={state} />
      </div>
      <p role="status" className="wrap-anywhere">
        {describeProgress(withdrawal, format, t)}
      </p>
      <DescriptionList
        rows={[
          { id: 'number', name: t('withdrawal.number'), value: <span className="tabular">{number}</span> },
          ...(fee > 0 ? [{ id: 'fee', name: t('withdrawal.fact_fee'), value: money(fee) }] : []),
          ...payouts.map((payout, index) => ({
            id: `payout-${index}`,
            name: <PayoutName payout={payout} />,
            value: (
              <span className="flex flex-col items-end">
                {money(payout.amount)}
                {payout.sentAs !== null && <bdi className="text-13 font-normal text-muted">{payout.sentAs}</bdi>}
              </span>
            ),
          })),
          ...(returned > 0 ? [{ id: 'returned', name: t('withdrawal.returned'), value: money(returned) }] : []),
        ]}
      />
      <ProgressSteps steps={listSteps(withdrawal, format, t)} words={words} />
    </div>
  )
}

function PayoutName({ payout }: { readonly payout: Payout }) {
  const t = useTranslate()
  const { method, to, state, reference } = payout
  return (
    <span className="flex flex-col">
      <PlaceName method={method} to={to} />
      <span className="text-13">{t(`withdrawal.payout_${state}`)}</span>
      {reference !== null && (
        <bdi dir="ltr" className="text-13 break-all">
          {reference}
        </bdi>
      )}
    </span>
  )
}

function Actions({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useTranslate()
  const reload = useReloadWithdrawals()
  const cancel = useCallMutation(withdrawalCalls.cancelWithdrawal, { onSuccess: reload })
  const ask = async (): Promise<void> => {
    const isConfirmed = await confirmAction({
      title: t('withdrawal.cancel_title'),
      body: t('withdrawal.cancel_text'),
      confirmLabel: t('withdrawal.cancel_yes'),
      cancelLabel: t('withdrawal.keep_it'),
      isDanger: true,
    })
    if (isConfirmed) cancel.mutate({ body: { id: withdrawal.id } })
  }
  return (
    <>
      <Link to={paths.newTicket()} search={{ withdrawal: withdrawal.id }} className={buttonClass({ tone: 'plain' })}>
        {t('withdrawal.ask')}
      </Link>
      {withdrawal.canCancel && (
        <Button isPending={cancel.isPending} onPress={() => void ask()}>
          {t('withdrawal.cancel')}
        </Button>
      )}
      <Button onPress={() => window.print()}>
        <Printer size={18} aria-hidden />
        {t('withdrawal.print')}
      </Button>
    </>
  )
}
