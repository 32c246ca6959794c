import { auth } from './auth.ts'
import { cards } from './cards.ts'
import { chat } from './chat.ts'
import { common } from './common.ts'
import { contact } from './contact.ts'
import { documents } from './documents.ts'
import { landing } from './landing.ts'
import { mail } from './mail.ts'
import { pages } from './pages.ts'
import { profile } from './profile.ts'
import { settings } from './settings.ts'

/** All areas of the language. */
export const texts = {
  ...auth,
  ...cards,
  ...chat,
  ...common,
  ...contact,
  ...documents,
  ...landing,
  ...mail,
  ...pages,
  ...profile,
  ...settings,
}
