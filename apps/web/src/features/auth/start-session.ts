import type { Locale } from '@tradefront/texts/locales'

import { registrationSession } from '../../platform/storage/registration-session.ts'
import { paths } from '../../routes/paths.ts'
import { logIn } from './api.ts'

/** Logs in after a registration. */
export async function startSession(lang: Locale, login: string, password: string): Promise<void> {
  await logIn(login, password)
  registrationSession.start(login)
  location.assign(paths.trading(lang, paths.home()))
}
