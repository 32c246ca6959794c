import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import type { MarketsReply } from './markets.tsx'
import { TrialPanel } from './trial/trial-panel.tsx'

export function Hero({ market }: { readonly market: MarketsReply | null }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  return (
    <section className="grid grid-cols-1 gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="flex flex-col gap-6 lg:self-end">
        <h1 className="max-w-[14ch] text-40 font-semibold sm:text-64">{t('landing.headline')}</h1>
        <p className="max-w-prose text-17 text-muted">{t('landing.lead')}</p>
      </div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <TrialPanel market={market} />
      </div>
      <div className="flex flex-col gap-5">
        <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
          <a href={paths.register(lang)} className={buttonClass({ tone: 'primary', size: 'lg', canWrap: true })}>
            {t('auth.open_account')}
          </a>
          <a href={paths.modal(lang, 'modal-register-demo')} className={buttonClass({ size: 'lg', canWrap: true })}>
            {t('landing.practice')}
          </a>
        </div>
        <p className="flex flex-wrap gap-x-6 gap-y-2 text-13 text-muted">
          {t('landing.first_risk')}
          <a href={paths.modal(lang, 'modal-promo')} className="font-medium text-accent-ink hover:underline">
            {t('auth.promo_have')}
          </a>
        </p>
      </div>
    </section>
  )
}
