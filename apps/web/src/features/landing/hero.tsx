import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { OfferSlider } from './offer-slider.tsx'

export function Hero() {
  const t = useTranslate()
  const lang = useLocaleTag()
  return (
    <section className="grid items-center gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,29rem)] lg:gap-16">
      <div className="flex flex-col gap-6">
        <h1 className="max-w-[17ch] text-28 font-semibold sm:text-40">{t('landing.headline')}</h1>
        <p className="max-w-prose text-17 text-muted">{t('landing.lead')}</p>
        <div className="flex flex-col gap-3 pt-1 sm:flex-row sm:flex-wrap">
          <a href={paths.register(lang)} className={buttonClass({ tone: 'primary', size: 'lg', canWrap: true })}>
            {t('auth.open_account')}
          </a>
          <a href={paths.modal(lang, 'modal-register-demo')} className={buttonClass({ size: 'lg', canWrap: true })}>
            {t('landing.practice')}
          </a>
        </div>
        <p className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-13 text-muted">
          {t('landing.first_risk')}
          <a href={paths.modal(lang, 'modal-promo')} className="font-medium text-accent-ink hover:underline">
            {t('auth.promo_have')}
          </a>
        </p>
      </div>
      <OfferSlider />
    </section>
  )
}
