import { useState } from 'react'

import { AutologinPanel } from '../../features/auth/autologin-panel.tsx'
import { consumeAutologinRequest } from '../../features/auth/autologin.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths, parseReturnTarget } from '../paths.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { AuthLayout } from './auth-layout.tsx'

/** Logs in by what came with the request, and goes on to where it says (spec: funding 2). */
export function AutologinPage() {
  const t = useTranslate()
  const lang = useLocaleTag()
  const [wanted] = useState(() => consumeAutologinRequest(paths.autologin(lang)))
  usePageTitle(t('auth.autologin_title'))
  const target = parseReturnTarget(
    wanted.redirect.startsWith('/') || wanted.redirect.startsWith('#') ? wanted.redirect : `/${wanted.redirect}`,
  )
  return (
    <AuthLayout title={t('auth.autologin_title')} lead="">
      <AutologinPanel
        autologin={wanted}
        onDone={() => location.replace(paths.trading(lang, target))}
        onNoInput={() => location.replace(paths.login(lang))}
        onRefused={() => location.replace(paths.login(lang, target, 'refused'))}
        onStay={(isLoggedIn) => location.replace(isLoggedIn ? paths.trading(lang) : paths.login(lang))}
      />
    </AuthLayout>
  )
}
