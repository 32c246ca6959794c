import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'

export function CallToAction() {
  const t = useTranslate()
  const lang = useLocaleTag()
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
        <a
          href={paths.modal(lang, 'modal-register-demo')}
          className={buttonClass({ tone: 'primary', size: 'lg', canWrap: true })}
        >
          {t('landing.practice')}
        </a>
        <a
          href={paths.modal(lang, 'modal-register')}
          className={buttonClass({ size: 'lg', canWrap: true, className: 'bg-surface' })}
        >
          {t('auth.open_account')}
        </a>
      </div>
    </section>
  )
}
