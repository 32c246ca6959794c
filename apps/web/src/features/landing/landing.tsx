import { KeyFigures } from './key-figures.tsx'
import { Costs } from './costs.tsx'
import { Markets, useMarkets } from './markets.tsx'
import { MoneyWays } from './money-ways.tsx'
import { Hero } from './hero.tsx'
import { OfferSlider } from './offer-slider.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { CallToAction } from './call-to-action.tsx'
import { Results } from './results.tsx'
import { RiskNotice } from './risk-notice.tsx'

export function Landing() {
  const markets = useMarkets()
  return (
    <div className="flex flex-col gap-16 pt-6 pb-16 sm:gap-24 sm:pt-12">
      <Hero market={markets.reply} />
      <KeyFigures />
      <Markets {...markets} />
      <HowItWorks />
      <Costs payouts={markets.reply?.markets.map(({ payout }) => payout) ?? []} />
      <MoneyWays />
      <OfferSlider />
      <Results />
      <CallToAction />
      <RiskNotice />
    </div>
  )
}
