import { Link } from '@tanstack/react-router'

import { useUser } from '../../platform/current-user.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { SectionHeading } from '../../ui/layout/section-heading.tsx'
import { SwitchToReal } from '../profile/switch-to-real.tsx'
import { BonusList } from './bonus-list.tsx'
import { CodeForm } from './code-form.tsx'
import { StoredCode } from './stored-code.tsx'
import { useRefreshBonuses } from './use-refresh-bonuses.ts'

/** Spec: account 2. */
export function PromoScreen() {
  const t = useTranslate()
  const { isPractice } = useUser()
  return (
    <div className="flex max-w-2xl flex-col gap-8">
      <ScreenTitle lead={t('promo.lead')}>{t('profile.promo')}</ScreenTitle>
      {isPractice ? (
        <Banner tone="info" action={<SwitchToReal isCompact />}>
          {t('promo.practice')}
        </Banner>
      ) : (
        <CodesAndBonuses />
      )}
    </div>
  )
}

function CodesAndBonuses() {
  const t = useTranslate()
  useRefreshBonuses()
  return (
    <>
      <StoredCode
        action={
          <Link to={paths.show('funding')} className={buttonClass({ tone: 'primary', size: 'sm' })}>
            {t('promo.to_funding')}
          </Link>
        }
      />
      <Card as="section" labelledBy="promo-enter" className="flex flex-col gap-4">
        <h2 id="promo-enter" className="text-17 font-semibold">
          {t('promo.enter_title')}
        </h2>
        <CodeForm />
      </Card>
      <section aria-labelledby="bonuses" className="flex flex-col gap-4">
        <SectionHeading id="bonuses" title={t('promo.bonuses')} lead={t('promo.bonuses_lead')} />
        <BonusList />
      </section>
    </>
  )
}
