import type { DepositAction, DeskDeposit, EntryLine } from '@tradefront/contract/desk-money'
import { maxReferenceChars } from '@tradefront/contract/operator-actions'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ActionButton } from '../action-button.tsx'
import { AmountField, toMinorAmount } from './amount-field.tsx'
import { BookedLines } from './booked-lines.tsx'

/** Actions that operators can take about a deposit now, by attempt. */
export function DepositActions({ deposit }: { readonly deposit: DeskDeposit }) {
  const t = useTranslate()
  const { actions } = deposit
  const [seen, setSeen] = useState(actions)
  // A dialog stays after its action is done, until it is closed.
  const all = [...actions, ...seen.filter((old) => !actions.some((action) => getKey(action) === getKey(old)))]
  if (all.length > seen.length) setSeen(all)
  const groups = [...Map.groupBy(all, ({ processor }) => processor)]
  return (
    <section aria-labelledby="actions" className="flex flex-col gap-3">
      <h3 id="actions" className="font-semibold">
        {t('desk_money.what_now')}
      </h3>
      {actions.length === 0 && <p className="text-muted">{t('desk_money.nothing_to_do')}</p>}
      {groups.map(([processor, ofAttempt]) => (
        <div key={processor} className="flex flex-wrap items-center gap-3">
          {groups.length > 1 && <span className="text-muted">{processor}</span>}
          {ofAttempt.map((action) => (
            <Action key={getKey(action)} {...{ deposit, action }} isOffered={actions.includes(action)} />
          ))}
        </div>
      ))}
    </section>
  )
}

const getKey = ({ action, attempt, charge }: DepositAction) => `${action} ${attempt} ${charge}`

type ActionProps = { readonly deposit: DeskDeposit; readonly action: DepositAction; readonly isOffered: boolean }

function Action(props: ActionProps) {
  switch (props.action.action) {
    case 'deposit.resolve_paid':
    case 'claim.accept':
      return <CreditAction {...props} />
    case 'claim.reject':
      return <RejectAction {...props} />
    default:
      return <PlainAction {...props} />
  }
}

const toInput = ({ deposit, action }: ActionProps) => ({
  deposit: deposit.id,
  trader: deposit.trader.id,
  attempt: action.attempt,
})

function PlainAction(props: ActionProps) {
  const t = useTranslate()
  const format = useFormat()
  const { action, isOffered } = props
  const { amount, currency, processor, lines } = action
  const named = toInput(props)
  const facts = { processor, amount: format.money(fromMinor(amount, currency), currency) }
  const charge = { ...named, amount, currency, charge: action.charge ?? 1 }
  switch (action.action) {
    case 'deposit.ask':
      return (
        <ActionButton action="deposit.ask" title={t('desk_money.title_ask', facts)} input={named} isOffered={isOffered}>
          <p className="text-muted">{t('desk_money.books_later')}</p>
        </ActionButton>
      )
    case 'deposit.resolve_unpaid':
      return (
        <ActionButton
          action="deposit.resolve_unpaid"
          shortcut="r"
          title={t('desk_money.title_resolve_unpaid', facts)}
          input={named}
          isOffered={isOffered}
        >
          <p className="text-muted">{t('desk_money.books_nothing')}</p>
        </ActionButton>
      )
    case 'deposit.accept':
      return (
        <ActionButton
          action="deposit.accept"
          tone="primary"
          shortcut="a"
          title={t('desk_money.title_accept', facts)}
          input={charge}
          isOffered={isOffered}
        >
          <BookedLines lines={lines} />
        </ActionButton>
      )
    case 'deposit.refund':
      return (
        <ActionButton
          action="deposit.refund"
          tone="danger"
          shortcut="r"
          title={t('desk_money.title_refund', facts)}
          input={charge}
          isOffered={isOffered}
        >
          <BookedLines lines={lines} lead={t('desk_money.books_refund')} />
        </ActionButton>
      )
    default:
      return (
        <ActionButton
          action="deposit.reverse"
          tone="danger"
          title={t('desk_money.title_reverse', facts)}
          input={charge}
          isOffered={isOffered}
        >
          <BookedLines lines={lines} />
          {lines.some(({ account }) => account === 'cash') && (
            <p className="text-13 text-muted">{t('desk_money.reverse_note')}</p>
          )}
        </ActionButton>
      )
  }
}

/** Credits an amount that was taken, or has arrived, and can differ from the deposit's. */
function CreditAction(props: ActionProps) {
  const t = useTranslate()
  const format = useFormat()
  const { deposit, action, isOffered } = props
  const { currency, processor } = action
  const isClaim = action.action === 'claim.accept'
  const [value, setValue] = useState<number | null>(fromMinor(action.amount, currency))
  const [reference, setReference] = useState('')
  const amount = toMinorAmount(value, currency)
  const named = { ...toInput(props), currency }
  const facts = { processor, amount: format.money(fromMinor(action.amount, currency), currency) }
  const content = (
    <>
      <AmountField
        label={t(isClaim ? 'desk_money.arrived_amount' : 'desk_money.taken_amount')}
        {...{ value, currency }}
        onChange={setValue}
      />
      {!isClaim && (
        <TextField
          label={t('desk_money.processor_reference')}
          help={t('desk_money.processor_reference_help')}
          value={reference}
          onChange={setReference}
          maxLength={maxReferenceChars}
        />
      )}
      {amount !== null && <BookedLines lines={adaptLines(action, deposit, amount)} />}
    </>
  )
  if (isClaim)
    return (
      <ActionButton
        action="claim.accept"
        tone="primary"
        shortcut="a"
        title={t('desk_money.title_claim_accept', facts)}
        input={amount === null ? null : { ...named, amount }}
        isOffered={isOffered}
      >
        {content}
      </ActionButton>
    )
  const known = reference.trim()
  return (
    <ActionButton
      action="deposit.resolve_paid"
      tone="primary"
      shortcut="a"
      title={t('desk_money.title_resolve_paid', facts)}
      input={amount === null ? null : { ...named, amount, ...(known !== '' && { processorReference: known }) }}
      isOffered={isOffered}
    >
      {content}
    </ActionButton>
  )
}

/** Returns the lines for another amount, which comes without a bonus: to cash if it is a claim's, else to suspense. */
function adaptLines({ action, lines }: DepositAction, deposit: DeskDeposit, amount: number): readonly EntryLine[] {
  const isClaim = action === 'claim.accept'
  const hasBonus = isClaim ? amount >= deposit.amount : amount === deposit.amount
  return lines
    .filter(({ account }) => hasBonus || !account.startsWith('bonus'))
    .map((line) => {
      if (line.account.startsWith('bonus')) return line
      const isSuspense = line.account === 'cash' && !hasBonus && !isClaim
      const moved = { ...line, amount: Math.sign(line.amount) * amount }
      return isSuspense ? { ...moved, account: 'suspense', isTrader: false } : moved
    })
}

function RejectAction(props: ActionProps) {
  const t = useTranslate()
  const format = useFormat()
  const { deposit, action, isOffered } = props
  const [words, setWords] = useState('')
  const amount = format.money(fromMinor(action.amount, action.currency), action.currency)
  return (
    <ActionButton
      action="claim.reject"
      tone="danger"
      shortcut="r"
      title={t('desk_money.title_claim_reject', { amount })}
      input={{ ...toInput(props), words: words.trim() }}
      isOffered={isOffered}
    >
      <TextArea
        label={t('desk.words')}
        help={t('desk_money.claim_language', { language: deposit.language.toUpperCase() })}
        name="words"
        rows={3}
        value={words}
        onChange={setWords}
        onBlur={() => undefined}
        inputRef={null}
      />
    </ActionButton>
  )
}
