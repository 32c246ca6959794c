import { clampAmount } from '@tradefront/rules/deposits/amount-limits'

import { useLocaleTag, useTranslate } from '../../../platform/i18n/i18n.ts'
import { cx } from '../../../ui/styles/cx.ts'
import { currencySymbol, formatMoney } from '../../../ui/money/format-money.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { Slider } from '../../../ui/fields/slider.tsx'
import { type AmountInputs, type AmountResult, type AmountTerms, calculateBonusOffer } from './amount-form.ts'

type AmountSectionProps = {
  readonly terms: AmountTerms
  readonly inputs: AmountInputs
  readonly model: AmountResult
  /** Only what changes: two fields may change at the same moment. */
  readonly onChange: (change: Partial<AmountInputs>) => void
  readonly isLocked: boolean
  /** In the trader's words, null while the amount can be paid. */
  readonly error: string | null
}

/** How much, and with or without a bonus. */
export function AmountSection(props: AmountSectionProps) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { terms, inputs, model, onChange, isLocked, error } = props
  const { span, currency } = terms
  const money = (amount: number): string => formatMoney(amount, currency, lang, { whole: true })
  const setAmount = (amount: number | null): void => onChange({ amount })
  return (
    <section aria-labelledby="funding-amount" className="flex flex-col gap-5">
      <h2 id="funding-amount" className="text-17 font-semibold">
        {t('cards.how_much')}
      </h2>
      <div className="grid items-start gap-x-6 gap-y-2 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <MoneyField
          label={t('cards.amount')}
          help={t('cards.amount_help', { minimum: money(span.minimum), maximum: money(span.maximum) })}
          error={error ?? undefined}
          value={inputs.amount}
          onChange={setAmount}
          onCommit={(amount) => setAmount(clampAmount(amount, span.minimum, span.maximum))}
          fractionDigits={0}
          isDisabled={isLocked}
          name="amount"
          {...(currency === 'RUB'
            ? { suffix: <span className="pe-2">{currencySymbol(currency)}</span> }
            : { symbol: currencySymbol(currency) })}
        />
        <div className="sm:pt-6">
          <Slider
            label={t('cards.slider')}
            value={inputs.amount ?? span.minimum}
            onChange={setAmount}
            minValue={span.minimum}
            maxValue={span.maximum}
            step={span.step}
            marks={span.marks.map(({ at }) => at).filter((at) => at > span.minimum)}
            formatOptions={{ style: 'currency', currency, maximumFractionDigits: 0 }}
            isDisabled={isLocked}
          />
        </div>
      </div>
      <TierButtons {...props} />
      <RadioGroup
        label={t('cards.option')}
        inline
        isDisabled={isLocked}
        value={inputs.bonusChoice}
        onChange={(option) => onChange({ bonusChoice: option })}
        choices={[
          {
            id: 'bonus',
            label: t('cards.with_bonus', { percent: model.tier.percent }),
            description: <BonusHelp inputs={inputs} terms={terms} />,
          },
          { id: 'fixed', label: t('cards.fixed'), description: t('cards.fixed_help') },
        ]}
      />
    </section>
  )
}

/** The tiers: which one the amount is in, and a press away from the others. */
function TierButtons({ terms, model, onChange, isLocked }: AmountSectionProps) {
  const t = useTranslate()
  const lang = useLocaleTag()
  return (
    <ul className="grid gap-2 sm:auto-cols-fr sm:grid-flow-col">
      {terms.span.marks.map(({ tier, at }) => {
        const isCurrent = tier.name === model.tier.name
        return (
          <li key={tier.name}>
            <button
              type="button"
              disabled={isLocked}
              aria-pressed={isCurrent}
              onClick={() => onChange({ amount: at })}
              className={cx(
                'target flex h-full w-full cursor-pointer items-center justify-between gap-x-3 rounded-field border px-3 py-2 text-start transition-colors',
                'sm:flex-col sm:items-start',
                'focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent-ink disabled:cursor-not-allowed disabled:opacity-50',
                isCurrent ? 'border-accent bg-accent-soft' : 'border-line hover:border-edge',
              )}
            >
              <span className="font-medium">
                {t('cards.tier_mark', { tier: t(`cards.tier_${tier.name}`), percent: tier.percent })}
              </span>
              <span className="tabular text-13 text-muted">
                {t('cards.tier_from', { amount: formatMoney(at, terms.currency, lang, { whole: true }) })}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** What the bonus gives and what it asks for, for the amount as it stands. */
function BonusHelp({ inputs, terms }: Pick<AmountSectionProps, 'inputs' | 'terms'>) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const offer = calculateBonusOffer(inputs.amount, terms)
  const money = (amount: number): string => formatMoney(amount, terms.currency, lang, { whole: true })
  return t('cards.with_bonus_help', { bonus: money(offer.bonus), turnover: money(offer.turnover) })
}
