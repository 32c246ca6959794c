import type { Deposit } from '@tradefront/contract/domain/deposits'
import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'

import { getBootstrap } from '../../../platform/api/bootstrap.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { useUser } from '../../../platform/current-user.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Logo } from '../../../ui/brand/logo.tsx'
import { Money } from '../../../ui/money/money.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { describeOtherAmount, describeUndone, formatInstrument, getPaidWith } from '../deposit-status.ts'

/** A receipt that hides the rest of the page (see `data-printed` in base.css). */
export function Receipt({ deposit, heading }: { readonly deposit: Deposit; readonly heading: ReactNode }) {
  const t = useTranslate()
  const format = useFormat()
  const user = useUser()
  const { currency, credited, balance, promo } = deposit
  const ownBonus = (credited?.bonus ?? 0) - (promo?.bonus ?? 0)
  const turnover = (ownBonus > 0 ? deposit.wageringRequired : 0) + (promo?.turnover ?? 0)
  const undone = describeUndone(deposit, t)
  const instrument = formatInstrument(deposit, t)
  const otherAmount = describeOtherAmount(deposit, t, format)
  const paidWith = getPaidWith(deposit)
  const statementNames = { card: getBootstrap().settings.statementName, wallet: instrument, claim: null, coins: null }
  const statementName = statementNames[paidWith] ?? null
  const atMs = deposit.endedAtMs ?? deposit.createdAtMs
  const money = (amount: number): ReactNode => <Money amount={amount} currency={currency} />
  return (
    <div data-printed className="flex flex-col gap-4">
      <div className="hidden items-center justify-between pb-4 print:flex">
        <Logo />
        <span className="text-13">
          {user.firstName} {user.lastName}, {t('profile.number')} {user.userId}
        </span>
      </div>
      {heading}
      <DescriptionList
        rows={[
          {
            id: 'receiptNumber',
            name: t('deposits.receipt_number'),
            value: <span className="tabular">{deposit.receiptNumber}</span>,
          },
          {
            id: 'date',
            name: t('deposits.date'),
            value: `${format.longDateTime(atMs)} (${format.timeZone(atMs)})`,
          },
          ...(instrument === null
            ? []
            : [{ id: 'card', name: t('deposits.paid_with'), value: <bdi dir="ltr">{instrument}</bdi> }]),
          {
            id: 'pay',
            name: t('deposits.you_paid'),
            value: (
              <>
                {money(credited?.cash ?? deposit.amount)}
                {otherAmount !== null && ` ${otherAmount}`}
              </>
            ),
          },
          ...(ownBonus > 0 ? [{ id: 'bonus', name: t('deposits.bonus_row'), value: money(ownBonus) }] : []),
          ...(credited !== null && promo !== undefined
            ? [{ id: 'promo', name: t('deposits.promo_row', { code: promo.code }), value: money(promo.bonus) }]
            : []),
          ...(credited !== null && credited.bonus > 0
            ? [{ id: 'turnover', name: t('deposits.turnover_row'), value: money(turnover) }]
            : []),
          ...(credited === null
            ? []
            : [
                {
                  id: 'credited',
                  name: t('deposits.credited'),
                  value: money(credited.cash + credited.bonus),
                  isStrong: true,
                },
              ]),
          ...(undone === null ? [] : [{ id: 'undone', name: t('deposits.undone_row'), value: undone }]),
          ...(statementName === null
            ? []
            : [
                {
                  id: 'statement',
                  name: t(paidWith === 'card' ? 'deposits.statement_name' : 'deposits.statement_name_wallet'),
                  value: statementName,
                },
              ]),
          ...(balance === null ? [] : [{ id: 'balance', name: t('deposits.balance'), value: money(balance) }]),
        ]}
      />
    </div>
  )
}

export function PrintButton() {
  const t = useTranslate()
  return (
    <Button onPress={() => window.print()}>
      <Printer size={18} aria-hidden />
      {t('deposits.print')}
    </Button>
  )
}

/** Dialog with the receipt. It does not show the balance, because that has changed since the deposit. */
export function ReceiptDialog({ deposit, onClose }: { readonly deposit: Deposit; readonly onClose: () => void }) {
  const t = useTranslate()
  return (
    <Dialog
      isOpen
      isDismissable
      size="sm"
      title={t('deposits.receipt')}
      closeLabel={t('shell.close')}
      onClose={onClose}
      actions={<PrintButton />}
    >
      <Receipt
        deposit={{ ...deposit, balance: null }}
        heading={<p className="hidden text-21 font-semibold print:block">{t('deposits.receipt')}</p>}
      />
    </Dialog>
  )
}
