import { useState } from 'react'

import { AutologinPanel } from '../../features/auth/autologin-panel.tsx'
import { takeAutologin } from '../../features/auth/autologin.ts'
import { useLocaleTag, useTexts } from '../../platform/i18n/i18n.ts'
import { paths, targetOf } from '../paths.ts'
import { useTitle } from '../../platform/page-title.ts'
import { Entrance } from './auth-layout.tsx'

/** Logs in by what came with the request, and goes on to where it says (spec: funding 2). */
export function AutologinPage() {
  const t = useTexts()
  const lang = useLocaleTag()
  const [wanted] = useState(() => takeAutologin(paths.autologin(lang)))
  useTitle(t('auth.autologin_title'))
  const target = targetOf(
    wanted.redirect.startsWith('/') || wanted.redirect.startsWith('#') ? wanted.redirect : `/${wanted.redirect}`,
  )
  return (
    <Entrance title={t('auth.autologin_title')} lead="">
      <AutologinPanel
        wanted={wanted}
        onDone={() => location.replace(paths.trading(lang, target))}
        onNoInput={() => location.replace(paths.login(lang))}
        onRefused={() => location.replace(paths.login(lang, target, 'refused'))}
        onStay={(isLoggedIn) => location.replace(isLoggedIn ? paths.trading(lang) : paths.login(lang))}
      />
    </Entrance>
  )
}
