import type { SliderRange } from '@tradefront/rules/deposits/amount-limits'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { Slider } from '../../../ui/fields/slider.tsx'
import {
  type AmountInputs,
  type AmountResult,
  type AmountTerms,
  calculateBonusOffer,
  calculatePromoBonus,
} from './amount-form.ts'
import { FundingStep } from '../funding-step.tsx'
import { AmountHelp, useClampedAmount } from './clamped-amount.tsx'

type AmountSectionProps = {
  readonly terms: AmountTerms
  readonly inputs: AmountInputs
  readonly amount: AmountResult
  /** Called only with the changed fields, because two can change at the same time. */
  readonly onChange: (change: Partial<AmountInputs>) => void
  /** True if it is hidden; it keeps what was entered. */
  readonly isHidden: boolean
}

export function AmountSection(props: AmountSectionProps) {
  const t = useTranslate()
  const format = useFormat()
  const { terms, inputs, amount, onChange } = props
  const { span, currency } = terms
  const money = (value: number): string => format.money(value, currency, { isWhole: true })
  const limits = { minimum: money(span.minimum), maximum: money(span.maximum) }
  const { adjustment, setAmount, commitAmount } = useClampedAmount(span, (value) => onChange({ amount: value }))
  return (
    <FundingStep id="funding-amount" title={t('deposits.how_much')} isHidden={props.isHidden}>
      <div className="grid items-start gap-x-6 gap-y-2 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <MoneyField
          label={t('deposits.amount')}
          help={<AmountHelp adjustment={adjustment} limits={limits} />}
          error={amount.error === null ? undefined : t(amount.error, limits)}
          value={inputs.amount}
          onChange={setAmount}
          onCommit={commitAmount}
          fractionDigits={0}
          faultTexts={{ not_whole: t('deposits.amount_not_whole'), unclear: t('deposits.amount_unclear') }}
          toWholeLabel={(whole) => t('deposits.amount_drop_cents', { amount: whole })}
          name="amount"
          currency={currency}
        />
        <div className="sm:pt-5">
          <Slider
            label={t('deposits.slider')}
            value={inputs.amount ?? span.minimum}
            valueText={money(inputs.amount ?? span.minimum)}
            onChange={setAmount}
            minValue={span.minimum}
            maxValue={span.maximum}
            step={span.step}
            marks={listMarks(span).map(({ at, tier, isExtra }) => ({
              at,
              isExtra,
              label: (
                <>
                  <span className="tabular">{money(at)}</span>{' '}
                  {tier !== null && (
                    <span>
                      <span className="sr-only">{t(`deposits.tier_${tier.name}`)}</span>{' '}
                      {t('deposits.tier_percent', { percent: tier.percent })}
                    </span>
                  )}
                </>
              ),
            }))}
          />
        </div>
      </div>
      <RadioGroup
        label={t('deposits.option')}
        isInline
        value={amount.choice}
        onChange={(bonusChoice) => onChange({ bonusChoice })}
        choices={[
          { id: 'fixed', label: t('deposits.fixed'), description: <NoBonusHelp terms={terms} /> },
          ...(terms.promo === null
            ? []
            : [
                {
                  id: 'promo' as const,
                  label: t('promo.choice', { code: terms.promo.code }),
                  description: <PromoHelp inputs={inputs} terms={terms} />,
                },
              ]),
          {
            id: 'bonus',
            label: t('deposits.with_bonus', { percent: amount.tier.percent }),
            description: <BonusHelp inputs={inputs} terms={terms} />,
          },
        ]}
      />
    </FundingStep>
  )
}

/** Focuses the amount, for links that lead to it from elsewhere. */
export function focusAmount(): void {
  const section = document.getElementById('funding-amount')
  section?.scrollIntoView({ block: 'start' })
  section?.querySelector('input')?.focus({ preventScroll: true })
}

/** Lists both ends, where a bonus starts, and twice the minimum. */
function listMarks({ minimum, maximum, marks }: SliderRange) {
  const tiers = marks.map(({ at, tier }) => ({ at, tier, isExtra: false }))
  const plain = [
    { at: minimum, tier: null, isExtra: false },
    { at: minimum * 2, tier: null, isExtra: true },
    { at: maximum, tier: null, isExtra: false },
  ]
  // Each amount once: a minimum can be the maximum.
  const byAmount = new Map([...plain, ...tiers].map((mark) => [mark.at, mark]))
  return [...byAmount.values()].filter(({ at }) => at <= maximum).toSorted((one, other) => one.at - other.at)
}

function BonusHelp({ inputs, terms }: Pick<AmountSectionProps, 'inputs' | 'terms'>) {
  const t = useTranslate()
  const format = useFormat()
  if (inputs.amount === null) return t('deposits.with_bonus_unknown')
  const offer = calculateBonusOffer(inputs.amount, terms)
  const money = (value: number): string => format.money(value, terms.currency, { isWhole: true })
  const help = t('deposits.with_bonus_help', {
    bonus: money(offer.bonus),
    turnover: money(offer.turnover),
    release: money(offer.release),
  })
  const isAdded = calculatePromoBonus(inputs.amount, terms) !== null
  return terms.promo === null || !isAdded ? help : `${help} ${t('promo.with_bonus_too', { code: terms.promo.code })}`
}

function NoBonusHelp({ terms }: Pick<AmountSectionProps, 'terms'>) {
  const t = useTranslate()
  const help = t('deposits.fixed_help')
  return terms.promo === null ? help : `${help} ${t('promo.fixed_keeps', { code: terms.promo.code })}`
}

function PromoHelp({ inputs, terms }: Pick<AmountSectionProps, 'inputs' | 'terms'>) {
  const t = useTranslate()
  const format = useFormat()
  const money = (value: number): string => format.money(value, terms.currency, { isWhole: true })
  if (inputs.amount === null) return t('deposits.with_bonus_unknown')
  const added = calculatePromoBonus(inputs.amount, terms)
  return added === null
    ? t('promo.choice_small', { minimum: money(terms.promo?.minDeposit ?? 0) })
    : t('promo.choice_help', {
        bonus: money(added.bonus),
        turnover: money(added.turnover),
        release: money(added.release),
      })
}
