import { ok, refuse } from '@tradefront/rules/result'

import type { ActionHandlers } from '../../context.ts'
import { checkMailTexts } from './check-mail-texts.ts'
import { parseMailKey } from './mail-key.ts'
import { listMailVersions, replaceMailTexts } from './mail-text-store.ts'

const toDate = (ms: number | null) => (ms === null ? null : new Date(ms))

export const mailActions: ActionHandlers = {
  'mail.change': async ({ db, clock }, { mail, changedAtMs, ...texts }, by) => {
    const key = parseMailKey(mail)
    if (key === null) return refuse('errors.not_found')
    const checked = checkMailTexts(key, texts)
    if (!checked.ok) return checked
    const entry = { by, action: 'mail.change', at: clock.now() }
    return (await replaceMailTexts(db, key, texts, entry, toDate(changedAtMs))) ? ok() : refuse('desk.changed')
  },
  'mail.restore': async ({ db, clock }, { mail, version, changedAtMs }, by) => {
    const key = parseMailKey(mail)
    if (key === null) return refuse('errors.not_found')
    const found =
      version === null ? { content: null } : (await listMailVersions(db, key)).find(({ id }) => id === version)
    if (found === undefined) return refuse('errors.not_found')
    // The product can know other placeholders by now.
    const checked = found.content === null ? ok() : checkMailTexts(key, found.content)
    if (!checked.ok) return checked
    const entry = { by, action: 'mail.restore', at: clock.now() }
    return (await replaceMailTexts(db, key, found.content, entry, toDate(changedAtMs))) ? ok() : refuse('desk.changed')
  },
}
