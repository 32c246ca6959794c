import { KeyFigures } from './key-figures.tsx'
import { Markets } from './markets.tsx'
import { Hero } from './hero.tsx'
import { OfferSlider } from './offer-slider.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { CallToAction } from './call-to-action.tsx'
import { SampleResults } from './sample-results.tsx'
import { RiskNotice } from './risk-notice.tsx'

export function Landing() {
  return (
    <div className="flex flex-col gap-16 pt-6 pb-16 sm:gap-24 sm:pt-12">
      <Hero />
      <KeyFigures />
      <Markets />
      <HowItWorks />
      <OfferSlider />
      <SampleResults />
      <CallToAction />
      <RiskNotice />
    </div>
  )
}
