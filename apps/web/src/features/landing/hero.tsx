import { useTranslate } from '../../platform/i18n/i18n.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import type { LandingLinks } from './landing-links.ts'
import { OfferSlider } from './offer-slider.tsx'

/** What it is, in a sentence, the two ways in, and the slider beside them. */
export function Hero({ links }: { readonly links: LandingLinks }) {
  const t = useTranslate()
  return (
    <section className="grid items-center gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,29rem)] lg:gap-16">
      <div className="flex flex-col gap-6">
        <h1 className="max-w-[17ch] text-28 font-semibold sm:text-40">{t('landing.headline')}</h1>
        <p className="max-w-prose text-17 text-muted">{t('landing.lead')}</p>
        <div className="flex flex-col gap-3 pt-1 sm:flex-row sm:flex-wrap">
          <a href={links.registerHref} className={buttonClass({ tone: 'primary', size: 'lg', wraps: true })}>
            {t('auth.open_account')}
          </a>
          <a href={links.demoHref} className={buttonClass({ size: 'lg', wraps: true })}>
            {t('landing.demo')}
          </a>
        </div>
        <p className="text-13 text-muted">{t('landing.first_risk')}</p>
      </div>
      <OfferSlider />
    </section>
  )
}
