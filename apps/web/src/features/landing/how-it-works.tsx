import { examplePayoutRate, calculateExampleReturn } from '@tradefront/rules/landing/sample-feed'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'

const stake = 50

export function HowItWorks() {
  const t = useTranslate()
  const format = useFormat()
  const dollars = (amount: number): string => format.money(amount, 'USD', { isWhole: true })
  const steps = [
    { title: t('landing.how_1'), text: t('landing.how_1_text') },
    {
      title: t('landing.how_2'),
      text: t('landing.how_2_text', {
        payout: examplePayoutRate,
        stake: dollars(stake),
        back: dollars(calculateExampleReturn(stake)),
      }),
    },
    { title: t('landing.how_3'), text: t('landing.how_3_text') },
  ]
  return (
    <section aria-labelledby="how-it-works" className="flex flex-col gap-8">
      <h2 id="how-it-works" className="text-28 font-semibold">
        {t('landing.how')}
      </h2>
      <ol className="grid gap-8 lg:grid-cols-3 lg:gap-10">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex flex-col gap-2 border-t-2 border-line pt-5">
            <span aria-hidden className="tabular text-13 font-semibold text-accent-ink">
              0{format.number(index + 1)}
            </span>
            <h3 className="text-17 font-semibold">{title}</h3>
            <p className="text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
