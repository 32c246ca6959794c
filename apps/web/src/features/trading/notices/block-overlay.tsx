import { Link } from '@tanstack/react-router'
import Lock from 'lucide-react/icons/lock'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { paths } from '../../../routes/paths.ts'
import { buttonClass } from '../../../ui/buttons/button.tsx'

/** In place of the ticket: why nothing can be bought, and both ways out (spec: account 4). */
export function BlockOverlay() {
  const t = useTranslate()
  return (
    <section
      aria-labelledby="trading-blocked"
      className="flex flex-col justify-center gap-4 border-line bg-surface p-4 lg:border-s lg:p-6"
    >
      <Lock size={28} className="text-warn max-lg:hidden" aria-hidden />
      <h2 id="trading-blocked" tabIndex={-1} className="text-21 font-semibold outline-none">
        {t('trading.blocked_title')}
      </h2>
      <p className="text-muted">{t('trading.blocked_why')}</p>
      <div className="flex flex-wrap gap-2 lg:flex-col">
        <Link to={paths.showWith('personal', 'documents')} className={buttonClass({ tone: 'primary', canWrap: true })}>
          {t('trading.blocked_verify')}
        </Link>
        <Link to={paths.show('funding')} className={buttonClass({ tone: 'quiet', canWrap: true })}>
          {t('trading.blocked_card')}
        </Link>
      </div>
      <p className="text-13 text-muted">{t('trading.blocked_open')}</p>
    </section>
  )
}
