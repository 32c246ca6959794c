import type { TraderDetails } from '@tradefront/contract/desk-traders'
import { maxEvidenceChars, operatorActions, type OperatorActionName } from '@tradefront/contract/operator-actions'
import { parseCascade } from '@tradefront/processors/plan-cascade'
import { useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { ActionButton } from '../action-button.tsx'
import { ProcessorChips } from '../cascade/processor-chips.tsx'
import { hasRole } from '../navigation.ts'
import { useOperator } from '../operator-context.ts'

const accessActions = [
  'trader.lock',
  'trader.unlock',
  'trader.end_sessions',
  'trader.send_reset_link',
  'trader.change_name',
  'trader.change_email',
  'trader.limit_deposits',
  'trader.set_cascade',
  'trader.set_affiliate',
  'trader.mark_card_risk',
] as const satisfies readonly OperatorActionName[]

/** Who gets into the account, by which name and address, how much can be paid in at once, and by which processors. */
export function TraderAccess({ trader }: { readonly trader: TraderDetails }) {
  const t = useTranslate()
  const format = useFormat()
  const { roles } = useOperator()
  const { id, name, email, lockedAtMs, depositLimits, cascade, isCardRisk } = trader
  if (!accessActions.some((action) => hasRole(roles, operatorActions[action].roles))) return null
  const who = name || email
  const show = (amount: number | null) =>
    amount === null ? t('desk_control.limits_none') : format.money(amount, 'USD', { isWhole: true })
  return (
    <Card as="section" labelledBy="access" className="flex flex-col gap-4">
      <h2 id="access" className="text-17 font-semibold">
        {t('desk_control.access')}
      </h2>
      <DescriptionList
        rows={[
          { id: 'card', name: t('desk_control.min_card'), value: show(depositLimits.minCard) },
          { id: 'other', name: t('desk_control.min_other'), value: show(depositLimits.minOther) },
          { id: 'max', name: t('desk_control.max'), value: show(depositLimits.max) },
          {
            id: 'cascade',
            name: t('desk_cascade.own_order'),
            value: cascade === null ? t('desk_control.limits_none') : cascade.replaceAll(',', ', '),
          },
          {
            id: 'risk',
            name: t('desk_cascade.card_risk'),
            value: (
              <span className={isCardRisk ? 'text-warn' : undefined}>
                {t(isCardRisk ? 'desk_cascade.is_risk' : 'desk_cascade.no_risk')}
              </span>
            ),
          },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <ActionButton
          action="trader.lock"
          tone="danger"
          title={t('desk_control.lock_title', { name: who })}
          input={{ trader: id }}
          isOffered={lockedAtMs === null}
        />
        <ActionButton
          action="trader.unlock"
          title={t('desk_control.unlock_title', { name: who })}
          input={{ trader: id }}
          isOffered={lockedAtMs !== null}
        />
        <ActionButton
          action="trader.end_sessions"
          title={t('desk_control.sessions_title', { name: who })}
          input={{ trader: id }}
        />
        <ActionButton
          action="trader.send_reset_link"
          title={t('desk_control.reset_title', { email })}
          input={{ trader: id }}
        />
        <ChangeName trader={trader} />
        <ChangeEmail trader={trader} />
        <LimitDeposits trader={trader} />
        <SetCascade trader={trader} />
        <SetAffiliate trader={trader} />
        <ActionButton
          action="trader.mark_card_risk"
          label={t(isCardRisk ? 'desk_cascade.unmark_risk' : 'desk_cascade.mark_risk')}
          title={t(isCardRisk ? 'desk_cascade.unmark_risk_title' : 'desk_cascade.mark_risk_title', { name: who })}
          input={{ trader: id, isRisk: !isCardRisk }}
        >
          <p className="text-muted">{t('desk_cascade.risk_text')}</p>
        </ActionButton>
      </div>
    </Card>
  )
}

function Evidence(props: { readonly value: string; readonly onChange: (text: string) => void }) {
  const t = useTranslate()
  return (
    <TextField
      {...props}
      label={t('desk_control.evidence')}
      help={t('desk_control.evidence_help')}
      maxLength={maxEvidenceChars}
    />
  )
}

function ChangeName({ trader: { id, firstName, lastName } }: { readonly trader: TraderDetails }) {
  const t = useTranslate()
  const [first, setFirst] = useState(firstName)
  const [last, setLast] = useState(lastName)
  const [evidence, setEvidence] = useState('')
  const next = { firstName: first.trim(), lastName: last.trim() }
  const isChanged = next.firstName !== firstName || next.lastName !== lastName
  return (
    <ActionButton
      action="trader.change_name"
      title={t('desk_control.name_title', { name: `${firstName} ${lastName}`.trim() || String(id) })}
      input={isChanged ? { trader: id, before: { firstName, lastName }, ...next, evidence: evidence.trim() } : null}
    >
      <TextField label={t('desk_control.first_name')} value={first} onChange={setFirst} maxLength={60} />
      <TextField label={t('desk_control.last_name')} value={last} onChange={setLast} maxLength={60} />
      <Evidence value={evidence} onChange={setEvidence} />
    </ActionButton>
  )
}

function ChangeEmail({ trader: { id, email } }: { readonly trader: TraderDetails }) {
  const t = useTranslate()
  const [typed, setTyped] = useState('')
  const [evidence, setEvidence] = useState('')
  const next = typed.trim().toLowerCase()
  return (
    <ActionButton
      action="trader.change_email"
      title={t('desk_control.email_title', { email })}
      input={next === email ? null : { trader: id, before: email, email: next, evidence: evidence.trim() }}
    >
      <TextField
        label={t('desk_control.new_email')}
        type="email"
        dir="ltr"
        value={typed}
        onChange={setTyped}
        maxLength={254}
      />
      <Evidence value={evidence} onChange={setEvidence} />
    </ActionButton>
  )
}

const limitNames = {
  minCard: 'desk_control.min_card',
  minOther: 'desk_control.min_other',
  max: 'desk_control.max',
} as const

function LimitDeposits({ trader: { id, depositLimits } }: { readonly trader: TraderDetails }) {
  const t = useTranslate()
  const toText = (amount: number | null) => (amount === null ? '' : String(amount))
  const [typed, setTyped] = useState({
    minCard: toText(depositLimits.minCard),
    minOther: toText(depositLimits.minOther),
    max: toText(depositLimits.max),
  })
  const toAmount = (text: string) => (text.trim() === '' ? null : Number(text))
  return (
    <ActionButton
      action="trader.limit_deposits"
      title={t('desk_control.limits')}
      input={{
        trader: id,
        minCard: toAmount(typed.minCard),
        minOther: toAmount(typed.minOther),
        max: toAmount(typed.max),
      }}
    >
      {(['minCard', 'minOther', 'max'] as const).map((name) => (
        <TextField
          key={name}
          label={t(limitNames[name])}
          help={t('desk_control.limit_help')}
          inputMode="numeric"
          isTabular
          dir="ltr"
          value={typed[name]}
          onChange={(text) => setTyped({ ...typed, [name]: text })}
          maxLength={7}
        />
      ))}
    </ActionButton>
  )
}

function SetCascade({ trader: { id, cascade } }: { readonly trader: TraderDetails }) {
  const t = useTranslate()
  const [names, setNames] = useState(() => parseCascade(cascade))
  const next = names.length === 0 ? null : names.join(',')
  return (
    <ActionButton
      action="trader.set_cascade"
      title={t('desk_cascade.own_order')}
      input={next === cascade ? null : { trader: id, before: cascade, cascade: next }}
    >
      <ProcessorChips
        label={t('desk_cascade.own_order')}
        help={t('desk_cascade.own_order_help')}
        value={names}
        onChange={setNames}
        isOrdered
      />
    </ActionButton>
  )
}

function SetAffiliate({ trader: { id, name, email, affiliate } }: { readonly trader: TraderDetails }) {
  const t = useTranslate()
  const [typed, setTyped] = useState(affiliate ?? '')
  const next = typed.trim() === '' ? null : typed.trim()
  const input = operatorActions['trader.set_affiliate'].input.safeParse({
    trader: id,
    before: affiliate,
    affiliate: next,
  })
  return (
    <ActionButton
      action="trader.set_affiliate"
      title={t('desk_control.affiliate_title', { name: name || email })}
      input={input.success && next !== affiliate ? input.data : null}
    >
      <TextField
        label={t('traders.affiliate')}
        help={t('desk_control.affiliate_help')}
        dir="ltr"
        value={typed}
        onChange={setTyped}
        maxLength={60}
      />
    </ActionButton>
  )
}
