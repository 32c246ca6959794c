import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useIsHydrated } from '../../ui/hooks/use-is-hydrated.ts'

const practiceMoney = 10_000

export function KeyFigures() {
  const t = useTranslate()
  const format = useFormat()
  const dollars = (amount: number): string => format.money(amount, 'USD', { isWhole: true })
  // What is prerendered knows no settings. The space keeps the line.
  const minimum = useIsHydrated() ? dollars(getBootstrap().settings.depositMinimum) : '\u00a0'
  const figures = [
    { value: minimum, name: t('landing.fact_minimum') },
    { value: dollars(0), name: t('landing.fact_fee') },
    { value: t('landing.fact_time_value'), name: t('landing.fact_time') },
    { value: format.number(practiceMoney), name: t('landing.fact_practice') },
  ]
  return (
    <section aria-label={t('landing.facts')} className="border-y border-line">
      <dl className="grid grid-cols-2 lg:grid-cols-4">
        {figures.map(({ value, name }, index) => (
          <div
            key={name}
            className={`flex flex-col-reverse justify-end gap-0.5 py-5 lg:px-6 lg:first:ps-0 ${index % 2 === 1 ? 'border-s border-line ps-5' : 'pe-5'} ${index > 1 ? 'border-t border-line lg:border-t-0' : ''} ${index === 2 ? 'lg:border-s' : ''}`}
          >
            <dt className="text-13 text-muted">{name}</dt>
            <dd className="tabular text-21 font-semibold sm:text-28">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
