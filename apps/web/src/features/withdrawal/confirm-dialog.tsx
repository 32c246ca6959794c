import { Link } from '@tanstack/react-router'
import { withdrawalCalls, type WithdrawalPreview } from '@tradefront/contract/withdrawal'
import { type ReactNode, useState } from 'react'

import type { ApiError } from '../../platform/api/api-error.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { useTaskMutation } from '../../platform/api/use-call-mutation.ts'
import { useUser } from '../../platform/current-user.ts'
import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { type FormMessage, useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { Money } from '../../ui/money/money.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { PasswordField } from '../auth/password-field.tsx'
import { WageringProgress } from '../profile/wagering-progress.tsx'
import { requestWithdrawal, type WithdrawalRequest } from './amount-form.tsx'
import { performSessionCall } from './api.ts'
import { describeHours } from './describe-method.ts'
import { GivenUpBonus } from './given-up-bonus.tsx'
import { PlaceName } from './place-name.tsx'

type ConfirmDialogProps = {
  readonly request: WithdrawalRequest
  /** Called with the request for another amount. */
  readonly onRequested: (request: WithdrawalRequest) => void
  readonly onConfirmed: (id: string) => void
  readonly onClose: () => void
}

/** Confirmation of a withdrawal, with a variant for each case (spec: account 4). */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const t = useTranslate()
  const { preview } = props.request
  return (
    <Dialog
      title={t(`withdrawal.confirm_${preview.case}`)}
      isOpen
      onClose={props.onClose}
      closeLabel={t('shell.close')}
    >
      <CaseText {...props} />
      <PreviewTable preview={preview} />
      <PasswordForm key={props.request.id} {...props} />
    </Dialog>
  )
}

function CaseText(props: ConfirmDialogProps) {
  const t = useTranslate()
  const { currency } = useUser()
  const { preview, notice } = props.request
  const { current_turnover: done, need_turnover: needed, gives_up: givesUp } = preview
  return (
    <div className="flex flex-col gap-4">
      {notice !== undefined && (
        <Banner tone="warn" isUrgent>
          {notice}
        </Banner>
      )}
      {preview.case === 'four' && (
        <Banner tone="info">
          {t('withdrawal.case_four')}{' '}
          <Link to={paths.show('documents')} className="text-accent-ink underline">
            {t('withdrawal.to_documents')}
          </Link>
        </Banner>
      )}
      {needed > 0 && <WageringProgress done={done} needed={needed} currency={currency} />}
      {givesUp > 0 && <GivenUpBonus amount={givesUp} currency={currency} />}
      {preview.case === 'two' && preview.from_bonus === 0 && (
        <p className="text-muted">{t('withdrawal.bonus_stays')}</p>
      )}
      {preview.from_bonus > 0 && <BonusPart {...props} />}
    </div>
  )
}

/** Choice to withdraw bonus money whose turnover is done together with the cash. */
function BonusPart({ request, onRequested }: ConfirmDialogProps) {
  const t = useTranslate()
  const format = useFormat()
  const { currency } = useUser()
  const { amount, from_bonus: bonus } = request.preview
  const cash = Math.round((amount - bonus) * 100) / 100
  const [failure, setFailure] = useState<string | null>(null)
  const cashOnly = useTaskMutation(() => requestWithdrawal(request.method, cash), {
    onSuccess: onRequested,
    onError: (error) => setFailure(toErrorText(error)),
  })
  const money = (value: number): string => format.money(value, currency)
  return (
    <div className="flex flex-col items-start gap-2">
      <p>{t('withdrawal.bonus_part', { amount: money(bonus) })}</p>
      {cash > 0 && (
        <Button size="sm" isPending={cashOnly.isPending} onPress={() => cashOnly.mutate(undefined)}>
          {t('withdrawal.cash_only', { amount: money(cash) })}
        </Button>
      )}
      {failure !== null && (
        <Banner tone="danger" isUrgent>
          {failure}
        </Banner>
      )}
    </div>
  )
}

function PreviewTable({ preview }: { readonly preview: WithdrawalPreview }) {
  const t = useTranslate()
  const { currency } = useUser()
  const { amount, fee, receives, hours, untraded, parts } = preview
  const money = (value: number): ReactNode => <Money amount={value} currency={currency} />
  return (
    <DescriptionList
      rows={[
        { id: 'amount', name: t('withdrawal.amount'), value: money(amount) },
        ...(untraded > 0 ? [{ id: 'untraded', name: t('withdrawal.untraded_part'), value: money(untraded) }] : []),
        ...(fee > 0 ? [{ id: 'fee', name: t('withdrawal.fact_fee'), value: money(fee) }] : []),
        { id: 'receives', name: t('withdrawal.you_receive'), value: money(receives), isStrong: true },
        ...parts.map((part, index) => ({
          id: `part-${index}`,
          name: (
            <>
              <PlaceName {...part} />
              {part.most_coins !== null && (
                <span className="block text-13 text-muted">
                  {t('withdrawal.most_coins', { coins: part.most_coins, coin: part.method === 'eth' ? 'ETH' : 'BTC' })}
                </span>
              )}
            </>
          ),
          value: money(part.amount),
        })),
        {
          id: 'time',
          name: t('withdrawal.fact_time'),
          value: t('withdrawal.time_after', { time: describeHours(hours, t) }),
        },
      ]}
    />
  )
}

/** Returns true if something has changed since the request, or the request has expired. */
function hasChanged({ code }: ApiError): boolean {
  return code === 'withdrawal.changed' || code === 'withdrawal.no_request'
}

/** Form of the password. The same request again is the same withdrawal, so that it can be repeated after a lost reply. */
function PasswordForm({ request, onRequested, onConfirmed, onClose }: ConfirmDialogProps) {
  const t = useTranslate()
  const format = useFormat()
  const { currency } = useUser()
  const { id, preview } = request
  const [unanswered, setUnanswered] = useState(0)
  const { control, message, isPending, onSubmit } = useContractForm(withdrawalCalls.confirmWithdrawal, {
    defaults: { password: '' },
    fields: { password: { error: 'withdrawal.password_needed', aliases: ['auth.old_password_wrong'] } },
    toBody: ({ password }) => ({ id, password, is_bonus: preview.from_bonus > 0 ? (1 as const) : (0 as const) }),
    check: ({ password }) => (password === '' ? { password: 'withdrawal.password_needed' } : {}),
    send: (body) => performSessionCall(withdrawalCalls.confirmWithdrawal, { body }),
    onSuccess: ({ withdrawal }) => {
      if (withdrawal !== undefined) onConfirmed(withdrawal.id)
    },
    onError: async (error) => {
      const isUnanswered = error.kind === 'transport' && error.status === 0
      if (isUnanswered) setUnanswered((count) => count + 1)
      return isUnanswered || (hasChanged(error) && (await askAgain(error)))
    },
  })
  /** Replaces the request, so that the dialog shows the present details. Returns false if the server refuses a new request. */
  async function askAgain(reason: ApiError): Promise<boolean> {
    try {
      onRequested({ ...(await requestWithdrawal(request.method, preview.amount)), notice: toErrorText(reason) })
      return true
    } catch {
      return false
    }
  }
  const noAnswer: FormMessage = { tone: 'danger', text: t('withdrawal.no_answer'), count: unanswered }
  const amount = format.money(preview.amount, currency)
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <FormBanner message={message ?? (unanswered > 0 ? noAnswer : null)} />
      <PasswordField
        {...useFormField(control, 'password')}
        label={t('withdrawal.password')}
        autoComplete="current-password"
        isRequired
      />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onPress={onClose}>{t('withdrawal.not_now')}</Button>
        <Button type="submit" tone={preview.gives_up > 0 ? 'danger' : 'primary'} isPending={isPending}>
          {t(preview.gives_up > 0 ? 'withdrawal.give_up_and_withdraw' : 'withdrawal.withdraw', { amount })}
        </Button>
      </div>
    </form>
  )
}
