import { Link } from '@tanstack/react-router'
import { needsStatementCode } from '@tradefront/rules/validation/statement-code'

import { useUser } from '../../platform/current-user.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

/** Notice beside the result of the payment that has made the code necessary. The page stays as it is. */
export function CodeNotice() {
  const t = useTranslate()
  if (!needsStatementCode(useUser())) return null
  return (
    <Banner
      tone="info"
      title={t('validation.title')}
      action={
        <Link to={paths.fragment('validate')} className={buttonClass({ tone: 'primary', size: 'sm' })}>
          {t('validation.result_link')}
        </Link>
      }
    >
      {t('validation.result_note')}
    </Banner>
  )
}
