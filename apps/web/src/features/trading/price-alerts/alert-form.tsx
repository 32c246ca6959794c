import { priceAlertsCalls } from '@tradefront/contract/price-alerts'
import type { MarketSymbol } from '@tradefront/contract/trading'
import { alertDays, planAlert } from '@tradefront/rules/price-alerts/price-alerts'
import { toPoints, toPrice } from '@tradefront/rules/trading/symbols'
import { getSymbolLabel } from '@tradefront/rules/trading/symbol-label'
import { type FormEvent, useRef, useState } from 'react'

import { toErrorText } from '../../../platform/api/error-text.ts'
import { useTaskMutation } from '../../../platform/api/use-call-mutation.ts'
import { performCall } from '../../../platform/api/perform-call.ts'
import { useUser } from '../../../platform/current-user.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { parseAmount } from '../../../ui/money/parse-amount.ts'
import { useQuote } from '../quotes/quote-store.ts'
import { AlertChannels } from './alert-channels.tsx'
import { getPushPermission, subscribeDevice } from './push-device.ts'

/** The buttons move the price by these parts of the present price. */
const shifts = [-0.01, -0.0025, 0.0025, 0.01]

/** Form of an alert. The field keeps the focus, so that several alerts can be set one after the other. */
export function AlertForm({ symbol }: { readonly symbol: MarketSymbol }) {
  const t = useTranslate()
  const format = useFormat()
  const { isEmailProved } = useUser()
  const { name, digits } = symbol
  const present = useQuote(name)?.price ?? null
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [pushError, setPushError] = useState<string>()
  const [byMail, setByMail] = useState(isEmailProved)
  const [byPush, setByPush] = useState(() => getPushPermission() === 'granted')
  const field = useRef<HTMLInputElement>(null)
  const { value: price } = parseAmount(typed, format.separators(), digits)
  const plan = price === null || present === null ? null : planAlert(symbol, price, toPoints(present, digits))

  const create = useTaskMutation(
    async (wanted: number) => {
      if (byPush && !(await canNotify())) return
      await performCall(priceAlertsCalls.createPriceAlert, { body: { symbol: name, price: wanted, byMail, byPush } })
      setTyped('')
    },
    { invalidates: [priceAlertsCalls.listPriceAlerts], onError: (failure) => setError(toErrorText(failure)) },
  )

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-semibold">{getSymbolLabel(name, t)}</span>
        {present !== null && (
          <span className="text-13 text-muted">
            {t('price_alerts.present')}{' '}
            <bdi dir="ltr" className="text-15 text-ink tabular">
              {format.price(present, digits)}
            </bdi>
          </span>
        )}
      </p>
      <TextField
        label={t('price_alerts.price')}
        value={typed}
        onChange={(next) => {
          setTyped(next)
          setError(undefined)
        }}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        dir="ltr"
        isTabular
        inputRef={field}
        hasAutoFocus
        placeholder={present === null ? undefined : format.price(present, digits)}
        error={error}
        help={describePlan()}
      />
      {present !== null && (
        <div className="-mt-1 grid grid-cols-4 gap-1.5" dir="ltr">
          {shifts.map((shift) => {
            const shifted = toPrice(toPoints(present * (1 + shift), digits), digits)
            return (
              <Button
                key={shift}
                size="sm"
                className="px-0 tabular"
                aria-label={`${format.change(1, 1 + shift)}, ${format.price(shifted, digits)}`}
                onPress={() => {
                  setTyped(format.price(shifted, digits))
                  setError(undefined)
                }}
              >
                {format.change(1, 1 + shift)}
              </Button>
            )
          })}
        </div>
      )}
      <AlertChannels
        byMail={byMail}
        onMail={setByMail}
        byPush={byPush}
        onPush={(next) => {
          setByPush(next)
          setPushError(undefined)
        }}
        pushError={pushError}
      />
      <Button tone="primary" type="submit" isPending={create.isPending}>
        {t('price_alerts.set')}
      </Button>
    </form>
  )

  function submit(event: FormEvent): void {
    event.preventDefault()
    field.current?.focus()
    const fault = findFault()
    setError(fault)
    if (fault === undefined && price !== null) create.mutate(price)
  }

  function findFault(): string | undefined {
    if (price === null || price <= 0)
      return t('price_alerts.price_invalid', { example: format.price(present ?? 1, digits) })
    return plan === null || plan.ok ? undefined : t(plan.code, { factor: 10 })
  }

  /** Asks for the permission. Browsers allow that only after a press of a button. */
  async function canNotify(): Promise<boolean> {
    try {
      if ((await subscribeDevice()) === 'subscribed') return true
      setPushError(t('price_alerts.push_denied'))
    } catch {
      setPushError(t('price_alerts.push_failed'))
    }
    setByPush(false)
    return false
  }

  function describePlan(): string {
    if (price === null || plan === null || !plan.ok) return t('price_alerts.hint', { days: alertDays })
    return t(`price_alerts.hint_${plan.value.direction}`, { price: format.price(price, digits), days: alertDays })
  }
}
