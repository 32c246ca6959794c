import { useTranslate } from '../../platform/i18n/i18n.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import type { LandingLinks } from './landing-links.ts'

/** The second call: after reading, not before. */
export function CallToAction({ links }: { readonly links: LandingLinks }) {
  const t = useTranslate()
  return (
    <section
      aria-labelledby="begin"
      className="flex flex-col gap-6 rounded-card bg-raised p-6 sm:p-10 lg:flex-row lg:items-center lg:justify-between"
    >
      <div className="flex flex-col gap-2">
        <h2 id="begin" className="text-28 font-semibold">
          {t('landing.begin')}
        </h2>
        <p className="max-w-prose text-muted">{t('landing.begin_text')}</p>
      </div>
      <div className="flex shrink-0 flex-col gap-3 sm:flex-row sm:flex-wrap">
        <a href={links.demoHref} className={buttonClass({ tone: 'primary', size: 'lg', wraps: true })}>
          {t('landing.demo')}
        </a>
        <a href={links.registerHref} className={buttonClass({ size: 'lg', wraps: true, className: 'bg-surface' })}>
          {t('auth.open_account')}
        </a>
      </div>
    </section>
  )
}
